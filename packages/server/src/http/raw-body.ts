import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../platform/app-error.ts'
import { inflatable, inflate } from '../platform/inflate.ts'

/** A body that its endpoint reads itself, already decompressed. */
export interface RawBody {
  readonly bytes: Buffer
  /** In lower case, without parameters. */
  readonly mediaType: string
}

/** Checks the media type, and inflates up to `maxBytes`, so that a small body cannot become a huge one. */
export async function readRawBody(
  request: FastifyRequest,
  consumes: readonly string[],
  maxBytes: number,
): Promise<RawBody> {
  const mediaType = mediaTypeOf(request)
  if (!consumes.includes(mediaType)) {
    throw new AppError('unsupported_media_type', `Send the body as ${consumes.join(' or ')}.`)
  }
  const sent = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const encoding = request.headers['content-encoding'] ?? ''
  const inflated = await inflate(sent, encoding, maxBytes)
  if ('bytes' in inflated) return { bytes: inflated.bytes, mediaType }
  if (inflated.fault === 'unknown') throw unknownEncoding(inflatable)
  if (inflated.fault === 'too large') {
    throw new AppError('body_too_large', `The body must not be larger than ${maxBytes} bytes when it is inflated.`)
  }
  throw invalid('body', `must be what Content-Encoding says, which is ${encoding}`)
}

/** A 415 that lists the accepted encodings in `Accept-Encoding`, as RFC 9110 asks. */
function unknownEncoding(accepted: readonly string[]): AppError {
  const detail =
    accepted.length === 0
      ? 'Send the body as it is, without Content-Encoding.'
      : `Send the body as it is, or compressed with ${accepted.join(', ')}.`
  const headers = { 'Accept-Encoding': accepted.length === 0 ? 'identity' : accepted.join(', ') }
  return new AppError('unsupported_media_type', detail, { headers })
}

/** For endpoints whose bodies are parsed before they see them: these take no compressed bodies. */
export function refuseEncoded({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (encoding !== '' && encoding !== 'identity') throw unknownEncoding([])
}

export function mediaTypeOf({ headers }: FastifyRequest): string {
  return (headers['content-type']?.split(';', 1)[0] ?? '').trim().toLowerCase()
}
