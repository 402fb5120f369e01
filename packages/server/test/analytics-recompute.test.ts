import { expect, it } from 'vitest'
import { testServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'

it('computes past days again from the stored events, and leaves out days without events', async () => {
  const server = await testServer({ MUSTER_NOW: '2026-03-05T09:30:00.000Z' })
  const { owner, manager } = server.acme
  const message = (day: string) => ({ time: `${day}T12:00:00Z`, client: 'web', type: 'message', role: 'user' }) as const
  await owner.telemetry.events({ events: [message('2026-03-01'), message('2026-03-03')] })
  await owner.analytics.refresh()
  const range = { startDate: '2026-03-01', endDate: '2026-03-04' }
  const read = async () => [(await owner.analytics.activity(range)).data, (await owner.analytics.users(range)).data]
  const before = await read()

  // As a database that went back in time, which knows of one day too little and of the other nothing.
  await rowsOf(server.databaseUrl, `delete from analytics_documents where day = '2026-03-01'`)
  await rowsOf(server.databaseUrl, `delete from analytics_user_days where day = '2026-03-01'`)
  for (const table of ['analytics_days', 'analytics_documents', 'analytics_user_days']) {
    await rowsOf(server.databaseUrl, `delete from ${table} where day = '2026-03-03'`)
  }
  await rowsOf(server.databaseUrl, 'update analytics_versions set version = version + 1')
  expect(await read()).not.toEqual(before)
  expect(await owner.analytics.recompute(range)).toEqual({
    days: ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'],
  })
  const { computedDays } = await owner.analytics.refresh()
  expect(computedDays.map(({ day }) => day)).toEqual(expect.arrayContaining(['2026-03-01', '2026-03-03']))
  expect(await read()).toEqual(before)

  await expect(manager.analytics.recompute(range)).rejects.toMatchObject({ status: 403 })
  await expect(owner.analytics.recompute({ ...range, endDate: '2026-03-05' })).rejects.toMatchObject({ status: 400 })
})
