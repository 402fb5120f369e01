import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../keys/authenticate.ts'
import { type AdmitOptions, guessPrincipal } from './admit.ts'
import type { Route } from './call.ts'
import { validCall } from './valid-call.ts'

/**
 * Starts to read what a change depends on, for the principal of this bearer's last request, while the database is asked who it
 * is now.
 */
export function prepareAhead(
  { endpoint, prepare }: Route,
  request: FastifyRequest,
  caller: Caller,
  options: AdmitOptions,
) {
  try {
    const principal = prepare && guessPrincipal(endpoint, caller, options)
    if (!prepare || !principal) return undefined
    const found = prepare(principal, request.params)
    // Nobody awaits it when the guess was wrong.
    found.catch(() => {})
    return { principal, found }
  } catch {
    return undefined
  }
}

/**
 * Starts to read for the principal of this bearer's last request while the database is asked who it is now, so that two
 * trips take the time of one. If that principal would not be admitted, or the call is not valid, it does nothing.
 */
export function readAhead(
  { endpoint, handle }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  options: AdmitOptions,
) {
  try {
    const principal = guessPrincipal(endpoint, caller, options)
    if (!principal) return undefined
    const answer = Promise.resolve(handle(validCall(endpoint, request, reply, principal)))
    // Nobody awaits the answer when the guess was wrong.
    answer.catch(() => {})
    return { principal, answer }
  } catch {
    return undefined
  }
}
