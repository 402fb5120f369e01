import type { Database } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { Log } from '../../ground/platform/log.ts'
import type { Batch } from './batch.ts'

const pageBytes = 8192
/** 4 MB. Smaller tables are read quickly without statistics. */
const minPages = 512

/** `relpages` is the table's size when the statistics were made. */
const listGrown = query<{ name: string }>(
  'analytics.list_grown_tables',
  `select t.relname as name from pg_class t
   where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r' and t.relname like 'analytics\\_%'
     and pg_relation_size(t.oid) > ${pageBytes}::bigint * greatest(2 * t.relpages, ${minPages})
   order by t.relname`,
)

/**
 * Updates the statistics of Postgres's planner when a run of the batch has doubled a table. Autovacuum does so only
 * minutes later, and reads of a large new table are slow until then. A failure does not fail the batch.
 */
export function keepStatistics(batch: Batch, database: Database, log: Log): Batch {
  async function update(): Promise<void> {
    try {
      for (const { name } of await database.many(listGrown)) await database.script(`analyze ${name}`)
    } catch (error) {
      log.warn({ err: error }, 'statistics of tables could not be made; Postgres will make them')
    }
  }

  return {
    async runDue() {
      const run = await batch.runDue()
      if (run.computed > 0) await update()
      return run
    },
    async refresh(organizationId, leaving) {
      const refreshed = await batch.refresh(organizationId, leaving)
      if (refreshed.days.length > 0) await update()
      return refreshed
    },
    stop: batch.stop,
  }
}
