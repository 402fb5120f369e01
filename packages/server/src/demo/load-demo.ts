import { earliestDay } from '@muster/contract/analytics'
import { addDays, dayCount, yesterday } from '../analytics/dates.ts'
import type { Analytics } from '../analytics/service.ts'
import type { Database } from '../database/database.ts'
import { readNdjsonEvents } from '../ingest/native-body.ts'
import type { Ingest } from '../ingest/service.ts'
import type { Principal } from '../organizations/principal.ts'
import type { Clock } from '../platform/clock.ts'
import type { Users } from '../users/service.ts'
import { type DemoDay, demoDays } from './demo-days.ts'
import { openDemonstration } from './open-demonstration.ts'
import * as repository from './repository.ts'

/** What there is to load: the days that are not stored yet. */
export interface DemoExtent {
  readonly people: number
  readonly days: number
  readonly from: string
  readonly through: string
}

export interface Progress {
  begin(extent: DemoExtent): void
  /** Every day up to `day` is stored and computed. */
  reach(day: string, doneDays: number, events: number): void
  end(): void
}

export interface DemoResult {
  /** How many events are new. */
  readonly events: number
  /** The last day of the demonstration; undefined if not one day is over yet. */
  readonly through: string | undefined
  /** False: it was told to stop before. */
  readonly isComplete: boolean
}

interface DemoOptions {
  readonly database: Database
  readonly clock: Clock
  readonly users: Users
  readonly ingest: Ingest
  readonly analytics: Analytics
  readonly progress: Progress
  /** Aborted when the service is told to stop: what is under way is finished, the rest is left for the next time. */
  readonly signal: AbortSignal
}

/** Enough for a write to be worth its flush to the disk, and little enough to stop soon when told to. */
const eventsAtOnce = 8_000

/**
 * Fills the organization with made-up people, and with their events from the first day that analytics knows to
 * yesterday. The events take the way of all events; when it resolves, they are counted. What is there already is left
 * alone, so it may be interrupted at any point and called again on any later day.
 *
 * Rejects with `DemoRefused` if the organization has events of its own.
 */
export async function loadDemo(options: DemoOptions): Promise<DemoResult> {
  const { database, clock, ingest, analytics, progress, signal } = options
  const { principal, people, seed, loadedThrough } = await openDemonstration(options)
  const through = yesterday(clock.now())
  const from = loadedThrough === undefined ? earliestDay : addDays(loadedThrough, 1)
  // The members are new to analytics: to look for their past days is quickest while there are none. And should an
  // earlier load have ended between storing and counting, this makes up for it.
  await analytics.refresh(principal)
  if (from > through) return { events: 0, through: loadedThrough, isComplete: true }

  const days = dayCount({ startDate: from, endDate: through })
  progress.begin({ people, days, from, through })
  let events = 0
  let doneDays = 0
  async function store(portion: readonly DemoDay[]): Promise<number> {
    const accepted = await Promise.all(portion.map((day) => send(ingest, principal, day, clock.now())))
    return accepted.reduce((sum, each) => sum + each, 0)
  }
  async function count(portion: readonly DemoDay[], accepted: number): Promise<void> {
    const last = portion.at(-1)?.day ?? from
    await repository.mark(database, principal.organizationId, last)
    await analytics.refresh(principal)
    doneDays += portion.length
    events += accepted
    progress.reach(last, doneDays, events)
  }
  // While a portion is being counted, the next one is being stored.
  let counted = Promise.resolve()
  for (const portion of portionsOf(demoDays(seed, from, through))) {
    if (signal.aborted) break
    const [accepted] = await Promise.all([store(portion), counted])
    counted = count(portion, accepted)
    // A failure is met where it is awaited, and is no surprise to the process before that.
    counted.catch(() => undefined)
  }
  await counted
  progress.end()
  return { events, through, isComplete: doneDays === days }
}

function* portionsOf(days: Iterable<DemoDay>): Generator<DemoDay[]> {
  let portion: DemoDay[] = []
  let size = 0
  for (const day of days) {
    portion.push(day)
    size += day.events.length
    if (size < eventsAtOnce) continue
    yield portion
    portion = []
    size = 0
  }
  if (portion.length > 0) yield portion
}

/** Resolves with how many events were new. */
async function send(ingest: Ingest, principal: Principal, { events }: DemoDay, nowMs: number): Promise<number> {
  const body = Buffer.from(events.map((event) => JSON.stringify(event)).join('\n'))
  const { accepted, rejected } = await ingest.native(principal, readNdjsonEvents(body, nowMs))
  const [first] = rejected
  if (first) throw new Error(`An event of the demonstration was refused: ${first.error}`)
  return accepted
}
