import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StopRounds } from './stop-rounds.ts'

const forgottenMs = 24 * 60 * 60 * 1000

/** For events that are raised by a process each: the count is a file that is there only while it is above 0. */
export function stopRoundsOnDisk(home: string): StopRounds {
  const directory = join(home, '.muster', 'stop-rounds')
  const fileOf = (agent: string) => join(directory, createHash('sha256').update(agent).digest('hex').slice(0, 32))
  return {
    get(agent) {
      try {
        return Number(readFileSync(fileOf(agent), 'utf8')) || 0
      } catch {
        return 0
      }
    },
    set(agent, rounds) {
      try {
        if (rounds === 0) return rmSync(fileOf(agent), { force: true })
        mkdirSync(directory, { recursive: true, mode: 0o700 })
        if (rounds === 1) removeForgotten(directory)
        writeFileSync(fileOf(agent), String(rounds), { mode: 0o600 })
      } catch {
        // Where nothing can be written, nothing is counted; the agent has a limit of its own.
      }
    },
  }
}

/** Sessions that ended without telling. */
function removeForgotten(directory: string): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat && Date.now() - stat.mtimeMs > forgottenMs) rmSync(path, { force: true })
  }
}
