import { isUtf8 } from 'node:buffer'
import type { ErrorCode } from '@muster/contract/errors'
import { AppError } from '../ground/platform/app-error.ts'
import { jsonExcess } from './json-size.ts'

const maxDepth = 64

/** Parses a body and refuses text that Postgres cannot store unchanged. An empty body is `undefined`. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) throw refused('malformed_json', 'body', 'must be valid UTF-8')
  const excess = jsonExcess(bytes)
  if (excess) throw refused('invalid_request', 'body', excess)
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw refused('malformed_json', 'body', `must be valid JSON; ${reasonOf(error)}`)
  }
  const fault = findFault(value, 0)
  if (fault) throw refused('invalid_request', fault.path.replace(/^\./, '') || 'body', fault.message)
  return value
}

/** The parser quotes the text around the fault, which may be a secret, so only its first words are passed on. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const position = /at position \d+(?: \(line \d+ column \d+\))?/.exec(message)?.[0]
  if (position) return `there is unexpected text ${position}`
  return message.startsWith('Unexpected end') ? 'it ends too early' : 'there is unexpected text'
}

interface Fault {
  readonly path: string
  readonly message: string
}

/** Builds the path only if there is a fault, so that valid bodies cost nothing extra. */
function findFault(value: unknown, depth: number): Fault | undefined {
  if (typeof value === 'string') return faultOf(textFault(value))
  if (typeof value === 'number')
    return faultOf(Number.isFinite(value) ? undefined : 'must be a number that a double can hold')
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= maxDepth) return faultOf(`must not be nested deeper than ${maxDepth} levels`)
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const fault = findFault(value[index], depth + 1)
      if (fault) return { ...fault, path: `[${index}]${fault.path}` }
    }
    return undefined
  }
  for (const [key, item] of Object.entries(value)) {
    const unusable = key === '__proto__' ? 'must not have a field named __proto__' : textFault(key)
    if (unusable) return faultOf(unusable)
    const fault = findFault(item, depth + 1)
    if (fault) return { ...fault, path: `.${key}${fault.path}` }
  }
  return undefined
}

function faultOf(message: string | undefined): Fault | undefined {
  return message === undefined ? undefined : { path: '', message }
}

/** Postgres stores no NUL, and a lone surrogate has no UTF-8 encoding. */
export function textFault(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain the NUL character'
  if (!text.isWellFormed()) return 'must not contain half of a surrogate pair'
  return undefined
}

/** Makes a 400 about one part of a body. */
export function refused(code: ErrorCode, path: string, message: string): AppError {
  const where = path.length > 200 ? `${path.slice(0, 200).toWellFormed()}…` : path
  return new AppError(code, `${where} ${message}.`, { errors: [{ path: where, message }] })
}
