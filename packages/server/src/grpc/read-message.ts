import type { ServerHttp2Stream } from 'node:http2'
import { AppError } from '../platform/app-error.ts'
import type { ByteBudget, Reservation } from '../platform/byte-budget.ts'
import { inflate } from '../platform/inflate.ts'
import { RpcError, rpcCodes } from './status.ts'

/** Limits of memory. They are taken in this order, so there is no deadlock. */
export interface Budgets {
  /** Received on one connection. */
  readonly connection: ByteBudget
  /** Received on all of them. */
  readonly received: ByteBudget
  /** Inflated, on all of them. */
  readonly inflated: ByteBudget
}

interface ReadOptions {
  readonly encoding: string
  readonly maxBytes: number
  readonly budgets: Budgets
  readonly signal: AbortSignal
}

interface Message {
  readonly bytes: Buffer
  /** Call it when the bytes are no longer needed. */
  release(): void
}

/** As `grpc-accept-encoding` lists them. */
export const acceptedEncodings = 'identity,gzip,zstd,deflate'

const prefixBytes = 5

/** Shorter messages do not wait: all streams together hold little more than that. */
const freeBytes = 1024

/**
 * Reads the one message of a call. Its length comes first, so room is reserved before the rest is read; until then
 * HTTP/2 holds the sender back.
 */
export async function readMessage(stream: ServerHttp2Stream, options: ReadOptions): Promise<Message> {
  const { budgets, maxBytes, signal } = options
  const chunks = stream.iterator({ destroyOnReturn: false })
  const { flag, length, rest } = await readPrefix(chunks)
  if (length > maxBytes) throw tooLarge(maxBytes)
  const held: Reservation[] = []
  const release = () => {
    for (const reservation of held.splice(0)) reservation.release()
  }
  try {
    if (length > freeBytes) {
      held.push(await budgets.connection.take(length, signal))
      held.push(await budgets.received.take(length, signal))
    }
    const bytes = await readBody(chunks, rest, length)
    if (flag === 0) return { bytes, release }
    // The inflated size is unknown, so the maximum is reserved, and the rest is given back afterwards.
    const room = await budgets.inflated.take(maxBytes, signal)
    held.push(room)
    const inflated = await inflateMessage(bytes, options)
    room.keep(inflated.length)
    return { bytes: inflated, release }
  } catch (error) {
    release()
    throw error
  }
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

async function inflateMessage(bytes: Buffer, { encoding, maxBytes }: ReadOptions): Promise<Buffer> {
  const result = await inflate(bytes, encoding, maxBytes)
  if ('bytes' in result) return result.bytes
  if (result.fault === 'too large') throw tooLarge(maxBytes)
  if (result.fault === 'broken') {
    throw new RpcError(rpcCodes.invalidArgument, `The message is not what grpc-encoding says, which is ${encoding}.`)
  }
  throw new RpcError(rpcCodes.unimplemented, `Compress messages with one of ${acceptedEncodings}, or not at all.`)
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('body_too_large', `A message must not be larger than ${maxBytes} bytes when it is inflated.`)
}
