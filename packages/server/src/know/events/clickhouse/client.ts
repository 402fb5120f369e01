import type { Log } from '../../../ground/platform/log.ts'
import { reasonOf } from '../../../ground/platform/tell-failure.ts'
import { unavailable } from '../unavailable.ts'
import type { ClickHouseNode } from './nodes.ts'

/** ClickHouse answered that it refuses the statement. */
export class ClickHouseError extends Error {
  override readonly name = 'ClickHouseError'
  /** As in system.errors; 0 if the answer does not come from ClickHouse. */
  readonly code: number
  readonly status: number

  constructor(status: number, text: string) {
    super(`ClickHouse answered ${status}: ${text.trim().slice(0, 500)}`)
    this.status = status
    this.code = Number(/Code: (\d+)/.exec(text)?.[1] ?? 0)
  }
}

interface Request {
  /** The statement. */
  readonly sql: string
  /** The rows of an INSERT. */
  readonly data?: Uint8Array<ArrayBuffer>
  /** A table that exists for this statement only. */
  readonly table?: { readonly name: string; readonly structure: string; readonly data: Uint8Array<ArrayBuffer> }
  readonly timeoutMs?: number
}

/**
 * Settings of every statement.
 * - `wait_end_of_query`: nothing is sent before the answer is complete, so a failure half-way is told by the status.
 * - `insert_distributed_sync`: an INSERT returns when the rows are on their shards, not when they wait in a queue.
 * - `skip_unavailable_shards`: a sum without one shard is wrong, and nobody could tell.
 * - `load_balancing`: where shards have replicas, all ask the same one, which has what was written through it.
 * - `connect_timeout_with_failover_ms`: the default of 50 ms takes a busy shard for a dead one.
 * - `max_bytes_before_external_*`: a day that does not fit in memory is sorted and added up on the disk.
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

/** Asks one node, and throws on any failure. */
export async function ask(node: ClickHouseNode, request: Request): Promise<Buffer> {
  return Buffer.concat(await askForPieces(node, request))
}

/** The same for a long answer, in pieces as they came. */
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
  /** The same for a long answer, in pieces as they came. */
  requestPieces(wanted: Request): Promise<Uint8Array[]>
}

/**
 * Asks any of the nodes after `prepare` has succeeded: the one that answered last, or the next if it cannot be reached.
 * Every statement may be repeated, since an event that is written twice counts once. Failures are `unavailable`. The
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
        // A single node is asked twice, because an idle connection may close at the moment of its use.
        if (!(error instanceof ClickHouseError) && !isTimeout && attempt < Math.max(2, nodes.length)) {
          current++
          continue
        }
        // A server that was away when the columns were added gets them now.
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
