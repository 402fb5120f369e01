import { describe, expect, it } from 'vitest'
import { dayMs, dayOf } from '../src/events/usage-event.ts'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { batchWorld } from './batch-world.ts'
import { rowsOf } from './database-rows.ts'
import { event } from './events-samples.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-03-05T09:30:00.000Z' })
const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`)

async function documentOf(organizationId: string, kind: string, day: string) {
  const [row] = await rowsOf(
    server().databaseUrl,
    'select body from analytics_documents where organization_id = $1 and kind = $2 and day = $3',
    [organizationId, kind, day],
  )
  return row && JSON.parse(String(row.body))
}

describe('the batch', () => {
  it('lets an organization with one day have its turn before all 3,640 days of another', async () => {
    const { write, batch, newOrganization } = await batchWorld(server())
    const [busy, patient] = [newOrganization(), newOrganization()]
    const today = noonOf('2026-03-05')
    await write(
      busy,
      Array.from({ length: 3_640 }, (_, index) => event({ timeMs: today - (index + 1) * dayMs })),
    )
    await write(patient, [event({ timeMs: noonOf('2026-02-01') })])
    const { computed, isMore } = await batch().runDue()
    expect([computed, isMore]).toEqual([50, true])
    expect(await documentOf(patient, 'tools', '2026-02-01')).toMatchObject({ tool_calls: 1 })
    // Of the other, the newest days are done.
    expect(await documentOf(busy, 'tools', '2026-03-04')).toMatchObject({ tool_calls: 1 })
    expect(await documentOf(busy, 'tools', dayOf(today - 3_640 * dayMs))).toBeUndefined()
  })

  it('computes a day whose sums are beyond 2^53, and says so', async () => {
    const { write, batch, newOrganization } = await batchWorld(server())
    const organization = newOrganization()
    const timeMs = noonOf('2026-03-04')
    const hooks = Array.from({ length: 9_100 }, (_, index) =>
      event({ timeMs, type: 'hook', name: 'Stop', extra: `lint ${index % 7}`, quantity: 10 ** 12 }),
    )
    const calls = Array.from({ length: 95 }, (_, index) =>
      event({
        timeMs,
        type: 'model_call',
        name: `model-${index % 3}`,
        detail: 'standard',
        inputTokens: 10 ** 14,
        billableTokens: 10 ** 14,
      }),
    )
    await write(organization, [...hooks, ...calls])
    expect(await batch().refresh(organization)).toMatchObject({ days: ['2026-03-04'], failed: [] })
    expect(await documentOf(organization, 'tokens', '2026-03-04')).toMatchObject({
      billable_tokens: Number.MAX_SAFE_INTEGER,
    })
    expect(await documentOf(organization, 'tools', '2026-03-04')).toMatchObject({
      hooks_invocations: Number.MAX_SAFE_INTEGER,
    })
    const saturated = await rowsOf(
      server().databaseUrl,
      'select is_saturated from analytics_days where organization_id = $1',
      [organization],
    )
    expect(saturated).toEqual([{ is_saturated: true }])
  })

  it('ends a refresh although more events of past days come all the time', async () => {
    const { write, batch, newOrganization, events } = await batchWorld(server())
    const organization = newOrganization()
    const more = () => write(organization, [event({ timeMs: noonOf('2026-03-04') })])
    await more()
    const never = batch({
      facts: async (...day) => {
        await more()
        return events.facts(...day)
      },
    })
    expect(await never.refresh(organization)).toEqual({ days: ['2026-03-04'], failed: [] })
  })

  it('stops a refresh when its caller has left', async () => {
    const { write, batch, newOrganization, events } = await batchWorld(server())
    const organization = newOrganization()
    await write(
      organization,
      ['2026-03-02', '2026-03-03', '2026-03-04'].map((day) => event({ timeMs: noonOf(day) })),
    )
    const leaving = new AbortController()
    const asked: string[] = []
    const left = batch({
      facts: async (of, day) => {
        asked.push(day)
        leaving.abort(new Error('The caller has left.'))
        return events.facts(of, day)
      },
    })
    await expect(left.refresh(organization, leaving.signal)).rejects.toThrow('The caller has left.')
    expect(asked).toEqual(['2026-03-04'])
  })
})
