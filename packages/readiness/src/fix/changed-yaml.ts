import { isDeepStrictEqual } from 'node:util'
import { type Document, isMap, isScalar, parseDocument, type YAMLMap } from 'yaml'

/** Lines to put into a text. */
interface Insertion {
  readonly place: number
  /** Where what they replace ends. */
  readonly until?: number
  readonly lines: string
}

/** A document that is a map. */
type Mapped = Document & { readonly contents: YAMLMap }

/** A text as a document whose parts know their places; `undefined` if it cannot be changed by lines. */
export function documentOf(text: string): Mapped | undefined {
  const document = parseDocument(text, { logLevel: 'silent' })
  // Lines of Windows, tabs, and maps within braces have ways of their own.
  if (document.errors.length > 0 || /[\r\t\uFEFF]/.test(text)) return undefined
  return isMapped(document) ? document : undefined
}

function isMapped(document: Document): document is Mapped {
  return isMap(document.contents) && !document.contents.flow
}

/** Some lines before one of the keys of a map, indented as that is, if it stands in a line of its own. */
export function beforeKey(map: unknown, index: number, text: string, lines: readonly string[]): Insertion | undefined {
  const key = isMap(map) && !map.flow ? map.items[index]?.key : undefined
  const place = isScalar(key) ? key.range?.[0] : undefined
  if (place === undefined) return undefined
  const start = text.lastIndexOf('\n', place) + 1
  const indent = text.slice(start, place)
  return indent.trim() === ''
    ? {
        place: aboveComments(text, start),
        lines: lines.map((line) => `${line === '' ? '' : indent}${line}\n`).join(''),
      }
    : undefined
}

/** The beginning of the remarks right above a line, which belong to it, unless they stand at the head of the file. */
export function aboveComments(text: string, start: number): number {
  let place = start
  for (;;) {
    const before = text.lastIndexOf('\n', place - 2) + 1
    if (place === 0 || !/^ *#/.test(text.slice(before, place))) return place
    if (before === 0) return start
    place = before
  }
}

/** The text with all lines put in; `undefined` if it then says anything else, apart from the keys that were meant. */
export function withLines(text: string, insertions: readonly Insertion[], meant: string): string | undefined {
  const after = [...insertions]
    .sort((a, b) => b.place - a.place)
    .reduce((changed, { place, until = place, lines }) => changed.slice(0, place) + lines + changed.slice(until), text)
  return saysTheSame(text, after, meant) ? after : undefined
}

/** Whether two texts differ as data only in the values of one key. */
function saysTheSame(before: string, after: string, key: string): boolean {
  const dataOf = (text: string) => {
    const document = parseDocument(text, { logLevel: 'silent' })
    if (document.errors.length > 0) return undefined
    try {
      return without(document.toJS({ maxAliasCount: 100 }), key)
    } catch {
      // A name for something that is not there, or too many of them.
      return undefined
    }
  }
  try {
    const then = dataOf(after)
    return then !== undefined && isDeepStrictEqual(dataOf(before), then)
  } catch {
    // Nobody nests so deep.
    return false
  }
}

function without(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((each) => without(each, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (name === key ? [] : [[name, without(each, key)]])),
  )
}
