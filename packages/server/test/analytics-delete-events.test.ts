import { describe, expect, it } from 'vitest'
import type { Principal } from '../src/ground/platform/principal.ts'
import type { Deletions } from '../src/know/analytics/deletions.ts'
import { sharedTestServer, testServer } from '../src/testing/test-server.ts'
import { expectProblem } from './bad-input-problem.ts'
import { batchWorld } from './batch-world.ts'
import { rowsOf } from './database-rows.ts'
import { event } from './events-samples.ts'

const now = '2026-03-05T09:30:00.000Z'
const server = sharedTestServer({ MUSTER_NOW: now })

function call(day: string, more: object = {}) {
  return {
    time: `${day}T08:00:00Z`,
    client: 'web',
    type: 'model_call',
    model: 'house-coder',
    inputTokens: 100,
    outputTokens: 0,
    ...more,
  } as const
}

describe('DELETE /api/v0/analytics/events', () => {
  it('deletes the events of one person under all names, and computes days and credits again', async () => {
    const { acme } = await testServer({ MUSTER_NOW: now })
    const { owner, manager, member } = acme
    await member.telemetry.events({ events: [call('2026-03-03'), call('2026-03-05', { inputTokens: 7 })] })
    await owner.telemetry.events({
      events: [
        call('2026-03-03', { userEmail: member.email.toUpperCase(), inputTokens: 20 }),
        call('2026-03-03', { userEmail: manager.email, inputTokens: 3 }),
        call('2026-03-02', { userEmail: member.email }),
      ],
    })
    await owner.analytics.refresh()
    await owner.limits.set({ users: [{ email: member.email, limit: 1_000 }] })
    const used = async () => {
      const { users } = await owner.limits.list()
      return users.find(({ email }) => email === member.email)?.used
    }
    await expect.poll(used, { interval: 200 }).toBe(227)

    const range = { startDate: '2026-03-03', endDate: '2026-03-05' }
    const deleted = await owner.analytics.deleteEvents({ ...range, userEmail: member.email })
    expect(deleted).toEqual({ deletedEvents: 3, days: ['2026-03-03', '2026-03-05'] })
    const { computedDays } = await owner.analytics.refresh()
    expect(computedDays.map(({ day }) => day)).toEqual(['2026-03-03'])
    const { data } = await owner.analytics.users({ startDate: '2026-03-01', endDate: '2026-03-04' })
    expect(data.map((row) => [row.user_email, row.date, row.billable_tokens]).toSorted()).toEqual([
      [manager.email, '2026-03-03', 3],
      [member.email, '2026-03-02', 100],
    ])
    await expect.poll(used, { interval: 200 }).toBe(100)
  })

  it('deletes all events of some days, only of its own organization, and records that', async () => {
    const { acme, globex } = server()
    for (const { owner } of [acme, globex]) {
      await owner.telemetry.events({ events: [call('2026-02-01'), call('2026-02-02'), call('2026-02-03')] })
      await owner.analytics.refresh()
    }
    const deleted = await acme.owner.analytics.deleteEvents({ startDate: '2026-02-02', endDate: '2026-02-03' })
    expect(deleted.deletedEvents).toBe(2)
    const [entry] = (await acme.owner.audit.list({ limit: 1 })).entries
    expect(entry).toMatchObject({
      action: 'usage_events.delete',
      changes: { startDate: '2026-02-02', endDate: '2026-02-03', userEmail: null, userId: null },
    })
    const tokens = async ({ owner }: typeof acme) => {
      await owner.analytics.refresh()
      const { data } = await owner.analytics.tokens({ startDate: '2026-02-01', endDate: '2026-02-03' })
      return data.map((row) => row.billable_tokens)
    }
    expect(await tokens(acme)).toEqual([100, 0, 0])
    expect(await tokens(globex)).toEqual([100, 100, 100])
    // What is sent once more counts once more.
    await acme.owner.telemetry.events({ events: [call('2026-02-02')] })
    expect(await tokens(acme)).toEqual([100, 100, 0])
  })

  it.each([
    ['startDate=2026-02-30&endDate=2026-03-01', 'startDate'],
    ['startDate=2026-03-02&endDate=2026-03-01', 'startDate'],
    ['startDate=2026-03-02', 'endDate'],
    ['startDate=2026-03-02&endDate=2026-03-03&userEmail=a@b.test&userId=x', 'userId'],
  ])('refuses %s and names %s', async (query, path) => {
    const answer = await server().raw('DELETE', `/api/v0/analytics/events?${query}`, { key: server().acme.owner.key })
    expectProblem(answer, 400, 'invalid_request')
    expect(answer.json.errors.map((error: { path: string }) => error.path)).toContain(path)
  })
})

/** Somebody who orders a deletion. Nothing here asks for their role. */
function ownerOf(organizationId: string): Principal {
  const nobody = { userId: null, email: null, apiKeyId: null, address: null, requestId: null }
  return { organizationId, ...nobody } as unknown as Principal
}

describe('a deletion that was ordered while the store was away', () => {
  it('is carried out by the batch when it is back', async () => {
    const own = await testServer({ MUSTER_NOW: now })
    // The batch of the service would carry out the order first.
    await own.app.close()
    const { write, batch, deletions, database, newOrganization, events } = await batchWorld(own)
    const organizationId = newOrganization()
    const timeMs = Date.parse('2026-03-04T12:00:00Z')
    await write(organizationId, [event({ timeMs }), event({ timeMs })])
    await batch().refresh(organizationId)
    const away = deletions({ remove: () => Promise.reject(new Error('The store is away.')) })
    const range = { startDate: '2026-03-04', endDate: '2026-03-04' }
    await expect(away.order(ownerOf(organizationId), range)).rejects.toThrow('The store is away.')
    const left = () => rowsOf(own.databaseUrl, 'select from event_deletions')
    expect(await left()).toHaveLength(1)
    expect(await batch().refresh(organizationId)).toEqual({ days: ['2026-03-04'], failed: [] })
    expect([await left(), await events.count(), database.connections().waiting]).toEqual([[], 0, 0])
  })
})

describe('a deletion that the batch finds while it is carried out', () => {
  it.each([
    ['of the same node', (own: Deletions) => own],
    ['of another node', (_: Deletions, other: Deletions) => other],
  ])('is not carried out again by the batch %s: events that came since stay', async (_, which) => {
    const { write, deletions, newOrganization, events } = await batchWorld(server())
    const organizationId = newOrganization()
    const timeMs = Date.parse('2026-03-04T12:00:00Z')
    await write(organizationId, [event({ timeMs }), event({ timeMs })])
    const [deletedOnce, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const own = deletions({
      remove: async (...range) => {
        const deleted = await events.remove(...range)
        deletedOnce.resolve()
        await mayGoOn.promise
        return deleted
      },
    })
    const order = own.order(ownerOf(organizationId), { startDate: '2026-03-04', endDate: '2026-03-04' })
    await deletedOnce.promise
    await write(organizationId, [event({ timeMs })])
    await which(own, deletions()).carryOutLeft(organizationId)
    mayGoOn.resolve()
    expect([(await order).deletedEvents, await events.count()]).toEqual([2, 1])
  })
})
