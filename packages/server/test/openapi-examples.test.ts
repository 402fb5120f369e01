import { endpointList } from '@muster/contract/endpoints'
import { openApiDocument } from '@muster/contract/openapi/document'
import type { Operation } from '@muster/contract/openapi/types'
import { describe, expect, it } from 'vitest'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'
import { table } from './access-table.ts'
import { fill } from './access-targets.ts'

const server = sharedTestServer()
const url = 'https://muster.example.com'
const document = openApiDocument({ apiUrl: url, appUrl: url, version: '1.2.3' })
const operations = new Map(
  Object.values(document.paths)
    .flatMap(Object.values<Operation>)
    .map((operation) => [operation.operationId, operation]),
)

/** The ids in an example are of an imaginary installation: those of the target stand in for them. */
function withIdsOf(target: unknown, example: unknown): unknown {
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return example
  const known = Object(target) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(example).map(([field, value]) => [
      field,
      /Id$|^apiKey$|^link$/.test(field) ? (known[field] ?? value) : value,
    ]),
  )
}

describe('the example of a request', () => {
  const withBody = endpointList.filter(({ endpoint }) => endpoint.body).map(({ id }) => id)

  it.each(withBody)('of %s is one that the service accepts', async (id) => {
    const { acme, raw } = server()
    const rule = table[id]
    if (!rule) throw new Error(`${id} has no row in the table of access.`)
    const [method = '', path = ''] = rule.call.split(' ')
    const { params, json } = await rule.prepare(acme, acme.owner.userId)
    const example = operations.get(id)?.requestBody?.content['application/json']?.example
    const key = rule.admits === 'operator' ? operatorKey : acme.owner.key
    const answer = await raw(method, fill(path, params), { key, json: withIdsOf(json, example) })
    expect([answer.status, answer.status < 300 ? '' : answer.text]).toEqual([rule.answer, ''])
    expect(answer.json?.partialSuccess ?? answer.json?.rejected ?? []).toEqual([])
  })
})
