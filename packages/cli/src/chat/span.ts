import type { Color } from '../terminal/cell.ts'
import { startOf, textWidth } from '../terminal/width.ts'

/** A piece of text in one style. */
export interface Span {
  readonly text: string
  readonly color?: Color | undefined
}

/** One row of the terminal. */
export type Line = readonly Span[]

export type Paint = (text: string, color: Color) => string

export function span(text: string, color?: Color): Span {
  return { text, color }
}

export function widthOf(line: Line): number {
  return line.reduce((sum, { text }) => sum + textWidth(text), 0)
}

export function paintLine(line: Line, paint: Paint): string {
  return line.map(({ text, color }) => (color ? paint(text, color) : text)).join('')
}

/** Breaks text into rows of at most this many columns: between words, or inside a word that is too long. */
export function fold(spans: readonly Span[], width: number): Line[] {
  const rows: Span[][] = [[]]
  let used = 0
  const breakRow = () => {
    rows.push([])
    used = 0
  }
  const put = (text: string, color: Span['color']) => {
    if (text === '') return
    rows.at(-1)?.push({ text, color })
    used += textWidth(text)
  }
  for (const { text, color } of spans) {
    for (const token of text.replaceAll('\t', '    ').split(/(\n| +)/)) {
      if (token === '\n') breakRow()
      else if (used + textWidth(token) <= width) put(token, color)
      // Spaces between words disappear at a break; those at the start of a row are indentation.
      else if (token.startsWith(' ')) breakRow()
      else putLong(token, color)
    }
  }
  return rows

  function putLong(word: string, color: Span['color']): void {
    let rest = word
    if (textWidth(rest) <= width) breakRow()
    while (rest !== '') {
      const piece = startOf(rest, width - used)
      // If no character fits, the next row begins; an empty row takes one anyway.
      const taken = piece || (used === 0 ? rest : '')
      put(taken, color)
      rest = rest.slice(taken.length)
      if (rest !== '') breakRow()
    }
  }
}

/** Puts a mark before the first row, and spaces of the same width before the others. */
export function hang(rows: readonly Line[], mark: Span, indent = ' '.repeat(textWidth(mark.text))): Line[] {
  return rows.map((row, index) => [index === 0 ? mark : span(indent), ...row])
}
