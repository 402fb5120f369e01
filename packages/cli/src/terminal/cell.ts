import { localTime, relativeTime } from './time.ts'
import { oneLine } from './width.ts'

/** A value to show. Times and numbers are formatted for a person or for a program. */
export type Cell = string | number | boolean | Date | undefined | null

export type Color = 'dim' | 'green' | 'yellow' | 'red' | 'cyan' | 'bold'

/** How to format for this reader. */
export interface Reader {
  /** Whether a person reads at a terminal. For programs, times are ISO 8601 and numbers plain digits. */
  readonly isPerson: boolean
  readonly nowMs: number
}

/** An empty cell is a dash, so that a program that splits by spaces finds every column. */
export const nothing = '-'

export function cellText(cell: Cell, reader: Reader): string {
  if (cell === undefined || cell === null || cell === '') return nothing
  if (cell instanceof Date) return reader.isPerson ? relativeTime(cell, reader.nowMs) : cell.toISOString()
  if (typeof cell === 'number') return reader.isPerson ? cell.toLocaleString('en-US') : String(cell)
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return oneLine(cell) || nothing
}

/** With enough room, a time shows both the relative and the exact time. */
export function longCellText(cell: Cell, reader: Reader): string {
  if (!(cell instanceof Date) || !reader.isPerson) return cellText(cell, reader)
  const relative = relativeTime(cell, reader.nowMs)
  const local = localTime(cell)
  return local.startsWith(relative) ? local : `${relative}  (${local})`
}

/** Colours of status words. */
export function statusColor(status: string | undefined): Color | undefined {
  if (status === 'running' || status === 'active') return 'green'
  if (status === 'pending' || status === 'provisioning') return 'yellow'
  return status === 'error' || status === 'failed' ? 'red' : 'dim'
}

/** The service sends Unix milliseconds in some fields and ISO 8601 in others. */
export function timeOf(value: number | string | undefined | null): Date | undefined {
  if (value === undefined || value === null) return undefined
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? undefined : time
}
