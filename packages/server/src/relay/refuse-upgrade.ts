import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ErrorCode, errors, type Problem } from '@muster/contract/errors'

/** Answers a request for a WebSocket with a problem, like any other request. */
export function refuseUpgrade(socket: Duplex, code: ErrorCode, detail: string = errors[code].help): void {
  const { status, title } = errors[code]
  const body = JSON.stringify({ title, detail, status, requestId: randomUUID(), code } satisfies Problem)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(status === 401 ? ['WWW-Authenticate: Bearer'] : []),
    ...(status === 503 ? ['Retry-After: 1'] : []),
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
