import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { onTestFinished } from 'vitest'

export interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface StubAnswer {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
  /** Ends the connection without an answer. */
  readonly hangUp?: boolean
  /** Never answers. */
  readonly silent?: boolean
}

/** A server that answers in a given order (the last answer repeats), or as a function says. */
export async function stubServer(answers: readonly StubAnswer[] | ((seen: Seen) => StubAnswer)) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    seen.push(one)
    const answer = typeof answers === 'function' ? answers(one) : (answers[seen.length - 1] ?? answers.at(-1) ?? {})
    if (answer.hangUp) return request.socket.destroy()
    if (answer.silent) return
    const isText = typeof answer.body === 'string'
    response.writeHead(answer.status ?? 200, {
      'content-type': isText ? 'text/plain' : 'application/json',
      ...answer.headers,
    })
    response.end(answer.body === undefined ? '' : isText ? answer.body : JSON.stringify(answer.body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${port}`, seen }
}

/** An address at which nobody listens. The system gives its port to nobody, and `fetch` does not refuse it. */
export const nobodysUrl = 'http://127.0.0.99:2'

export function problem(status: number, code: string, detail = 'No.', headers: Record<string, string> = {}) {
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: { title: 'Refused', detail, status, code, requestId: 'req_1' },
  }
}
