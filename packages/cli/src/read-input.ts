import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { usage } from './command-line/failure.ts'

/** The text of a file; `-` is standard input. */
export async function readInput(path: string): Promise<string> {
  return path === '-' ? text(process.stdin) : (await readBytes(path)).toString('utf8')
}

export async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw usage(`Cannot read ${path}: ${reasonOf(error)}.`)
  }
}

/** The JSON in a file or on standard input. */
export async function readJson(path: string): Promise<unknown> {
  return parseJson(await readInput(path), path === '-' ? 'the standard input' : path)
}

export function parseJson(source: string, name: string): unknown {
  try {
    return JSON.parse(source)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read'
    throw usage(`There is no valid JSON in ${name}: ${reason}.`, 'Correct it and try again.')
  }
}

/** A JSON object; the body of every API request is one. */
export function parseObject(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw usage(`${name} must hold a JSON object.`)
}

/** Splits `key=value`; the value may contain further equals signs. */
export function parsePair(pair: string, option: string): readonly [key: string, value: string] {
  const at = pair.indexOf('=')
  if (at <= 0) throw usage(`${option} takes key=value, not ${JSON.stringify(pair)}.`)
  return [pair.slice(0, at), pair.slice(at + 1)]
}

/** Parses a value as JSON. Invalid JSON is taken as text, so that words need no second pair of quotes. */
export function looseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EISDIR') return 'it is a directory'
  if (code === 'EACCES') return 'it may not be read'
  return error instanceof Error ? error.message : 'it cannot be opened'
}
