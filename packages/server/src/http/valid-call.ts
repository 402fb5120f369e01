import type { Endpoint } from '@muster/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from './call.ts'
import { leavingSignal } from './leaving-signal.ts'
import { validate, validateText } from './validate.ts'

/** Throws 400 unless all parts of the request match the endpoint's schemas. */
export function validCall(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Call {
  const { params, query, body, headers } = request
  validateText(params)
  validate(endpoint.params, params, 'path')
  validateText(query)
  validate(endpoint.query, query, 'query')
  if (!endpoint.consumes) validate(endpoint.body, body, 'body')
  const origin = { address: request.ip, requestId: request.id }
  const { principal, computer } = request
  return { principal, computer, params, query, body, headers, origin, leaving: () => leavingSignal(reply) }
}
