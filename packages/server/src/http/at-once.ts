import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AdmitOptions, callerOf, count, guessBearer } from './admit.ts'
import type { Reply, Route } from './call.ts'
import { isWithinRequest } from './own-api.ts'
import { validCall } from './valid-call.ts'

/** What a caller may send whose bearer nobody has asked about. */
const mostBytes = 64 * 1024

/**
 * Lets a request in for the bearer as it was at its last request. Nothing is decided with that: the request either ends in
 * a statement that asserts the bearer, or it is admitted as any other before it is answered.
 */
export function admitGuess(
  { endpoint, atOnce }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AdmitOptions,
): boolean {
  const isSmall = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= mostBytes
  // A guess does not tell a key from a token that was made with it.
  if (!atOnce || endpoint.bearer === 'api-key' || !isSmall || isWithinRequest()) return false
  try {
    request.guess = guessBearer(endpoint, callerOf(request, options), options)
  } catch {
    return false
  }
  if (!request.guess) return false
  request.judgedMs = performance.now()
  reply.header('cache-control', 'no-store')
  count(request.guess.principal, request, reply, options.limits)
  return true
}

/** The answer to a request that was let in on a guess. `undefined`: it must be admitted, and is not handled yet. */
export async function answerAtOnce(
  { endpoint, atOnce }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Reply | undefined> {
  const { guess } = request
  if (!atOnce || !guess) return undefined
  const answer = await atOnce(validCall(endpoint, request, reply, guess.principal), guess)
  if (!answer) return undefined
  request.principal = guess.principal
  request.guess = undefined
  guess.confirmed()
  return answer
}
