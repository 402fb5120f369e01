import { createHash } from 'node:crypto'
import type { AgentId } from '@muster/contract/agents'
import { groupBy } from '@muster/contract/group-by'
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
export function portionsOf(histories: readonly History[]): Portion[] {
  const portions: Portion[] = []
  for (const history of histories) {
    const { agent } = history.agent
    const days = groupBy(usageEvents(history), ({ time }) => new Date(time).toISOString().slice(0, 10))
    for (const [day, events] of days) {
      for (let at = 0; at < events.length; at += eventsOfPortion) {
        const some = events.slice(at, at + eventsOfPortion)
        const digest = createHash('sha256').update(JSON.stringify(some)).digest('hex').slice(0, 32)
        portions.push({ name: `${day} ${agent} ${at / eventsOfPortion}`, digest, agent, events: some })
      }
    }
  }
  return portions.sort((a, b) => (a.name < b.name ? -1 : 1))
}
