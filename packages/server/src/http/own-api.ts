import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** A request on whose behalf others are made. */
export interface Asking {
  readonly headers: IncomingHttpHeaders
  readonly origin: { readonly address: string; readonly requestId: string }
}

/** `fetch` for the service's own API, without a network, with the address and the bearer of a request. */
export type OwnApi = (asking: Asking) => typeof fetch

const credentials = ['authorization', 'cookie', 'origin', 'sec-fetch-site', 'host'] as const

export function ownApiOf(app: () => FastifyInstance): OwnApi {
  return ({ headers: given, origin }) => {
    const own = Object.fromEntries(credentials.flatMap((name) => (given[name] ? [[name, given[name]]] : [])))
    return async (input, init) => {
      const request = new Request(input, init)
      const { pathname, search } = new URL(request.url)
      const payload = Buffer.from(await request.arrayBuffer())
      const answer = await app().inject({
        method: request.method as 'GET' | 'POST',
        url: pathname + search,
        headers: { ...Object.fromEntries(request.headers), ...own, 'x-request-id': origin.requestId },
        ...(payload.length > 0 && { payload }),
        remoteAddress: origin.address,
        signal: request.signal,
      })
      const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
      const body = answer.rawPayload.length > 0 ? new Uint8Array(answer.rawPayload) : null
      return new Response(body, { status: answer.statusCode, headers })
    }
  }
}
