import type { Static, TSchema } from 'typebox'
import type { Role, Scope } from './enumerations.ts'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One operation of the interface, as data. Server, client, documentation and tests are all derived from it. */
export interface Endpoint {
  readonly method: Method
  /** Parameters in braces, as in `/api/v0/sessions/{sessionId}`. */
  readonly path: string
  /** Other paths with the same answers. */
  readonly aliases?: readonly string[]
  readonly summary: string
  readonly description?: string
  /** Marks an extension of the interface, which clients of other services do not know. */
  readonly extension?: boolean
  /** `app`: on the application host. The default is the API host; both are one process. */
  readonly host?: 'app'
  /** The roles that may call it; `anyone`; only the operator of the installation; or only computers. */
  readonly access: readonly Role[] | 'anyone' | 'operator' | 'computer'
  /** `api-key`: a JWT is not accepted here. */
  readonly bearer?: 'api-key'
  /** A bearer with scopes or an expiry is refused, because the new credential would have neither. */
  readonly wholeBearer?: true
  /** The scope that an API key with scopes needs. Absent: any valid bearer. */
  readonly scope?: Scope
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /** Request headers besides `Authorization` that change the result. */
  readonly headers?: readonly ('Idempotency-Key' | 'If-Match' | 'If-None-Match')[]
  /** Schemas by status; `null` is an answer without a body. */
  readonly answers: Readonly<Record<number, TSchema | null>>
  /** The field of the answer that holds a secret. It is shown once; an idempotent repetition does not return it. */
  readonly shownOnce?: string
  /** The media type of the answer; `application/json` when absent. */
  readonly produces?: string
  /** Further media types with the same content, selected by a parameter, `Accept` or the type of the request. */
  readonly alsoProduces?: readonly string[]
  /** The data of each event of a `text/event-stream`, by the event's name. */
  readonly events?: Readonly<Record<string, TSchema>>
  /** For paged lists: the field that holds the items. */
  readonly items?: string
  /** The body size limit; the default one if absent. */
  readonly bodyLimit?: 'attachments' | 'report' | 'telemetry'
  /** The media types of a body that the endpoint parses itself, compressed or not; `body` describes it as JSON. */
  readonly consumes?: readonly string[]
  /** `otlp`: errors have the form of the OpenTelemetry protocol, not of problems. */
  readonly errorFormat?: 'otlp'
  /** The errors of this endpoint; those of every endpoint are in `commonErrors`. */
  readonly errors?: readonly ErrorCode[]
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

/** Errors that any call may get before the endpoint's own rules apply. */
export function commonErrors(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = ['too_many_requests', 'internal_error', 'unavailable']
  if (endpoint.access !== 'anyone') codes.push('unauthorized')
  if (Array.isArray(endpoint.access)) codes.push('role_not_allowed', 'address_not_allowed')
  if (endpoint.scope) codes.push('scope_not_allowed')
  if (endpoint.wholeBearer) codes.push('whole_bearer_needed')
  if (endpoint.params || endpoint.query || endpoint.body) codes.push('invalid_request')
  if (endpoint.body) codes.push('malformed_json', 'body_too_large', 'unsupported_media_type')
  if (endpoint.items) codes.push('invalid_cursor')
  if (endpoint.headers?.includes('Idempotency-Key')) codes.push('idempotency_key_reused', 'idempotency_in_progress')
  if (endpoint.headers?.includes('Idempotency-Key') && endpoint.shownOnce) codes.push('secret_shown_once')
  return codes
}

type StaticOr<S, Fallback> = S extends TSchema ? Static<S> : Fallback

export type Params<E extends Endpoint> = StaticOr<E['params'], Record<never, never>>
export type Query<E extends Endpoint> = StaticOr<E['query'], Record<never, never>>
export type Body<E extends Endpoint> = StaticOr<E['body'], undefined>
/** Without 304, which only callers that send If-None-Match get. */
export type Answer<E extends Endpoint> = {
  [Status in Exclude<keyof E['answers'], 304>]: StaticOr<E['answers'][Status], undefined>
}[Exclude<keyof E['answers'], 304>]

/** An event of a stream. A reader can resume after its id. */
export type EventOf<E extends Endpoint> = E extends { events: infer Events extends Readonly<Record<string, TSchema>> }
  ? {
      [Name in keyof Events & string]: {
        readonly event: Name
        readonly id?: string | undefined
        readonly data: Static<Events[Name]>
      }
    }[keyof Events & string]
  : never
