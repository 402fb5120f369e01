import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { preferredEncoding } from './negotiate.ts'

/** In order of preference. */
const encodings = ['zstd', 'br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** Fast settings, because an answer is compressed once and read once. */
const brotli = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Returns the best encoding that `Accept-Encoding` allows; `undefined` for none. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const encoding = preferredEncoding(header, encodings)
  return encoding === 'identity' ? undefined : encoding
}

const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  gzip: promisify(zlib.gzip),
  br: (bytes) => promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)(bytes, brotli),
  zstd: (bytes) => promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdCompress)(bytes, {}),
}

export function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return compressors[encoding](bytes)
}

/** Compresses a stream. It buffers a limited amount, whatever the length of the answer. */
export function compressStream(stream: Readable, encoding: Encoding): Readable {
  const transform =
    encoding === 'gzip'
      ? zlib.createGzip()
      : encoding === 'br'
        ? zlib.createBrotliCompress(brotli)
        : zlib.createZstdCompress()
  stream.on('error', (error) => transform.destroy(error))
  transform.on('close', () => stream.destroy())
  return stream.pipe(transform)
}
