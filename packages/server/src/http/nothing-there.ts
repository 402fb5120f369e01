import type { Method } from '@muster/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../ground/platform/app-error.ts'

/** With a slash at the end, the empty last segment would be taken for an id. */
export function hasSlashAtEnd(url: string): boolean {
  return url.length > 1 && (url.endsWith('/') || url.includes('/?')) && (url.split('?', 1)[0] ?? '').endsWith('/')
}

/** Returns the error for a path that does not exist, or exists only with other methods. */
export function nothingThere(request: FastifyRequest, methodsOf: ReadonlyMap<string, ReadonlySet<Method>>): AppError {
  const path = request.url.split('?', 1)[0] ?? ''
  request.operation = 'nothing there'
  const withoutSlash = path.replace(/\/+$/, '')
  for (const [pattern, methods] of methodsOf) {
    const isAt = new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
    if (withoutSlash !== path && isAt.test(withoutSlash)) {
      return new AppError(
        'path_not_found',
        `There is nothing at ${path}. Leave the slash at the end out: ${withoutSlash}`,
      )
    }
    if (!isAt.test(path)) continue
    const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : [])].join(', ')
    return new AppError('method_not_allowed', `${request.method} is not a method of this path.`, {
      headers: { Allow: allow },
    })
  }
  return new AppError('path_not_found', `There is nothing at ${path}.`)
}
