import type { Log } from '../../../ground/platform/log.ts'
import { StartRefused } from '../../../ground/platform/start-refused.ts'
import { tableName } from '../columns.ts'
import { ask, ClickHouseError } from './client.ts'
import { createDatabase } from './create-database.ts'
import { literal, quoted } from './literal.ts'
import type { ClickHouseNode } from './nodes.ts'
import { ClickHouseSetupError } from './setup-error.ts'

/**
 * An empty table marks a ClickHouse as used; its name contains the id of the installation. One statement creates it
 * atomically, with any ClickHouse version and with the same rights that creating the event tables needs.
 */
const prefix = 'muster_installation_'

/** The codes for read-only and for a missing permission. */
const forbidden = [164, 497]

interface Store {
  readonly nodes: readonly ClickHouseNode[]
  /** The id of the installation. */
  readonly id: string
}

/** Throws if ClickHouse answers and does not carry the mark. */
export async function checkMark({ nodes, id }: Store): Promise<void> {
  const marks = await marksOf(nodes)
  refuseOthers(marks, id)
  const [first] = marks
  if (!first || marks.some(({ ids }) => ids.includes(id))) return
  throw new ClickHouseSetupError(
    `ClickHouse at ${first.node.address} does not have the usage events of this installation in ${first.node.database}. ` +
      `Set CLICKHOUSE_URL as it was. If you restored them there without Muster, mark them: ${statement(first.node, id)}`,
  )
}

/** Marks a ClickHouse for an installation without events. Throws if a server carries another mark. */
export async function markNewStore({ nodes, id }: Store): Promise<void> {
  try {
    const marks = await marksOf(nodes)
    refuseOthers(marks, id)
    for (const { node } of marks) {
      await createDatabase(node)
      await ask(node, { sql: statement(node, id) })
    }
  } catch (error) {
    throw error instanceof StartRefused ? error : new StartRefused(explain(error, nodes))
  }
}

/**
 * Marks the ClickHouse of an installation that dates from before marks existed. Its store has a table of events; an
 * empty database is refused. Returns false if the next start has to try again.
 */
export async function markKnownStore({ nodes, id }: Store, log: Log): Promise<boolean> {
  const marks = await marksOf(nodes).catch(() => [])
  refuseOthers(marks, id)
  const [first] = marks
  if (!first) return false
  if (!marks.some(({ hasEvents }) => hasEvents)) {
    throw new ClickHouseSetupError(
      `ClickHouse at ${first.node.address} has no usage events in ${first.node.database}, and this installation has some. ` +
        'Set CLICKHOUSE_URL as it was.',
    )
  }
  for (const { node } of marks) {
    try {
      await ask(node, { sql: statement(node, id) })
    } catch (error) {
      if (!(error instanceof ClickHouseError) || !forbidden.includes(error.code)) throw error
      const advice = 'The user of CLICKHOUSE_URL may not mark the store of this installation. Run this on every server:'
      log.warn(`${advice} ${statement(node, id)}`)
      return false
    }
  }
  return true
}

/** Throws if ClickHouse carries a mark: a restore makes an installation of its own. */
export async function refuseMarked(nodes: readonly ClickHouseNode[]): Promise<void> {
  refuseOthers(await marksOf(nodes), undefined)
}

interface Marks {
  readonly node: ClickHouseNode
  readonly ids: readonly string[]
  readonly hasEvents: boolean
}

/** Reads the marks of the servers that answer; if none does, throws the first failure. */
async function marksOf(nodes: readonly ClickHouseNode[]): Promise<Marks[]> {
  const outcomes = await Promise.allSettled(nodes.map(readMarks))
  const found = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const [failure] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  if (found.length === 0) throw failure
  return found
}

async function readMarks(node: ClickHouseNode): Promise<Marks> {
  const sql = `select name from tables where database = ${literal(node.database)} format TabSeparated`
  const names = (await ask({ ...node, database: 'system' }, { sql })).toString().split('\n')
  const ids = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  return { node, ids, hasEvents: names.includes(tableName) }
}

function refuseOthers(marks: readonly Marks[], id: string | undefined): void {
  for (const { node, ids } of marks) {
    const other = ids.find((one) => one !== id)
    if (other === undefined) continue
    throw new ClickHouseSetupError(
      `ClickHouse at ${node.address} keeps the usage events of another installation in ${node.database}. ` +
        `Correct CLICKHOUSE_URL, or name another database there. If that installation is gone for good, drop ${prefix}${other}.`,
    )
  }
}

function statement(node: ClickHouseNode, id: string): string {
  const table = `${quoted(node.database)}.${quoted(prefix + id)}`
  return `create table if not exists ${table} (at DateTime) engine = MergeTree() order by tuple()`
}

/** Explains why a first start does not use the ClickHouse of CLICKHOUSE_URL. */
function explain(error: unknown, [node]: readonly ClickHouseNode[]): string {
  const address = node?.address ?? 'CLICKHOUSE_URL'
  if (error instanceof ClickHouseError) {
    if (error.code === 0)
      return `What listens at ${address} is no ClickHouse (it answers ${error.status}). Correct CLICKHOUSE_URL.`
    return `ClickHouse at ${address} cannot be used (${error.message}). Look at user, password and database in CLICKHOUSE_URL.`
  }
  const { cause } = error as { cause?: { code?: string } }
  switch (cause?.code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host of ${address} is not known by any name server. Correct the host in CLICKHOUSE_URL.`
    case 'ECONNREFUSED':
      return `Nothing listens at ${address}. Start ClickHouse there, or correct host and port in CLICKHOUSE_URL.`
  }
  const reason = cause instanceof Error ? cause.message : String(error)
  return `ClickHouse at ${address} does not answer (${reason}). Look for a firewall between, or correct CLICKHOUSE_URL.`
}
