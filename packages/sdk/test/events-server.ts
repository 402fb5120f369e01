import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A server whose connections are played one after the other; the last one repeats. */
export async function eventsServer(answers: readonly Answer[]) {
  const seen: { url: string; lastEventId: string | undefined }[] = []
  const closed: Promise<unknown>[] = []
  const server = createServer((request, response) => {
    const lastEventId = request.headers['last-event-id']
    seen.push({ url: request.url ?? '', lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined })
    closed.push(once(response, 'close'))
    const answer = answers[seen.length - 1] ?? answers.at(-1)
    answer?.(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, seen, closed }
}

/** Sends events, each with its number as id, and then does what `after` says. */
export function play(ids: readonly number[], after: 'stay' | 'end' | 'break' = 'stay'): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const id of ids) response.write(`event: message\nid: ${id}\ndata: {"n":${id}}\n\n`)
    response.write(': ping\n\n')
    if (after === 'end') response.end()
    if (after === 'break') response.write('event: message\nid: 99\ndata: {"n', () => response.destroy())
  }
}

export function refuse(status: number, code: string): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/problem+json' })
    response.end(JSON.stringify({ title: 'No', detail: 'No.', status, code, requestId: 'r' }))
  }
}
