import { stripVTControlCharacters } from 'node:util'
import stringWidth from 'string-width'

/** It takes long to build, so it is built on demand. */
let made: Intl.Segmenter | undefined

function graphemesOf(text: string): Iterable<Intl.SegmentData> {
  made ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return made.segment(text)
}

/** How many columns a terminal needs for a text without control characters. */
export function textWidth(text: string): number {
  return isNarrow(text) ? text.length : stringWidth(text, { countAnsiEscapeCodes: true })
}

/** How many rows of a terminal lines take, which may have colours. */
export function heightOf(lines: readonly string[], columns: number): number {
  const rowsOf = (line: string) => Math.max(1, Math.ceil(textWidth(stripVTControlCharacters(line)) / columns))
  return lines.reduce((rows, line) => rows + rowsOf(line), 0)
}

/** Truncates a text to a number of columns, with an ellipsis. */
export function truncate(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  return `${startOf(text, width - 1).trimEnd()}…`
}

/** The beginning of a text that fits into this many columns, without splitting a character. */
export function startOf(text: string, width: number): string {
  if (isNarrow(text)) return text.slice(0, Math.max(0, width))
  let result = ''
  let used = 0
  for (const { segment } of graphemesOf(text)) {
    const next = textWidth(segment)
    if (used + next > width) break
    result += segment
    used += next
  }
  return result
}

/** The characters as readers see them, with their columns. */
export function charactersOf(text: string): { readonly text: string; readonly width: number }[] {
  if (isNarrow(text)) return [...text].map((character) => ({ text: character, width: 1 }))
  return Array.from(graphemesOf(text), ({ segment }) => ({
    text: segment,
    width: textWidth(segment),
  }))
}

/**
 * Text of others must not control the terminal: escape sequences, other control characters and marks of writing
 * direction are removed. Line breaks and tabs stay.
 */
export function printable(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '')
}

/** What `paint` writes, and nothing else that a terminal obeys. */
const ownColors = new RegExp(`(${String.fromCodePoint(27)}\\[(?:1|2|22|31|32|33|36|39)m)`)

/** The same for a text of ours that has colours. */
export function printableWithColors(text: string): string {
  return text
    .split(ownColors)
    .map((part, index) => (index % 2 === 1 ? part : printable(part)))
    .join('')
}

/** JSON says the same with all such characters as escapes. */
export function printableJson(value: unknown, space?: number): string {
  return JSON.stringify(value, null, space).replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Printable text on one line, for cells. */
export function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim()
}

/** Latin letters and usual punctuation: one column each, and by far the most common. */
function isNarrow(text: string): boolean {
  return /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027]*$/.test(text)
}
