import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSamePrincipal } from '../platform/principal.ts'
import { admit, callerOf } from './admit.ts'
import { admitGuess, answerAtOnce } from './at-once.ts'
import type { Reply, Route } from './call.ts'
import type { HttpOptions } from './http-options.ts'
import { endWithRights, judgeLater, wasJustJudged } from './judge-again.ts'
import { sendProblem } from './problem.ts'
import { rawBodyOf, refuseEncoded } from './raw-body.ts'
import { admitPrepared, readAhead } from './read-ahead.ts'
import { send } from './send.ts'
import { validCall } from './valid-call.ts'

export function pathsOf({ endpoint }: Route): string[] {
  return [endpoint.path, ...(endpoint.aliases ?? [])]
}

export function addRoute(app: FastifyInstance, route: Route, options: HttpOptions): void {
  for (const path of pathsOf(route)) addPath(app, route, path, options)
}

function addPath(app: FastifyInstance, route: Route, path: string, options: HttpOptions): void {
  const { endpoint, handle, encodeError } = route
  const operation = `${endpoint.method} ${endpoint.path}`
  const bodyLimit = options.bodyLimits[endpoint.bodyLimit ?? 'json']
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<Reply> => {
    request.operation = operation
    const caller = callerOf(request, options)
    const ahead = route.isReadAhead ? readAhead(route, request, reply, caller, options) : undefined
    if (endpoint.method === 'GET') await admit(endpoint, request, reply, options, caller)
    if (ahead && request.principal && isSamePrincipal(ahead.principal, request.principal)) return ahead.answer
    if (request.guess) {
      const found = wasJustJudged(request) ? await answerAtOnce(route, request, reply) : undefined
      if (found) return found
      await admitPrepared(route, request, reply, options)
    }
    await judgeLater(request, options)
    const call = validCall(endpoint, request, reply, request.principal)
    if (!endpoint.consumes) return handle(call)
    return handle({ ...call, body: rawBodyOf(request, endpoint.consumes) })
  }
  app.route({
    method: endpoint.method,
    url: toFastifyPath(path),
    bodyLimit,
    ...((encodeError || route.atOnce) && {
      errorHandler: async (error, request, reply) => {
        // Nobody is told what is wrong with a request before it is known who sent it.
        const problem = request.guess
          ? await admitPrepared(route, request, reply, options).then(
              () => error,
              (refusal: unknown) => refusal,
            )
          : error
        return sendProblem(problem, request, reply, options.log, encodeError)
      },
    }),
    // A GET has no body, so it is admitted in its handler. That saves a step on the most frequent requests.
    ...(endpoint.method !== 'GET' && {
      onRequest: async (request, reply) => {
        request.operation = operation
        if (!admitGuess(route, request, reply, options)) await admitPrepared(route, request, reply, options)
        if (!endpoint.consumes) refuseEncoded(request)
      },
    }),
    handler: (request, reply) => {
      request.isAnswering = true
      answer(request, reply)
        .then(async (found) => {
          const isStream = found.body instanceof Readable
          if (endpoint.method === 'GET' && !isStream) await judgeLater(request, options)
          send(request, reply, endpoint, found)
          if (isStream) endWithRights(request, found.body, options)
        })
        .catch((error: unknown) => reply.send(error))
    },
  })
}

function toFastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}
