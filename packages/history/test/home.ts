import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { readHistory } from '../src/read-history.ts'

/** Homes as real agents left them, with long texts cut. Databases are kept as rows. */
const homes = join(import.meta.dirname, 'fixtures', 'homes')

export interface Expected {
  readonly agent: string
  readonly sessions: number
  readonly user_messages: number
  readonly totals: Sums
  readonly by_model: Readonly<Record<string, Sums>>
  readonly by_day: Readonly<Record<string, Readonly<Record<string, Sums & { readonly user_messages: number }>>>>
  readonly tool_calls_total: number
  readonly tool_calls_failed: number
}

interface Sums {
  readonly calls: number
  readonly input: number
  readonly cache_read: number
  readonly cache_write: number
  readonly output: number
  readonly reasoning: number
}

/** Every recorded home, as `agent/case`. */
export const recordedHomes = readdirSync(homes).flatMap((agent) =>
  readdirSync(join(homes, agent)).map((name) => `${agent}/${name}`),
)

export function expectedOf(name: string): Expected {
  return JSON.parse(readFileSync(join(homes, name, 'expected.json'), 'utf8'))
}

export function temporaryHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'muster-home-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}

/** A copy of a recorded home that a test may change. */
export function copyOfHome(name: string): string {
  const home = temporaryHome()
  cpSync(join(homes, name), home, { recursive: true })
  const rows = join(home, '.local/share/opencode/opencode.db.json')
  if (existsSync(rows)) buildDatabase(rows.replace(/\.json$/, ''), JSON.parse(readFileSync(rows, 'utf8')))
  return home
}

type Rows = Readonly<Record<'session' | 'message' | 'part', readonly Readonly<Record<string, unknown>>[]>>

/** As opencode leaves it while it runs: the newest rows stand in the log alone. */
function buildDatabase(path: string, rows: Rows): void {
  const database = new DatabaseSync(path)
  database.exec(`
    pragma journal_mode = wal;
    pragma wal_autocheckpoint = 0;
    create table session (id text, parent_id text, directory text, version text, time_created integer);
    create table message (id text, session_id text, time_created integer, data text);
    create table part (id text, message_id text, session_id text, time_created integer, data text);
  `)
  for (const [table, all] of Object.entries(rows)) {
    for (const row of all) {
      const values = Object.values(row).map((value) => (isData(value) ? JSON.stringify(value) : value))
      const marks = values.map(() => '?').join(', ')
      const insert = database.prepare(`insert into ${table} (${Object.keys(row).join(', ')}) values (${marks})`)
      insert.run(...(values as (string | number | null)[]))
    }
  }
  const kept = `${path}.kept`
  cpSync(path, kept)
  cpSync(`${path}-wal`, `${kept}-wal`)
  database.close()
  cpSync(kept, path)
  cpSync(`${kept}-wal`, `${path}-wal`)
  rmSync(kept)
  rmSync(`${kept}-wal`)
}

function isData(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

export function readHome(home: string, agent?: string) {
  const histories = readHistory([{ home, environment: {} }])
  const found = histories.find((history) => (agent ? history.agent.agent === agent : history.files > 0))
  if (!found) throw new Error(`No history was found in ${home}.`)
  const { ledger } = found
  const inOrder = <T extends { readonly timeMs: number }>(all: Iterable<T>) =>
    [...all].toSorted((a, b) => a.timeMs - b.timeMs)
  return {
    ...found,
    histories,
    calls: inOrder(ledger.calls()),
    tools: inOrder(ledger.tools()),
    prompts: inOrder(ledger.prompts()),
  }
}
