import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the bare server answers to every request from now on. */
export interface BareAnswer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

let answer: BareAnswer = { headers: {}, body: '' }

/** The best that the runtime can do: it sends the bytes and headers of the service's answer, and does no other work. */
const server = createServer((_request, response) => {
  response.writeHead(200, answer.headers)
  response.end(answer.body)
})
// The same setting as the service's, because it shows in a header of every answer.
server.keepAliveTimeout = 75_000

server.listen(0, '127.0.0.1', () => {
  process.on('message', (next: BareAnswer) => {
    answer = next
    process.send?.((server.address() as AddressInfo).port)
  })
})
