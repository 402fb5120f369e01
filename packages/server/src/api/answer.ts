import type { IncomingHttpHeaders } from 'node:http'
import type { Answer, Body, Endpoint, Params, Query } from '@muster/contract/endpoint'
import type { Change } from '../audit/change.ts'
import type { ComputerKey } from '../computers/connections.ts'
import type { Call, EncodeError, Reply, Route } from '../http/call.ts'
import type { RawBody } from '../http/raw-body.ts'
import type { Once } from '../idempotency/keep-at-once.ts'
import { inProgress } from '../idempotency/service.ts'
import type { GuessedBearer } from '../keys/guessed-bearer.ts'
import { createInOrder } from '../platform/in-order.ts'
import type { Principal } from '../platform/principal.ts'
import type { Services } from './services.ts'

interface Request<E extends Endpoint> {
  readonly params: Params<E>
  readonly query: Query<E>
  readonly body: E extends { consumes: readonly string[] } ? RawBody : Body<E>
  readonly headers: IncomingHttpHeaders
  readonly origin: Call['origin']
  readonly leaving: Call['leaving']
}

type Handler<E extends Endpoint, Context> = (
  request: Request<E> & Context,
  services: Services,
) => Promise<Reply<Answer<E>>> | Reply<Answer<E>>

/** A route without its services. */
export type UnboundRoute<E extends Endpoint = Endpoint> = (services: Services) => Route<E>

/** For anyone, without a user. */
export function open<E extends Endpoint>(endpoint: E, handler: Handler<E, unknown>): UnboundRoute<E> {
  return (services) => ({ endpoint, handle: (call) => handler(requestOf<E>(call), services) })
}

/** For a computer, with its own credential. */
export function forComputer<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E, { computer: ComputerKey }>,
): UnboundRoute<E> {
  return (services) => ({
    endpoint,
    handle: (call) => {
      const { computer } = call
      if (!computer) throw new Error('This endpoint was reached without a computer.')
      return handler({ ...requestOf<E>(call), computer }, services)
    },
  })
}

interface UserOptions {
  /** Reading starts before the caller is known for sure; see `http/read-ahead.ts`. */
  readonly ahead?: boolean
  /** As in `Route`. */
  readonly encodeError?: EncodeError
}

/** For a user who reads, or sends data that changes no resource. */
export function forUser<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E, { principal: Principal }>,
  { ahead = false, encodeError }: UserOptions = {},
): UnboundRoute<E> {
  return (services) => ({
    endpoint,
    isReadAhead: ahead,
    ...(encodeError && { encodeError }),
    handle: (call) => handler(asUser(requestOf<E>(call)), services),
  })
}

/** For a user who changes something: in one transaction, and once for each `Idempotency-Key`. */
export function change<E extends Endpoint>(endpoint: E, handler: Handler<E, { change: Change }>): UnboundRoute<E> {
  return preparedChange(endpoint, async () => undefined, handler)
}

/**
 * A change whose `prepare` reads something before the transaction, on a trip that others share. It must not judge what
 * it finds, because a repeated request gets its old answer whatever has changed since.
 */
export function preparedChange<E extends Endpoint, Prepared>(
  endpoint: E,
  prepare: (request: Request<E> & { principal: Principal }, services: Services) => Promise<Prepared>,
  handler: Handler<E, { change: Change; prepared: Prepared }>,
): UnboundRoute<E> {
  return (services) => ({
    endpoint,
    async handle(call) {
      const request = asUser(requestOf<E>(call))
      const prepared = await prepare(request, services)
      return makeChange(endpoint, request, services, (change) => handler({ ...request, change, prepared }, services))
    },
  })
}

