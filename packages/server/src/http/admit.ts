import { hash, timingSafeEqual } from 'node:crypto'
import type { Endpoint } from '@muster/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate } from '../govern/keys/authenticate.ts'
import { bearerIn, type Caller, type Origin } from '../govern/keys/caller.ts'
import { assertMayCall } from '../govern/keys/is-admitted.ts'
import { unauthorized } from '../govern/keys/unauthorized.ts'
import { AppError } from '../ground/platform/app-error.ts'
import type { ComputerKey } from '../ground/platform/computer-key.ts'
import type { Principal } from '../ground/platform/principal.ts'
import type { RequestLimits } from '../ground/platform/request-limits.ts'
import { isCountedAlready, isWithinRequest } from './own-api.ts'
import { isOwnOrigin, sessionCookieIn } from './session-cookie.ts'

export interface AdmitOptions {
  readonly authenticate: Authenticate
  readonly operatorKey: string | undefined
  readonly authenticateComputer: (credential: string | undefined, origin: Origin) => Promise<ComputerKey>
  readonly limits: RequestLimits
  /** The origins of the web application: a cookie is accepted only in requests from them. */
  readonly pages: { readonly origins: readonly string[]; readonly isHttps: boolean }
}

/** Checks who is calling, and the caller's rights and rate limits, before the body is read. */
export async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AdmitOptions,
): Promise<void> {
  const { limits } = options
  const caller = callerOf(request, options)
  if (endpoint.access === 'anyone') {
    reply.headers(limits.countAddress(request.ip))
    return
  }
  reply.header('cache-control', 'no-store')
  if (endpoint.access === 'operator') {
    admitOperator(caller.bearer, request, reply, options)
    return
  }
  const countRefused = (error: unknown) => {
    reply.headers(limits.countAddress(request.ip))
    throw error
  }
  if (endpoint.access === 'computer') {
    request.computer = await options.authenticateComputer(caller.bearer, caller).catch(countRefused)
    reply.headers(limits.countComputer(request.computer.computerId))
    return
  }
  const principal = await options.authenticate(caller, endpoint.bearer ?? 'any').catch(countRefused)
  request.judgedMs = performance.now()
  if (!isCountedAlready()) reply.headers(limits.countUser(principal))
  if (!isWithinRequest()) enter(principal, request, reply, limits)
  request.principal = principal
  assertMayCall(principal, endpoint)
}

/**
 * Counts the request as in progress until the work on it is done, so that a caller cannot get around the limit by
 * hanging up and calling again.
 */
function enter(principal: Principal, request: FastifyRequest, reply: FastifyReply, limits: RequestLimits): void {
  const place = limits.enter(principal)
  request.place?.leave()
  request.place = place
  const hungUp = () => request.isAnswering || place.leave()
  // The caller may have hung up during authentication.
  if (reply.raw.destroyed) hungUp()
  else reply.raw.once('close', hungUp)
}

function callerOf(request: FastifyRequest, { pages }: Pick<AdmitOptions, 'pages'>): Caller {
  const { headers, method } = request
  const organization = headers['muster-organization']
  const bearer = bearerIn(headers.authorization)
  const mayBeSignedIn = headers.cookie !== undefined && headers.authorization === undefined
  const cookie =
    mayBeSignedIn && isOwnOrigin(headers, method, pages.origins) ? sessionCookieIn(headers, pages.isHttps) : undefined
  return {
    bearer,
    cookie,
    address: request.ip,
    requestId: request.id,
    organization: typeof organization === 'string' ? organization : undefined,
  }
}

/** The operator has a separate rate limit. Wrong operator keys count by address, so guessing does not use it up. */
function admitOperator(
  bearer: string | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  { operatorKey, limits }: AdmitOptions,
): void {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  const isOperator =
    bearer !== undefined && operatorKey !== undefined && timingSafeEqual(digest(bearer), digest(operatorKey))
  reply.headers(isOperator ? limits.countOperator() : limits.countAddress(request.ip))
  if (operatorKey === undefined) {
    throw new AppError('path_not_found', `There is nothing at ${request.url.split('?')[0]}.`)
  }
  if (!isOperator) throw unauthorized('The bearer must be the operator key of this installation.')
}
