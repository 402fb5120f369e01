import type { UserRow } from '@muster/contract/analytics'
import { describe, expect, it } from 'vitest'
import { settleIdentity } from '../src/know/analytics/identity-repository.ts'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'
import { creditsAre } from './credits-used.ts'
import { rowsOf } from './database-rows.ts'
import { ownDatabase } from './own-stores.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-03-20T12:00:00Z', MUSTER_RATE_LIMIT: '0' })
const [yesterday, today] = ['2026-03-19', '2026-03-20']
const further = ['ada@home.test', 'ada@old.test', 'a.lovelace@x.test', 'ada+ci@x.test']
const call = { client: 'web', type: 'model_call', model: 'm', inputTokens: 100, outputTokens: 0 } as const

/** Ada, who is known by one address, and the owner, who reports model calls of hers under five addresses. */
async function organization() {
  const { client } = server()
  const { apiKey } = await client(operatorKey).operator.createOrganization({ name: 'x', ownerEmail: 'o@x.test' })
  const owner = client(apiKey)
  const { id: userId } = await owner.users.invite({ email: 'ada@x.test', role: 'member' })
  const ada = client((await owner.apiKeys.create({ name: 'agent', userId })).key)
  await owner.limits.set({ users: [{ email: 'ada@x.test', limit: 1e9 }] })
  const events = ['ada@x.test', ...further].flatMap((userEmail) =>
    [yesterday, today].map((day) => ({ ...call, time: `${day}T08:00:00Z`, userEmail })),
  )
  expect(await owner.telemetry.events({ events })).toMatchObject({ accepted: 10 })
  return { owner, ada, userId, setEmails: (emails: string[]) => owner.users.update({ userId, metadata: { emails } }) }
}

async function usersOf(owner: Awaited<ReturnType<typeof organization>>['owner']): Promise<UserRow[]> {
  await owner.analytics.refresh()
  return (await owner.analytics.users({ startDate: yesterday, endDate: yesterday, limit: 100 })).data
}

describe('a person with five e-mails', () => {
  it('is five users until an owner says that they are one, and five again when the owner takes that back', async () => {
    const { owner, ada, userId, setEmails } = await organization()
    expect(await usersOf(owner)).toHaveLength(5)
    await creditsAre(server(), owner, 'ada@x.test', 200)

    await setEmails(further)
    expect(await usersOf(owner)).toMatchObject([{ user_id: userId, user_email: 'ada@x.test', billable_tokens: 500 }])
    await creditsAre(server(), owner, 'ada@x.test', 1_000)
    const own = await ada.organization.myUsage({ startDate: yesterday, endDate: today })
    expect(own.data.map(({ billable_tokens, provisional }) => [billable_tokens, provisional])).toEqual([
      [500, false],
      [500, true],
    ])

    await setEmails(further.slice(1))
    const rows = await usersOf(owner)
    expect(rows.map(({ user_id }) => user_id).sort()).toEqual([userId, 'ada@home.test'].sort())
    await creditsAre(server(), owner, 'ada@x.test', 800)
  })

  it('does not change a computed day again when two runs of the batch found the same change', async () => {
    const { databaseUrl, now } = server()
    const { owner } = await organization()
    await owner.analytics.refresh()
    const states = () =>
      rowsOf(databaseUrl, 'select organization_id, day, generation from analytics_days order by 1, 2, 3')
    const before = await states()
    const identity = { organization_id: String(before.at(-1)?.organization_id), email_key: 'ada@x.test', user_id: null }
    await ownDatabase(server(), 1).transaction((tx) => settleIdentity(tx, identity, [yesterday], now()))
    expect(await states()).toEqual(before)
  })

  it('loses the events of all five when the person’s events are deleted', async () => {
    const { owner, userId, setEmails } = await organization()
    await setEmails(further)
    const { deletedEvents } = await owner.analytics.deleteEvents({ startDate: yesterday, endDate: today, userId })
    expect(deletedEvents).toBe(10)
    expect(await usersOf(owner)).toEqual([])
  })
})
