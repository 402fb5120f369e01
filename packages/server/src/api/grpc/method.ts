import type { IncomingHttpHeaders } from 'node:http2'
import type { SentBody } from '../../ground/platform/inflate.ts'
import type { Place } from '../../ground/platform/request-limits.ts'

/** The caller, as the connection and the headers show it. */
export interface RpcCaller {
  readonly headers: IncomingHttpHeaders
  readonly address: string
  readonly requestId: string
}

/** One method of a service, with one message in and one out. */
export interface RpcMethod {
  /** The largest message. */
  readonly maxBytes: number
  /** Checks who is calling, whether they may, and how often, before a byte of the message is read. */
  admit(caller: RpcCaller): Promise<Admitted> | Admitted
}

interface Admitted {
  /** Its place among the requests that are worked on, if it takes one. */
  readonly place?: Place
  /** Answers the message. `leaving` aborts when nobody waits for the answer any more. */
  handle(message: SentBody, leaving: AbortSignal): Promise<Buffer>
}
