import { createHmac } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of every shape.
  readonly body: any
}

/** A real receiver of webhooks on this machine, which answers as a test wants. */
export async function webhookReceiver(answer: (count: number) => number | { redirect: string } = () => 204) {
  const received: Received[] = []
  const events = new EventEmitter()
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    received.push({ headers: request.headers, text, body: JSON.parse(text) })
    const status = answer(received.length)
    if (typeof status === 'number') response.writeHead(status).end()
    else response.writeHead(302, { location: status.redirect }).end()
    events.emit('received')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    /** Resolves with the first so many. */
    async first(count: number): Promise<Received[]> {
      while (received.length < count) await once(events, 'received')
      return received.slice(0, count)
    },
  }
}

/** Checks a delivery as Standard Webhooks say, with nothing of our own code. */
export function isSignedWith(secret: string, { headers, text }: Received): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}
