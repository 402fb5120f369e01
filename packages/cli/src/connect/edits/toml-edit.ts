import { isDeepStrictEqual } from 'node:util'
import { parse } from 'smol-toml'
import { exitCodes, Failure } from '../../command-line/failure.ts'
import type { Edit } from './edit.ts'
import { objectOf } from './json-edit.ts'

type Settings = Readonly<Record<string, unknown>>

/**
 * Sets keys of one table of a TOML file by editing its lines, so that comments and everything else stay. The result is
 * parsed again: if it differs from the intended value, nothing is written.
 */
export function tomlEdit(path: string, table: string, values: Settings): Edit {
  return {
    path,
    apply(text = '') {
      const before = parseToml(text, path)
      const wanted = { ...objectOf(before[table]), ...values }
      return checked(withValues(text, table, values), { ...before, [table]: wanted }, path)
    },
    revert(text, before = '') {
      const earlier = objectOf(parseToml(before, path)[table])
      const now = parseToml(text, path)
      const old = Object.fromEntries(Object.keys(values).map((key) => [key, earlier?.[key]]))
      const kept = Object.entries({ ...objectOf(now[table]), ...old }).filter(([, value]) => value !== undefined)
      const { [table]: _, ...others } = now
      const wanted = kept.length > 0 || earlier ? { ...others, [table]: Object.fromEntries(kept) } : others
      const result = checked(withValues(text, table, old, !earlier), wanted, path)
      return before === '' && result.trim() === '' ? undefined : result
    },
  }
}

export function parseToml(text: string, path: string): Settings {
  try {
    return plain(parse(text))
  } catch {
    throw new Failure(
      `${path} is not valid TOML. Nothing was changed.`,
      exitCodes.refused,
      'Correct the file and try again.',
    )
  }
}

/** A value on one line, such as `{ endpoint = "https://…" }`. */
function inlineToml(value: unknown): string {
  const object = objectOf(value)
  if (Array.isArray(value)) return `[${value.map(inlineToml).join(', ')}]`
  if (!object || value instanceof Date) return value instanceof Date ? value.toISOString() : JSON.stringify(value)
  const pairs = Object.entries(object).map(([key, item]) => `${tomlKey(key)} = ${inlineToml(item)}`)
  return pairs.length > 0 ? `{ ${pairs.join(', ')} }` : '{}'
}

/** Removes the keys wherever they are, and puts those with a value below the header of their table. */
function withValues(text: string, table: string, values: Settings, dropsEmpty = false): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const added = Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [`${tomlKey(key)} = ${inlineToml(value)}`],
  )
  const lines = without(text.split(/\r?\n/), table, Object.keys(values))
  const at = lines.findIndex((line) => headerOf(line) === table)
  if (at >= 0) lines.splice(at + 1, 0, ...added)
  else if (added.length > 0) {
    while (lines.at(-1)?.trim() === '') lines.pop()
    lines.push(...(lines.length > 0 ? [''] : []), `[${table}]`, ...added, '')
  }
  if (at >= 0 && dropsEmpty && isEmptyTable(lines, at)) dropTable(lines, at)
  return lines.join(eol)
}

function without(lines: readonly string[], table: string, keys: readonly string[]): string[] {
  const kept: string[] = []
  let section = ''
  let skipsSection = false
  let depth = 0
  for (const line of lines) {
    if (depth > 0) {
      depth += depthOf(line)
      continue
    }
    const header = headerOf(line)
    if (header !== undefined) {
      section = header
      skipsSection = keys.some((key) => section === `${table}.${key}` || section.startsWith(`${table}.${key}.`))
    }
    // A comment at the end of a removed table may belong to the next one.
    if (skipsSection && !/^\s*#/.test(line)) continue
    const name = keyOf(line)
    const path = name === undefined ? '' : section === '' ? name : `${section}.${name}`
    if (keys.some((key) => path === `${table}.${key}` || path.startsWith(`${table}.${key}.`))) {
      depth = Math.max(0, depthOf(line))
      continue
    }
    kept.push(line)
  }
  return kept
}

function headerOf(line: string): string | undefined {
  const inner = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line)?.[1]
  return inner === undefined ? undefined : dotted(inner)
}

function keyOf(line: string): string | undefined {
  const key = /^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=/.exec(line)?.[1]
  return key === undefined ? undefined : dotted(key)
}

function dotted(key: string): string {
  return key.replaceAll(/["'\s]/g, '')
}

/** How many brackets a line opens without closing them, outside strings. */
function depthOf(line: string): number {
  const bare = line.replaceAll(/"(?:\\.|[^"\\])*"|'[^']*'|#.*/g, '')
  return (bare.match(/[[{]/g)?.length ?? 0) - (bare.match(/[\]}]/g)?.length ?? 0)
}

function isEmptyTable(lines: readonly string[], at: number): boolean {
  const next = lines.findIndex((line, index) => index > at && line.trim() !== '')
  return next < 0 || headerOf(lines[next] ?? '') !== undefined
}

function dropTable(lines: string[], at: number): void {
  lines.splice(at, 1)
  if (lines[at - 1]?.trim() === '' && (lines[at] ?? '').trim() === '') lines.splice(at - 1, 1)
}

function checked(text: string, wanted: Settings, path: string): string {
  if (isDeepStrictEqual(parseToml(text, path), wanted)) return text
  throw new Failure(
    `${path} is written in a way that cannot be changed safely. Nothing was changed.`,
    exitCodes.refused,
    'Leave --write out to see the lines, and put them in yourself.',
  )
}

function tomlKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key)
}

/** The parser's objects have no prototype, so they are not deeply equal to ours. */
function plain(value: unknown): Settings {
  return Object.fromEntries(Object.entries(Object(value)).map(([key, item]) => [key, plainItem(item)]))
}

function plainItem(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainItem)
  return objectOf(value) && !(value instanceof Date) ? plain(value) : value
}
