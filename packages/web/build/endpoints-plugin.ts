import { endpoints } from '@muster/contract/endpoints'
import type { Plugin } from 'vite'

const id = '@muster/contract/endpoints'

/**
 * The client needs only the path of an endpoint and where its parameters go. Schemas stay out of the application, and
 * with them their library.
 */
export function slimEndpoints(): Plugin {
  const groups = Object.entries(endpoints).map(([group, operations]) => [
    group,
    Object.fromEntries(Object.entries(operations).map(([name, endpoint]) => [name, slim(endpoint)])),
  ])
  const code = `export const endpoints = ${JSON.stringify(Object.fromEntries(groups))}
export const endpointList = Object.entries(endpoints).flatMap(([group, operations]) =>
  Object.entries(operations).map(([name, endpoint]) => ({ id: group + '.' + name, group, endpoint })))`
  return {
    name: 'slim-endpoints',
    enforce: 'pre',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) => (source === `\0${id}` ? code : undefined),
  }
}

function slim(endpoint: object): Record<string, unknown> {
  const { method, path, aliases, host, items, produces, headers, query, body, events } = endpoint as Record<
    string,
    unknown
  >
  return {
    method,
    path,
    aliases,
    host,
    items,
    produces,
    headers,
    query: namesOf(query),
    body: body && {},
    events: events && {},
  }
}

function namesOf(schema: unknown) {
  const { properties } = (schema ?? {}) as { properties?: object }
  return properties && { properties: Object.fromEntries(Object.keys(properties).map((name) => [name, {}])) }
}
