import { constants, type IncomingHttpHeaders, type OutgoingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import type { Log } from '../../ground/platform/log.ts'
import type { RpcCaller, RpcMethod } from './method.ts'
import { acceptedEncodings, readMessage } from './read-message.ts'
import { okTrailers, RpcError, rpcCodes, trailersOf } from './status.ts'

interface CallOptions {
  readonly method: RpcMethod | undefined
  readonly caller: RpcCaller
  /** The longest time of a call, whatever its sender allows. */
  readonly deadlineMs: number
  readonly log: Log
}

const responseHeaders = {
  ':status': 200,
  'content-type': 'application/grpc+proto',
  'grpc-accept-encoding': acceptedEncodings,
}

/** Handles one gRPC call, which is one HTTP/2 stream: admission, the message, the answer, the status. */
export async function answerCall(stream: ServerHttp2Stream, options: CallOptions): Promise<void> {
  const { headers } = options.caller
  // Errors of the stream are the sender's fault; the code below notices the closed stream.
  stream.on('error', () => {})
  if (!/^application\/grpc(?:\+proto)?(?:;|$)/.test(headers['content-type'] ?? '')) {
    end(stream, { ':status': 415 })
    return
  }
  const ending = new AbortController()
  const timer = setTimeout(
    () => ending.abort(new RpcError(rpcCodes.deadlineExceeded, 'The call took too long.')),
    Math.min(options.deadlineMs, timeoutOf(headers)),
  )
  const onClose = () => ending.abort(new Error('The caller has left.'))
  stream.once('close', onClose)
  try {
    const answer = await Promise.race([work(stream, options, ending.signal), rejection(ending.signal)])
    if (!stream.destroyed) send(stream, answer)
  } catch (error) {
    if (!stream.destroyed) end(stream, { ...responseHeaders, ...trailersOf(error, options.log) })
  } finally {
    clearTimeout(timer)
    stream.off('close', onClose)
  }
}

async function work(stream: ServerHttp2Stream, options: CallOptions, signal: AbortSignal): Promise<Buffer> {
  const { method, caller } = options
  if (!method) throw new RpcError(rpcCodes.unimplemented, 'There is no such method here.')
  const { place, handle } = await method.admit(caller)
  try {
    signal.throwIfAborted()
    const encoding = String(caller.headers['grpc-encoding'] ?? 'identity')
    return await handle(await readMessage(stream, { encoding, maxBytes: method.maxBytes, place }), signal)
  } finally {
    place?.leave()
  }
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function send(stream: ServerHttp2Stream, answer: Buffer): void {
  const prefix = Buffer.alloc(5)
  prefix.writeUInt32BE(answer.length, 1)
  stream.respond(responseHeaders, { waitForTrailers: true })
  stream.once('wantTrailers', () => stream.sendTrailers(okTrailers))
  stream.end(Buffer.concat([prefix, answer]))
}

/**
 * Sends an answer without a message, then resets the stream without an error, so that the sender stops sending. A reset
 * in the same turn of the event loop would overtake the answer, so it is delayed.
 */
function end(stream: ServerHttp2Stream, headers: OutgoingHttpHeaders): void {
  stream.respond(headers, { endStream: true })
  setImmediate(() => stream.close(constants.NGHTTP2_NO_ERROR))
}

const unitsInMs: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 0.001, n: 0.000_001 }

/** Returns the deadline that the sender has set. */
function timeoutOf(headers: IncomingHttpHeaders): number {
  const [, amount, unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(String(headers['grpc-timeout'] ?? '')) ?? []
  return amount === undefined ? Number.POSITIVE_INFINITY : Math.ceil(Number(amount) * (unitsInMs[unit] ?? 1))
}
