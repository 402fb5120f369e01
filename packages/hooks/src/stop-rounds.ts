import type { HookEvent } from '@muster/contract/hook-events'

/** How many times in succession hooks may keep an agent from stopping. The next time, it stops. */
const defaultMaxStopRounds = 8

/** How many times in succession an agent was kept from stopping, and the last reason. */
export interface StopRound {
  readonly rounds: number
  readonly reason: string
}

/** Stores the rounds of each agent. */
export interface StopRounds {
  get(agent: string): StopRound
  /** 0 rounds remove the agent. */
  set(agent: string, round: StopRound): void
}

export const noStopRound: StopRound = Object.freeze({ rounds: 0, reason: '' })

export interface StopLimit {
  /** How many times in succession the agent was kept from stopping. */
  roundsOf(event: HookEvent, fields: Fields): number
  /** Counts an attempt to stop. Returns whether the hooks have prevented it too often. */
  isOneTooMany(event: HookEvent, fields: Fields, blocked: { isBlocked: boolean; reason?: string }): boolean
  /**
   * A new prompt, or the end of the session, resets the count. Some agents send themselves the reason to continue as a
   * prompt; that one does not count as new.
   */
  forget(fields: Fields): void
}

type Fields = Readonly<Record<string, unknown>>

export function limitStops(rounds: StopRounds, max = defaultMaxStopRounds): StopLimit {
  return {
    roundsOf: (event, fields) => rounds.get(agentOf(event, fields)).rounds,
    isOneTooMany(event, fields, { isBlocked, reason = '' }) {
      const agent = agentOf(event, fields)
      const before = rounds.get(agent).rounds
      const isTooMany = isBlocked && before >= max
      if (isBlocked && !isTooMany) rounds.set(agent, { rounds: before + 1, reason })
      else if (before > 0) rounds.set(agent, noStopRound)
      return isTooMany
    },
    forget(fields) {
      const agent = agentOf('Stop', fields)
      const last = rounds.get(agent)
      const isOwnReason = typeof fields.prompt === 'string' && fields.prompt.trim() === last.reason.trim()
      if (last.rounds > 0 && !isOwnReason) rounds.set(agent, noStopRound)
    },
  }
}

/** For a process that lives as long as its sessions. */
export function stopRoundsInMemory(): StopRounds {
  const rounds = new Map<string, StopRound>()
  return {
    get: (agent) => rounds.get(agent) ?? noStopRound,
    set: (agent, round) => void (round.rounds === 0 ? rounds.delete(agent) : rounds.set(agent, round)),
  }
}

/** Sub-agents of a session are counted separately. */
function agentOf(event: HookEvent, { session_id: session, agent_id: agent }: Fields): string {
  return event === 'SubagentStop' ? `${session}/${agent ?? 'sub-agent'}` : String(session)
}
