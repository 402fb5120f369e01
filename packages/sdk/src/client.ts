import type { Endpoint } from '@muster/contract/endpoint'
import { endpointList, endpoints } from '@muster/contract/endpoints'
import { randomKey } from './bearer.ts'
import type { CallOptions, Operations, WatchOptions } from './call.ts'
import { followEvents } from './follow-events.ts'
import { eachItem, pagingOf } from './pages.ts'
import { requestOf, withQuery } from './request.ts'
import {
  createTransport,
  type RawResponse,
  type Send,
  type Transport,
  type TransportOptions,
  UnusableAnswer,
} from './transport.ts'

export type { CallOptions, Lost, WatchOptions } from './call.ts'
export { isMusterError, MusterConnectionError, MusterError } from './errors.ts'
export { untilIdle } from './until-idle.ts'

export interface ClientOptions extends TransportOptions {}

export interface RequestOptions extends CallOptions {
  readonly query?: Readonly<Record<string, unknown>> | undefined
  /** Text and bytes are sent unchanged; everything else as JSON. */
  readonly body?: unknown
}

export interface Client extends Operations {
  /** Calls any path, also one that this version does not know. A POST is retried only with an `idempotencyKey`. */
  request(method: string, path: string, options?: RequestOptions): Promise<RawResponse>
}

/**
 * A client with one method for each operation of the contract:
 *
 * ```ts
 * const muster = createClient({ baseUrl: 'https://muster.example.org', apiKey: process.env.MUSTER_API_KEY })
 * const session = await muster.sessions.create({ computerId })
 * for await (const message of muster.messages.list.items({ sessionId: session.sessionId })) console.log(message.role)
 * for await (const { event, data } of muster.sessions.events({ sessionId: session.sessionId })) console.log(event, data)
 * ```
 *
 * The client retries after transient failures (429, 502, 503, 504, a broken connection), up to `retries` times. It
 * retries a POST only if the service takes an idempotency key; it generates one and keeps it for all attempts.
 */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options)
  const callFor = (endpoint: Endpoint) =>
    endpoint.events ? watchingOf(endpoint, transport, options) : callOf(endpoint, transport.send)
  const groupOf = (operations: Readonly<Record<string, Endpoint>>) =>
    Object.fromEntries(Object.entries(operations).map(([name, endpoint]) => [name, callFor(endpoint)]))
  const groups = Object.entries(endpoints).map(([group, operations]) => [group, groupOf(operations)])
  return { ...(Object.fromEntries(groups) as Operations), request: (...args) => requestAny(transport.send, ...args) }
}

type UntypedInput = Readonly<Record<string, unknown>>

function callOf(endpoint: Endpoint, send: Send) {
  const takesKey = endpoint.headers?.includes('Idempotency-Key') ?? false
  const paging = pagingOf(endpoint)

  async function call(input?: UntypedInput, options: CallOptions = {}): Promise<unknown> {
    const idempotencyKey = options.idempotencyKey ?? (takesKey ? randomKey() : undefined)
    const accept = endpoint.produces ? { accept: endpoint.produces } : {}
    const headers = { ...accept, ...options.headers }
    const { body } = await send(requestOf(endpoint, input), { ...options, idempotencyKey, headers })
    if (typeof body === 'string' && !endpoint.produces) {
      throw new UnusableAnswer('The answer is not JSON, so it is not from the service. Check the base URL.')
    }
    return body
  }
  if (!paging) return call
  return Object.assign(call, {
    items: (input: UntypedInput = {}, options?: CallOptions) =>
      eachItem(paging, input, (pageInput) => call(pageInput, options)),
  })
}

function watchingOf(endpoint: Endpoint, { open }: Transport, client: ClientOptions) {
  return (input?: UntypedInput, options: WatchOptions = {}) =>
    followEvents(open, requestOf(endpoint, input), options, client)
}

/** The paths on the application host, so that `request` sends each path to the right host. */
const appPaths = new Set(
  endpointList.flatMap(({ endpoint }) => (endpoint.host === 'app' ? [endpoint.path, ...(endpoint.aliases ?? [])] : [])),
)

async function requestAny(send: Send, method: string, path: string, options: RequestOptions = {}) {
  if (!path.startsWith('/')) throw new TypeError('The path must begin with a slash.')
  const { query, body, ...call } = options
  const host = appPaths.has(path.split('?')[0] ?? path) ? 'app' : undefined
  return send({ method: method.toUpperCase(), path: withQuery(path, query), host, body }, call)
}
