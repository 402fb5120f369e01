import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../keys/authenticate.ts'
import { type AdmitOptions, guessPrincipal } from './admit.ts'
import type { Route } from './call.ts'
import { validCall } from './valid-call.ts'

/**
 * Reads for the principal that the bearer had last time, while the database is asked who it is now: two trips take the time
 * of one. When the guess would not be admitted, or the call is not valid, the usual order applies.
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
    // When the guess was wrong, nobody waits for it.
    answer.catch(() => {})
    return { principal, answer }
  } catch {
    return undefined
  }
}
