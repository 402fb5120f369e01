import { BlockList, isIP } from 'node:net'
import type { FieldError } from '@muster/contract/errors'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import type { TSchema } from 'typebox'
import { AppError } from '../ground/platform/app-error.ts'
import { textFault } from './json-body.ts'
import { addTextLengths } from './text-length.ts'

// The package is CommonJS, and its default export is one level deeper than its types say.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default

/**
 * Values are never coerced, defaulted or dropped: the body is checked as it was sent. The schemas are our own and need
 * no check.
 */
const options = { strict: false, validateSchema: false, verbose: true, ownProperties: true }

/** `quick` stops at the first fault; `thorough` finds all of them. */
const quick = withFormats(new Ajv2020(options))
const thorough = withFormats(new Ajv2020({ ...options, allErrors: true }))

const maxErrors = 20

/** Above this number of values, finding all faults of a body would block other callers for seconds. */
const maxValuesForAllErrors = 10_000

/** Throws 400 with the faults of `value`. `whole` names the value if it is wrong as a whole. */
export function validate(schema: TSchema | undefined, value: unknown, whole: string): void {
  if (schema === undefined) return
  // Ajv compiles a schema on first use, and most schemas never need the second compiler.
  if (quick.validate(schema, value)) return
  const check = countValues(value, maxValuesForAllErrors) < maxValuesForAllErrors ? thorough : quick
  check.validate(schema, value)
  const errors = toFieldErrors(check.errors ?? [], whole)
  const [first] = errors
  const more = errors.length > 1 ? ` And ${errors.length - 1} more; see errors.` : ''
  throw new AppError('invalid_request', `${first?.path || whole} ${first?.message}.${more}`, { errors })
}

function withFormats(ajv: Ajv2020): Ajv2020 {
  addTextLengths(ajv)
  addFormats(ajv, ['email', 'date-time', 'uri', 'uuid'])
  ajv.addFormat('ip-range', isIpRange)
  // Days are compared with the clock later, which also finds days that do not exist and explains more.
  ajv.addFormat('date', true)
  const { validate: isDateTime } = ajv.formats['date-time'] as { validate: (text: string) => boolean }
  // A leap second, or an offset without minutes, is well formed, but JavaScript cannot represent it.
  ajv.addFormat('date-time', (text: string) => isDateTime(text) && !Number.isNaN(Date.parse(text)))
  // Ajv's own check compares every item with every other.
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    validate: (wanted: boolean, items: unknown[]) =>
      !wanted || new Set(items.map((item) => JSON.stringify(item))).size === items.length,
  })
  return ajv
}

/** Counts the values up to `limit`. */
function countValues(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const item of Object.values(value)) {
    if (count >= limit) return limit
    count += countValues(item, limit - count)
  }
  return count
}

/** Parameters of the path and the query are text, which must also be storable. */
export function validateText(values: unknown): void {
  const byName = values as Record<string, unknown>
  for (const name in byName) {
    const texts = [byName[name]].flat().filter((value) => typeof value === 'string')
    const fault = texts.map(textFault).find((found) => found !== undefined)
    if (fault) throw new AppError('invalid_request', `${name} ${fault}.`, { errors: [{ path: name, message: fault }] })
  }
}

function toFieldErrors(found: readonly ErrorObject[], whole: string): FieldError[] {
  const byPath = new Map<string, string>()
  for (const error of found) {
    const path = pathOf(error)
    // Each alternative of a union reports an error. The union's own message comes last and helps most, if it has one.
    const isSummary = error.keyword === 'anyOf' && hintOf(error) !== undefined
    if (!byPath.has(path) || isSummary) byPath.set(path, messageOf(error))
  }
  return [...byPath].slice(0, maxErrors).map(([path, message]) => ({ path: path || whole, message }))
}

/** Writes a path as in JavaScript: `users[3].email`. */
function pathOf({ instancePath, keyword, params }: ErrorObject): string {
  const parts = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (keyword === 'required') parts.push(String(params.missingProperty))
  if (keyword === 'additionalProperties') parts.push(String(params.additionalProperty))
  return parts.reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part), '')
}

function messageOf(error: ErrorObject): string {
  const { keyword, params, message } = error
  if (keyword === 'required') return 'is required'
  if (keyword === 'additionalProperties') return 'is not a field of this request'
  if (keyword === 'enum') return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`
  if (keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`
  const hint = hintOf(error)
  if (hint) return `must be ${hint}`
  if (keyword === 'type') return `must be ${article(String(params.type))}`
  return message ?? 'is not valid'
}

function hintOf({ parentSchema }: ErrorObject): string | undefined {
  return (parentSchema as { hint?: string } | undefined)?.hint
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}

function isIpRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128)) return false
  new BlockList().addSubnet(address, Number(bits), family === 4 ? 'ipv4' : 'ipv6')
  return true
}
