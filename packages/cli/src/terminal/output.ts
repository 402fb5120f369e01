import { styleText } from 'node:util'
import { type Cell, type Color, longCellText, nothing } from './cell.ts'
import { type Column, renderTable } from './table.ts'
import { printable, printableJson, printableWithColors, textWidth } from './width.ts'
import { wrapFor } from './wrap.ts'

export interface Output {
  readonly json: boolean
  /** Whether a person reads standard output. */
  readonly isPerson: boolean
  /** The current number of columns of the terminal; 80 if unknown. */
  readonly width: number
  /** Rows of a list: a table, or one JSON array of the items as the service returned them. */
  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], empty: string): void
  /** One resource: labels and values, or the JSON object as the service returned it. */
  details(resource: unknown, pairs: readonly (readonly [label: string, cell: Cell])[]): void
  /** A created resource: the value that the caller needs next, alone on its line; or the JSON object. */
  created(resource: unknown, essential: string): void
  /** JSON, for any reader. */
  data(value: unknown): void
  /** Text for people. Foreign text in it cannot control the terminal; only the colours of `paint` stay. */
  text(text: string): void
  /** Makes a text safe for the terminal, to be printed by other means. */
  harmless(text: string): string
  /** Unchanged for a program that reads standard output; for a person, as `text`. */
  raw(text: string): void
  /** A sentence for people, on standard error. */
  note(text: string): void
  paint(text: string, color: Color): string
}

interface Streams {
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
  readonly env: NodeJS.ProcessEnv
}

export function createOutput({ stdout, stderr, env }: Streams, json: boolean): Output {
  const reader = { isPerson: stdout.isTTY === true, nowMs: Date.now() }
  const isColored = hasColor(stdout, env)
  const paint = (text: string, color: Color) => (isColored ? colored(text, color) : text)
  const widthNow = () => stdout.columns || 80
  const print = (text: string) => void stdout.write(text.endsWith('\n') ? text : `${text}\n`)
  const note = (text: string) => void stderr.write(`${wrapFor(stderr, printable(text))}\n`)
  const data = (value: unknown) => print(printableJson(value, 2))
  const harmless = isColored ? printableWithColors : printable
  const text = (whole: string) => print(harmless(whole))

  return {
    json,
    isPerson: reader.isPerson,
    get width() {
      return widthNow()
    },
    paint,
    note,
    data,
    text,
    harmless,
    raw: reader.isPerson ? text : print,
    table(rows, columns, empty) {
      if (json) return data(rows)
      if (rows.length === 0) return note(empty)
      const width = reader.isPerson ? widthNow() : undefined
      text(renderTable(rows, columns, { ...reader, width, paint }))
    },
    details(resource, pairs) {
      if (json) return data(resource)
      const width = Math.max(...pairs.map(([label]) => textWidth(label)))
      for (const [label, cell] of pairs) {
        const shown = longCellText(cell, reader)
        if (shown !== nothing) text(`${paint(label.padEnd(width), 'dim')}  ${shown}`)
      }
    },
    created(resource, essential) {
      if (json) return data(resource)
      text(essential)
    },
  }
}

/** Colours are for people at capable terminals; https://no-color.org disables them. */
export function hasColor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
}

export function colored(text: string, color: Color): string {
  return styleText(color, text, { validateStream: false })
}
