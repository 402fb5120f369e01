import type { DuckDBConnection } from '@duckdb/node-api'
import type { Entry, Scope, Writer } from '../append.ts'
import { quote, tableName } from '../columns.ts'
import { type StoredEvent, toStoredEvent } from '../queries.ts'
import type { EventFile } from './event-file.ts'
import { inTransaction } from './in-transaction.ts'
import { selection } from './rows.ts'
import { SeenIds } from './seen-ids.ts'

const ofScope = `${quote('organization')} = $1 and ${quote('id_day')} = date '1970-01-01' + $2::integer`
const ofIds = `${ofScope} and ${quote('id')} in (select unnest(string_split($3, ','))::uuid)`

/** Looks up events in the file, and writes them so that it never holds one twice. */
export function createWriter(file: EventFile): Writer {
  const seen = new SeenIds({
    async count(scope) {
      const query = `select count(*) * 1e0 from ${tableName} where ${ofScope}`
      const [count] = await file.all(query, valuesOf(scope), (row) => row.number(0))
      return count ?? 0
    },
    async read(scope, add) {
      const halves = ['[1:4]', '[5:8]'].map((part) => `(${quote('id')}::blob)${part}::bit::uinteger`)
      const query = `select ${halves.join(', ')} from ${tableName} where ${ofScope}`
      for await (const _ of file.stream(query, valuesOf(scope), (row) => add(row.number(0), row.number(1))));
    },
  })

  return {
    async find(scopes) {
      const found: StoredEvent[][] = []
      for (const scope of scopes) {
        const suspects = await seen.suspects(scope)
        if (suspects.length === 0) continue
        const query = `select ${selection} from ${tableName} where ${ofIds}`
        found.push(await file.all(query, [...valuesOf(scope), suspects.join(',')], toStoredEvent))
      }
      return found.flat()
    },

    async write(entries) {
      const replacing = entries.filter(({ stored }) => stored !== undefined)
      try {
        await file.write(async ({ writer, insert }) => {
          if (replacing.length === 0) return insert.run(entries)
          await inTransaction(writer, async () => {
            await remove(writer, replacing)
            await insert.run(entries)
          })
        })
      } catch (error) {
        seen.forget()
        throw error
      }
      for (const [scope, ids] of idsByScope(entries)) seen.add(scope, ids)
    },
  }
}

async function remove(connection: DuckDBConnection, entries: readonly Entry[]): Promise<void> {
  for (const [scope, ids] of idsByScope(entries)) {
    await connection.run(`delete from ${tableName} where ${ofIds}`, [...valuesOf(scope), ids.join(',')])
  }
}

function idsByScope(entries: readonly Entry[]): Map<Scope, string[]> {
  const byScope = new Map<Scope, string[]>()
  for (const { scope, event } of entries) {
    const ids = byScope.get(scope)
    if (ids) ids.push(event.id)
    else byScope.set(scope, [event.id])
  }
  return byScope
}

function valuesOf({ organizationId, idDay }: Scope) {
  return [organizationId, idDay]
}
