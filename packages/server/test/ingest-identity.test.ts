import { describe, expect, it } from 'vitest'
import { type People, sharedTestServer } from '../src/testing/test-server.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-11-16T09:30:00.000Z' })
const day = '2026-11-15'
const dayBefore = '2026-11-14'

const base = { client: 'web' } as const
const call = (inputTokens: number) => ({ type: 'model_call', model: 'm', inputTokens, outputTokens: 0 }) as const

async function usersOn(people: People, date: string) {
  await people.owner.analytics.refresh()
  const { data } = await people.owner.analytics.users({ startDate: date, endDate: date, limit: 100 })
  return new Map(data.map((row) => [row.user_id, row]))
}

describe('an event that a member reports', () => {
  it('cannot be replaced by another member who knows its id', async () => {
    const { acme } = server()
    const victim = { ...base, ...call(100), id: 'call-1', time: `${day}T12:00:00Z` }
    const forged = { ...victim, time: `${day}T01:00:00Z`, inputTokens: 0 }
    expect(await acme.member.telemetry.events({ events: [victim] })).toMatchObject({ accepted: 1 })
    const attacker = await acme.manager.apiKeys.create({ name: 'narrow', scopes: ['telemetry:write'] })
    expect(
      await server()
        .client(attacker.key)
        .telemetry.events({ events: [forged] }),
    ).toMatchObject({ accepted: 1 })
    expect(await acme.owner.telemetry.events({ events: [forged] })).toMatchObject({ accepted: 1 })
    const users = await usersOn(acme, day)
    expect(users.get(acme.member.userId)?.billable_tokens).toBe(100)
    expect(await acme.member.telemetry.events({ events: [victim] })).toMatchObject({ accepted: 0, duplicates: 1 })
  })

  it('keeps its commit and its pull request, whatever time somebody else reports later', async () => {
    const { globex } = server()
    const sha = 'c0ffee'.padEnd(40, '0')
    const url = 'https://git.test/acme/app/pull/7'
    const of = (date: string) => [
      { ...base, time: `${date}T12:00:00Z`, type: 'commit', sha } as const,
      { ...base, time: `${date}T12:00:00Z`, type: 'pull_request', url } as const,
      { ...base, time: `${date}T12:00:00Z`, type: 'session_start' } as const,
    ]
    await globex.member.telemetry.events({ events: of(day) })
    await globex.manager.telemetry.events({ events: of(dayBefore) })
    const [own, claimed] = [await usersOn(globex, day), await usersOn(globex, dayBefore)]
    expect(own.get(globex.member.userId)).toMatchObject({ git_commits: 1, git_prs_created: 1 })
    expect(claimed.get(globex.manager.userId)).toMatchObject({ git_commits: 0, git_prs_created: 0 })
  })
})
