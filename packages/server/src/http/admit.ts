import { hash, timingSafeEqual } from 'node:crypto'
import type { Endpoint } from '@muster/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate } from '../keys/authenticate.ts'
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
  const bearer = /^Bearer +([^ ]+) *$/i.exec(request.headers.authorization ?? '')?.[1]
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
  if (!endpoint.access.includes(principal.role)) {
    const needed = endpoint.access.join(' or ')
    throw new AppError('role_not_allowed', `This needs the role ${needed}; you are a ${principal.role}.`)
  }
  if (endpoint.scope && principal.scopes && !principal.scopes.includes(endpoint.scope)) {
    throw new AppError('scope_not_allowed', `The API key lacks the scope ${endpoint.scope}.`)
  }
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
