import type { AgentId } from '@muster/contract/agents'
import type { Sink } from '../record.ts'

export interface Surroundings {
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * What must be known of a file to go on where it ended, as JSON: the reader's own fields, and those of `readJsonLines`.
 * A file that always has to be read from its beginning has none.
 */
export type Memory = Record<string, unknown>

/** How one agent keeps its history. */
export interface AgentHistory {
  readonly agent: AgentId
  /** The folders where it keeps its history. */
  roots(surroundings: Surroundings): readonly string[]
  /** The files of the history below the root; each can be read alone. */
  find(root: string, sink: Pick<Sink, 'skipped'>): readonly string[]
  /** Reads a file, or what was added to it, while somebody goes through the answer, which comes back after each megabyte or so. */
  read(path: string, root: string, sink: Sink, memory: Memory): Iterable<void>
}
