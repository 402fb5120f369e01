import { hash, timingSafeEqual } from 'node:crypto'
import type { Endpoint } from '@muster/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate, Caller } from '../keys/authenticate.ts'
import { assertMayCall, bearerIn } from '../keys/may-call.ts'
import type { Principal } from '../organizations/principal.ts'
import { AppError } from '../platform/app-error.ts'
import type { RateLimit } from '../platform/rate-limit.ts'

export interface AdmitOptions {
  readonly authenticate: Authenticate
  readonly operatorKey: string | undefined
  readonly rateLimit: RateLimit
}

/** Who are you, may you, not too often: before anything of the request is read. */
export async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AdmitOptions,
  caller = callerOf(request),
): Promise<void> {
  const { rateLimit } = options
  if (endpoint.access === 'anyone') {
    reply.headers(rateLimit.count(`address ${request.ip}`))
    return
  }
  reply.header('cache-control', 'no-store')
  if (endpoint.access === 'operator') {
    reply.headers(rateLimit.count('operator'))
    admitOperator(caller.bearer, options.operatorKey, request)
    return
  }
  let principal: Principal
  try {
    principal = await options.authenticate(caller, endpoint.bearer ?? 'any')
  } catch (error) {
    reply.headers(rateLimit.count(`address ${request.ip}`))
    throw error
  }
  reply.headers(rateLimit.count(countedAs(principal)))
  request.principal = principal
  assertMayCall(principal, endpoint)
}

/** Who is probably calling, if that one would be admitted. */
export function guessPrincipal(endpoint: Endpoint, caller: Caller, options: AdmitOptions): Principal | undefined {
  const principal = options.authenticate.guess(caller)
  if (!principal || options.rateLimit.isReached(countedAs(principal))) return undefined
  assertMayCall(principal, endpoint)
  return principal
}

export function callerOf(request: FastifyRequest): Caller {
  return { bearer: bearerIn(request.headers.authorization), address: request.ip, requestId: request.id }
}

function countedAs({ apiKeyId, userId }: Principal): string {
  return apiKeyId ?? userId
}

function admitOperator(bearer: string | undefined, operatorKey: string | undefined, request: FastifyRequest): void {
  if (operatorKey === undefined) {
    throw new AppError('path_not_found', `There is nothing at ${request.url.split('?')[0]}.`)
  }
  const digest = (text: string) => hash('sha256', text, 'buffer')
  if (bearer === undefined || !timingSafeEqual(digest(bearer), digest(operatorKey))) {
    throw new AppError('unauthorized', 'The bearer must be the operator key of this installation.', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    })
  }
}
