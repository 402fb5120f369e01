import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { commonErrors } from '../endpoint.ts'
import { endpointList } from '../endpoints.ts'
import { errors } from '../errors.ts'
import { openApiDocument } from './document.ts'
import { examples } from './examples.ts'
import { namedSchemas } from './schemas.ts'
import type { Operation } from './types.ts'

const document = openApiDocument({
  apiUrl: 'https://api.example.com',
  appUrl: 'https://app.example.com',
  version: '1.2.3',
})
const nodes = [...walk(document)]
const references = nodes.flatMap((node) => (typeof node.$ref === 'string' ? [node.$ref] : []))

describe('openApiDocument', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone({ ...document }))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('has schemas that are valid JSON Schema 2020-12, which the validator of documents does not check', () => {
    const ajv = new Ajv2020({ strict: false })
    const inPlace = nodes.flatMap(({ schema }) => (schema ? [schema] : []))
    for (const schema of [...inPlace, ...Object.values(document.components.schemas)]) {
      expect(ajv.validateSchema(schema), JSON.stringify(ajv.errors)).toBe(true)
    }
  })

  it('has every endpoint of the contract, and its aliases, under its own operation id', () => {
    const expected = endpointList.flatMap(({ id, endpoint }) => [
      `${id} ${endpoint.method} ${endpoint.path}`,
      ...(endpoint.aliases ?? []).map((alias) => `${id}.alias ${endpoint.method} ${alias}`),
    ])
    const found = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
    )
    expect(found.toSorted()).toEqual(expected.toSorted())
  })

  it('declares every parameter of a path', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const { operationId, parameters = [] } of Object.values(item)) {
        const declared = parameters.filter((parameter) => parameter.in === 'path' && parameter.required)
        expect(declared.map(({ name }) => name).toSorted(), operationId).toEqual(inPath.toSorted())
      }
    }
  })

  it('refers only to what it has', () => {
    for (const reference of references) expect(resolve(reference), reference).toBeDefined()
  })

  it('names no schema that nothing refers to', () => {
    const unused = Object.keys(namedSchemas).filter((name) => !references.includes(`#/components/schemas/${name}`))
    expect(unused).toEqual([])
  })

  it('documents every error code', () => {
    expect(Object.keys(document.components.examples)).toEqual(Object.keys(errors))
    for (const { id, endpoint } of endpointList) {
      for (const code of [...commonErrors(endpoint), ...(endpoint.errors ?? [])]) {
        const response = operation(id).responses[errors[code].status]
        expect(response?.description, id).toContain(`\`${code}\``)
        if (endpoint.errorFormat === 'otlp') continue
        expect(response?.content?.['application/problem+json']?.examples, id).toHaveProperty(code)
      }
    }
  })

  it('tells who may call an operation, and with what', () => {
    expect(operation('sessions.list')).toMatchObject({
      security: [{ apiKey: [] }, { accessToken: [] }],
      'x-roles': ['owner', 'manager', 'member'],
      'x-scope': 'sessions:read',
    })
    expect(operation('apiKeys.createToken').security).toEqual([{ apiKey: [] }])
    expect(operation('operator.createOrganization').security).toEqual([{ operatorKey: [] }])
    expect(operation('service.health').security).toEqual([])
  })

  it('names the application host only where it differs', () => {
    expect(operation('reports.list').servers).toMatchObject([{ url: 'https://app.example.com' }])
    const url = 'https://muster.example.com'
    const together = openApiDocument({ apiUrl: url, appUrl: url, version: '1.2.3' })
    expect([...walk(together)].filter((node) => 'servers' in node)).toEqual([together])
  })

  it('does not contain the hints for refusals', () => {
    expect(nodes.filter((node) => 'hint' in node)).toEqual([])
    expect(operation('sessions.list').parameters?.[0]).toMatchObject({
      name: 'limit',
      description: 'A whole number from 1 to 100.',
    })
  })

  const withComponents = (schema: object) => ({ ...schema, components: document.components })
  const media = Object.values(document.paths)
    .flatMap(Object.values<Operation>)
    .flatMap(({ operationId, requestBody, responses }) => [
      ...(requestBody ? [{ what: `the request of ${operationId}`, content: requestBody.content }] : []),
      ...Object.entries(responses)
        .filter(([status]) => Number(status) < 300)
        .map(([status, { content }]) => ({ what: `${status} of ${operationId}`, content: content ?? {} })),
    ])
    .flatMap(({ what, content }) => (content['application/json'] ? [{ what, ...content['application/json'] }] : []))

  it.each(media)('has an example of $what that its schema accepts, with words in it', ({ schema, example }) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    expect(ajv.validate(withComponents(schema), example), ajv.errorsText()).toBe(true)
    expect(JSON.stringify(example)).not.toMatch(/"string"|\{\}\]/)
  })

  it('links answers to existing operations, with values of the answer', () => {
    const all = Object.values(document.paths).flatMap(Object.values<Operation>)
    const links = all.flatMap((from) =>
      Object.entries(from.responses).flatMap(([, response]) =>
        'links' in response
          ? Object.values(response.links ?? {}).map((link) => ({
              link,
              example: response.content?.['application/json']?.example,
            }))
          : [],
      ),
    )
    expect(links.length).toBeGreaterThan(15)
    for (const { link, example } of links) {
      const target = operation(link.operationId)
      for (const [name, expression] of Object.entries(link.parameters)) {
        expect(
          target.parameters?.map(({ name }) => name),
          link.operationId,
        ).toContain(name)
        const pointer = /^\$response\.body#(\/.+)$/.exec(expression)?.[1]?.split('/').slice(1)
        if (!pointer) expect(expression).toMatch(/^\$request\.path\.\w+$/)
        else
          expect(
            pointer.reduce((value, step) => Object(value)[step], example),
            expression,
          ).not.toBeUndefined()
      }
    }
  })

  it('lets a limit be a number, which it is for programs, or a text, which it is on the wire', () => {
    for (const id of ['sessions.list', 'reports.list', 'analytics.users']) {
      const schema = operation(id).parameters?.find(({ name }) => name === 'limit')?.schema ?? {}
      const ajv = new Ajv2020({ strict: false })
      expect(
        [3, '3', 0, '0', 1.5, 'x', true].map((value) => ajv.validate(schema, value)),
        id,
      ).toEqual([true, true, false, false, false, false, false])
    }
  })

  it('says that days are dates, and that telemetry is answered in protobuf too', () => {
    const [start] = operation('analytics.tokens').parameters ?? []
    expect(start).toMatchObject({
      name: 'startDate',
      schema: { type: 'string', format: 'date' },
      example: '2026-03-01',
    })
    for (const status of ['200', '401']) {
      expect(operation('telemetry.logs').responses[status]?.content).toHaveProperty('application/x-protobuf')
    }
  })

  it('documents errors that come before an operation is known', () => {
    expect(operation('sessions.create').responses).toMatchObject({
      408: { $ref: '#/components/responses/request_timeout' },
      431: { $ref: '#/components/responses/headers_too_large' },
    })
  })

  it.each(Object.entries(examples))('has an example of %s that its schema accepts', (name, example) => {
    const [schema] = namedSchemas[name] ?? []
    if (!schema) throw new Error(`There is no schema named ${name}.`)
    expect([...Value.Errors(schema, example)]).toEqual([])
  })
})

function operation(id: string): Operation {
  const found = Object.values(document.paths)
    .flatMap(Object.values<Operation>)
    .find(({ operationId }) => operationId === id)
  if (!found) throw new Error(`There is no operation ${id}.`)
  return found
}

function resolve(reference: string): unknown {
  const steps = reference.replace(/^#\//, '').split('/')
  return steps.reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], document)
}

function* walk(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const child of Object.values(value)) yield* walk(child)
}
