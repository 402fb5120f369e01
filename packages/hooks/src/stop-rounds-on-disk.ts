import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from './check-settings.ts'
import { removeForgotten } from './remove-forgotten.ts'
import { noStopRound, type StopRound, type StopRounds } from './stop-rounds.ts'

/** For events that are each raised by a new process: the count is a file that exists only while it is above 0. */
export function stopRoundsOnDisk(home: string): StopRounds {
  const directory = join(home, '.muster', 'stop-rounds')
  const fileOf = (agent: string) => join(directory, createHash('sha256').update(agent).digest('hex').slice(0, 32))
  return {
    get(agent) {
      try {
        return roundIn(JSON.parse(readFileSync(fileOf(agent), 'utf8')))
      } catch {
        return noStopRound
      }
    },
    set(agent, round) {
      try {
        if (round.rounds === 0) return rmSync(fileOf(agent), { force: true })
        mkdirSync(directory, { recursive: true, mode: 0o700 })
        if (round.rounds === 1) removeForgotten(directory)
        writeFileSync(fileOf(agent), JSON.stringify(round), { mode: 0o600 })
      } catch {
        // If nothing can be written, nothing is counted; the agent has a limit of its own.
      }
    },
  }
}

function roundIn(value: unknown): StopRound {
  if (!isObject(value) || typeof value.rounds !== 'number' || typeof value.reason !== 'string') return noStopRound
  return { rounds: value.rounds, reason: value.reason }
}
