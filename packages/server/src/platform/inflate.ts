import { promisify } from 'node:util'
import zlib from 'node:zlib'

type Inflate = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

/** A map, not an object: a caller may name an encoding `constructor`. */
const inflaters: ReadonlyMap<string, Inflate> = new Map<string, Inflate>([
  ['gzip', promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip)],
  ['x-gzip', promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip)],
  ['deflate', promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate)],
  ['br', promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress)],
  ['zstd', promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress)],
])

/** Encodings that bodies may be compressed with, as `Accept-Encoding` lists them. */
export const inflatable = ['gzip', 'zstd', 'br', 'deflate'] as const

type Inflated =
  | { readonly bytes: Buffer }
  /** `unknown`: an unsupported encoding; `too large`: more than `maxBytes`; `broken`: not valid for its encoding. */
  | { readonly fault: 'unknown' | 'too large' | 'broken' }

/** Inflates up to `maxBytes`, so that a small body cannot become a huge one. */
export async function inflate(bytes: Buffer, encoding: string, maxBytes: number): Promise<Inflated> {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity') return { bytes }
  const inflater = inflaters.get(name)
  if (!inflater) return { fault: 'unknown' }
  try {
    return { bytes: await inflater(bytes, { maxOutputLength: maxBytes }) }
  } catch (error) {
    return { fault: (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'broken' }
  }
}
