import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** The persistent files of a computer. Only its user can read them. */
export interface Place {
  readonly directory: string
  readonly identity: string
  readonly lock: string
  readonly status: string
  /** The output of a background daemon. */
  readonly output: string
  readonly sessions: string
  readonly worktrees: string
  /** The folders of sandboxed agents: each session's own files, and the caches of their tools. */
  readonly agents: string
  readonly caches: string
  /** Lists empty folders that must be removed. */
  readonly mountPoints: string
}

export function placeIn(home: string): Place {
  const directory = join(home, '.muster', 'computer')
  return {
    directory,
    identity: join(directory, 'identity.json'),
    lock: join(directory, 'lock'),
    status: join(directory, 'status.json'),
    output: join(directory, 'daemon.log'),
    sessions: join(directory, 'sessions'),
    worktrees: join(directory, 'worktrees'),
    agents: join(directory, 'agents'),
    caches: join(directory, 'caches'),
    mountPoints: join(directory, 'mount-points.json'),
  }
}

export function makePlace(place: Place): void {
  for (const directory of [place.directory, place.sessions]) {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    chmodSync(directory, 0o700)
  }
}

/** Marks the daemons of this place; their agents have the mark in their environment. */
export function markOf(place: Place): string {
  return createHash('sha256').update(realpathSync(place.directory)).digest('hex').slice(0, 24)
}
