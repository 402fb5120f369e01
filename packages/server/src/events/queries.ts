import type { ClientType } from '@muster/contract/telemetry'
import { eventColumns, quote, quoteAll } from './columns.ts'
import { anyDay } from './identity.ts'
import { dayMs, dayOf, type Fact, type UsageEvent, type UsageType } from './usage-event.ts'

/** A row of an answer, by the position of its columns. Every column is either a text or a 64-bit floating-point number. */
export interface Row {
  text(column: number): string
  number(column: number): number
}

/** The kinds of an answer's columns, for engines whose answers do not say. */
export type AnswerKinds = readonly ('text' | 'number')[]

/** The day under which ids lie that hold for ever, as both engines write it. */
export const forEver = `'${dayOf(anyDay * dayMs)}'`

const groups = eventColumns.filter(({ kind }) => kind === 'text')
const sums = eventColumns.filter(({ kind, name }) => kind === 'number' && name !== 'time_ms')

/**
 * The facts of a day, for both engines. `source` names events of which none occurs twice; `organization` and `day` are
 * literals or parameters, `columns` what to group by in place of the plain texts. That `id_day` is one of two days follows from `day`, and spares the engines to read others.
 *
 * Sums are made in floating point on purpose. Whole numbers add up exactly as long as the sum is below 2^53, and a sum
 * that is not is seen to be too big and told as the largest exact number, whereas 64-bit integers would silently begin
 * anew in one of the engines.
 */
export function factsQuery(source: string, organization: string, day: string, columns = quoteAll(groups)): string {
  const totals = sums.map(({ name }) => `sum(${asFloat(quote(name))})`)
  return `select ${columns}, ${asFloat('count(*)')}, ${totals.join(', ')}
from ${source}
where ${eventsOfDay(organization, day)}
group by ${columns}`
}

/** Which events a day has. */
export function eventsOfDay(organization: string, day: string): string {
  const idDays = `${quote('id_day')} in (${day}, ${forEver})`
  return `${quote('organization')} = ${organization} and ${quote('day')} = ${day} and ${idDays}`
}

export const factKinds: AnswerKinds = [
  ...groups.map(() => 'text' as const),
  'number',
  ...sums.map(() => 'number' as const),
]

export function toFact(row: Row): Fact {
  return {
    user: row.text(0),
    session: row.text(1),
    client: row.text(2) as ClientType,
    type: row.text(3) as UsageType,
    name: row.text(4),
    detail: row.text(5),
    extra: row.text(6),
    events: whole(row.number(7)),
    quantity: whole(row.number(8)),
    inputTokens: whole(row.number(9)),
    outputTokens: whole(row.number(10)),
    cacheReadTokens: whole(row.number(11)),
    cacheWriteTokens: whole(row.number(12)),
    billableTokens: whole(row.number(13)),
  }
}

/** A day, and how many events it has. */
export function toDayCount(row: Row): [day: string, events: number] {
  return [row.text(0), row.number(1)]
}

/** What to select of events to read them back: the organization, the id, and everything else. */
export const eventSelection = [
  quote('organization'),
  `lower(hex(${quote('id')}))`,
  ...eventColumns.map(({ name, kind }) => (kind === 'number' ? asFloat(quote(name)) : quote(name))),
].join(', ')

export const eventKinds: AnswerKinds = [
  'text',
  'text',
  ...eventColumns.map(({ kind }) => (kind === 'number' ? ('number' as const) : ('text' as const))),
]

export interface StoredEvent {
  readonly organizationId: string
  readonly event: UsageEvent
}

export function toStoredEvent(row: Row): StoredEvent {
  const event: UsageEvent = {
    id: row.text(1),
    timeMs: row.number(2),
    user: row.text(3),
    session: row.text(4),
    client: row.text(5) as ClientType,
    type: row.text(6) as UsageType,
    name: row.text(7),
    detail: row.text(8),
    extra: row.text(9),
    quantity: row.number(10),
    inputTokens: row.number(11),
    outputTokens: row.number(12),
    cacheReadTokens: row.number(13),
    cacheWriteTokens: row.number(14),
    billableTokens: row.number(15),
  }
  return { organizationId: row.text(0), event }
}

/** The one way to ask for a floating-point number that both engines understand. */
function asFloat(expression: string): string {
  return `${expression} * 1e0`
}

/** A sum beyond what is exact stays at the largest exact number, in both engines alike. */
export function whole(value: number): number {
  return Math.min(value, Number.MAX_SAFE_INTEGER)
}
