import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OpenIdFailure } from '../govern/browser-sessions/openid-browser.ts'
import type { Caller } from '../govern/keys/caller.ts'
import type { Log } from '../ground/platform/log.ts'
import type { RequestLimits } from '../ground/platform/request-limits.ts'
import { cookieIn } from './session-cookie.ts'

export interface OpenIdPagesOptions {
  readonly isHttps: boolean
  readonly limits: RequestLimits
  readonly flowMs: number
  readonly begin: (next: string) => Promise<{ readonly location: string; readonly flow: string }>
  /**
   * Signs in the person who returned from the provider. Returns the cookie of the new session and the page to go to.
   */
  readonly finish: (
    query: string,
    flow: string | undefined,
    caller: Caller,
    userAgent: string,
  ) => Promise<{ readonly setCookie: string; readonly next: string }>
}

const path = '/sign-in/openid'

/**
 * Serves the two addresses of a sign-in with the OpenID provider: one redirects to the provider, the other receives
 * people who return.
 */
export function serveOpenIdPages(app: FastifyInstance, options: OpenIdPagesOptions, log: Log): void {
  const { isHttps, limits, flowMs, begin, finish } = options
  const flowCookie = isHttps ? '__Host-muster-openid' : 'muster-openid'
  const keepFlow = (value: string, maxAgeSeconds: number) =>
    `${flowCookie}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`

  /** Errors are shown as a page with a sentence instead of JSON. */
  const guarded = async (request: FastifyRequest, reply: FastifyReply, work: () => Promise<FastifyReply>) => {
    reply.header('cache-control', 'no-store')
    try {
      reply.headers(limits.countAddress(request.ip))
      return await work()
    } catch (error) {
      if (!(error instanceof OpenIdFailure)) throw error
      log.info({ err: error }, 'a sign-in with the OpenID provider failed')
      return reply.redirect(`/sign-in?problem=${error.problem}`, 303)
    }
  }

  app.get(path, (request, reply) => {
    request.operation = `GET ${path}`
    return guarded(request, reply, async () => {
      const { next } = request.query as { next?: unknown }
      const { location, flow } = await begin(ownPath(next))
      return reply.header('set-cookie', keepFlow(flow, flowMs / 1000)).redirect(location, 303)
    })
  })

  app.get(`${path}/callback`, (request, reply) => {
    request.operation = `GET ${path}/callback`
    return guarded(request, reply, async () => {
      const query = request.url.split('?')[1] ?? ''
      const caller = { bearer: undefined, address: request.ip, requestId: request.id }
      const flow = cookieIn(request.headers, flowCookie)
      const userAgent = request.headers['user-agent'] ?? ''
      const { setCookie, next } = await finish(query, flow, caller, userAgent)
      return reply.header('set-cookie', [setCookie, keepFlow('', 0)]).redirect(next, 303)
    })
  })
}

/** Accepts only a path of this service, to prevent open redirects. */
function ownPath(next: unknown): string {
  return typeof next === 'string' && next.length <= 2000 && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) ? next : '/overview'
}
