import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import { dayMs } from '../../../ground/platform/days.ts'
import type { Entry } from '../append.ts'
import { type Column, type ColumnKind, columns, eventColumns, quote, quoteAll, tableName } from '../columns.ts'

const fromText: Record<ColumnKind, (expression: string) => string> = {
  text: (expression) => expression,
  id: (expression) => `${expression}::uuid`,
  day: (expression) => `date '1970-01-01' + ${expression}::integer`,
  number: (expression) => `${expression}::bigint`,
  measure: (expression) => `nullif(${expression}, '')::bigint`,
}

/** The day of an event is computed from its time, so it is not sent. */
const sent = columns.filter(({ name }) => name !== 'day')
const day = `date '1970-01-01' + (${quote('time_ms')}::bigint // ${dayMs})::integer`

const readers = sent.map(readerOf)
const texts = eventColumns.filter(({ kind }) => kind === 'text').map(({ field }) => field)

/** The separators between events and between their values. */
interface Separators {
  readonly rows: string
  readonly cells: string
}

export const usualSeparators: Separators = { rows: '\x1e', cells: '\x1f' }

/**
 * Inserts entries into the table. All of them are sent as one text, which DuckDB splits in its own thread: DuckDB's
 * appender costs the server's thread three times as much, and JSON keeps DuckDB busy four times as long.
 */
export async function createInsert(connection: DuckDBConnection) {
  const prepared = await connection.prepare(insertTexts('select $1::varchar as events', usualSeparators))
  return {
    async run(entries: readonly Entry[]): Promise<void> {
      const separators = separatorsFor(entries)
      if (separators === usualSeparators) return insert(prepared, textOf(entries, separators))
      const special = await connection.prepare(insertTexts('select $1::varchar as events', separators))
      try {
        await insert(special, textOf(entries, separators))
      } finally {
        special.destroySync()
      }
    },
    close: () => prepared.destroySync(),
  }
}

/**
 * The statement for texts in the column `events`. The separators are part of it because parameters make it seven times
 * as slow. A text of an earlier version lacks the later columns.
 */
export function insertTexts(source: string, { rows, cells }: Separators): string {
  const named = sent.map(({ name, kind }, index) => {
    return `coalesce(cells[${index + 1}], '${kind === 'number' ? '0' : ''}') as ${quote(name)}`
  })
  const values = columns.map(({ name, kind }) => (name === 'day' ? day : fromText[kind](quote(name))))
  return `insert into ${tableName} (${quoteAll(columns)})
select ${values.join(', ')}
from (select ${named.join(', ')}
  from (select string_split(unnest(string_split(events, '${rows}')), '${cells}') as cells from (${source})))`
}

async function insert(statement: DuckDBPreparedStatement, text: string): Promise<void> {
  statement.bindVarchar(1, text)
  await statement.run()
}

function textOf(entries: readonly Entry[], { rows, cells }: Separators): string {
  return entries.map((entry) => readers.map((read) => read(entry)).join(cells)).join(rows)
}

function readerOf({ name }: Column): (entry: Entry) => string | number {
  if (name === 'organization') return ({ scope }) => scope.organizationId
  if (name === 'id_day') return ({ scope }) => scope.idDay
  if (name === 'id') return ({ event }) => event.id
  if (name === 'arrived') return ({ arrivedMs }) => arrivedMs
  const field = eventColumns.find((column) => column.name === name)?.field
  if (field === undefined) throw new Error(`Nothing is known of the column ${name}.`)
  return ({ event }) => event[field] ?? ''
}

/**
 * Finds separators that occur in no value, nearly always the usual ones. The first character of each occurs only once
 * in it, so that a value and the separator after it cannot form another separator.
 */
function separatorsFor(entries: readonly Entry[]): Separators {
  const { rows, cells } = usualSeparators
  for (let attempt = 0; ; attempt++) {
    const separators = attempt === 0 ? usualSeparators : { rows: `${rows}${attempt}`, cells: `${cells}${attempt}` }
    if (!occurs(separators.rows, entries) && !occurs(separators.cells, entries)) return separators
  }
}

function occurs(separator: string, entries: readonly Entry[]): boolean {
  return entries.some(
    ({ scope, event }) =>
      texts.some((field) => String(event[field]).includes(separator)) || scope.organizationId.includes(separator),
  )
}
