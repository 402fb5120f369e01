import { dayMs, dayOf } from '../../ground/platform/days.ts'
import { type ColumnKind, eventColumns, quote } from './columns.ts'
import type { DayOfOrganization } from './day-of-organization.ts'
import { anyDay } from './identity.ts'
import type { UsageEvent } from './usage-event.ts'

/** A row of an answer, by column position. Every column is a text or a 64-bit floating-point number. */
export interface Row {
  text(column: number): string
  number(column: number): number
}

/** The kinds of an answer's columns, for engines whose answers do not contain them. */
export type AnswerKinds = readonly ('text' | 'number')[]

/** The day of permanent ids, as both engines write it. */
export const forEver = `'${dayOf(anyDay * dayMs)}'`

/** The condition for the events of a day. */
export function eventsOfDay(organization: string, day: string): string {
  const idDays = `${quote('id_day')} in (${day}, ${forEver})`
  return `${quote('organization')} = ${organization} and ${quote('day')} = ${day} and ${idDays}`
}

/** Selects only the events of some users, whose names are literals or parameters. */
export function eventsOfUsers(source: string, users: readonly string[]): string {
  return `(select * from ${source} where ${quote('user')} in (${users.join(', ')})) as own`
}

/** Makes the mark of a day: the number of its stored rows, and when the last of them arrived. */
export function toMark(row: Row): string {
  return `${row.number(0)} ${row.number(1)}`
}

export function toDayOfOrganization(row: Row): DayOfOrganization {
  return { organizationId: row.text(0), day: row.text(1) }
}

/** A day and its number of events. */
export function toDayCount(row: Row): [day: string, events: number] {
  return [row.text(0), row.number(1)]
}

/** The select list of events: the organization, the id, and all other columns. `idBytes` is the id as bytes. */
export function eventSelection(idBytes: string): string {
  const others = eventColumns.map(({ name, kind }) => selected(quote(name), kind))
  return [quote('organization'), `lower(hex(${idBytes}))`, ...others, asFloat(quote('arrived'))].join(', ')
}

/** A value that was not reported is selected as -1, because answers contain no nulls. */
function selected(column: string, kind: ColumnKind): string {
  if (kind === 'measure') return `coalesce(${asFloat(column)}, -1e0)`
  return kind === 'number' ? asFloat(column) : column
}

export const eventKinds: AnswerKinds = [
  'text',
  'text',
  ...eventColumns.map(({ kind }) => (kind === 'text' ? ('text' as const) : ('number' as const))),
  'number',
]

export interface StoredEvent {
  readonly organizationId: string
  readonly event: UsageEvent
  readonly arrivedMs: number
}

export function toStoredEvent(row: Row): StoredEvent {
  const event: Record<string, string | number | null> = { id: row.text(1) }
  let at = 2
  for (const { field, kind } of eventColumns) {
    const value = kind === 'text' ? row.text(at) : row.number(at)
    event[field] = kind === 'measure' && value === -1 ? null : value
    at++
  }
  return { organizationId: row.text(0), event: event as unknown as UsageEvent, arrivedMs: row.number(at) }
}

/** Converts to floating point in the one way that both engines support. */
export function asFloat(expression: string): string {
  return `${expression} * 1e0`
}

/** A sum above the exact range becomes the largest exact number, in both engines. */
export function whole(value: number): number {
  return Math.min(value, Number.MAX_SAFE_INTEGER)
}
