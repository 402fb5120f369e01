import { describe, expect, it } from 'vitest'
import { type Column, renderTable } from './table.ts'
import { textWidth } from './width.ts'

interface Row {
  readonly id: string
  readonly title: string | undefined
  readonly count: number
  readonly at: Date
}

const nowMs = Date.parse('2026-03-01T12:00:00Z')
const rows: readonly Row[] = [
  { id: 'abcdef', title: 'A long title, longer than all', count: 7, at: new Date(nowMs - 5 * 60_000) },
  { id: 'x', title: undefined, count: 12_345, at: new Date(nowMs) },
  { id: '日本', title: 'two\nlines 👩‍👩‍👧 é', count: 0, at: new Date(nowMs) },
]
const columns: readonly Column<Row>[] = [
  { header: 'ID', value: ({ id }) => id, whole: true },
  { header: 'TITLE', value: ({ title }) => title },
  { header: 'COUNT', value: ({ count }) => count, dropOrder: 2 },
  { header: 'AT', value: ({ at }) => at, dropOrder: 1 },
]

function render(width: number | undefined, isPerson = true): string[] {
  const paint = (text: string) => text
  return renderTable(rows, columns, { width, isPerson, nowMs, paint }).split('\n')
}

describe('renderTable', () => {
  it('aligns text to the left and numbers to the right, whatever width characters have', () => {
    expect(render(80)).toEqual([
      'ID      TITLE                           COUNT  AT',
      'abcdef  A long title, longer than all       7  5 min ago',
      'x       -                              12,345  just now',
      '日本    two lines 👩‍👩‍👧 é                      0  just now',
    ])
  })

  it('cuts the widest text first', () => {
    const lines = render(45)
    expect(lines[1]).toBe('abcdef  A long title, lon…       7  5 min ago')
    for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(45)
  })

  it('drops columns before a text becomes too short', () => {
    expect(render(38)).toEqual([
      'ID      TITLE                AT',
      'abcdef  A long title, long…  5 min ago',
      'x       -                    just now',
      '日本    two lines 👩‍👩‍👧 é       just now',
    ])
    expect(render(22)[0]).toBe('ID      TITLE')
  })

  it('never cuts a value that is useless when cut', () => {
    for (const width of [1, 5, 10]) expect(render(width)[1]).toMatch(/^abcdef/)
  })

  it('does not cut anything for programs', () => {
    expect(render(undefined, false)[1]).toBe('abcdef  A long title, longer than all      7  2026-03-01T11:55:00.000Z')
  })
})
