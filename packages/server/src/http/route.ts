import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSamePrincipal } from '../platform/principal.ts'
import { admit, callerOf } from './admit.ts'
import type { Route } from './call.ts'
import type { HttpOptions } from './http-options.ts'
import { sendProblem } from './problem.ts'
import { readRawBody, refuseEncoded } from './raw-body.ts'
import { prepareAhead, readAhead } from './read-ahead.ts'
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
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    request.operation = operation
    const caller = callerOf(request, options)
    const ahead = route.isReadAhead ? readAhead(route, request, reply, caller, options) : undefined
    if (endpoint.method === 'GET') await admit(endpoint, request, reply, options, caller)
    if (ahead && request.principal && isSamePrincipal(ahead.principal, request.principal)) return ahead.answer
    const call = validCall(endpoint, request, reply, request.principal)
    if (!endpoint.consumes) return handle(call)
    return handle({ ...call, body: await readRawBody(request, endpoint.consumes, bodyLimit) })
  }
  app.route({
    method: endpoint.method,
    url: toFastifyPath(path),
    bodyLimit,
    ...(encodeError && {
      errorHandler: (error, request, reply) => sendProblem(error, request, reply, options.log, encodeError),
    }),
    // A GET has no body, so it is admitted in its handler. That saves a step on the most frequent requests.
    ...(endpoint.method !== 'GET' && {
      onRequest: async (request, reply) => {
        request.operation = operation
        const caller = callerOf(request, options)
        const ahead = prepareAhead(route, request, caller, options)
        await admit(endpoint, request, reply, options, caller)
        const isGuessed = ahead && request.principal && isSamePrincipal(ahead.principal, request.principal)
        if (isGuessed) request.prepared = ahead.found
        if (!endpoint.consumes) refuseEncoded(request)
      },
    }),
    handler: (request, reply) => {
      answer(request, reply)
        .then((found) => send(request, reply, endpoint, found))
        .catch((error: unknown) => reply.send(error))
    },
  })
}

function toFastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}
