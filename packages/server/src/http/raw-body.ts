import type { FastifyRequest } from 'fastify'
import { AppError } from '../ground/platform/app-error.ts'
import { compressionOf, inflatable, type SentBody } from '../ground/platform/inflate.ts'

/** An unparsed body, for an endpoint that reads it itself. */
export interface RawBody extends SentBody {
  /** Lower case, without parameters. */
  readonly mediaType: string
}

/** Checks the headers of the body. The body stays compressed until the endpoint reads it. */
export function rawBodyOf(request: FastifyRequest, consumes: readonly string[]): RawBody {
  const mediaType = mediaTypeOf(request)
  if (!consumes.includes(mediaType)) {
    throw new AppError('unsupported_media_type', `Send the body as ${consumes.join(' or ')}.`)
  }
  const compression = compressionOf(request.headers['content-encoding'] ?? '')
  if (compression === undefined) throw unknownEncoding(inflatable)
  return { bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), compression, mediaType }
}

/** Returns a 415 that lists the accepted encodings in `Accept-Encoding`, as RFC 9110 requires. */
function unknownEncoding(accepted: readonly string[]): AppError {
  const detail =
    accepted.length === 0
      ? 'Send the body as it is, without Content-Encoding.'
      : `Send the body as it is, or compressed with ${accepted.join(', ')}.`
  const headers = { 'Accept-Encoding': accepted.length === 0 ? 'identity' : accepted.join(', ') }
  return new AppError('unsupported_media_type', detail, { headers })
}

/** For endpoints whose bodies are parsed by the framework: these accept no compressed bodies. */
export function refuseEncoded({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (encoding !== '' && encoding !== 'identity') throw unknownEncoding([])
}

export function mediaTypeOf({ headers }: FastifyRequest): string {
  return (headers['content-type']?.split(';', 1)[0] ?? '').trim().toLowerCase()
}
