import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import cors from '@fastify/cors'
import type { Method } from '@muster/contract/endpoint'
import { endpoints } from '@muster/contract/endpoints'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { AppError } from '../ground/platform/app-error.ts'
import type { ComputerKey } from '../ground/platform/computer-key.ts'
import type { Principal } from '../ground/platform/principal.ts'
import type { Place } from '../ground/platform/request-limits.ts'
import { holdBody } from './hold-body.ts'
import type { HttpOptions } from './http-options.ts'
import { parseJson } from './json-body.ts'
import { hasSlashAtEnd, nothingThere } from './nothing-there.ts'
import { serveOpenIdPages } from './openid-pages.ts'
import { servePackageFiles } from './package-files.ts'
import { refuseUnparsed, sendProblem } from './problem.ts'
import { serveReference } from './reference.ts'
import { addRoute, pathsOf } from './route.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { serveWebPages } from './web-pages.ts'

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined
    computer: ComputerKey | undefined
    /** When the caller was last checked, as `performance.now()`. */
    judgedMs: number
    /** The request's place among those in progress. */
    place: Place | undefined
    /** The work on the answer has begun; it ends with an answer, even if the caller disconnects. */
    isAnswering: boolean
    operation: string
  }
}

/** Bodies up to this size are parsed in a millisecond or two. */
const quickBytes = 512 * 1024

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
  app.decorateRequest('judgedMs', 0)
  app.decorateRequest('place', undefined)
  app.decorateRequest('isAnswering', false)
  app.decorateRequest('operation', 'unknown')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => {
    // Some clients name a media type although they send no body.
    if (body.length > 0) throw new AppError('unsupported_media_type', 'Send the body as application/json.')
  })
  app.addContentTypeParser(
    /^application\/([\w.+-]+\+)?json($|;)/i,
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      if (body.length <= quickBytes) return parseJson(body)
      // Each step takes some ten milliseconds, so other requests get a turn before and after it.
      await turn()
      const value = parseJson(body)
      await turn()
      return value
    },
  )
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, log))
  const packages = servePackageFiles(app, options.packagesDirectory)
  const web = serveWebPages(app, { ...options.web, packagesBuild: packages.build })
  if (options.openId) serveOpenIdPages(app, options.openId, log)
  const methodsOf = new Map<string, Set<Method>>()
  const isHttps = options.urls.apiUrl.startsWith('https:')
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    setSecurityHeaders(reply, isHttps)
    if (request.is404 && web.takes(request)) done()
    else done(request.is404 || hasSlashAtEnd(request.url) ? nothingThere(request, methodsOf) : undefined)
  })
  app.addHook('preParsing', holdBody)
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  // A connection whose request was running when the service began to close must not be reused.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    // The place is freed before the answer is sent, so that it does not count together with the caller's next request.
    if (!(payload instanceof Readable) || reply.raw.destroyed) request.place?.leave()
    else request.isAnswering = false
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
    // Endpoints that read bodies themselves get them as bytes.
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
