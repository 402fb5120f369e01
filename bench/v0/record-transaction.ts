import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
// Importing the whole service registers all of its statements.
import '../../packages/server/src/start/app.ts'
import { allQueries } from '../../packages/server/src/ground/database/query.ts'
import type { Service } from '../service.ts'

interface RecordedStatement {
  readonly name: string
  readonly text: string
  readonly values: readonly (string | null)[]
}

export interface RecordedTransaction {
  /** Whether `begin` and `commit` were sent; a single statement needs neither. */
  readonly isExplicit: boolean
  readonly statements: readonly RecordedStatement[]
}

/**
 * The statements that one request really sends to change the database.
 *
 * They are read from the log of Postgres instead of being listed here, so that bare SQL never does more or less than
 * the service.
 */
export async function recordTransaction(
  { postgresLog }: Service,
  client: pg.Client,
  request: () => Promise<unknown>,
): Promise<RecordedTransaction> {
  await setLogging(client, `alter system set log_statement = 'all'`)
  const before = (await readFile(postgresLog, 'utf8')).length
  try {
    await request()
  } finally {
    await setLogging(client, 'alter system reset log_statement')
  }
  const transaction = transactionIn((await readFile(postgresLog, 'utf8')).slice(before))
  if (transaction.statements.length === 0) throw new Error('The request has left no statement in the log of Postgres.')
  return transaction
}

/** Idle backends notice a new setting only between two statements, so this waits for them. */
async function setLogging(client: pg.Client, text: string): Promise<void> {
  await client.query(text)
  await client.query('select pg_reload_conf()')
  await sleep(500)
}

function transactionIn(log: string): RecordedTransaction {
  // An entry begins with the time and the process; its further lines are indented.
  const entries = log.split(/\n(?=\d{4}-\d\d-\d\d )/)
  const begin = entries.find((entry) => /LOG: {2}statement: begin/.test(entry))
  if (begin === undefined) return { isExplicit: false, statements: statementsIn(entries, false) }
  const ofConnection = entries.filter((entry) => processOf(entry) === processOf(begin))
  const end = ofConnection.findIndex((entry) => /LOG: {2}statement: commit/.test(entry))
  return { isExplicit: true, statements: statementsIn(ofConnection.slice(ofConnection.indexOf(begin), end), true) }
}

function statementsIn(entries: readonly string[], isExplicit: boolean): RecordedStatement[] {
  const texts = new Map(allQueries().map(({ name, text }) => [name, text]))
  return entries.flatMap((entry, index) => {
    const name = /LOG: {2}execute (\S+): /.exec(entry)?.[1]
    if (name === undefined) return []
    const text = texts.get(name)
    if (text === undefined) throw new Error(`The service has no statement called ${name}.`)
    // Queries outside of a transaction, which many requests share, are left out.
    if (name.startsWith('keys.') || (!isExplicit && /^\s*select\b/.test(text))) return []
    return [{ name, text, values: valuesIn(entries[index + 1] ?? '') }]
  })
}

function processOf(entry: string): string | undefined {
  return /^\S+ \S+ \S+ \[(\d+)\]/.exec(entry)?.[1]
}

/** From `DETAIL:  Parameters: $1 = 'it''s', $2 = NULL`. */
function valuesIn(entry: string): (string | null)[] {
  if (!/DETAIL: {2}[Pp]arameters: /.test(entry)) return []
  return [...entry.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(
    ([, value]) => value?.replaceAll("''", "'") ?? null,
  )
}
