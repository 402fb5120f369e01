import type { Log } from '../../../ground/platform/log.ts'
import { reasonOf } from '../../../ground/platform/tell-failure.ts'
import { unavailable } from '../unavailable.ts'
import type { ClickHouseNode } from './nodes.ts'

/** ClickHouse refused the statement. */
export class ClickHouseError extends Error {
  override readonly name = 'ClickHouseError'
  /** A code of system.errors; 0 if the answer does not come from ClickHouse. */
  readonly code: number
  readonly status: number

  constructor(status: number, text: string) {
    super(`ClickHouse answered ${status}: ${text.trim().slice(0, 500)}`)
    this.status = status
    this.code = Number(/Code: (\d+)/.exec(text)?.[1] ?? 0)
  }
}

interface Request {
  /** The SQL statement. */
  readonly sql: string
  /** The rows of an INSERT. */
  readonly data?: Uint8Array<ArrayBuffer>
  /** A temporary table for this statement. */
  readonly table?: { readonly name: string; readonly structure: string; readonly data: Uint8Array<ArrayBuffer> }
  readonly timeoutMs?: number
}

/**
 * Settings of every statement.
 * - `wait_end_of_query`: ClickHouse sends nothing before the answer is complete, so the status reports any failure.
 * - `insert_distributed_sync`: an INSERT returns when the rows are on their shards, not when they are queued.
 * - `skip_unavailable_shards`: a sum without one shard would be wrong without any sign of it.
 * - `load_balancing`: where shards have replicas, all use the same one, which has what was written through it.
 * - `connect_timeout_with_failover_ms`: the default of 50 ms takes a busy shard for a dead one.
 * - `max_bytes_before_external_*`: a day that does not fit in memory is sorted and added up on disk.
 */
const settings = {
  wait_end_of_query: '1',
  insert_distributed_sync: '1',
  skip_unavailable_shards: '0',
  load_balancing: 'in_order',
  connect_timeout_with_failover_ms: '2000',
  max_bytes_before_external_sort: '1000000000',
  max_bytes_before_external_group_by: '1000000000',
}

/** Queries one node; throws on any failure. */
export async function ask(node: ClickHouseNode, request: Request): Promise<Buffer> {
  return Buffer.concat(await askForPieces(node, request))
}

/** Like `ask`, for a long answer, which is returned in the pieces in which it arrived. */
async function askForPieces(
  node: ClickHouseNode,
  { sql, data, table, timeoutMs = 60_000 }: Request,
): Promise<Uint8Array[]> {
  const url = new URL(node.address)
  for (const [name, value] of Object.entries({ ...settings, database: node.database }))
    url.searchParams.set(name, value)
  let body: string | Uint8Array<ArrayBuffer> | FormData = sql
  if (data || table) url.searchParams.set('query', sql)
  if (data) body = data
  if (table) {
    url.searchParams.set(`${table.name}_format`, 'RowBinary')
    url.searchParams.set(`${table.name}_structure`, table.structure)
    body = new FormData()
    body.set(table.name, new Blob([table.data]), table.name)
  }
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: node.authorization },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new ClickHouseError(response.status, await response.text())
  return response.body === null ? [] : Array.fromAsync(response.body)
}

/** The codes for a missing column in a table, an unknown identifier, and a shard that lacks a column. */
const lackOfColumn = [10, 16, 47]

export interface Client {
  request(wanted: Request): Promise<Buffer>
  /** Requests a long answer, which is returned in the pieces in which it arrived. */
  requestPieces(wanted: Request): Promise<Uint8Array[]>
}

/**
 * Queries one of the nodes after `prepare` has succeeded: the one that answered last, or the next if it is unreachable.
 * Every statement may be retried, since an event that is written twice counts once. Failures are `unavailable`. The
 * beginning and the end of an outage are logged.
 */
export function createClient(
  nodes: readonly ClickHouseNode[],
  log: Log,
  prepare: (again?: boolean) => Promise<void>,
): Client {
  let current = 0
  let isDown = false
  let isBehind = false

  async function requestPieces(wanted: Request): Promise<Uint8Array[]> {
    for (let attempt = 1; ; attempt++) {
      const node = nodes[current % nodes.length]
      if (!node) throw new Error('There is no ClickHouse node.')
      try {
        await prepare(isBehind)
        isBehind = false
        const answer = await askForPieces(node, wanted)
        if (isDown) log.info({ address: node.address }, 'ClickHouse answers again')
        isDown = false
        return answer
      } catch (error) {
        const isTimeout = error instanceof Error && error.name === 'TimeoutError'
        // A single node is tried twice, because an idle connection may be closed just when it is used.
        if (!(error instanceof ClickHouseError) && !isTimeout && attempt < Math.max(2, nodes.length)) {
          current++
          continue
        }
        // If the server was down when the columns were added, they are added now.
        isBehind = error instanceof ClickHouseError && lackOfColumn.includes(error.code)
        if (isBehind && attempt === 1) continue
        if (!isDown) log.error({ ...reasonOf(error), address: node.address }, 'ClickHouse does not answer as it should')
        isDown = true
        throw unavailable(error)
      }
    }
  }

  return { request: async (wanted) => Buffer.concat(await requestPieces(wanted)), requestPieces }
}
