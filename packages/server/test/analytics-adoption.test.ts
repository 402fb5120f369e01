import { describe, expect, it } from 'vitest'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-06-30T09:30:00.000Z', MUSTER_RATE_LIMIT: '0' })

async function organization() {
  const { client, raw } = server()
  const { apiKey } = await client(operatorKey).operator.createOrganization({ name: 'x', ownerEmail: 'o@x.test' })
  const owner = client(apiKey)
  const send = async (...messages: [day: string, userEmail: string][]) => {
    const events = messages.map(([day, userEmail]) => {
      return { time: `${day}T12:00:00Z`, client: 'web', type: 'message', role: 'user', userEmail } as const
    })
    expect((await owner.telemetry.events({ events })).rejected).toEqual([])
    await owner.analytics.refresh()
  }
  const adoption = async (startDate: string, endDate = startDate) =>
    (await owner.analytics.adoption({ startDate, endDate })).data
  return { owner, key: apiKey, raw, send, adoption }
}

describe('GET /api/v0/analytics/adoption', () => {
  it('counts new, returning and lapsed users', async () => {
    const { send, adoption } = await organization()
    await send(['2026-04-01', 'a@x.test'], ['2026-05-15', 'a@x.test'], ['2026-05-15', 'b@x.test'])
    expect(await adoption('2026-04-01')).toMatchObject([{ active: 1, new: 1, returning: 0, lapsed: 0 }])
    expect(await adoption('2026-05-01')).toMatchObject([{ active: 0, lapsed: 1 }])
    expect(await adoption('2026-05-15')).toMatchObject([{ active: 2, new: 1, returning: 1, lapsed: 0 }])
    expect(await adoption('2026-06-14')).toMatchObject([{ active: 0, lapsed: 2 }])
  })

  it('is right when a late event shows that somebody is not new', async () => {
    const { send, adoption } = await organization()
    await send(['2026-06-10', 'a@x.test'])
    expect(await adoption('2026-06-20')).toMatchObject([{ new: 1, returning: 0 }])
    await send(['2026-02-01', 'a@x.test'])
    expect(await adoption('2026-06-20')).toMatchObject([{ new: 0, returning: 1 }])
    expect(await adoption('2026-02-01')).toMatchObject([{ new: 1 }])
  })

  it('is right when the first events of a person are deleted', async () => {
    const { owner, send, adoption } = await organization()
    await send(['2026-02-01', 'a@x.test'], ['2026-06-10', 'a@x.test'])
    expect(await adoption('2026-06-20')).toMatchObject([{ new: 0, returning: 1 }])
    await owner.analytics.deleteEvents({ startDate: '2026-02-01', endDate: '2026-02-01' })
    await owner.analytics.refresh()
    expect(await adoption('2026-06-20')).toMatchObject([{ new: 1, returning: 0 }])
    expect(await adoption('2026-02-01')).toMatchObject([{ active: 0, new: 0 }])
  })

  it('follows the team that an owner gives somebody, in past days too', async () => {
    const { owner, send, adoption } = await organization()
    const { id: userId } = await owner.users.invite({ email: 'a@x.test', role: 'member', metadata: { team: 'Web' } })
    await send(['2026-06-10', 'a@x.test'])
    const teams = async () => (await adoption('2026-06-20'))[0]?.by_team.map(({ team, active }) => [team, active])
    expect(await teams()).toEqual([['Web', 1]])
    await owner.users.update({ userId, metadata: { team: 'Data' } })
    await owner.analytics.refresh()
    expect(await teams()).toEqual([['Data', 1]])
  })

  it('counts members on days on which nobody did anything', async () => {
    const { owner, adoption } = await organization()
    const { id } = await owner.organization.get()
    const since = Date.parse('2026-06-28T23:59:59Z')
    await rowsOf(server().databaseUrl, 'update users set created_at = $2 where organization_id = $1', [id, since])
    const days = await adoption('2026-01-14', '2026-06-29')
    expect(days).toHaveLength(167)
    expect(days.slice(-3).map(({ members }) => members)).toEqual([0, 1, 1])
  })

  it('comes as CSV and NDJSON, and is not sent to a caller who has it', async () => {
    const { raw, key, send } = await organization()
    await send(['2026-06-10', 'a@x.test'])
    const path = '/api/v0/analytics/adoption?startDate=2026-06-10&endDate=2026-06-11'
    const csv = await raw('GET', `${path}&format=csv`, { key })
    expect(csv.text.split('\r\n')[0]).toBe('date,members,active,active_members,new,returning,lapsed,stickiness,by_team')
    expect((await raw('GET', `${path}&format=ndjson`, { key })).text.trim().split('\n')).toHaveLength(2)
    const { headers } = await raw('GET', path, { key })
    const again = await raw('GET', path, { key, headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  })
})
