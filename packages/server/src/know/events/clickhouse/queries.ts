import { dayMs, dayOf } from '../../../ground/platform/days.ts'
import type { Scope } from '../append.ts'
import { eventColumns, identityColumns, quote, quoteAll } from '../columns.ts'
import { eventSelection, eventsOfDay, forEver } from '../queries.ts'
import { definitions } from './column-types.ts'
import { literal } from './literal.ts'

const organization = quote('organization')
const idDay = quote('id_day')
const day = quote('day')
const id = quote('id')

/** Selects one row of each event: the version that counts, if there are several. See `identity.ts`. */
export const onceEach = `order by ${quoteAll(identityColumns)}, ${quoteAll(eventColumns)} limit 1 by ${quoteAll(identityColumns)}`

/** The temporary table with the ids to find. */
export const idsTable = 'wanted_ids'
export const idsStructure = definitions(identityColumns.filter(({ kind }) => kind === 'id'))

/** The select list of events. */
export const selection = eventSelection(id)

/**
 * Selects everything stored under these ids. Comparing only the ids first saves ClickHouse from reading the other
 * columns of unwanted rows. It also finds rows of other scopes with the same ids, which the caller ignores.
 */
export function findQuery(table: string, scopes: readonly Scope[]): string {
  const organizations = new Set(scopes.map(({ organizationId }) => literal(organizationId)))
  const days = new Set(scopes.map((scope) => literal(dayOf(scope.idDay * dayMs))))
  return `select ${selection} from ${table}
prewhere ${id} global in (select ${id} from ${idsTable})
where ${organization} in (${[...organizations].join(', ')}) and ${idDay} in (${[...days].join(', ')})
${onceEach} format RowBinary`
}

/** Every row that belongs to a day: rows with ids of that day, and all versions of permanent ids that occur on it. */
function ofDay(table: string, organizationId: string, date: string): string {
  const own = `${organization} = ${literal(organizationId)}`
  const lasting = `select ${id} from ${table} where ${own} and ${idDay} = ${forEver} and ${day} = ${literal(date)}`
  return `${own} and (${idDay} = ${literal(date)} or (${idDay} = ${forEver} and ${id} global in (${lasting})))`
}

/**
 * Counts the rows of a day that do not count as events. If two ids have the same hash, it returns one too many, which
 * is harmless; hashing halves the time.
 */
export function surplusQuery(table: string, organizationId: string, date: string): string {
  const rows = ofDay(table, organizationId, date)
  return `select (count() - uniqExact(cityHash64(${id}))) * 1e0 from ${table} where ${rows} format RowBinary`
}

/** The events of a day, each once. */
export function countingEvents(table: string, organizationId: string, date: string): string {
  return `(select * from ${table} where ${ofDay(table, organizationId, date)} ${onceEach})`
}

/**
 * Selects day numbers. It reads only parts of the table in which the user occurs, and of those only events with a
 * version of this user.
 */
export function daysOfQuery(table: string, organizationId: string, user: string): string {
  const own = `${organization} = ${literal(organizationId)}`
  const isUser = `${quote('user')} = ${literal(user)}`
  const candidates = (column: string) => `select distinct ${column} from ${table} where ${own} and ${isUser}`
  return `select distinct toUInt16(${day}) * 1e0 from (
select * from ${table} where ${own} and ${idDay} global in (${candidates(idDay)}) and ${id} global in (${candidates(id)}) ${onceEach}
) where ${isUser} order by toUInt16(${day}) * 1e0 format RowBinary`
}

export function countByDayQuery(table: string, organizationId: string, dates: readonly string[]): string {
  return `select toString(${day}), uniqExact(${idDay}, ${id}) * 1e0 from ${table}
where ${organization} = ${literal(organizationId)} and ${day} in (${dates.map(literal).join(', ')})
group by ${day}`
}

export function countOfUserQuery(table: string, organizationId: string, user: string, date: string): string {
  return `select uniqExact(${idDay}, ${id}) * 1e0 from ${table}
where ${eventsOfDay(literal(organizationId), literal(date))} and ${quote('user')} = ${literal(user)}`
}
