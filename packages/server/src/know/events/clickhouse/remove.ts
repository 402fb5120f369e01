import { setTimeout as delay } from 'node:timers/promises'
import { quote, tableName } from '../columns.ts'
import type { RemovedRange } from '../event-store.ts'
import { unavailable } from '../unavailable.ts'
import { ask, type Client } from './client.ts'
import { findMixedEvents } from './hidden-versions.ts'
import { literal } from './literal.ts'
import type { ClickHouseNode } from './nodes.ts'

interface RemoveOptions {
  readonly client: Client
  readonly nodes: readonly ClickHouseNode[]
  readonly table: string
  readonly prepare: () => Promise<void>
}

/** ClickHouse can represent only days within this range, and clamps others to it. */
const [firstDay, lastDay] = ['1970-01-02', '2105-12-31']

const patienceMs = 300_000
const pauseMs = 100
/** A ClickHouse statement may have at most 256 KB. */
const idsOfStatement = 5_000

/**
 * Deletes on every server, because rows can only be deleted where they are stored. ClickHouse rewrites the parts in the
 * background, so this polls until it is done; only newer versions can wait for it.
 *
 * If the counting version of an event is deleted, all its other versions are deleted first; otherwise one of them would
 * count.
 */
export function createRemove({ client, nodes, table, prepare }: RemoveOptions) {
  async function removeOn(node: ClickHouseNode, condition: string): Promise<void> {
    await ask(node, { sql: `alter table ${quote(tableName)} delete where ${condition}` })
    const own = `database = ${literal(node.database)} and table = ${literal(tableName)}`
    const left = `select count() from system.mutations where ${own} and not is_done`
    const deadline = performance.now() + patienceMs
    while (Number((await ask(node, { sql: left })).toString()) > 0) {
      if (performance.now() > deadline) throw new Error('ClickHouse takes too long to delete events.')
      await delay(pauseMs)
    }
  }

  return async (organizationId: string, { from, to, users }: RemovedRange): Promise<number> => {
    const condition = [
      `${quote('organization')} = ${literal(organizationId)}`,
      `${quote('day')} >= ${literal(later(from, firstDay))} and ${quote('day')} <= ${literal(earlier(to, lastDay))}`,
      ...(users === null ? [] : [`${quote('user')} in (${users.map(literal).join(', ')})`]),
    ].join(' and ')
    const identity = `${quote('id_day')}, ${quote('id')}`
    const count = await client.request({ sql: `select uniqExact(${identity}) from ${table} where ${condition}` })
    const { meeting, others } = await findMixedEvents(client, table, organizationId, condition)
    try {
      await prepare()
      for (let at = 0; at < meeting.length; at += idsOfStatement) {
        const ids = meeting.slice(at, at + idsOfStatement).map((id) => `unhex(${literal(id)})`)
        const hidden = `${quote('organization')} = ${literal(organizationId)} and ${quote('id')} in (${ids.join(', ')}) and not (${condition})`
        await Promise.all(nodes.map((node) => removeOn(node, hidden)))
      }
      await Promise.all(nodes.map((node) => removeOn(node, condition)))
    } catch (error) {
      throw unavailable(error)
    }
    return Number(count.toString()) - others
  }
}

function later(a: string, b: string): string {
  return a > b ? a : b
}

function earlier(a: string, b: string): string {
  return a < b ? a : b
}
