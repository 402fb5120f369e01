import { endpoints } from '@muster/contract/endpoints'
import type { Plugin } from 'vite'

const id = '@muster/contract/endpoints'

/**
 * Of an endpoint the client only needs where it is and which parameters go where. Its schemas stay out of the
 * application, and with them the library that they are written with.
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
