import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../keys/authenticate.ts'
import { isSamePrincipal } from '../platform/principal.ts'
import { type AdmitOptions, admit, callerOf, guessBearer } from './admit.ts'
import type { Route } from './call.ts'
import { validCall } from './valid-call.ts'

/** Admits a request. Meanwhile, what its change depends on is read for the principal of this bearer's last request. */
export async function admitPrepared(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AdmitOptions,
): Promise<void> {
  const caller = callerOf(request, options)
  const { guess } = request
  request.guess = undefined
  const ahead = prepareAhead(route, request, caller, options)
  await admit(route.endpoint, request, reply, options, caller, guess)
  const isGuessed = ahead && request.principal && isSamePrincipal(ahead.principal, request.principal)
  if (isGuessed) request.prepared = ahead.found
}

function prepareAhead({ endpoint, prepare }: Route, request: FastifyRequest, caller: Caller, options: AdmitOptions) {
  try {
    const principal = prepare && guessBearer(endpoint, caller, options)?.principal
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
    const principal = guessBearer(endpoint, caller, options)?.principal
    if (!principal) return undefined
    const answer = Promise.resolve(handle(validCall(endpoint, request, reply, principal)))
    // Nobody awaits the answer when the guess was wrong.
    answer.catch(() => {})
    return { principal, answer }
  } catch {
    return undefined
  }
}
