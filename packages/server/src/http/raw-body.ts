import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../platform/app-error.ts'

/** A body that its endpoint reads itself, without the compression it may have come in. */
export interface RawBody {
  readonly bytes: Buffer
  /** In lower case, without parameters. */
  readonly mediaType: string
}

type Inflate = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const inflaters: Readonly<Record<string, Inflate>> = {
  gzip: promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip),
  'x-gzip': promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip),
  deflate: promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate),
  br: promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress),
  zstd: promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress),
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
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return { bytes: sent, mediaType }
  const inflate = inflaters[encoding]
  if (!inflate) {
    throw new AppError(
      'unsupported_media_type',
      'Send the body as it is, or compressed with gzip, zstd, br or deflate.',
    )
  }
  const bytes = await inflate(sent, { maxOutputLength: maxBytes }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') {
      throw new AppError('body_too_large', `The body must not be larger than ${maxBytes} bytes when it is inflated.`)
    }
    throw invalid('body', `must be what Content-Encoding says, which is ${encoding}`)
  })
  return { bytes, mediaType }
}

export function mediaTypeOf({ headers }: FastifyRequest): string {
  return (headers['content-type']?.split(';', 1)[0] ?? '').trim().toLowerCase()
}
