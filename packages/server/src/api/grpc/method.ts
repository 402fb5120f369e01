import type { IncomingHttpHeaders } from 'node:http2'
import type { SentBody } from '../../ground/platform/inflate.ts'
import type { Place } from '../../ground/platform/request-limits.ts'

/** The caller, as identified by the connection and the headers. */
export interface RpcCaller {
  readonly headers: IncomingHttpHeaders
  readonly address: string
  readonly requestId: string
}

/** One method of a service, with one message in and one out. */
export interface RpcMethod {
  /** The maximum size of the message. */
  readonly maxBytes: number
  /** Checks who is calling, and the caller's rights and rate limits, before a byte of the message is read. */
  admit(caller: RpcCaller): Promise<Admitted> | Admitted
}

interface Admitted {
  /** The call's place among the requests in progress, if it takes one. */
  readonly place?: Place
  /** Answers the message. `leaving` aborts when the caller no longer waits for the answer. */
  handle(message: SentBody, leaving: AbortSignal): Promise<Buffer>
}
