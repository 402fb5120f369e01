import type { Answer, Body, Endpoint, EventOf, Params, Query } from '@muster/contract/endpoint'
import type { endpoints } from '@muster/contract/endpoints'

/** Options of one call besides its input. */
export interface CallOptions {
  /** Aborts the call, also between attempts; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Replaces the idempotency key that the client generates. Store it to repeat a call after a restart. */
  readonly idempotencyKey?: string | undefined
  /** The change fails unless this is the current revision. */
  readonly ifMatch?: string | number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Per attempt, from the request to the last byte of the answer. */
  readonly timeoutMs?: number | undefined
}

/** Options of watching. */
export interface WatchOptions extends Omit<CallOptions, 'idempotencyKey' | 'ifMatch'> {
  /** Resumes after this event. Store the `id` of the last event to resume after a restart. */
  readonly lastEventId?: string | undefined
  /** Called when the connection is lost, before the client reconnects. Events of the meantime follow. */
  readonly onLost?: ((lost: Lost) => void) | undefined
  /** Called when the connection is open, initially and after each reconnection. */
  readonly onOpen?: (() => void) | undefined
  /**
   * A connection that is silent for this long counts as dead. The service sends something every 15 seconds. Default: 40
   * seconds.
   */
  readonly silenceMs?: number | undefined
}

export interface Lost {
  readonly error: Error
  /** The delay before the next attempt. */
  readonly retryInMs: number
  /** 1 for the first attempt after data was received. */
  readonly attempt: number
}

/** Every operation of the contract, by group: `client.sessions.create(…)`. */
export type Operations = {
  readonly [Group in keyof typeof endpoints]: {
    readonly [Name in keyof (typeof endpoints)[Group]]: (typeof endpoints)[Group][Name] extends infer E extends Endpoint
      ? Call<E>
      : never
  }
}

/**
 * One operation. List operations also have `items`, which iterates over all pages; event streams are async iterables.
 */
export type Call<E extends Endpoint> = [EventOf<E>] extends [never]
  ? Operation<E> & (Item<E> extends never ? unknown : Listing<E>)
  : Watching<E>

type Watching<E extends Endpoint> = (...args: Arguments<E, WatchOptions>) => AsyncGenerator<EventOf<E>, void, undefined>

type Operation<E extends Endpoint> = (...args: Arguments<E>) => Promise<Answer<E>>

interface Listing<E extends Endpoint> {
  /** `limit` is the page size here, not the number of items. Pages are fetched on demand. */
  items(...args: Arguments<E>): AsyncGenerator<Item<E>, void, undefined>
}

type Arguments<E extends Endpoint, Options = CallOptions> =
  Record<never, never> extends Input<E> ? [input?: Input<E>, options?: Options] : [input: Input<E>, options?: Options]

/** One flat object: parameters of the path and the query, and the fields of the body. */
export type Input<E extends Endpoint> = Flat<Params<E> & Numeric<Query<E>> & BodyFields<E>>

type BodyFields<E extends Endpoint> = Body<E> extends undefined ? unknown : Body<E>

/**
 * The interface types `limit` and `wait` as numeric strings; callers may pass a number. Formats other than JSON have no
 * type: use `request` for them.
 */
type Numeric<Q> = {
  [Name in keyof Q as Name extends 'format' ? never : Name]: Name extends 'limit' | 'wait' ? Q[Name] | number : Q[Name]
}

/** Absent and `undefined` are equivalent, so that callers need not build objects conditionally. */
type Flat<T> = { [Name in keyof T]: Record<never, never> extends Pick<T, Name> ? T[Name] | undefined : T[Name] }

/** The item of a list; `never` for an operation without pages. */
export type Item<E extends Endpoint> = E extends { items: infer Field extends string }
  ? Element<Answer<E>, Field>
  : PagedByLastItem<E> extends true
    ? Element<Answer<E>, 'reports'>
    : never

/** True for the one list whose next page starts after the last item of the current one. */
type PagedByLastItem<E extends Endpoint> = 'startAfter' extends keyof Query<E> ? true : false

type Element<A, Field extends string> = A extends Record<Field, readonly (infer T)[]> ? T : never
