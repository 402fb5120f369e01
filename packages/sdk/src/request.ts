import type { Endpoint } from '@muster/contract/endpoint'

/** A request without its host and bearer. */
export interface Request {
  readonly method: string
  /** Percent-encoded, with its query. */
  readonly path: string
  readonly host?: 'app' | undefined
  readonly body?: unknown
  /** How long the service may wait before it answers. */
  readonly waitMs?: number | undefined
}

/** Splits one flat input into path, query and body, as the endpoint describes them. */
export function requestOf(endpoint: Endpoint, input: Readonly<Record<string, unknown>> = {}): Request {
  const rest = { ...input }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return pathSegment(name, value)
  })
  const query: Record<string, unknown> = {}
  const body: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(rest)) {
    const target = endpoint.body && !hasProperty(endpoint.query, name) ? body : query
    target[name] = value
  }
  return {
    method: endpoint.method,
    path: withQuery(path, query),
    host: endpoint.host,
    ...(endpoint.body && { body }),
    ...(query.wait !== undefined && { waitMs: Number(query.wait) * 1000 }),
  }
}

/** Appends a query. An array repeats its name; `undefined` and `null` are left out. */
export function withQuery(path: string, query: Readonly<Record<string, unknown>> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one))
    }
  }
  if (search.size === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${search}`
}

/**
 * An empty parameter would change the path, and so would `.` and `..`, which every URL parser resolves even if they are
 * percent-encoded. They are refused here, before they reach another endpoint.
 */
function pathSegment(name: string, value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text === '') throw new TypeError(`${name} must be a string that is not empty.`)
  if (text === '.' || text === '..') throw new TypeError(`${name} must not be "${text}".`)
  return encodeURIComponent(text.toWellFormed())
}

/** Whether an object schema names this property. */
export function hasProperty(schema: unknown, name: string): boolean {
  if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return false
  const { properties } = schema
  return typeof properties === 'object' && properties !== null && Object.hasOwn(properties, name)
}
