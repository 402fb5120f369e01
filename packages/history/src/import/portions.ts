import { createHash } from 'node:crypto'
import type { AgentId } from '@muster/contract/agents'
import type { UsageEventInput } from '@muster/contract/telemetry'
import type { History } from '../read-history.ts'
import { usageEvents } from './usage-events.ts'

/** One request: events of one agent on one day. */
export interface Portion {
  /** Identifies the part of the history, however much it has grown. */
  readonly name: string
  /** Identifies the content: it changes when something is added. */
  readonly digest: string
  readonly agent: AgentId
  readonly events: readonly UsageEventInput[]
}

const eventsOfPortion = 2_000

/** Histories in portions that can be sent one by one, and again when a day has grown. The oldest first. */
export function* portionsOf(histories: readonly History[]): Generator<Portion> {
  const all = histories.map((history) => ({ agent: history.agent.agent, events: usageEvents(history) }))
  const days = new Set(all.flatMap(({ events }) => events.days))
  for (const day of [...days].sort()) {
    for (const { agent, events } of all) if (events.days.includes(day)) yield* portionsOfDay(day, agent, events.on(day))
  }
}

function* portionsOfDay(day: string, agent: AgentId, events: readonly UsageEventInput[]): Generator<Portion> {
  for (let at = 0; at < events.length; at += eventsOfPortion) {
    const some = events.slice(at, at + eventsOfPortion)
    const digest = createHash('sha256').update(JSON.stringify(some)).digest('hex').slice(0, 32)
    yield { name: `${day} ${agent} ${at / eventsOfPortion}`, digest, agent, events: some }
  }
}
