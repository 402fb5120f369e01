import { hash, timingSafeEqual } from 'node:crypto'
import type { Endpoint } from '@muster/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate } from '../keys/authenticate.ts'
import type { Principal } from '../organizations/principal.ts'
import { AppError } from '../platform/app-error.ts'
import type { RateLimit } from './rate-limit.ts'

export interface AdmitOptions {
  readonly authenticate: Authenticate
  readonly operatorKey: string | undefined
  readonly rateLimit: RateLimit
}

/** Who are you, may you, not too often: before anything of the request is read. */
export async function admit(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, options: AdmitOptions) {
  if (endpoint.access === 'anyone') {
    reply.headers({ ...options.rateLimit.count(`address ${request.ip}`) })
    return
  }
  reply.header('cache-control', 'no-store')
  const bearer = bearerIn(request.headers.authorization)
  if (endpoint.access === 'operator') {
    reply.headers({ ...options.rateLimit.count('operator') })
    admitOperator(bearer, options.operatorKey, request)
    return
  }
  const principal = await options
    .authenticate({ bearer, address: request.ip, requestId: request.id }, endpoint.bearer ?? 'any')
    .catch((error: unknown) => {
      reply.headers({ ...options.rateLimit.count(`address ${request.ip}`) })
      throw error
    })
  reply.headers({ ...options.rateLimit.count(principal.apiKeyId ?? principal.userId) })
  request.principal = principal
  judge(endpoint, principal)
}

/** Throws 403 unless the caller's role and scopes are good for the endpoint. */
export function judge({ access, scope }: Endpoint, principal: Principal): void {
  if (Array.isArray(access) && !access.includes(principal.role)) {
    throw new AppError('role_not_allowed', `This needs the role ${access.join(' or ')}; you are a ${principal.role}.`)
  }
  if (scope && principal.scopes && !principal.scopes.includes(scope)) {
    throw new AppError('scope_not_allowed', `The API key lacks the scope ${scope}.`)
  }
}

/** What stands behind `Bearer` in a header. */
export function bearerIn(header: string | undefined): string | undefined {
  return /^Bearer +([^ ]+) *$/i.exec(header ?? '')?.[1]
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
