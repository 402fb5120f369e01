import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, errors, type Problem } from '@muster/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, invalid } from '../ground/platform/app-error.ts'
import type { Ids } from '../ground/platform/ids.ts'
import type { Log } from '../ground/platform/log.ts'
import { reasonOf, tellFailure } from '../ground/platform/tell-failure.ts'
import type { EncodeError } from './call.ts'
import { mediaTypeOf } from './raw-body.ts'

/** The one translator from errors to answers. An unknown error becomes a 500 that reveals no internals. */
export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
  encode: EncodeError | undefined = undefined,
): FastifyReply {
  const known = toAppError(error, request)
  // An aborted request needs no attention from the operator.
  const isLeft = known.code === 'unavailable' && reply.raw.destroyed
  if (known.status >= 500 && !isLeft) logFailure(known, error, request, log)
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

/** Expected failures are logged in one line, others with their stack. */
function logFailure(known: AppError, error: unknown, request: FastifyRequest, log: Log): void {
  if (known.code === 'internal_error') {
    log.error({ err: known.cause ?? error, requestId: request.id }, known.message)
    return
  }
  const fields = { code: known.code, requestId: request.id }
  if (isExpected(known)) log.info({ ...fields, ...reasonOf(known) }, known.message)
  else tellFailure(log, known.message, known, fields)
}

/** Callers that disconnect need no attention from the operator. */
function isExpected({ code }: AppError): boolean {
  return code === 'computer_offline' || code === 'computer_timeout' || code === 'demonstration_loading'
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

/**
 * Answers input that is not HTTP or exceeds its limits. There is no request to answer, so the connection gets a short
 * text and is closed.
 */
export function refuseUnparsed(error: NodeJS.ErrnoException, socket: Socket, ids: Ids): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const requestId = ids.uuid()
  const fault = (unparsed[error.code ?? ''] ?? malformed)()
  const body = JSON.stringify(toProblem(fault, requestId))
  const head = [
    `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status]}`,
    'Content-Type: application/problem+json',
    'X-Content-Type-Options: nosniff',
    `x-request-id: ${requestId}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const malformed = () => invalid('request', 'must be well-formed HTTP')
const unparsed: Readonly<Record<string, () => AppError>> = {
  HPE_HEADER_OVERFLOW: () =>
    new AppError('headers_too_large', `The headers must not have more than ${maxHeaderSize} bytes together.`),
  ERR_HTTP_REQUEST_TIMEOUT: () => new AppError('request_timeout', 'The request took too long to arrive.'),
}

/** Errors of the HTTP layer that the caller caused. The third value is the faulty part of the request, for a 400. */
const frameworkErrors: Record<string, [ErrorCode, string, string?]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_request', 'must be the length of the body', 'Content-Length'],
  FST_ERR_BAD_URL: ['invalid_request', 'must not hold a broken percent-encoding', 'path'],
  FST_ERR_MAX_PARAM_LENGTH: ['invalid_request', 'must not have a segment of that length', 'path'],
  FST_ERR_ASYNC_CONSTRAINT: ['invalid_request', 'must be one that can be routed', 'request'],
}

function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : frameworkErrors[code]
  if (known) {
    const [kind, message, path] = known
    return path === undefined ? new AppError(kind, message, { cause: error }) : invalid(path, message)
  }
  if (statusCode === 413) {
    const limit = request.routeOptions?.bodyLimit
    const most = limit === undefined ? 'as much' : `more than ${limit} bytes`
    return new AppError('body_too_large', `The body of this request must not have ${most}.`)
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return invalid('request', 'must be one that can be understood')
  }
  return new AppError('internal_error', 'Something went wrong inside the service. The requestId leads to the log.', {
    cause: error,
  })
}
