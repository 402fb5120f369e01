import type { DuckDBConnection } from '@duckdb/node-api'
import { memoryLimit } from './memory-limit.ts'

/** The number of events between two times. At the highest rate they take half a second. */
const everyEvents = 20_000

/** More than what waits for the next checkpoint, which DuckDB would have to write to a temporary file otherwise. */
const keptBytes = 32 * 2 ** 20

/**
 * Makes DuckDB forget most of the blocks that it has written, and give their memory back. It keeps every block in memory until
 * it reaches its limit, but nearly nobody reads events again soon, and the operating system has them too.
 *
 * DuckDB does so while its limit is low, for about a millisecond. Nobody may run a query at that time: it could fail.
 */
export class SpareMemory {
  #written = 0

  /** Whether enough was written since the last time. */
  get isDue(): boolean {
    return this.#written >= everyEvents
  }

  wrote(events: number): void {
    this.#written += events
  }

  /** It does not fail: nothing is lost if DuckDB cannot forget enough, and a broken file shows in the next statement. */
  async give(connection: DuckDBConnection): Promise<void> {
    this.#written = 0
    await connection.run(`set memory_limit = '${keptBytes}B'`).catch(() => undefined)
    await connection.run(`set memory_limit = '${memoryLimit()}'`).catch(() => undefined)
  }
}
