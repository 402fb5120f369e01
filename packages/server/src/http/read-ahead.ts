import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../keys/authenticate.ts'
import { type AdmitOptions, guessPrincipal } from './admit.ts'
import type { Route } from './call.ts'
import { validCall } from './valid-call.ts'

/**
 * Reads for whom the caller was last time, at the same time as it is asked who that is now: two trips to the database
 * take the time of one. A guess that would not be admitted, or a call that is not valid, is left to the usual order.
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
