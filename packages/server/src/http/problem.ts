import type { Socket } from 'node:net'
import { type ErrorCode, errors, type Problem } from '@muster/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, invalid } from '../platform/app-error.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { EncodeError } from './call.ts'
import { mediaTypeOf } from './raw-body.ts'

/** The one translator from errors to answers. What it does not know is a 500 that says nothing of the inside. */
export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
  encode: EncodeError | undefined = undefined,
): FastifyReply {
  const known = toAppError(error)
  if (known.status >= 500) log.error({ err: known.cause ?? error, requestId: request.id }, known.message)
  reply.headers(known.headers)
  if (known.retryAfterSeconds !== undefined) reply.header('Retry-After', String(known.retryAfterSeconds))
  if (encode) {
    const { mediaType, body } = encode(known, mediaTypeOf(request))
    return reply.code(known.status).type(mediaType).send(body)
  }
  return reply
    .code(known.status)
    .type('application/problem+json')
    .send(JSON.stringify(toProblem(known, request.id)))
}

function toProblem(error: AppError, requestId: string): Problem {
  return {
    title: errors[error.code].title,
    detail: error.message,
    status: error.status,
    requestId,
    code: error.code,
    ...(error.errors && { errors: [...error.errors] }),
  }
}

/** For what is no HTTP, or too much of it: there is no request to answer, only a connection to end politely. */
export function refuseUnparsed(error: NodeJS.ErrnoException, socket: Socket, ids: Ids): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const requestId = ids.uuid()
  const { status, reason, path, detail } = unparsed[error.code ?? ''] ?? malformed
  const fault = new AppError('invalid_request', detail, { errors: [{ path, message: detail }] })
  const body = JSON.stringify({ ...toProblem(fault, requestId), status })
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/problem+json',
    `x-request-id: ${requestId}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const malformed = {
  status: 400,
  reason: 'Bad Request',
  path: 'request',
  detail: 'The request is not well-formed HTTP.',
}
const unparsed: Record<string, typeof malformed> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    path: 'headers',
    detail: 'The headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'Request Timeout',
    path: 'request',
    detail: 'The request took too long to arrive.',
  },
}

/** Errors of the HTTP layer that are the caller's. For a 400, the third is the part of the request that is at fault. */
const frameworkErrors: Record<string, [ErrorCode, string, string?]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as application/json.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The body is larger than this endpoint takes.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_request', 'must be the length of the body', 'Content-Length'],
  FST_ERR_BAD_URL: ['invalid_request', 'must not hold a broken percent-encoding', 'path'],
  FST_ERR_MAX_PARAM_LENGTH: ['invalid_request', 'must not have a segment of that length', 'path'],
  FST_ERR_ASYNC_CONSTRAINT: ['invalid_request', 'must be one that can be routed', 'request'],
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : frameworkErrors[code]
  if (known) {
    const [kind, message, path] = known
    return path === undefined ? new AppError(kind, message, { cause: error }) : invalid(path, message)
  }
  if (statusCode === 413) return new AppError('body_too_large', 'The body is larger than this endpoint takes.')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return invalid('request', 'must be one that can be understood')
  }
  return new AppError('internal_error', 'Something went wrong inside the service. The requestId leads to the log.', {
    cause: error,
  })
}
