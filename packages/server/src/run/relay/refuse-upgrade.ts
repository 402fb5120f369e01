import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ErrorCode, errors, type Problem } from '@muster/contract/errors'
import { AppError } from '../../ground/platform/app-error.ts'

/** Answers a request for a WebSocket with a problem, like any other request. */
export function refuseUpgrade(socket: Duplex, refusal: ErrorCode | AppError): void {
  const error = typeof refusal === 'string' ? new AppError(refusal, errors[refusal].help) : refusal
  const { code, status, message: detail } = error
  const { title } = errors[code]
  const body = JSON.stringify({ title, detail, status, requestId: randomUUID(), code } satisfies Problem)
  const retryAfterSeconds = error.retryAfterSeconds ?? (status === 503 ? 1 : undefined)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(status === 401 ? ['WWW-Authenticate: Bearer'] : []),
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
