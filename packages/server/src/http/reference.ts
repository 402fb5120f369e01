import { join } from 'node:path'
import { endpoints } from '@muster/contract/endpoints'
import { madeOnce } from '@muster/contract/made-once'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../ground/platform/app-error.ts'
import { preferredEncoding } from '../ground/platform/negotiate.ts'
import { readGuides } from './reference/guides.ts'
import { referencePage } from './reference/reference-page.ts'

const docsDirectory = join(import.meta.dirname, '../../../../docs')

/** Serves the page at /docs, its files, and the guides below it. They are built on the first request. */
export function serveReference(app: FastifyInstance, urls: { apiUrl: string; appUrl: string }): void {
  const getPage = madeOnce(() => referencePage(urls))
  const getGuides = madeOnce(async () => readGuides(docsDirectory, urls.apiUrl))

  app.get(endpoints.service.docs.path, async (request, reply) => {
    request.operation = 'GET /docs'
    const { html, contentSecurityPolicy } = await getPage()
    return reply
      .header('content-security-policy', contentSecurityPolicy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html)
  })

  app.get('/docs/assets/*', async (request, reply) => {
    request.operation = 'GET /docs/assets'
    const asset = (await getPage()).assets.get(request.url)
    if (!asset) throw new AppError('path_not_found', 'There is nothing at this path.')
    const isGzipped = preferredEncoding(request.headers['accept-encoding'], ['gzip']) === 'gzip'
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
      .type(`${asset.mediaType}; charset=utf-8`)
    if (!isGzipped) return reply.send(asset.body)
    return reply.header('content-encoding', 'gzip').send(asset.gzipped)
  })

  app.get('/docs/*', async (request, reply) => {
    request.operation = 'GET /docs/*'
    const { files, contentSecurityPolicy } = await getGuides()
    const file = files.get(request.url.replace(/(\.md)?([?#].*)?$/, ''))
    if (!file) throw new AppError('path_not_found', 'There is no such guide. GET /docs/guides lists them.')
    reply.header('content-security-policy', contentSecurityPolicy).header('cache-control', 'no-cache')
    return reply.type(file.mediaType).send(file.body)
  })
}
