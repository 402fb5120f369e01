import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { AgentId } from '@muster/contract/agents'
import type { UsageEventInput } from '@muster/contract/telemetry'
import { openTemporaryDatabase } from '../files/sqlite.ts'
import type { History } from '../reading.ts'
import { usageEvents } from './usage-events.ts'

/** One request: the events of one agent on one day. */
export interface Portion {
  /** Identifies this part of the history, even after it has grown. */
  readonly name: string
  /** The hash of the content, which changes when events are added. */
  readonly digest: string
  readonly agent: AgentId
  readonly events: readonly UsageEventInput[]
}

const eventsOfPortion = 2_000

/**
 * Splits histories into portions by agent and UTC day, which can be sent separately, and again when a day has grown.
 * The oldest come first; events of the same time are sorted by id. Sorting happens on disk, so that a history can be of
 * any length. The result can be iterated several times.
 */
export function portionsOf(histories: readonly History[]): Iterable<Portion> {
  const database = openTemporaryDatabase()
  database.exec('begin; create table events (part text, time integer, id text, event text)')
  const insert = database.prepare('insert into events values (?, ?, ?, ?)')
  for (const history of histories) {
    for (const event of usageEvents(history)) {
      const timeMs = Number(event.time)
      const day = new Date(timeMs).toISOString().slice(0, 10)
      insert.run(`${day} ${history.agent.agent}`, timeMs, String(event.id), JSON.stringify(event))
    }
  }
  return { [Symbol.iterator]: () => cut(database) }
}

function* cut(database: DatabaseSync): Generator<Portion> {
  let part = ''
  let number = 0
  let events: UsageEventInput[] = []
  for (const row of database.prepare('select part, event from events order by part, time, id').iterate()) {
    if (events.length > 0 && (row.part !== part || events.length === eventsOfPortion)) {
      yield portionOf(part, number, events)
      number = row.part === part ? number + 1 : 0
      events = []
    }
    part = String(row.part)
    events.push(JSON.parse(String(row.event)))
  }
  if (events.length > 0) yield portionOf(part, number, events)
}

function portionOf(part: string, number: number, events: readonly UsageEventInput[]): Portion {
  const digest = createHash('sha256').update(JSON.stringify(events)).digest('hex').slice(0, 32)
  return { name: `${part} ${number}`, digest, agent: part.split(' ')[1] as AgentId, events }
}
