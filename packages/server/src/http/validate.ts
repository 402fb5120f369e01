import { BlockList, isIP } from 'node:net'
import type { FieldError } from '@muster/contract/errors'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'
import type { TSchema } from 'typebox'
import { AppError } from '../platform/app-error.ts'
import { textFault } from './json-body.ts'

// The package is CommonJS, and its default export arrives one level deeper than its types say.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default

/** Values are never coerced, defaulted or dropped: what the caller sent is what is judged. */
const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true, ownProperties: true })
addFormats(ajv, ['email', 'date-time', 'uri', 'uuid'])
ajv.addFormat('ip-range', isIpRange)

const compiled = new WeakMap<TSchema, ValidateFunction>()
const maxErrors = 20

/** Throws 400 with every fault of `value`. `whole` is what the value is called when it is wrong as a whole. */
export function validate(schema: TSchema | undefined, value: unknown, whole: string): void {
  if (schema === undefined) return
  let check = compiled.get(schema)
  if (!check) {
    check = ajv.compile(schema)
    compiled.set(schema, check)
  }
  if (check(value)) return
  const errors = toFieldErrors(check.errors ?? [], whole)
  const [first] = errors
  const more = errors.length > 1 ? ` And ${errors.length - 1} more; see errors.` : ''
  throw new AppError('invalid_request', `${first?.path || whole} ${first?.message}.${more}`, { errors })
}

/** Parameters of the path and the query are text, which must be storable too. */
export function validateText(values: unknown): void {
  for (const [name, value] of Object.entries(values as Record<string, unknown>)) {
    const fault = typeof value === 'string' ? textFault(value) : undefined
    if (fault) throw new AppError('invalid_request', `${name} ${fault}.`, { errors: [{ path: name, message: fault }] })
  }
}

function toFieldErrors(found: readonly ErrorObject[], whole: string): FieldError[] {
  const byPath = new Map<string, string>()
  for (const error of found) {
    const path = pathOf(error)
    // The alternatives of a union each complain; the union's own words come last and are the ones that help.
    if (!byPath.has(path) || error.keyword === 'anyOf') byPath.set(path, messageOf(error))
  }
  return [...byPath].slice(0, maxErrors).map(([path, message]) => ({ path: path || whole, message }))
}

/** As a JavaScript programmer would write it: `users[3].email`. */
function pathOf({ instancePath, keyword, params }: ErrorObject): string {
  const parts = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (keyword === 'required') parts.push(String(params.missingProperty))
  if (keyword === 'additionalProperties') parts.push(String(params.additionalProperty))
  return parts.reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part), '')
}

function messageOf({ keyword, params, parentSchema, message }: ErrorObject): string {
  if (keyword === 'required') return 'is required'
  if (keyword === 'additionalProperties') return 'is not a field of this request'
  if (keyword === 'enum') return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`
  if (keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`
  const hint = (parentSchema as { hint?: string } | undefined)?.hint
  if (hint) return `must be ${hint}`
  if (keyword === 'type') return `must be ${article(String(params.type))}`
  return message ?? 'is not valid'
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
