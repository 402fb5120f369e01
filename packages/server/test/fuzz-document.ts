import type { JsonSchema, OpenApiDocument, Operation, Parameter } from '@muster/contract/openapi/types'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'

// The package is CommonJS, and its default export arrives one level deeper than its types say.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default

/** One operation of the document, with everything that a test needs to call it and to judge its answer. */
export interface DocumentedOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: JsonSchema | undefined
  readonly statuses: readonly number[]
  /** Errors are those of the OpenTelemetry protocol. */
  readonly isOtlp: boolean
  /** `operator`: only the key of the operator is a bearer here. */
  readonly bearer: 'none' | 'user' | 'operator'
  /** Whether the document allows this body. */
  allowsBody(value: unknown): boolean
  /** What is wrong with the body of a success; `undefined` when nothing is. */
  faultOfAnswer(status: number, contentType: string | null, text: string): string | undefined
}

export function operationsOf(document: OpenApiDocument): DocumentedOperation[] {
  const ajv = new Ajv2020({ strict: false, ownProperties: true })
  addFormats(ajv)
  ajv.addFormat('ip-range', true)
  const asRequest = (schema: JsonSchema) => ajv.compile({ ...schema, components: document.components })
  const asAnswer = (schema: JsonSchema) =>
    ajv.compile(closed({ ...schema, components: { schemas: document.components.schemas } }) as JsonSchema)

  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const body = operation.requestBody?.content['application/json']?.schema
      const checkBody = body && asRequest(body)
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        parameters: operation.parameters ?? [],
        body,
        statuses: Object.keys(operation.responses).map(Number),
        isOtlp:
          operation.responses['400'] !== undefined &&
          operation.responses['400']?.content?.['application/problem+json'] === undefined,
        bearer: bearerOf(operation),
        allowsBody: (value) => checkBody?.(value) ?? true,
        faultOfAnswer: judgeOf(operation, asAnswer),
      }
    }),
  )
}

function bearerOf({ security }: Operation): DocumentedOperation['bearer'] {
  const schemes = security.flatMap(Object.keys)
  if (schemes.length === 0) return 'none'
  return schemes.includes('operatorKey') ? 'operator' : 'user'
}

function judgeOf(operation: Operation, compile: (schema: JsonSchema) => ValidateFunction) {
  const checks = new Map<number, [mediaType: string, ValidateFunction]>()
  for (const [status, { content }] of Object.entries(operation.responses)) {
    const [[mediaType, media] = []] = Object.entries(content ?? {})
    if (Number(status) < 300 && mediaType && media) checks.set(Number(status), [mediaType, compile(media.schema)])
  }
  return (status: number, contentType: string | null, text: string): string | undefined => {
    const [mediaType, check] = checks.get(status) ?? []
    if (!mediaType || !check) return text === '' ? undefined : 'There is a body where the document has none.'
    if (!contentType?.startsWith(mediaType)) return `The answer is ${contentType}, not ${mediaType}.`
    if (!/json/.test(mediaType)) return undefined
    return check(JSON.parse(text)) ? undefined : JSON.stringify(check.errors)
  }
}

/** The same schemas, but an object may have no property that they do not name: answers are documented in full. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, closed(item)]))
  const namesProperties = copy.type === 'object' && copy.properties !== undefined
  return namesProperties ? { additionalProperties: false, ...copy } : copy
}
