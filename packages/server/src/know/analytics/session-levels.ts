import { type DelegationLevel, delegationLevels } from '@muster/contract/analytics'
import type { SessionStart } from '../events/session-history.ts'

const levels = new Map<string, DelegationLevel>(delegationLevels.map((level) => [level, level]))

/** Returns the level of this name; undefined for any other text. */
export function levelNamed(text: string): DelegationLevel | undefined {
  return levels.get(text)
}

interface Told {
  readonly timeMs: number
  readonly level: DelegationLevel
}

/**
 * Finds the autonomy level in force at a time. Some agents report the level only at the start of a session. A reported
 * level applies to calls without one until another is reported, also past midnight; before the first report, the first
 * one applies. Of two reports at the same moment, the less autonomous one applies.
 */
export class SessionLevels {
  readonly #told = new Map<string, Told[]>()

  constructor(starts: readonly SessionStart[]) {
    for (const { session, level: text, timeMs } of starts) {
      const level = levelNamed(text)
      if (level === undefined) continue
      const told = this.#told.get(session)
      if (told) told.push({ timeMs, level })
      else this.#told.set(session, [{ timeMs, level }])
    }
    for (const told of this.#told.values()) {
      told.sort((a, b) => a.timeMs - b.timeMs || delegationLevels.indexOf(a.level) - delegationLevels.indexOf(b.level))
    }
  }

  /** The level of a session that has exactly one; otherwise undefined. */
  only(session: string): DelegationLevel | undefined {
    const [first, ...others] = this.#told.get(session) ?? []
    return others.every(({ level }) => level === first?.level) ? first?.level : undefined
  }

  /** The level in force at a time. */
  at(session: string, timeMs: number): DelegationLevel | undefined {
    const told = this.#told.get(session) ?? []
    return (told.findLast((each) => each.timeMs <= timeMs) ?? told[0])?.level
  }
}
