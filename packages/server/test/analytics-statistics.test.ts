import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { newPeople, sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-03-05T09:30:00.000Z' })

it('has statistics for the planner as soon as a run of the batch has made a table large', async () => {
  const { owner } = await newPeople(server(), 'acme')
  const ask = (statement: string, values?: unknown[]) => rowsOf(server().databaseUrl, statement, values)
  // 8 MB of an organization with many people, whose statistics nobody has made.
  await ask(
    `insert into analytics_user_days (organization_id, user_id, day, body)
     select $1, 'u' || number, '2026-03-03', repeat(md5(number::text), 30) from generate_series(1, 8000) number`,
    [randomUUID()],
  )
  const message = {
    type: 'message',
    role: 'user',
    sessionId: 's',
    client: 'web',
    time: '2026-03-04T12:00:00Z',
  } as const
  await owner.telemetry.events({ events: [{ ...message, id: 'a' }] })
  expect((await owner.analytics.refresh()).computedDays).toHaveLength(1)
  expect(
    await ask(`select count(*)::integer as columns from pg_stats where tablename = 'analytics_user_days'`),
  ).toEqual([{ columns: 5 }])
})
