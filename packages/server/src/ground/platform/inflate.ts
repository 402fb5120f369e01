import zlib from 'node:zlib'

/** A body as it was sent. It stays compressed until it can be read. */
export interface SentBody {
  readonly bytes: Uint8Array
  /** One of `inflatable`, or empty. */
  readonly compression: string
}

/** The accepted compressions, as `Accept-Encoding` lists them. */
export const inflatable = ['gzip', 'zstd', 'br', 'deflate'] as const

type Inflate = (bytes: Uint8Array, maxOutputLength: number) => Buffer

/** The largest window that HTTP allows (RFC 9659). Without this limit, a small body could require 128 MiB. */
const zstdWindow = { [zlib.constants.ZSTD_d_windowLogMax]: 23 }

/** A map instead of an object: a caller may send an encoding named `constructor`. */
const inflaters: ReadonlyMap<string, Inflate> = new Map<string, Inflate>([
  ['gzip', (bytes, maxOutputLength) => zlib.gunzipSync(bytes, { maxOutputLength })],
  ['deflate', (bytes, maxOutputLength) => zlib.inflateSync(bytes, { maxOutputLength })],
  ['br', (bytes, maxOutputLength) => zlib.brotliDecompressSync(bytes, { maxOutputLength })],
  ['zstd', (bytes, maxOutputLength) => zlib.zstdDecompressSync(bytes, { maxOutputLength, params: zstdWindow })],
])

/** Returns the compression that a header names; `undefined` if it is not accepted. */
export function compressionOf(header: string): string | undefined {
  const name = header.trim().toLowerCase()
  if (name === '' || name === 'identity') return ''
  if (name === 'x-gzip') return 'gzip'
  return inflaters.has(name) ? name : undefined
}

type Inflated =
  | { readonly bytes: Buffer }
  /** `too large`: more than `maxBytes`; `broken`: not valid for its compression. */
  | { readonly fault: 'too large' | 'broken' }

/** Inflates up to `maxBytes`, to prevent decompression bombs. It blocks the thread. */
export function inflate({ bytes, compression }: SentBody, maxBytes: number): Inflated {
  const inflater = inflaters.get(compression)
  if (!inflater) return bytes.length > maxBytes ? { fault: 'too large' } : { bytes: bufferOf(bytes) }
  try {
    return { bytes: inflater(bytes, maxBytes) }
  } catch (error) {
    return { fault: (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'broken' }
  }
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
