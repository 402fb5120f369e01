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

function* portionsOfDay(day: string, agent: AgentId, events: Iterable<UsageEventInput>): Generator<Portion> {
  let number = 0
  let some: UsageEventInput[] = []
  for (const event of events) {
    some.push(event)
    if (some.length < eventsOfPortion) continue
    yield portionOf(`${day} ${agent} ${number}`, agent, some)
    number += 1
    some = []
  }
  if (some.length > 0) yield portionOf(`${day} ${agent} ${number}`, agent, some)
}

function portionOf(name: string, agent: AgentId, events: readonly UsageEventInput[]): Portion {
  const digest = createHash('sha256').update(JSON.stringify(events)).digest('hex').slice(0, 32)
  return { name, digest, agent, events }
}
