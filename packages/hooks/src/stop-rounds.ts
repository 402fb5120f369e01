import type { HookEvent } from '@muster/contract/hook-events'

/** How often hooks may keep an agent from stopping, one time after the other. The next time, it stops. */
export const defaultMaxStopRounds = 8

/** Remembers for each agent how often in a row it was kept from stopping. */
export interface StopRounds {
  get(agent: string): number
  /** 0 forgets the agent. */
  set(agent: string, rounds: number): void
}

export interface StopLimit {
  /** How often in a row the agent was kept from stopping. */
  roundsOf(event: HookEvent, fields: Fields): number
  /** Counts an attempt to stop; says whether hooks kept the agent from it once too often. */
  isOneTooMany(event: HookEvent, fields: Fields, isBlocked: boolean): boolean
  /** A new prompt, or the end of the session: whatever was counted is over. */
  forget(fields: Fields): void
}

type Fields = Readonly<Record<string, unknown>>

export function limitStops(rounds: StopRounds, max = defaultMaxStopRounds): StopLimit {
  return {
    roundsOf: (event, fields) => rounds.get(agentOf(event, fields)),
    isOneTooMany(event, fields, isBlocked) {
      const agent = agentOf(event, fields)
      const before = rounds.get(agent)
      const isTooMany = isBlocked && before >= max
      const after = isBlocked && !isTooMany ? before + 1 : 0
      if (after !== before) rounds.set(agent, after)
      return isTooMany
    },
    forget(fields) {
      const agent = agentOf('Stop', fields)
      if (rounds.get(agent) > 0) rounds.set(agent, 0)
    },
  }
}

/** For a process that lives as long as its sessions. */
export function stopRoundsInMemory(): StopRounds {
  const rounds = new Map<string, number>()
  return {
    get: (agent) => rounds.get(agent) ?? 0,
    set: (agent, count) => void (count === 0 ? rounds.delete(agent) : rounds.set(agent, count)),
  }
}

/** Sub-agents of a session stop each for itself. */
function agentOf(event: HookEvent, { session_id: session, agent_id: agent }: Fields): string {
  return event === 'SubagentStop' ? `${session}/${agent ?? 'sub-agent'}` : String(session)
}
