import type { IncomingHttpHeaders } from 'node:http'
import type { Answer, Body, Endpoint, Params, Query } from '@muster/contract/endpoint'
import type { Change } from '../govern/audit/change.ts'
import type { ComputerKey } from '../ground/platform/computer-key.ts'
import { createInOrder } from '../ground/platform/in-order.ts'
import type { Principal } from '../ground/platform/principal.ts'
import type { Call, Reply, Route } from '../http/call.ts'
import { inProgress } from '../http/idempotency/service.ts'
import type { RawBody } from '../http/raw-body.ts'
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

/** An endpoint for anyone, without a user. */
export function open<E extends Endpoint>(endpoint: E, handler: Handler<E, unknown>): UnboundRoute<E> {
  return (services) => ({ endpoint, handle: (call) => handler(requestOf<E>(call), services) })
}

/** An endpoint for computers, which use their own credential. */
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

/** An endpoint for a user who reads, or sends data that changes no resource. */
export function forUser<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E, { principal: Principal }>,
  { encodeError }: Pick<Route, 'encodeError'> = {},
): UnboundRoute<E> {
  return (services) => ({
    endpoint,
    ...(encodeError && { encodeError }),
    handle: (call) => handler(asUser(requestOf<E>(call)), services),
  })
}

interface Before<E extends Endpoint, Prepared> {
  /**
   * Reads data before the transaction of a change, in a query that concurrent requests share. It must make no
   * decisions, because a repeated request gets its old answer whatever has changed since.
   */
  readonly prepare: (request: Request<E> & { principal: Principal }, services: Services) => Promise<Prepared>
  /**
   * Changes of the same name run one at a time on this node. If they waited in the database, each would hold a
   * connection.
   */
  readonly oneByOne?: (request: Request<E> & { principal: Principal }) => string
}

type AnyHandler<E extends Endpoint> = Handler<E, { change: Change; prepared: unknown }>

/** An endpoint for a user who changes something, in one transaction, and once for each `Idempotency-Key`. */
export function change<E extends Endpoint>(endpoint: E, handler: Handler<E, { change: Change }>): UnboundRoute<E>
export function change<E extends Endpoint, Prepared>(
  endpoint: E,
  before: Before<E, Prepared>,
  handler: Handler<E, { change: Change; prepared: Prepared }>,
): UnboundRoute<E>
export function change<E extends Endpoint>(
  endpoint: E,
  ...given: [handler: AnyHandler<E>] | [before: Before<E, unknown>, handler: AnyHandler<E>]
): UnboundRoute<E> {
  const [before, handler] = given.length === 1 ? [undefined, given[0]] : given
  return (services) => {
    const inOrder = createInOrder()
    return {
      endpoint,
      async handle(call) {
        const request = asUser(requestOf<E>(call))
        const { principal } = request
        const prepared = await before?.prepare(request, services)
        const make = () =>
          services.database.transaction((tx) => {
            const change = { tx, principal, now: services.clock.now() }
            const work = async (): Promise<Reply> => handler({ ...request, change, prepared }, services)
            const key = idempotencyKeyOf(endpoint, request)
            if (key === undefined) return work()
            return services.idempotency.once<Reply>(change, key, operationOf(endpoint, request), work).catch(inProgress)
          })
        const name = before?.oneByOne?.(request)
        return name === undefined ? make() : inOrder(name, make)
      },
    }
  }
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
