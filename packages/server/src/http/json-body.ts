import { isUtf8 } from 'node:buffer'
import { AppError } from '../platform/app-error.ts'

const maxDepth = 64

/** Parses a body, and refuses what no database could keep unchanged. An empty body is no body. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) throw new AppError('malformed_json', 'The body is not valid UTF-8.')
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw new AppError('malformed_json', `The body is not valid JSON: ${reasonOf(error)}.`)
  }
  checkValue(value, '', 0)
  return value
}

/** The parser quotes the text that it stumbled over, which may be a secret; only its first words are passed on. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const position = /at position \d+(?: \(line \d+ column \d+\))?/.exec(message)?.[0]
  if (position) return `unexpected text ${position}`
  return message.startsWith('Unexpected end') ? 'it ends too early' : 'unexpected text'
}

function checkValue(value: unknown, path: string, depth: number): void {
  if (typeof value === 'string') {
    const fault = textFault(value)
    if (fault) throw refused(path, fault)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth >= maxDepth) throw refused(path, `must not be nested deeper than ${maxDepth} levels`)
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkValue(item, `${path}[${index}]`, depth + 1)
    return
  }
  for (const [key, item] of Object.entries(value)) {
    const fault = key === '__proto__' ? 'must not have a field named __proto__' : textFault(key)
    if (fault) throw refused(path, fault)
    checkValue(item, path === '' ? key : `${path}.${key}`, depth + 1)
  }
}

/** Postgres keeps no NUL, and half a surrogate pair has no encoding: both would come back as something else. */
export function textFault(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain the NUL character'
  if (!text.isWellFormed()) return 'must not contain half of a surrogate pair'
  return undefined
}

function refused(path: string, message: string): AppError {
  const where = path.length > 200 ? `${path.slice(0, 200)}…` : path
  return new AppError('invalid_request', `${where || 'The body'} ${message}.`, { errors: [{ path: where, message }] })
}
