import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** Where a computer keeps what it must not forget. Only its user may look inside. */
export interface Place {
  readonly directory: string
  readonly identity: string
  readonly lock: string
  readonly status: string
  /** What a daemon in the background has to say. */
  readonly output: string
  readonly sessions: string
  readonly worktrees: string
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
  }
}

export function makePlace(place: Place): void {
  for (const directory of [place.directory, place.sessions]) {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    chmodSync(directory, 0o700)
  }
}

/** The same for every daemon of this place, and no other: its agents carry it in their environment. */
export function markOf(place: Place): string {
  return createHash('sha256').update(realpathSync(place.directory)).digest('hex').slice(0, 24)
}
