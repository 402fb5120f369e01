import type { IncomingHttpHeaders } from 'node:http2'

/** The caller, as the connection and the headers show it. */
export interface RpcCaller {
  readonly headers: IncomingHttpHeaders
  readonly address: string
  readonly requestId: string
  /** Calls back when the call ends, in whatever way. */
  onEnd(done: () => void): void
}

/** One method of a service, with one message in and one out. */
export interface RpcMethod {
  /** The largest message. */
  readonly maxBytes: number
  /** Checks who is calling, whether they may, and how often, before a byte of the message is read. */
  admit(caller: RpcCaller): Promise<Handle> | Handle
}

/** Answers the message of an admitted call. */
type Handle = (message: Buffer) => Promise<Buffer>
