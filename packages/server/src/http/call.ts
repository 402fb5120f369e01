import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '@muster/contract/endpoint'
import type { ComputerKey } from '../ground/platform/computer-key.ts'
import type { Principal } from '../ground/platform/principal.ts'

/** A request that passed authentication and validation. */
export interface Call {
  /** Absent on endpoints that require no user. */
  readonly principal: Principal | undefined
  /** The computer that calls, on endpoints for computers. */
  readonly computer: ComputerKey | undefined
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly headers: IncomingHttpHeaders
  readonly origin: { readonly address: string; readonly requestId: string }
  /** Aborts when the caller disconnects before the answer. For work that only this caller needs. */
  leaving(): AbortSignal
}

export interface Reply<Body = unknown> {
  readonly status: number
  /** Bytes and streams are sent unchanged; `headers` contains their `Content-Type`. */
  readonly body: Body
  readonly headers?: Readonly<Record<string, string>>
}

/** `mediaType` is the media type of the request. */
export type EncodeError = (
  error: { readonly status: number; readonly message: string },
  mediaType: string,
) => { readonly mediaType: string; readonly body: Buffer }

/** An endpoint with its handler. */
export interface Route<E extends Endpoint = Endpoint> {
  readonly endpoint: E
  /** Encodes errors for protocols with their own error format. */
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
