import { stripVTControlCharacters } from 'node:util'

/** What is needed to measure other texts. It takes 30 ms to build, so it is built on demand. */
interface Measures {
  readonly graphemes: Intl.Segmenter
  /** Characters that take two columns: East Asian wide and fullwidth ones. */
  readonly wide: RegExp
  readonly emoji: RegExp
  readonly invisible: RegExp
}

let made: Measures | undefined

function measures(): Measures {
  made ??= {
    graphemes: new Intl.Segmenter('en', { granularity: 'grapheme' }),
    wide: /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1b000}-\u{1b2fb}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u,
    emoji: /^\p{RGI_Emoji}$/v,
    invisible: /^[\p{Mark}\p{Cc}\p{Cf}]+$/u,
  }
  return made
}

/** How many columns a terminal needs for a text without control characters. */
export function textWidth(text: string): number {
  if (isNarrow(text)) return text.length
  let width = 0
  for (const { segment } of measures().graphemes.segment(text)) width += graphemeWidth(segment)
  return width
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
  for (const { segment } of measures().graphemes.segment(text)) {
    const next = graphemeWidth(segment)
    if (used + next > width) break
    result += segment
    used += next
  }
  return result
}

/** The characters as readers see them, with their columns. */
export function charactersOf(text: string): { readonly text: string; readonly width: number }[] {
  if (isNarrow(text)) return [...text].map((character) => ({ text: character, width: 1 }))
  return Array.from(measures().graphemes.segment(text), ({ segment }) => ({
    text: segment,
    width: graphemeWidth(segment),
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

function graphemeWidth(grapheme: string): number {
  if (isNarrow(grapheme)) return grapheme.length
  const { wide, emoji, invisible } = measures()
  if (invisible.test(grapheme)) return 0
  return wide.test(grapheme) || emoji.test(grapheme) ? 2 : 1
}
