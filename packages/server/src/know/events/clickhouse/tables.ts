import type { Log } from '../../../ground/platform/log.ts'
import { reasonOf } from '../../../ground/platform/tell-failure.ts'
import { columns, quote, tableName } from '../columns.ts'
import { StoreAhead } from '../schema-version.ts'
import { addColumns } from './add-columns.ts'
import { addIndexes } from './add-indexes.ts'
import { ask, ClickHouseError } from './client.ts'
import { definitions } from './column-types.ts'
import { createDatabase } from './create-database.ts'
import { literal, quoted } from './literal.ts'
import { checkMark } from './mark.ts'
import type { ClickHouseNode } from './nodes.ts'
import { ClickHouseSetupError } from './setup-error.ts'

/** The table to query: the distributed one of a cluster, otherwise the only one. */
export function eventTable(cluster: string | undefined): string {
  return quoted(cluster === undefined ? tableName : spanningTable(cluster))
}

function spanningTable(cluster: string): string {
  return `${tableName}_of_${cluster}`
}

interface TableOptions {
  readonly cluster?: string | undefined
  /** The mark that the servers must carry. Without it, marks are not checked. */
  readonly installationId?: string | undefined
  readonly log: Log
}

/**
 * Creates the tables and their columns now, or later if a node is unreachable. Call the returned function before using
 * the tables: it creates what is still missing. `again` is for a server that was down and still lacks something.
 */
export async function prepareTables(
  nodes: readonly ClickHouseNode[],
  { cluster, installationId: id, log }: TableOptions,
) {
  if (nodes.length > 1 && cluster === undefined) {
    throw new ClickHouseSetupError(
      'CLICKHOUSE_URL names several servers, so CLICKHOUSE_CLUSTER must name their cluster.',
    )
  }
  const createMarked = async () => {
    if (id !== undefined) await checkMark({ nodes, id })
    await createTables(nodes, cluster)
  }
  let created: Promise<void> | undefined
  const prepare = (again = false) => {
    if (again) created = undefined
    created ??= createMarked().catch((error) => {
      created = undefined
      throw error
    })
    return created
  }
  await prepare().catch((error) => {
    if (error instanceof ClickHouseSetupError || error instanceof StoreAhead) throw error
    if (error instanceof ClickHouseError && refusals.includes(error.code)) {
      throw new ClickHouseSetupError('ClickHouse refuses the user or the password in CLICKHOUSE_URL.', { cause: error })
    }
    log.warn(reasonOf(error), 'ClickHouse cannot be reached yet; its tables are created when it can')
  })
  return prepare
}

/** The codes for an unknown user, a missing and a wrong password, and the code of newer versions for all three. */
const refusals = [192, 193, 194, 516]

/**
 * Creates the missing tables on every node. It does not use ON CLUSTER, which needs ZooKeeper, but connects to each
 * node. So CLICKHOUSE_URL of a cluster names a server of every shard, unless the tables already exist.
 *
 * Only missing tables are created, so once they exist, the user needs no right to create tables. An existing
 * `usage_events` with another engine of the MergeTree family, such as a replicated one, is used as it is.
 */
async function createTables(nodes: readonly ClickHouseNode[], cluster: string | undefined): Promise<void> {
  const outcomes = await Promise.allSettled(nodes.map((node) => createOn(node, cluster)))
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  const answering = nodes.find((_, index) => outcomes[index]?.status === 'fulfilled')
  const refusal = failures.find((reason) => reason instanceof ClickHouseSetupError || reason instanceof ClickHouseError)
  if (refusal !== undefined || answering === undefined) throw refusal ?? failures[0]
  // A missing server does not matter if all shards still answer.
  await ask(answering, { sql: checkQuery(eventTable(cluster)) }).catch((error) => {
    if (!isTableMissing(error)) throw error
    const advice = 'CLICKHOUSE_URL must name all of its servers, so that it can be created.'
    throw new ClickHouseSetupError(`A server of the cluster has no table ${tableName}: ${advice}`, { cause: error })
  })
}

