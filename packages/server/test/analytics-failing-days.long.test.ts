import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'

const now = '2026-03-05T09:30:00.000Z'

function message(day: string) {
  return { time: `${day}T12:00:00Z`, client: 'web', type: 'message', role: 'user' } as const
}

/** From now on, storing this day fails for every organization. */
async function spoil(server: TestServer, day: string, kind = 'tokens'): Promise<void> {
  await rowsOf(
    server.databaseUrl,
    `create function spoil() returns trigger language plpgsql as $$ begin raise exception 'the disk says no'; end $$;
     create trigger spoil before insert on analytics_documents
       for each row when (new.day = '${day}' and new.kind = '${kind}') execute function spoil()`,
  )
}

async function mend(server: TestServer): Promise<void> {
  await rowsOf(server.databaseUrl, 'drop function spoil cascade')
}

describe('a day that cannot be computed', () => {
  it('is reported by refresh and status, is tried after growing pauses, and delays no other day', async () => {
    const server = await testServer({ MUSTER_NOW: now })
    const { owner } = server.acme
    await owner.telemetry.events({ events: [message('2026-03-02'), message('2026-03-03'), message('2026-03-04')] })
    await spoil(server, '2026-03-03')

    const first = await owner.analytics.refresh()
    expect(first.computedDays.map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-04'])
    expect(first.completeThrough).toBe('2026-03-02')
    const failing = {
      day: '2026-03-03',
      reason: 'It failed for a reason that the log tells.',
      failures: 1,
      failedAt: now,
      nextTryAt: '2026-03-05T09:31:00.000Z',
    }
    expect(first.failedDays).toEqual([failing])
    const status = await owner.analytics.status()
    expect(status.failingDays).toEqual([failing])
    expect(status.pendingDays).toMatchObject([{ day: '2026-03-03' }])

    const second = await owner.analytics.refresh()
    expect(second.failedDays).toEqual([{ ...failing, failures: 2, nextTryAt: '2026-03-05T09:32:00.000Z' }])

    await mend(server)
    const third = await owner.analytics.refresh()
    expect([third.failedDays, third.completeThrough]).toEqual([[], '2026-03-04'])
    expect((await owner.analytics.status()).failingDays).toEqual([])
  })

  it('is tried again by the service itself after its pause, while others are computed', async () => {
    const server = await testServer({ MUSTER_NOW: now })
    const { acme, globex } = server
    await spoil(server, '2026-03-04')
    await acme.owner.telemetry.events({ events: [message('2026-03-04')] })
    await globex.owner.telemetry.events({ events: [message('2026-03-03')] })
    server.advance(10_000)
    const failures = async () => (await acme.owner.analytics.status()).failingDays.map((day) => day.failures)
    await expect.poll(failures, { interval: 100 }).toEqual([1])
    await mend(server)
    // More runs of the batch leave the day alone, and do what comes after it.
    await globex.owner.telemetry.events({ events: [message('2026-03-02')] })
    server.advance(10_000)
    const computed = async () => (await globex.owner.analytics.status()).completeThrough
    await expect.poll(computed, { interval: 100 }).toBe('2026-03-04')
    expect(await failures()).toEqual([1])
    server.advance(60_000)
    await expect.poll(failures, { interval: 100 }).toEqual([])
  })

  it('may be a day whose weekly and monthly users cannot be computed', async () => {
    const server = await testServer({ MUSTER_NOW: now })
    const { owner } = server.acme
    await owner.telemetry.events({ events: [message('2026-03-03')] })
    await spoil(server, '2026-03-04', 'activity')
    const { failedDays } = await owner.analytics.refresh()
    expect(failedDays).toMatchObject([{ day: '2026-03-03', failures: 1 }])
    await mend(server)
    expect(await owner.analytics.refresh()).toMatchObject({ failedDays: [], completeThrough: '2026-03-04' })
    expect((await owner.analytics.status()).failingDays).toEqual([])
  })
})

describe('POST /api/v0/analytics/refresh', () => {
  it('leaves the rest to the service when its caller leaves', async () => {
    const server = await testServer({ MUSTER_NOW: now })
    const { owner, organizationId } = server.acme
    await owner.telemetry.events({ events: [message('2026-03-03'), message('2026-03-04')] })
    // The oldest day is done first, and waits for us.
    const lock = new pg.Client({ connectionString: server.databaseUrl })
    await lock.connect()
    await lock.query('begin')
    await lock.query(`select from analytics_days where organization_id = $1 and day = '2026-03-03' for update`, [
      organizationId,
    ])
    const leaving = new AbortController()
    const refresh = fetch(`${server.address}/api/v0/analytics/refresh`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.key}` },
      signal: leaving.signal,
    })
    const ofService = `select from pg_stat_activity where application_name = 'muster' and datname = current_database()`
    const waiting = async () => (await lock.query(`${ofService} and wait_event_type = 'Lock'`)).rowCount
    await expect.poll(waiting, { interval: 20 }).toBe(1)
    leaving.abort()
    await expect(refresh).rejects.toThrow()
    // Once it has answered this, the service knows that the other connection is closed.
    await owner.analytics.status()
    await lock.query('rollback')
    const working = async () => (await lock.query(`${ofService} and xact_start is not null`)).rowCount
    await expect.poll(working, { interval: 20 }).toBe(0)
    await lock.end()
    // Had it gone on, this day would be done by now.
    const { computedDays } = await owner.analytics.refresh()
    expect(computedDays.map(({ day }) => day)).toContain('2026-03-04')
  })
})
