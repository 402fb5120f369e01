import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit } from './admit.ts'
import type { Reply, Route } from './call.ts'
import type { HttpOptions } from './http-options.ts'
import { endWithRights, judgeLater } from './judge-again.ts'
import { sendProblem } from './problem.ts'
import { rawBodyOf, refuseEncoded } from './raw-body.ts'
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
    await judgeLater(request, options)
    const call = validCall(endpoint, request, reply)
    return handle(endpoint.consumes ? { ...call, body: rawBodyOf(request, endpoint.consumes) } : call)
  }
  app.route({
    method: endpoint.method,
    url: toFastifyPath(path),
    bodyLimit,
    ...(encodeError && {
      errorHandler: (error, request, reply) => sendProblem(error, request, reply, options.log, encodeError),
    }),
    onRequest: async (request, reply) => {
      request.operation = operation
      await admit(endpoint, request, reply, options)
      if (endpoint.method !== 'GET' && !endpoint.consumes) refuseEncoded(request)
    },
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
