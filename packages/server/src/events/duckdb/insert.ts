import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import { dayMs } from '../../platform/days.ts'
import type { Log } from '../../platform/log.ts'
import type { Entry } from '../append.ts'
import { type Column, type ColumnKind, columns, eventColumns, quote, quoteAll, tableName } from '../columns.ts'
import { openArrivals } from './arrivals.ts'

const fromText: Record<ColumnKind, (expression: string) => string> = {
  text: (expression) => expression,
  id: (expression) => `${expression}::uuid`,
  day: (expression) => `date '1970-01-01' + ${expression}::integer`,
  number: (expression) => `${expression}::bigint`,
  measure: (expression) => `nullif(${expression}, '')::bigint`,
}

/** The day of an event follows from its time, so it is not sent. */
const sent = columns.filter(({ name }) => name !== 'day')
const day = `date '1970-01-01' + (${quote('time_ms')}::bigint // ${dayMs})::integer`

const readers = sent.map(readerOf)

const usualSeparator = '\x1f'
const betweenRows = '\x1e'
/** The most events that are stored as one text. */
const few = 16

/**
 * Writes entries to the table.
 *
 * Each column travels as one long text with a separator between the values, and DuckDB splits it in a thread of its
 * own. That costs the server's thread a microsecond for each event; DuckDB's appender takes three, and JSON keeps
 * DuckDB busy four times as long. If all values of a column are equal, as most are for one sender, only the first
 * travels, and DuckDB fills in the others.
 *
 * Splitting all columns takes DuckDB milliseconds, however few events there are, so a few events are stored as one
 * text, in the journal at `path`.
 */
export async function createInsert(connection: DuckDBConnection, options: { path: string; log: Log }) {
  const prepared = await connection.prepare(statementFor(usualSeparator))
  const preparedTexts = await connection.prepare(insertTexts('select $1::varchar as events'))
  const arrivals = await openArrivals(connection, { insert: insertAsTexts, insertFrom }, options)

  async function insertAsTexts(texts: readonly string[]): Promise<void> {
    preparedTexts.bindVarchar(1, texts.join(betweenRows))
    await preparedTexts.run()
  }

  async function intoTable(entries: readonly Entry[]): Promise<void> {
    if (fitText(entries)) return insertAsTexts([textOf(entries)])
    const separator = separatorFor(entries)
    if (separator === usualSeparator) return insert(prepared, separator, entries)
    const special = await connection.prepare(statementFor(separator))
    try {
      await insert(special, separator, entries)
    } finally {
      special.destroySync()
    }
  }

  return {
    arrivals,
    async run(entries: readonly Entry[]): Promise<void> {
      await (fitText(entries) ? arrivals.keep(textOf(entries)) : intoTable(entries))
    },
    /** For transactions: the journal has no part in them. */
    intoTable,
    close() {
      prepared.destroySync()
      preparedTexts.destroySync()
      void arrivals.close()
    },
  }
}

function fitText(entries: readonly Entry[]): boolean {
  return entries.length <= few && !occurs(betweenRows, entries) && !occurs(usualSeparator, entries)
}

function insertFrom(table: string): string {
  return insertTexts(`select events from ${table}`)
}

/** A text of an earlier version lacks the later columns. */
function insertTexts(source: string): string {
  const cells = sent.map(({ name, kind }, index) => {
    return `coalesce(cells[${index + 1}], '${kind === 'number' ? '0' : ''}') as ${quote(name)}`
  })
  return `insert into ${tableName} (${quoteAll(columns)})
select ${valuesOf().join(', ')}
from (select ${cells.join(', ')}
  from (select string_split(unnest(string_split(events, '${betweenRows}')), '${usualSeparator}') as cells
    from (${source})))`
}

function valuesOf(): string[] {
  return columns.map(({ name, kind }) => (name === 'day' ? day : fromText[kind](quote(name))))
}

/** The separator is part of the statement because a parameter makes it seven times as slow. */
function statementFor(separator: string): string {
  const lists = sent.map((_, index) => `unnest(string_split($${index + 1}, '${separator}')) as c${index}`)
  // Lists that are shorter than the longest one are filled up with nulls.
  const whole = sent.map(({ name }, index) => {
    return `coalesce(c${index}, split_part($${index + 1}, '${separator}', 1)) as ${quote(name)}`
  })
  return `insert into ${tableName} (${quoteAll(columns)})
select ${valuesOf().join(', ')}
from (select ${whole.join(', ')} from (select ${lists.join(', ')}))`
}

function textOf(entries: readonly Entry[]): string {
  return entries.map((entry) => readers.map((read) => read(entry)).join(usualSeparator)).join(betweenRows)
}

async function insert(statement: DuckDBPreparedStatement, separator: string, entries: readonly Entry[]): Promise<void> {
  const cells = new Array<string | number>(entries.length)
  sent.forEach((column, index) => {
    const read = readerOf(column)
    entries.forEach((entry, row) => {
      cells[row] = read(entry)
    })
    const first = cells[0] ?? ''
    const isAlike = column.kind !== 'id' && cells.every((cell) => cell === first)
    statement.bindVarchar(index + 1, isAlike ? String(first) : cells.join(separator))
  })
  await statement.run()
}

function readerOf({ name }: Column): (entry: Entry) => string | number {
  if (name === 'organization') return ({ scope }) => scope.organizationId
  if (name === 'id_day') return ({ scope }) => scope.idDay
  if (name === 'id') return ({ event }) => event.id
  const field = eventColumns.find((column) => column.name === name)?.field
  if (field === undefined) throw new Error(`Nothing is known of the column ${name}.`)
  return ({ event }) => event[field] ?? ''
}

const texts = eventColumns.filter(({ kind }) => kind === 'text').map(({ field }) => field)

/**
 * A text that occurs in no value, nearly always the first candidate. Its first character does not occur in the rest of
 * it, so it cannot arise where a value and a separator meet.
 */
function separatorFor(entries: readonly Entry[]): string {
  for (let attempt = 0; ; attempt++) {
    const separator = attempt === 0 ? usualSeparator : `${usualSeparator}${attempt}`
    if (!occurs(separator, entries)) return separator
  }
}

function occurs(separator: string, entries: readonly Entry[]): boolean {
  return entries.some(
    ({ scope, event }) =>
      texts.some((field) => String(event[field]).includes(separator)) || scope.organizationId.includes(separator),
  )
}
