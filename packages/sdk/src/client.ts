import type { Endpoint } from '@muster/contract/endpoint'
import { endpointList, endpoints } from '@muster/contract/endpoints'
import { randomKey } from './bearer.ts'
import type { CallOptions, Operations } from './call.ts'
import { eachItem, pagingOf } from './pages.ts'
import { requestOf, withQuery } from './request.ts'
import { createTransport, type RawResponse, type Send, type TransportOptions, UnusableAnswer } from './transport.ts'

export type { CallOptions } from './call.ts'
export { isMusterError, MusterConnectionError, MusterError } from './errors.ts'

export type ClientOptions = TransportOptions

export interface RequestOptions extends CallOptions {
  readonly query?: Readonly<Record<string, unknown>> | undefined
  /** Text and bytes are sent as they are; everything else as JSON. */
  readonly body?: unknown
}

export interface Client extends Operations {
  /** Any call, for paths that this version does not know. A POST is repeated only with an `idempotencyKey`. */
  request(method: string, path: string, options?: RequestOptions): Promise<RawResponse>
}

/**
 * A client whose operations are those of the contract:
 *
 * ```ts
 * const muster = createClient({ baseUrl: 'https://muster.example.org', apiKey: process.env.MUSTER_API_KEY })
 * const session = await muster.sessions.create({ computerId })
 * for await (const message of muster.messages.list.items({ sessionId: session.sessionId })) console.log(message.role)
 * ```
 *
 * Passing faults (429, 502, 503, 504, a broken connection) are tried again, up to `retries` times. A POST is among
 * them only where the service takes an idempotency key; the client makes one and keeps it for all attempts.
 */
export function createClient(options: ClientOptions): Client {
  const send = createTransport(options)
  const groups = Object.entries(endpoints).map(([group, operations]) => [group, groupOf(operations, send)])
  return { ...(Object.fromEntries(groups) as Operations), request: (...args) => requestAny(send, ...args) }
}

function groupOf(operations: Readonly<Record<string, Endpoint>>, send: Send) {
  return Object.fromEntries(Object.entries(operations).map(([name, endpoint]) => [name, callOf(endpoint, send)]))
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

/** The paths of the application host, so that any call finds its host. */
const appPaths = new Set(
  endpointList.flatMap(({ endpoint }) => (endpoint.host === 'app' ? [endpoint.path, ...(endpoint.aliases ?? [])] : [])),
)

async function requestAny(send: Send, method: string, path: string, options: RequestOptions = {}) {
  if (!path.startsWith('/')) throw new TypeError('The path must begin with a slash.')
  const { query, body, ...call } = options
  const host = appPaths.has(path.split('?')[0] ?? path) ? 'app' : undefined
  return send({ method: method.toUpperCase(), path: withQuery(path, query), host, body }, call)
}
