import type { AgentId } from '@muster/contract/agents'

/** A file to read. */
export interface Job {
  readonly agent: AgentId
  readonly root: string
  readonly path: string
  readonly size: number
  /** When it was changed; undefined if that says nothing about what is in it. */
  readonly mtimeMs: number | undefined
}

/** How many jobs two threads have taken of a list that they share: whoever is free takes the next one. */
export type TakenJobs = Int32Array<SharedArrayBuffer>

/** What the second thread has read since its last message. */
export interface Portion {
  /** The bytes of all pieces, one after the other. */
  readonly bytes: Uint8Array
  readonly pieces: readonly Piece[]
  /** How many bytes of files that were. */
  readonly read: number
  readonly isLast: boolean
}

/** A piece of what a file told. */
export interface Piece {
  /** Which of the shared jobs. */
  readonly job: number
  readonly length: number
  readonly isFirst: boolean
  /** Whether the file is read to its end. */
  readonly isLast: boolean
}
