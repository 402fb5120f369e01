import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { dayOf } from '../src/ground/platform/days.ts'
import { createChangedDays } from '../src/know/ingest/writing/changed-days.ts'
import { createReconcile } from '../src/know/ingest/writing/reconcile.ts'
import { testServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { event, noon } from './events-samples.ts'
import { ownDatabase, ownEventStore } from './own-stores.ts'

const dayMs = 24 * 60 * 60_000
const day = dayOf(noon)

/** A store, and a database that knows nothing of it; the clock is a day after the events of the samples. */
async function world() {
  const server = await testServer({ MUSTER_NOW: new Date(noon + dayMs).toISOString() })
  const database = ownDatabase(server, 4)
  const clock = { ms: noon + dayMs, now: () => clock.ms }
  const events = await ownEventStore({ now: clock.now })
  const log = pino({ level: 'silent' })
  const organizationId = randomUUID()
  const rows = (columns: string) =>
    rowsOf(server.databaseUrl, `select ${columns} from analytics_days where organization_id = $1 order by day`, [
      organizationId,
    ])
  return {
    events,
    clock,
    organizationId,
    database,
    log,
    rows,
    reconcile: createReconcile({ database, events, clock, log, settleTotals: async () => undefined }),
    changedDays: (isShared: boolean, of = database) => createChangedDays({ database: of, clock, log, isShared }),
    /** As if the day had been computed now, with what the store has. */
    compute: async () =>
      rowsOf(
        server.databaseUrl,
        `update analytics_days set computed_generation = generation, store_mark = $2 where organization_id = $1`,
        [organizationId, await events.mark(organizationId, day)],
      ),
    pending: async () =>
      (await rows('day, generation > computed_generation as is_pending')).filter((row) => row.is_pending),
  }
}

describe('what the event store has and the database does not know', () => {
  it('is found by when it arrived: days that were never told, and days with more than was computed', async () => {
    const { events, organizationId, reconcile, compute, pending, clock } = await world()
    await events.append(organizationId, [event()])
    expect(await reconcile()).toBe(1)
    expect(await pending()).toMatchObject([{ day }])
    await compute()
    expect([await reconcile(), await pending()]).toEqual([0, []])

    clock.ms += 10 * 60_000
    await events.append(organizationId, [event()])
    expect(await reconcile()).toBe(1)
    expect(await pending()).toMatchObject([{ day }])
  })

  it('is found though the database went back in time', async () => {
    const { events, organizationId, reconcile, compute, pending, clock, changedDays, database } = await world()
    const { note } = changedDays(true)
    await note(organizationId, [await events.append(organizationId, [event()])])
    await compute()
    await reconcile()
    clock.ms += 60 * 60_000
    // Told to a server that is gone.
    await events.append(organizationId, [event({ timeMs: noon - dayMs }), event()])
    await database.run({ name: 'test.back', text: 'update events_reconciled set at = at - 1' })
    expect(await reconcile()).toBe(2)
    expect((await pending()).map((row) => row.day)).toEqual([dayOf(noon - dayMs), day])
  })

  it('is found if events were replaced, of which there are not more', async () => {
    const { events, organizationId, reconcile, compute, pending, clock } = await world()
    const call = event({ type: 'model_call', outputTokens: 2 })
    await events.append(organizationId, [call])
    await reconcile()
    await compute()
    clock.ms += 1
    await events.append(organizationId, [{ ...call, outputTokens: 1 }])
    expect(await reconcile()).toBe(1)
    expect(await pending()).toHaveLength(1)
  })

  it('is told again for days that are not over, because their credits are counted already', async () => {
    const { events, organizationId, reconcile, rows, clock } = await world()
    await events.append(organizationId, [event({ timeMs: clock.now() })])
    await reconcile()
    await reconcile()
    expect(await rows('generation')).toEqual([{ generation: '2' }])
  })
})

describe('a day that got events', () => {
  it('is told to the database at once where several nodes write, or the day is over, and otherwise when somebody asks', async () => {
    const { events, organizationId, changedDays, rows, clock } = await world()
    const [shared, alone] = [changedDays(true), changedDays(false)]
    const today = () => events.append(organizationId, [event({ timeMs: clock.now() })])
    await shared.note(organizationId, [await today()])
    expect(await rows('generation')).toEqual([{ generation: '1' }])
    await alone.note(organizationId, [await today()])
    expect(await rows('generation')).toEqual([{ generation: '1' }])
    await alone.settle()
    await alone.settle()
    expect(await rows('generation')).toEqual([{ generation: '2' }])
    await alone.note(organizationId, [await events.append(organizationId, [event()])])
    expect(await rows('day, generation')).toMatchObject([{ day, generation: '1' }, { generation: '2' }])
  })

  it('is told when the database is back', async () => {
    const { events, organizationId, changedDays, rows, database } = await world()
    let isAway = true
    const { note, settle } = changedDays(false, {
      ...database,
      transaction: (work) => (isAway ? Promise.reject(new Error('away')) : database.transaction(work)),
    })
    const stored = await events.append(organizationId, [event()])
    await expect(note(organizationId, [stored])).rejects.toThrow('away')
    isAway = false
    await settle()
    expect(await rows('generation')).toEqual([{ generation: '1' }])
  })
})
