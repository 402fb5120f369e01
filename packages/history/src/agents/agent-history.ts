import type { AgentId } from '@muster/contract/agents'
import type { Sink } from '../record.ts'

export interface Surroundings {
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * The JSON state for resuming at the end of a file: the reader's own fields, and those of `readJsonLines`. Empty for a
 * file that must always be read from the beginning.
 */
export type Memory = Record<string, unknown>

/** How to read the history of one agent. */
export interface AgentHistory {
  readonly agent: AgentId
  /** The folders that contain the history. */
  roots(surroundings: Surroundings): readonly string[]
  /** The history files below the root; each can be read independently. */
  find(root: string, sink: Pick<Sink, 'skipped'>): readonly string[]
  /** Reads a file, or what was appended to it. A generator: it yields about every megabyte. */
  read(path: string, root: string, sink: Sink, memory: Memory): Iterable<void>
}
