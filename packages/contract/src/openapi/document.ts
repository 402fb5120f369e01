import type { Endpoint, Method } from '../endpoint.ts'
import { endpointList } from '../endpoints.ts'
import { componentExamples, componentHeaders, componentResponses } from './answers.ts'
import { operationOf, securitySchemes } from './operation.ts'
import { description, tags, title } from './overview.ts'
import { componentSchemas } from './schemas.ts'
import type { OpenApiDocument, PathItem } from './types.ts'

export interface OpenApiOptions {
  /** Where `/api/v0` is served, without a slash at the end. */
  apiUrl: string
  /** Where the web application and the readiness reports are served, without a slash at the end. */
  appUrl: string
  version: string
}

/** The contract as an OpenAPI 3.1 document, derived from the endpoints wherever they have the data. */
export function openApiDocument({ apiUrl, appUrl, version }: OpenApiOptions): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title, description, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: apiUrl }],
    tags,
    paths: paths(appUrl === apiUrl ? undefined : appUrl),
    components: {
      schemas: componentSchemas(),
      headers: componentHeaders,
      examples: componentExamples(),
      responses: componentResponses(),
      securitySchemes,
    },
  }
}

/** Paths on the application host name a server only if its address differs from that of the API. */
function paths(appUrl: string | undefined): Record<string, PathItem> {
  const servers = appUrl && [{ url: appUrl, description: 'The application host' }]
  const own: Record<string, PathItem> = {}
  const aliased: Record<string, PathItem> = {}
  for (const { id, group, endpoint } of endpointList.toSorted(inReadingOrder)) {
    const method = endpoint.method.toLowerCase()
    const operation = {
      ...operationOf(id, group, endpoint, hasRevisions(endpoint)),
      ...(endpoint.host === 'app' && servers && { servers }),
    }
    own[endpoint.path] = { ...own[endpoint.path], [method]: operation }
    for (const [index, alias] of (endpoint.aliases ?? []).entries()) {
      const operationId = `${id}.alias${index > 0 ? index + 1 : ''}`
      const summary = `${operation.summary} (alias)`
      const description = `The same as \`${endpoint.method} ${endpoint.path}\`.\n\n${operation.description}`
      aliased[alias] = { ...aliased[alias], [method]: { ...operation, operationId, summary, description } }
    }
  }
  return { ...own, ...aliased }
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The reference shows operations in document order, while the endpoints are sorted by export name. */
function inReadingOrder({ endpoint: a }: { endpoint: Endpoint }, { endpoint: b }: { endpoint: Endpoint }): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return methods.indexOf(a.method) - methods.indexOf(b.method)
}

/** A path with `If-Match` has revisions, so all of its methods return the `ETag` of the current one. */
function hasRevisions({ path, headers }: Endpoint): boolean {
  if (headers?.includes('If-None-Match')) return true
  return endpointList.some(({ endpoint }) => endpoint.path === path && endpoint.headers?.includes('If-Match'))
}
