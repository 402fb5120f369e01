import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../ground/platform/app-error.ts'
import type { Clock } from '../ground/platform/clock.ts'
import { preferredEncoding } from '../ground/platform/negotiate.ts'
import { cookieIn, sessionCookieIn } from './session-cookie.ts'
import { type BuiltApplication, readBuiltApplication } from './web-application/built-application.ts'
import { assetPolicy, documentPolicy, fillDocument, missingDocument } from './web-application/document.ts'

export interface WebPagesOptions {
  /** The directory of the built application. */
  readonly directory: string
  readonly isHttps: boolean
  /** The name of the OpenID provider on the sign-in page; empty if there is none. */
  readonly openIdName: string
  readonly clock: Clock
  /** Identifies the build of the packages that is served now. */
  readonly packagesBuild: () => Promise<string>
  /** Returns whether this cookie belongs to a browser that is signed in. */
  readonly isSignedIn: (cookie: string, address: string) => Promise<boolean>
}

interface WebPages {
  /** Returns whether a path without an endpoint gets an HTML document, "not found" included. */
  takes(request: FastifyRequest): boolean
}

const immutable = 'public, max-age=31536000, immutable'

/** Serves the web application: one document for all its pages, and the files that it loads. */
export function serveWebPages(
  app: FastifyInstance,
  { directory, isHttps, openIdName, clock, packagesBuild, isSignedIn }: WebPagesOptions,
): WebPages {
  let built: BuiltApplication | undefined
  const getBuilt = () => {
    built ??= readBuiltApplication(directory)
    return built
  }

  app.get('/assets/*', async (request, reply) => {
    request.operation = 'GET /assets'
    const asset = getBuilt()?.assets.get(pathOf(request))
    if (!asset) throw new AppError('path_not_found', 'There is nothing at this path.')
    const encoding = preferredEncoding(request.headers['accept-encoding'], ['br', 'gzip'])
    const encoded = encoding === 'br' || encoding === 'gzip' ? asset.encoded[encoding] : undefined
    reply.header('cache-control', immutable).header('vary', 'accept-encoding').type(asset.mediaType)
    reply.header('content-security-policy', assetPolicy)
    if (encoded && encoding) reply.header('content-encoding', encoding)
    return reply.send(encoded ?? asset.body)
  })

  app.setNotFoundHandler(async (request, reply) => {
    request.operation = 'GET page'
    const application = getBuilt()
    const path = pathOf(request)
    if (!application) return sendDocument(reply.code(path === '/' ? 200 : 404), missingDocument, '')
    const cookie = sessionCookieIn(request.headers, isHttps)
    const nonce = randomBytes(16).toString('base64url')
    const state = {
      nonce,
      openIdName,
      nowMs: clock.now(),
      packagesBuild: await packagesBuild(),
      isSignedIn: cookie !== undefined && (await isSignedIn(cookie, request.ip)),
      theme: cookieIn(request.headers, 'muster-theme'),
    }
    reply.code(application.isPage(path) ? 200 : 404)
    return sendDocument(reply, fillDocument(application.template, state), nonce)
  })

  return {
    takes(request) {
      const { method, headers } = request
      const path = pathOf(request)
      if ((method !== 'GET' && method !== 'HEAD') || /^\/(api|v1|assets|docs|packages)(\/|$)/.test(path)) return false
      if (path === '/' || getBuilt()?.isPage(path)) return true
      return headers.accept?.includes('text/html') ?? false
    },
  }
}

function sendDocument(reply: FastifyReply, html: string, nonce: string): FastifyReply {
  return reply
    .header('content-security-policy', documentPolicy(nonce))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html)
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? ''
}
