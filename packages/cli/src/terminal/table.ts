import { type Cell, type Color, cellText, nothing, type Reader } from './cell.ts'
import { textWidth, truncate } from './width.ts'

export interface Column<Row> {
  readonly header: string
  readonly value: (row: Row) => Cell
  readonly color?: (row: Row) => Color | undefined
  /** Never truncated, because half an id is useless. */
  readonly whole?: true
  /** For amounts that are formatted as text. Numbers are always right-aligned. */
  readonly align?: 'right'
  /** The text of an empty cell, instead of a dash. */
  readonly empty?: string
  /** The minimum width. Below that, other columns are dropped. */
  readonly least?: number
  /** A narrow terminal drops columns with this number, the highest first. */
  readonly dropOrder?: number
}

interface TableOptions extends Reader {
  /** The width of the terminal; if absent, nothing is truncated or dropped. */
  readonly width?: number | undefined
  readonly paint: (text: string, color: Color) => string
}

const gap = 2
const usualLeast = 12

interface Laid<Row> {
  readonly column: Column<Row>
  readonly texts: readonly string[]
  readonly isNumeric: boolean
  readonly naturalWidth: number
  readonly leastWidth: number
}

/** Rows under a header, in aligned columns. */
export function renderTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], options: TableOptions): string {
  const laid = fittingColumns(
    columns.map((column) => layOut(rows, column, options)),
    options.width,
  )
  const widths = widthsOf(laid, options.width)
  const line = (texts: readonly string[], color: (index: number) => Color | undefined) =>
    texts
      .map((text, index) => {
        const width = widths[index] ?? 0
        const isLast = index === texts.length - 1
        const shown = truncate(text, width)
        const padding = ' '.repeat(Math.max(0, width - textWidth(shown)))
        const tint = color(index)
        const painted = tint ? options.paint(shown, tint) : shown
        return laid[index]?.isNumeric ? padding + painted : isLast ? painted : painted + padding
      })
      .join(' '.repeat(gap))
      .trimEnd()
  const header = line(
    laid.map(({ column }) => column.header),
    () => 'dim',
  )
  const body = rows.map((row, rowIndex) =>
    line(
      laid.map(({ texts }) => texts[rowIndex] ?? ''),
      (index) => laid[index]?.column.color?.(row),
    ),
  )
  return [header, ...body].join('\n')
}

function layOut<Row>(rows: readonly Row[], column: Column<Row>, reader: Reader): Laid<Row> {
  const cells = rows.map((row) => column.value(row))
  const texts = cells.map((cell) => (cell === '' ? (column.empty ?? nothing) : cellText(cell, reader)))
  const naturalWidth = texts.reduce((width, text) => Math.max(width, textWidth(text)), textWidth(column.header))
  // Numbers and times are short, and misleading when truncated.
  const isWhole = column.whole || cells.every((cell) => typeof cell !== 'string')
  return {
    column,
    texts,
    isNumeric: column.align === 'right' || cells.some((cell) => typeof cell === 'number'),
    naturalWidth,
    leastWidth: isWhole
      ? naturalWidth
      : Math.min(naturalWidth, Math.max(column.least ?? usualLeast, textWidth(column.header))),
  }
}

/** Drops columns until the others fit. */
function fittingColumns<Row>(laid: readonly Laid<Row>[], width: number | undefined): readonly Laid<Row>[] {
  if (width === undefined || spaced(laid.map((each) => each.leastWidth)) <= width) return laid
  const [first] = laid.toSorted((a, b) => (b.column.dropOrder ?? 0) - (a.column.dropOrder ?? 0))
  if (!first?.column.dropOrder) return laid
  return fittingColumns(
    laid.filter((each) => each !== first),
    width,
  )
}

/** Repeatedly shrinks the widest column until all fit. */
function widthsOf<Row>(laid: readonly Laid<Row>[], width: number | undefined): number[] {
  const widths = laid.map(({ naturalWidth }) => naturalWidth)
  if (width === undefined) return widths
  while (spaced(widths) > width) {
    let widest = -1
    for (const [index, each] of laid.entries()) {
      const current = widths[index] ?? 0
      if (current > each.leastWidth && (widest < 0 || current > (widths[widest] ?? 0))) widest = index
    }
    if (widest < 0) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

function spaced(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + gap * Math.max(0, widths.length - 1)
}