interface AheadOptions<E extends Endpoint, Prepared> {
  /** Reads something that the change depends on, while the caller is looked up; see `Route.prepare`. */
  readonly prepare: (
    request: { readonly principal: Principal; readonly params: Params<E> },
    services: Services,
  ) => Promise<Prepared>
  /** Changes of the same name wait for each other here. In the database, each that waits would hold a connection. */
  readonly oneByOne: (request: { readonly principal: Principal; readonly params: Params<E> }) => string
  /**
   * Locks what the statement of `atOnce` locks before it keeps its answer. Both ways take the locks in this order, so they
   * never wait for each other. It judges nothing.
   */
  readonly lock: (request: { readonly change: Change; readonly params: Params<E> }, services: Services) => Promise<void>
  /** Makes the whole change with one statement that asserts the bearer, or nothing at all; see `Route.atOnce`. */
  readonly atOnce: (
    request: Request<E> & { readonly change: Change; readonly bearer: GuessedBearer; readonly once: Once | undefined },
    services: Services,
  ) => Promise<Reply<Answer<E>> | undefined>
}

/** A change of which many may come at once to the same thing, and for which somebody waits. */
export function aheadChange<E extends Endpoint, Prepared>(
  endpoint: E,
  { prepare, oneByOne, lock, atOnce }: AheadOptions<E, Prepared>,
  handler: Handler<E, { change: Change; prepared: Prepared }>,
): UnboundRoute<E> {
  return (services) => {
    const inOrder = createInOrder()
    return {
      endpoint,
      prepare: (principal, params) => prepare({ principal, params: params as Params<E> }, services),
      async atOnce(call, bearer) {
        const request = asUser(requestOf<E>(call))
        const key = idempotencyKeyOf(endpoint, request)
        return inOrder(oneByOne(request), () =>
          inChange(request, services, async (change) => {
            if (key === undefined) return atOnce({ ...request, change, bearer, once: undefined }, services)
            const once = services.idempotency.atOnce(change, key, operationOf(endpoint, request))
            return atOnce({ ...request, change, bearer, once }, services).catch(inProgress)
          }),
        )
      },
      async handle(call) {
        const request = asUser(requestOf<E>(call))
        const prepared = (await (call.prepared ?? prepare(request, services))) as Prepared
        return inOrder(oneByOne(request), () =>
          makeChange(
            endpoint,
            request,
            services,
            (change) => handler({ ...request, change, prepared }, services),
            (change) => lock({ change, params: request.params }, services),
          ),
        )
      },
    }
  }
}

function makeChange(
  endpoint: Endpoint,
  request: Call & { readonly principal: Principal },
  services: Services,
  work: (change: Change) => Promise<Reply> | Reply,
  lock?: (change: Change) => Promise<void>,
): Promise<Reply> {
  return inChange<Reply>(request, services, async (change) => {
    const key = idempotencyKeyOf(endpoint, request)
    if (key === undefined) return work(change)
    // The lock is asked for first, and the key travels in the same packet.
    const locked = lock?.(change)
    const done = services.idempotency.once(change, key, operationOf(endpoint, request), async () => work(change))
    const [answer] = await Promise.all([done, locked]).catch(inProgress)
    return answer
  })
}

function inChange<Result>(
  { principal }: { readonly principal: Principal },
  { database, clock }: Services,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  return database.transaction((tx) => work({ tx, principal, now: clock.now() }))
}

function operationOf({ method, path, shownOnce }: Endpoint, { params, body }: Call) {
  return { operation: `${method} ${path} ${JSON.stringify(params)}`, body, shownOnce }
}

function idempotencyKeyOf(endpoint: Endpoint, { headers }: Call): string | undefined {
  const key = endpoint.headers?.includes('Idempotency-Key') ? headers['idempotency-key'] : undefined
  return typeof key === 'string' ? key : undefined
}

/** Validation has checked the types. */
function requestOf<E extends Endpoint>(call: Call): Request<E> & Call {
  return call as Request<E> & Call
}

/** Admission has checked the caller. */
function asUser<C extends Call>(call: C): C & { principal: Principal } {
  if (!call.principal) throw new Error('This endpoint was reached without a principal.')
  return call as C & { principal: Principal }
}
