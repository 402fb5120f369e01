import { hash } from 'node:crypto'
import { UserRow } from '@muster/contract/analytics'
import { describe, expect, it } from 'vitest'
import { rowSchemas } from '../src/know/analytics/row-schemas.ts'
import { rowsVersion } from '../src/know/analytics/rows-version.ts'
import { testServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'

/** The fields of all rows, without what is said about them. */
function shapeOfRows(): string {
  const told = new Set(['description', 'title', 'examples', 'x-extension', 'default'])
  const text = JSON.stringify({ ...rowSchemas, users: UserRow }, (key, value) => (told.has(key) ? undefined : value))
  return hash('sha256', text, 'hex').slice(0, 16)
}

/** When this test fails, a row has other fields: raise `rowsVersion` and add its line. */
const shapes: readonly string[] = ['d02873a5fbaf5d31', 'd02873a5fbaf5d31', 'd02873a5fbaf5d31']

describe('the version of the rows', () => {
  it('is raised when a row gains or loses a field', () => {
    expect([rowsVersion, shapes[rowsVersion]]).toEqual([shapes.length - 1, shapeOfRows()])
  })

  it('lets days of an earlier version be computed again, the newest first, and nobody reads a row that lacks a field', async () => {
    const server = await testServer({ MUSTER_NOW: '2026-03-05T09:30:00.000Z' })
    const { owner } = server.acme
    const days = ['2026-03-02', '2026-03-03', '2026-03-04']
    await owner.telemetry.events({
      events: days.map((day) => ({ time: `${day}T12:00:00Z`, client: 'web', type: 'message', role: 'user' }) as const),
    })
    await owner.analytics.refresh()
    const range = { startDate: '2026-03-02', endDate: '2026-03-04' }
    const readAll = () =>
      Promise.all([owner.analytics.activity(range), owner.analytics.tools(range), owner.analytics.users(range)])
    const before = (await readAll()).map(({ data }) => data)

    // As an earlier version left them, which did not know two of the fields.
    const without = (table: string, field: string) =>
      `update ${table} set rows_version = -1, body = regexp_replace(body, '"${field}":[^,}]*,', '')`
    await rowsOf(server.databaseUrl, without('analytics_documents', 'web_users'))
    await rowsOf(server.databaseUrl, without('analytics_user_days', 'mcp_calls'))
    const old = await rowsOf(server.databaseUrl, 'select body from analytics_user_days')
    expect(old.map(({ body }) => String(body).includes('mcp_calls'))).toEqual([false, false, false])
    const filled = (await readAll()).map(({ data }) => data)
    expect(filled).toEqual(before)

    await rowsOf(server.databaseUrl, 'update analytics_days set rows_version = -1')
    const oldDays = () => rowsOf(server.databaseUrl, 'select day from analytics_days where rows_version < 0')
    server.advance(11 * 60_000)
    await expect.poll(oldDays, { interval: 100 }).toEqual([])
    const left = 'select from analytics_user_days where rows_version < 0'
    expect(await rowsOf(server.databaseUrl, left)).toEqual([])
    expect((await readAll()).map(({ data }) => data)).toEqual(before)
  })
})
