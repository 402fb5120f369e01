import { describe, expect, it } from 'vitest'
import { peopleOf } from '../src/govern/people/people.ts'
import { dayMs, dayOf } from '../src/ground/platform/days.ts'
import { computeDay } from '../src/know/analytics/day-rows.ts'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { batchWorld } from './batch-world.ts'
import { rowsOf } from './database-rows.ts'
import { event, factsFrom } from './events-samples.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-03-05T09:30:00.000Z' })
const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`)

async function documentOf(organizationId: string, kind: string, day: string) {
  const rows = await rowsOf(
    server().databaseUrl,
    'select body from analytics_documents where organization_id = $1 and kind = $2 and day = $3 order by part',
    [organizationId, kind, day],
  )
  return rows.length === 0 ? undefined : JSON.parse(rows.map(({ body }) => body).join(''))
}

async function* preceded<T>(work: () => Promise<unknown>, pieces: AsyncIterable<T>): AsyncGenerator<T> {
  await work()
  yield* pieces
}

describe('the batch', () => {
  it('computes the one day of an organization before all 364 days of another', async () => {
    const { write, batch, newOrganization } = await batchWorld(server())
    const [busy, patient] = [newOrganization(), newOrganization()]
    const today = noonOf('2026-03-05')
    await write(
      busy,
      Array.from({ length: 364 }, (_, index) => event({ timeMs: today - (index + 1) * dayMs })),
    )
    await write(patient, [event({ timeMs: noonOf('2026-02-01') })])
    const { computed, isMore } = await batch().runDue()
    expect([computed, isMore]).toEqual([50, true])
    expect(await documentOf(patient, 'tools', '2026-02-01')).toMatchObject({ tool_calls: 1 })
    // Of the other, the newest days are done.
    expect(await documentOf(busy, 'tools', '2026-03-04')).toMatchObject({ tool_calls: 1 })
    expect(await documentOf(busy, 'tools', dayOf(today - 364 * dayMs))).toBeUndefined()
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

  it('gives up a day that needs too much memory, and says why; the others are computed', async () => {
    const { write, batch, newOrganization } = await batchWorld(server(), { memoryMb: 32 })
    const organization = newOrganization()
    const long = 'x'.repeat(180)
    const users = Array.from({ length: 60_000 }, (_, index) =>
      event({ timeMs: noonOf('2026-03-03'), user: `a:${long} ${index}`, session: `${index} ${long}` }),
    )
    await write(organization, users)
    await write(organization, [event({ timeMs: noonOf('2026-03-02') }), event({ timeMs: noonOf('2026-03-04') })])
    const { days, failed } = await batch().refresh(organization)
    expect(days.toSorted()).toEqual(['2026-03-02', '2026-03-04'])
    const reason = 'It needs more memory than a worker may have, which is 32 MB.'
    expect(failed).toMatchObject([{ day: '2026-03-03', reason, failures: 1 }])
  })

  it('computes a large day in a worker as it would here', async () => {
    const { write, batch, newOrganization, events } = await batchWorld(server())
    const organization = newOrganization()
    const timeMs = noonOf('2026-03-04')
    const given = Array.from({ length: 20_000 }, (_, index) =>
      event({
        timeMs,
        user: `e:user-${index % 500}@example.com`,
        session: `session ${index % 3_000}`,
        type: index % 3 === 0 ? 'model_call' : 'tool_call',
        name: `name ${index % 50}`,
        detail: index % 7 === 0 ? 'a\x1fb\x1ec\x1bd' : '',
        inputTokens: index,
        billableTokens: index,
      }),
    )
    await write(organization, given)
    expect(await batch().refresh(organization)).toMatchObject({ days: ['2026-03-04'], failed: [] })
    const facts = await factsFrom(events, organization, '2026-03-04')
    const expected = computeDay({ day: '2026-03-04', facts, people: peopleOf([]) })
    expect(await documentOf(organization, 'tools', '2026-03-04')).toEqual(expected.tools)
    expect(await documentOf(organization, 'tokens', '2026-03-04')).toEqual(expected.tokens)
    expect(await documentOf(organization, 'activity', '2026-03-04')).toMatchObject({
      daily_active_users: 500,
      monthly_active_users: 500,
    })
    const users = await rowsOf(
      server().databaseUrl,
      'select body from analytics_user_days where organization_id = $1 order by user_id',
      [organization],
    )
    expect(users.map(({ body }) => JSON.parse(String(body)))).toEqual(expected.users)
  })

  it('ends a refresh even if events of past days keep coming', async () => {
    const { write, batch, newOrganization, events } = await batchWorld(server())
    const organization = newOrganization()
    const more = () => write(organization, [event({ timeMs: noonOf('2026-03-04') })])
    await more()
    const never = batch({
      factsApart: (...day) => {
        const { format, pieces } = events.factsApart(...day)
        return { format, pieces: preceded(more, pieces) }
      },
    })
    expect(await never.refresh(organization)).toEqual({ days: ['2026-03-04'], failed: [] })
  })

  it('waits in a refresh for another node that computes the day, which is no failure', async () => {
    const { write, batch, newOrganization, events } = await batchWorld(server())
    const organization = newOrganization()
    await write(organization, [event({ timeMs: noonOf('2026-03-04') })])
    const reached = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const slow = batch({
      factsApart: (...day) => {
        const { format, pieces } = events.factsApart(...day)
        reached.resolve()
        return { format, pieces: preceded(() => release.promise, pieces) }
      },
    })
    const first = slow.refresh(organization)
    await reached.promise
    const second = batch().refresh(organization)
    await write(newOrganization(), [event({ timeMs: noonOf('2026-03-04') })])
    release.resolve()
    expect([await first, await second]).toEqual([
      { days: ['2026-03-04'], failed: [] },
      { days: [], failed: [] },
    ])
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
      factsApart: (of, day, names) => {
        asked.push(day)
        leaving.abort(new Error('The caller has left.'))
        return events.factsApart(of, day, names)
      },
    })
    await expect(left.refresh(organization, leaving.signal)).rejects.toThrow('The caller has left.')
    expect(asked).toEqual(['2026-03-02'])
  })
})