/** Queries every shard without reading data: no organization has an empty id. */
export function checkQuery(table: string): string {
  return `select count() from ${table} where ${quote('organization')} = ''`
}

/** Unknown table, unknown database, or the error of another server that lacks the table. */
function isTableMissing(error: unknown): boolean {
  return error instanceof ClickHouseError && ([60, 81].includes(error.code) || /There is no table/.test(error.message))
}

async function createOn(node: ClickHouseNode, cluster: string | undefined): Promise<void> {
  await createDatabase(node)
  if (!(await exists(node, quote(tableName)))) {
    await ask(node, { sql: `create table if not exists ${quote(tableName)} ${await localTable(node)}` })
  }
  await addColumns(node, tableName)
  await addIndexes(node)
  if (cluster === undefined) return
  await checkCluster(node, cluster)
  const table = eventTable(cluster)
  if (await exists(node, table)) return addColumns(node, spanningTable(cluster))
  // Sharded by session: rows that are grouped together are on one shard, and only sums are transferred.
  const key = `cityHash64(${quote('organization')}, ${quote('session')})`
  const [database, local] = [literal(node.database), literal(tableName)]
  const engine = `Distributed(${literal(cluster)}, ${database}, ${local}, ${key})`
  await ask(node, { sql: `create table if not exists ${table} as ${quote(tableName)} engine = ${engine}` })
}

/**
 * One partition for each day. Permanent ids have a partition of their own, so that finding one means reading that
 * partition and not all days. Within a partition, events are sorted by the columns that they share, which compresses
 * well.
 */
async function localTable(node: ClickHouseNode): Promise<string> {
  const order = ['organization', 'id_day', 'user', 'session', 'type', 'name'].map(quote)
  return `(${definitions(columns)}) engine = MergeTree() partition by ${quote('id_day')} order by (${order.join(', ')})${await durability(node)}`
}

/**
 * Makes ClickHouse (20.10 or later) flush every part to disk before an INSERT returns. Older versions leave it to the
 * kernel, so events survive a crash of ClickHouse but not of the machine, unless a replica has them.
 */
async function durability(node: ClickHouseNode): Promise<string> {
  const wanted = ['fsync_after_insert', 'fsync_part_directory']
  const names = wanted.map(literal).join(', ')
  const known = await ask(node, { sql: `select count() from system.merge_tree_settings where name in (${names})` })
  return Number(known.toString()) === wanted.length ? ` settings ${wanted.map((name) => `${name} = 1`).join(', ')}` : ''
}

async function exists(node: ClickHouseNode, table: string): Promise<boolean> {
  const answer = await ask(node, { sql: `exists table ${table}` })
  return answer.toString().trim() === '1'
}

async function checkCluster(node: ClickHouseNode, cluster: string): Promise<void> {
  const condition = `cluster = ${literal(cluster)}`
  const answer = await ask(node, { sql: `select count(), max(replica_num) from system.clusters where ${condition}` })
  const [servers = 0, replicas = 0] = answer.toString().split('\t').map(Number)
  if (servers === 0) {
    throw new ClickHouseSetupError(`ClickHouse at ${node.address} knows no cluster of the name in CLICKHOUSE_CLUSTER.`)
  }
  if (replicas < 2) return
  const own = `database = ${literal(node.database)} and name = ${literal(tableName)}`
  const engine = await ask(node, { sql: `select engine from system.tables where ${own}` })
  // Replicas that are not kept in sync would give different sums for the same query.
  if (!/^(Replicated|Shared)/.test(engine.toString())) {
    throw new ClickHouseSetupError(
      `The cluster in CLICKHOUSE_CLUSTER has replicas, but the table ${tableName} at ${node.address} is not replicated: ` +
        'create it there with an engine of the ReplicatedMergeTree family before Muster starts.',
    )
  }
}
