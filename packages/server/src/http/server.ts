import type { Server } from 'node:http'
import { Readable } from 'node:stream'
import cors from '@fastify/cors'
import type { Endpoint, Method } from '@muster/contract/endpoint'
import { endpoints } from '@muster/contract/endpoints'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { ComputerKey } from '../computers/connections.ts'
import type { Caller } from '../keys/authenticate.ts'
import { isSamePrincipal, type Principal } from '../organizations/principal.ts'
import { AppError } from '../platform/app-error.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { type AdmitOptions, admit, callerOf, guessPrincipal } from './admit.ts'
import type { Call, Route } from './call.ts'
import { parseJson } from './json-body.ts'
import { leavingSignal } from './leaving-signal.ts'
import type { Metrics } from './metrics.ts'
import { hasSlashAtEnd, nothingThere } from './nothing-there.ts'
import { refuseUnparsed, sendProblem } from './problem.ts'
import { readRawBody, refuseEncoded } from './raw-body.ts'
import { serveReference } from './reference.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { send } from './send.ts'
import { validate, validateText } from './validate.ts'

export interface HttpOptions extends AdmitOptions {
  /** Listens already; the caller hands it our `routing` once everything is ready, and closes it. */
  readonly server: Server
  readonly routes: readonly Route[]
  readonly metrics: Metrics
  readonly log: Log
  readonly ids: Ids
  /** How many proxies add to `X-Forwarded-For`; what stands before those entries was written by the caller. */
  readonly trustedProxies: number
  readonly corsOrigins: readonly string[]
  readonly urls: { readonly apiUrl: string; readonly appUrl: string }
  readonly bodyLimits: {
    readonly json: number
    readonly attachments: number
    readonly report: number
    readonly telemetry: number
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined
    computer: ComputerKey | undefined
    /** Ends the time for which the request counts as being worked on. */
    leave: (() => void) | undefined
    operation: string
  }
}

const allMethods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { routes, log, ids } = options
  const app: FastifyInstance = Fastify({
    serverFactory: () => options.server,
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : ids.uuid()
    },
    requestIdHeader: false,
    trustProxy: options.trustedProxies === 0 ? false : (_address, hop) => hop < options.trustedProxies,
    bodyLimit: options.bodyLimits.json,
    routerOptions: { maxParamLength: 2000 },
    clientErrorHandler: (error, socket) => refuseUnparsed(error, socket, ids),
    frameworkErrors: (error, request, reply) => {
      sendProblem(error, request, reply.header('x-request-id', request.id), log)
    },
  })

  app.decorateRequest('principal', undefined)
  app.decorateRequest('computer', undefined)
  app.decorateRequest('leave', undefined)
  app.decorateRequest('operation', 'unknown')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => {
    // Some programs name a media type although they send nothing.
    if (body.length > 0) throw new AppError('unsupported_media_type', 'Send the body as application/json.')
  })
  app.addContentTypeParser(
    /^application\/([\w.+-]+\+)?json($|;)/i,
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => parseJson(body),
  )
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, log))
  const methodsOf = new Map<string, Set<Method>>()
  const isHttps = options.urls.apiUrl.startsWith('https:')
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    setSecurityHeaders(reply, isHttps)
    done(request.is404 || hasSlashAtEnd(request.url) ? nothingThere(request, methodsOf) : undefined)
  })
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  // A connection whose request was under way when the service began to close must not be kept for another one.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    // A caller who sends one request after the other must not meet the one before.
    if (!(payload instanceof Readable)) request.leave?.()
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const seconds = reply.elapsedTime / 1000
    options.metrics.observe(request.operation, reply.statusCode, seconds)
    log.debug({ requestId: request.id, operation: request.operation, status: reply.statusCode, seconds }, 'answered')
    done()
  })
  if (options.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: [...options.corsOrigins],
      methods: [...allMethods],
      exposedHeaders: [
        'Content-Disposition',
        'ETag',
        'Link',
        'Retry-After',
        'x-request-id',
        'RateLimit-Limit',
        'RateLimit-Remaining',
        'RateLimit-Reset',
      ],
      maxAge: 600,
    })
  }

  await app.register(async (scope) => {
    // Bodies arrive as bytes, for endpoints that read them themselves.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)
    for (const route of routes.filter(({ endpoint }) => endpoint.consumes)) addRoute(scope, route, options)
  })
  for (const route of routes) {
    if (!route.endpoint.consumes) addRoute(app, route, options)
    for (const path of pathsOf(route)) {
      methodsOf.set(path, (methodsOf.get(path) ?? new Set()).add(route.endpoint.method))
    }
  }
  serveReference(app, options.urls)
  methodsOf.set(endpoints.service.docs.path, new Set(['GET']))
  return app
}

function pathsOf({ endpoint }: Route): string[] {
  return [endpoint.path, ...(endpoint.aliases ?? [])]
}

function addRoute(app: FastifyInstance, route: Route, options: HttpOptions): void {
  for (const path of pathsOf(route)) addPath(app, route, path, options)
}

function addPath(app: FastifyInstance, route: Route, path: string, options: HttpOptions): void {
  const { endpoint, handle, encodeError } = route
  const operation = `${endpoint.method} ${endpoint.path}`
  const bodyLimit = options.bodyLimits[endpoint.bodyLimit ?? 'json']
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    request.operation = operation
    const caller = callerOf(request)
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
    // A GET has nothing more to read, so it is admitted where it is answered, one step less for the most frequent requests.
    ...(endpoint.method !== 'GET' && {
      onRequest: async (request, reply) => {
        request.operation = operation
        await admit(endpoint, request, reply, options)
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

/** Throws 400 unless all parts of the request are as the endpoint wants them. */
function validCall(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  principal: Principal | undefined,
): Call {
  const { params, query, body, headers } = request
  validateText(params)
  validate(endpoint.params, params, 'path')
  validateText(query)
  validate(endpoint.query, query, 'query')
  if (!endpoint.consumes) validate(endpoint.body, body, 'body')
  const origin = { address: request.ip, requestId: request.id }
  const { computer } = request
  return { principal, computer, params, query, body, headers, origin, leaving: () => leavingSignal(reply) }
}

/**
 * Reads for whom the caller was last time, at the same time as it is asked who that is now: two trips to the database
 * take the time of one. A guess that would not be admitted, or a call that is not valid, is left to the usual order.
 */
function readAhead(
  { endpoint, handle }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  options: HttpOptions,
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

function toFastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}
