import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '@muster/contract/endpoint'
import type { ComputerKey } from '../ground/platform/computer-key.ts'
import type { Principal } from '../ground/platform/principal.ts'

/** A request that passed authentication and validation. */
export interface Call {
  /** Absent on endpoints that ask for no user. */
  readonly principal: Principal | undefined
  /** The computer that calls, on endpoints for computers. */
  readonly computer: ComputerKey | undefined
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly headers: IncomingHttpHeaders
  readonly origin: { readonly address: string; readonly requestId: string }
  /** Aborts when the caller leaves before the answer. For work that nobody else needs. */
  leaving(): AbortSignal
}

export interface Reply<Body = unknown> {
  readonly status: number
  /** Bytes and streams are sent as they are; their `Content-Type` is among the headers. */
  readonly body: Body
  readonly headers?: Readonly<Record<string, string>>
}

/** `mediaType` is that of the request. */
export type EncodeError = (
  error: { readonly status: number; readonly message: string },
  mediaType: string,
) => { readonly mediaType: string; readonly body: Buffer }

/** An endpoint with the function that answers it. */
export interface Route<E extends Endpoint = Endpoint> {
  readonly endpoint: E
  /** Encodes errors for protocols with their own format. */
  readonly encodeError?: EncodeError
  handle(call: Call): Promise<Reply> | Reply
}

export function ok<Body>(body: Body, headers: Readonly<Record<string, string>> = {}): Reply<Body> {
  return { status: 200, body, headers }
}

export function created<Body>(body: Body): Reply<Body> {
  return { status: 201, body }
}

export function noContent(): Reply<undefined> {
  return { status: 204, body: undefined }
}
