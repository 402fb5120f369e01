import { charactersOf, textWidth } from '../terminal/width.ts'

/** A text being written, with the position of the cursor. */
export interface Draft {
  readonly text: string
  /** Always between two characters, never inside one. */
  readonly cursor: number
}

export const emptyDraft: Draft = { text: '', cursor: 0 }

export function draftOf(text: string): Draft {
  return { text, cursor: text.length }
}

export function insert({ text, cursor }: Draft, added: string): Draft {
  return { text: text.slice(0, cursor) + added + text.slice(cursor), cursor: cursor + added.length }
}

type Move = (draft: Draft) => number

/** The cursor position after each movement. */
export const moves = {
  left: ({ text, cursor }) =>
    cursor - (charactersOf(lineStart(text, cursor)).at(-1)?.text.length ?? (cursor > 0 ? 1 : 0)),
  right: ({ text, cursor }) => {
    const rest = text.slice(cursor)
    return cursor + (rest.startsWith('\n') ? 1 : (charactersOf(rest.split('\n', 1)[0] ?? '')[0]?.text.length ?? 0))
  },
  lineStart: ({ text, cursor }) => cursor - lineStart(text, cursor).length,
  lineEnd: ({ text, cursor }) => cursor + (text.slice(cursor).split('\n', 1)[0] ?? '').length,
  wordLeft: ({ text, cursor }) => cursor - (/\S*\s*$/.exec(text.slice(0, cursor))?.[0].length ?? 0),
  wordRight: ({ text, cursor }) => cursor + (/^\s*\S*/.exec(text.slice(cursor))?.[0].length ?? 0),
  up: (draft) => toLine(draft, -1),
  down: (draft) => toLine(draft, 1),
} as const satisfies Record<string, Move>

export function move(draft: Draft, to: keyof typeof moves): Draft {
  return { text: draft.text, cursor: moves[to](draft) }
}

/** Deletes the text between the cursor and the target of the movement. */
export function erase(draft: Draft, to: keyof typeof moves): Draft {
  const other = moves[to](draft)
  const [from, end] = other < draft.cursor ? [other, draft.cursor] : [draft.cursor, other]
  return { text: draft.text.slice(0, from) + draft.text.slice(end), cursor: from }
}

export function isOnFirstLine({ text, cursor }: Draft): boolean {
  return !text.slice(0, cursor).includes('\n')
}

export function isOnLastLine({ text, cursor }: Draft): boolean {
  return !text.slice(cursor).includes('\n')
}

interface DraftRows {
  readonly rows: readonly string[]
  readonly cursorRow: number
  readonly cursorColumn: number
}

/** The draft as rows of the terminal; if too many, those around the cursor. */
export function layOut({ text, cursor }: Draft, width: number, maxRows: number): DraftRows {
  const rows = ['']
  let [cursorRow, cursorColumn, at, used] = [0, 0, 0, 0]
  const breakRow = () => {
    rows.push('')
    used = 0
  }
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) {
      breakRow()
      at += 1
    }
    for (const { text: character, width: own } of charactersOf(line)) {
      const shown = character === '\t' ? '    ' : character
      const columns = character === '\t' ? 4 : own
      if (used + columns > width) breakRow()
      if (at === cursor) [cursorRow, cursorColumn] = [rows.length - 1, used]
      rows[rows.length - 1] += shown
      used += columns
      at += character.length
    }
    if (at === cursor) {
      if (used >= width) breakRow()
      ;[cursorRow, cursorColumn] = [rows.length - 1, used]
    }
  }
  const first = Math.max(0, Math.min(cursorRow - Math.floor(maxRows / 2), rows.length - maxRows))
  return { rows: rows.slice(first, first + maxRows), cursorRow: cursorRow - first, cursorColumn }
}

function lineStart(text: string, cursor: number): string {
  return text.slice(text.lastIndexOf('\n', cursor - 1) + 1, cursor)
}

/** The position at the same column of the neighbouring line. */
function toLine(draft: Draft, by: 1 | -1): number {
  const { text, cursor } = draft
  const start = moves.lineStart(draft)
  const column = textWidth(text.slice(start, cursor))
  const other = by < 0 ? start - 1 : moves.lineEnd(draft) + 1
  if (other < 0 || other > text.length) return by < 0 ? 0 : text.length
  const otherStart = by < 0 ? text.lastIndexOf('\n', other - 1) + 1 : other
  const line = text.slice(otherStart).split('\n', 1)[0] ?? ''
  let [at, used] = [0, 0]
  for (const { text: character, width } of charactersOf(line)) {
    if (used + width > column) break
    used += width
    at += character.length
  }
  return otherStart + at
}
