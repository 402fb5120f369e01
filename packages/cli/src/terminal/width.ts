import { stripVTControlCharacters } from 'node:util'
import stringWidth from 'string-width'

/** Created on first use, because that is slow. */
let made: Intl.Segmenter | undefined

function graphemesOf(text: string): Iterable<Intl.SegmentData> {
  made ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return made.segment(text)
}

/** The number of terminal columns of a text without control characters. */
export function textWidth(text: string): number {
  return isNarrow(text) ? text.length : stringWidth(text, { countAnsiEscapeCodes: true })
}

/** The number of terminal rows of lines, which may have colours. */
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

/** The graphemes of a text, with their columns. */
export function charactersOf(text: string): { readonly text: string; readonly width: number }[] {
  if (isNarrow(text)) return [...text].map((character) => ({ text: character, width: 1 }))
  return Array.from(graphemesOf(text), ({ segment }) => ({
    text: segment,
    width: textWidth(segment),
  }))
}

/**
 * Removes escape sequences, other control characters and direction marks, because foreign text must not control the
 * terminal. Line breaks and tabs stay.
 */
export function printable(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '')
}

/** Matches the escape sequences that `paint` writes. */
const ownColors = new RegExp(`(${String.fromCodePoint(27)}\\[(?:1|2|22|31|32|33|36|39)m)`)

/** The same for our own text with colours. */
export function printableWithColors(text: string): string {
  return text
    .split(ownColors)
    .map((part, index) => (index % 2 === 1 ? part : printable(part)))
    .join('')
}

/** JSON with all such characters as escapes, which has the same meaning. */
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

/** Latin letters and common punctuation: one column each, and by far the most frequent. */
function isNarrow(text: string): boolean {
  return /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027]*$/.test(text)
}
