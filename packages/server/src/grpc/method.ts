import type { IncomingHttpHeaders } from 'node:http2'

/** Who calls, as far as the connection and the headers tell. */
export interface RpcCaller {
  readonly headers: IncomingHttpHeaders
  readonly address: string
  readonly requestId: string
  /** Calls back when the call is over, however it ends. */
  onEnd(done: () => void): void
}

/** One method of a service, with one message in and one out. */
export interface RpcMethod {
  /** The most that its message may have. */
  readonly maxBytes: number
  /** Who are you, may you, not too often: before a byte of the message is read. */
  admit(caller: RpcCaller): Promise<Handle> | Handle
}

/** Answers the message of a call that was admitted. */
export type Handle = (message: Buffer) => Promise<Buffer>
