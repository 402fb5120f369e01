import type { ServerHttp2Stream } from 'node:http2'
import { AppError } from '../../ground/platform/app-error.ts'
import { compressionOf, type SentBody } from '../../ground/platform/inflate.ts'
import type { Place } from '../../ground/platform/request-limits.ts'
import { RpcError, rpcCodes } from './status.ts'

interface ReadOptions {
  readonly encoding: string
  readonly maxBytes: number
  readonly place: Place | undefined
}

/** The value of `grpc-accept-encoding`. */
export const acceptedEncodings = 'identity,gzip,zstd,deflate'

const prefixBytes = 5

/**
 * Reads the one message of a call. Its length comes first, so it is counted for its sender before the rest is read;
 * until then HTTP/2 flow control stops the sender. It stays compressed.
 */
export async function readMessage(stream: ServerHttp2Stream, options: ReadOptions): Promise<SentBody> {
  const { encoding, maxBytes, place } = options
  const chunks = stream.iterator({ destroyOnReturn: false })
  const { flag, length, rest } = await readPrefix(chunks)
  if (length > maxBytes) throw tooLarge(maxBytes)
  place?.hold(length)
  const bytes = await readBody(chunks, rest, length)
  const compression = flag === 0 ? '' : compressionOf(encoding)
  if (compression !== undefined) return { bytes, compression }
  throw new RpcError(rpcCodes.unimplemented, `Compress messages with one of ${acceptedEncodings}, or not at all.`)
}

type Chunks = AsyncIterator<Buffer>

async function readPrefix(chunks: Chunks): Promise<{ flag: number; length: number; rest: Buffer }> {
  let head = Buffer.alloc(0)
  while (head.length < prefixBytes) {
    const { done, value } = await chunks.next()
    if (done) throw new RpcError(rpcCodes.invalidArgument, 'The call ended before its message.')
    head = Buffer.concat([head, value])
  }
  return { flag: head.readUInt8(0), length: head.readUInt32BE(1), rest: head.subarray(prefixBytes) }
}

async function readBody(chunks: Chunks, begin: Buffer, length: number): Promise<Buffer> {
  const parts = [begin]
  let received = begin.length
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    parts.push(next.value)
    received += next.value.length
    if (received > length) break
  }
  if (received > length) throw new RpcError(rpcCodes.unimplemented, 'Send one message in a call.')
  if (received < length) throw new RpcError(rpcCodes.invalidArgument, 'The call ended in the middle of its message.')
  return Buffer.concat(parts)
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('body_too_large', `A message must not be larger than ${maxBytes} bytes when it is inflated.`)
}
