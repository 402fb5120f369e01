import { type DemoDay, demoDays } from '@muster/demo/demo-days'
import type { Principal } from '../../ground/platform/principal.ts'
import { dayCount } from '../../know/analytics/dates.ts'
import type { Ingest } from '../../know/ingest/service.ts'
import type { DemoOptions, DemoPart } from './demo-options.ts'
import * as repository from './repository.ts'

/** Enough events to be worth a flush to disk, and few enough to stop soon. */
const eventsAtOnce = 8_000

/** Sends the usage events of the days and counts them. `isLoaded` is false if it was stopped before the end. */
export async function loadUsage(
  options: DemoOptions,
  { principal, seed, from, through }: DemoPart,
): Promise<{ events: number; isLoaded: boolean }> {
  const { database, ingest, analytics, progress, signal } = options
  if (from > through) return { events: 0, isLoaded: true }
  if (signal.aborted) return { events: 0, isLoaded: false }
  const days = dayCount({ startDate: from, endDate: through })
  progress.stage({ name: 'Usage of agents', unit: 'events', days })
  let events = 0
  let doneDays = 0
  async function store(portion: readonly DemoDay[]): Promise<number> {
    const accepted = await Promise.all(portion.map((day) => send(ingest, principal, day)))
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
  // The next portion is stored while one is counted.
  let counted = Promise.resolve()
  for (const portion of portionsOf(demoDays(seed, from, through))) {
    if (signal.aborted) break
    const [accepted] = await Promise.all([store(portion), counted])
    counted = count(portion, accepted)
    // The rejection is handled where the promise is awaited.
    counted.catch(() => undefined)
  }
  await counted
  return { events, isLoaded: doneDays === days }
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

/** Resolves with the number of new events. */
async function send(ingest: Ingest, principal: Principal, { events }: DemoDay): Promise<number> {
  const body = Buffer.from(events.map((event) => JSON.stringify(event)).join('\n'))
  const { accepted, rejected } = await ingest.native(principal, 'ndjson', { bytes: body, compression: '' })
  const [first] = rejected
  if (first) throw new Error(`An event of the demonstration was refused: ${first.error}`)
  return accepted
}
