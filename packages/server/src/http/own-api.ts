import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** A request on whose behalf the API is called. */
interface Asking {
  readonly headers: IncomingHttpHeaders
  readonly origin: { readonly address: string; readonly requestId: string }
}

/** `fetch` for the service's own API, without a network, with the address and the bearer of a request. */
export type OwnApi = (asking: Asking) => typeof fetch

/** Set during calls on behalf of a request. External callers cannot set it. */
const counted = new AsyncLocalStorage<{ calls: number }>()

/** Whether this call is made on behalf of another request. */
export function isWithinRequest(): boolean {
  return counted.getStore() !== undefined
}

/** The first call on behalf of a request was already counted as that request. Every further call counts separately. */
export function isCountedAlready(): boolean {
  const request = counted.getStore()
  if (!request) return false
  request.calls += 1
  return request.calls === 1
}

const credentials = ['authorization', 'cookie', 'origin', 'sec-fetch-site', 'host'] as const

export function ownApiOf(app: () => FastifyInstance): OwnApi {
  return ({ headers: given, origin }) => {
    const own = Object.fromEntries(credentials.flatMap((name) => (given[name] ? [[name, given[name]]] : [])))
    const asked = { calls: 0 }
    return async (input, init) => {
      const request = new Request(input, init)
      const { pathname, search } = new URL(request.url)
      const payload = Buffer.from(await request.arrayBuffer())
      const call = {
        method: request.method as 'GET' | 'POST',
        url: pathname + search,
        headers: { ...Object.fromEntries(request.headers), ...own, 'x-request-id': origin.requestId },
        ...(payload.length > 0 && { payload }),
        remoteAddress: origin.address,
        signal: request.signal,
      }
      const answer = await counted.run(asked, async () => await app().inject(call))
      const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
      const body = answer.rawPayload.length > 0 ? new Uint8Array(answer.rawPayload) : null
      return new Response(body, { status: answer.statusCode, headers })
    }
  }
}
