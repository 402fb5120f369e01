import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../ground/platform/app-error.ts'
import { isKnown } from '../ground/platform/entity-tag.ts'

export interface PackageFiles {
  /** Identifies the build that is served now, and is part of immutable addresses; empty if there is no build. */
  build(): Promise<string>
}

const mediaTypes: Readonly<Record<string, string>> = { tgz: 'application/gzip', whl: 'application/zip' }

/**
 * Serves the command and the libraries, for `npm` and `pip`. A package has two addresses: /packages/NAME is the current
 * build, and /packages/BUILD/NAME is immutable, because `npx` caches an address for ever.
 */
export function servePackageFiles(app: FastifyInstance, directory: string): PackageFiles {
  const build = async () => {
    // The build may be replaced while the service runs, if sources have changed.
    const hash = await readFile(join(directory, 'sources.txt'), 'utf8').catch(() => '')
    return hash.slice(0, 12)
  }
  let kept: { readonly build: string; readonly files: ReadonlyMap<string, Buffer> } = { build: '', files: new Map() }
  const current = async () => {
    const now = await build()
    if (now !== kept.build) {
      const names = (await readdir(directory)).filter((name) => mediaTypeOf(name) !== undefined)
      const read = async (name: string) => [name, await readFile(join(directory, name))] as const
      kept = { build: now, files: new Map(await Promise.all(names.toSorted().map(read))) }
    }
    if (now === '')
      throw new AppError('path_not_found', 'The packages were not built here. Run npm ci, and start again.')
    return kept
  }

  // `pip --find-links` also reads this page.
  app.get('/packages', async (request, reply) => {
    request.operation = 'GET /packages'
    const { files } = await current()
    const links = [...files.keys()].map((name) => `<li><a href="/packages/${name}">${name}</a></li>`)
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8')
    return reply.send(
      `<!doctype html>\n<html lang="en"><title>Packages</title><ul>\n${links.join('\n')}\n</ul></html>\n`,
    )
  })

  app.get('/packages/*', async (request, reply) => {
    request.operation = 'GET /packages/*'
    const { build: now, files } = await current()
    const [name = '', wanted] = pathOf(request).split('/').toReversed()
    const body = files.get(name)
    const isPinned = wanted === now
    if (!body || pathOf(request) !== (isPinned ? `${now}/${name}` : name)) {
      const hint = body ? `This service now has /packages/${name}.` : 'GET /packages lists what there is.'
      throw new AppError('path_not_found', `There is no such package. ${hint}`)
    }
    const etag = `"${now}"`
    reply.header('etag', etag).type(mediaTypeOf(name) ?? '')
    reply.header('cache-control', isPinned ? 'public, max-age=31536000, immutable' : 'public, no-cache')
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.send(body)
  })

  return { build }
}

function mediaTypeOf(name: string): string | undefined {
  return mediaTypes[name.slice(name.lastIndexOf('.') + 1)]
}

/** Returns the part of the path after `/packages/`. */
function pathOf({ url }: FastifyRequest): string {
  return (url.split('?', 1)[0] ?? '').slice('/packages/'.length)
}
