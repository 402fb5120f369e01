import { describe, expect, it } from 'vitest'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-03-01T09:30:00Z' })

async function organization(changes: number) {
  const { client, advance } = server()
  const { apiKey, owner } = await client(operatorKey).operator.createOrganization({ name: 'x', ownerEmail: 'o@x.test' })
  const made = []
  for (let count = 1; count <= changes; count++) {
    made.unshift(await client(apiKey).controls.replace({ commandAllowlist: [`${count}`] }))
    advance(1000)
  }
  return { client: client(apiKey), owner, made }
}

describe('GET /api/v0/organization/enterprise-controls/history', () => {
  it('is empty in an organization that is new', async () => {
    const { client } = await organization(0)
    expect(await client.controls.history()).toEqual({ changes: [], pagination: { hasMore: false, nextCursor: null } })
  })

  it('lists the whole settings of every revision, newest first, with who and when', async () => {
    const { client, owner } = await organization(0)
    const first = new Date(server().now()).toISOString()
    await client.controls.replace({ ideAutoConnect: true })
    server().advance(60_000)
    const second = new Date(server().now()).toISOString()
    const manager = await client.users.invite({ email: 'Second@x.test', role: 'owner', firstName: 'Sam' })
    const { key } = await client.apiKeys.create({ name: 'second', userId: manager.id })
    await server().client(key).controls.replace({ ideAutoConnect: false, wikiCloudSync: true })
    expect((await client.controls.history()).changes).toEqual([
      {
        revision: 2,
        settings: { ideAutoConnect: false, wikiCloudSync: true },
        user: { id: manager.id, email: 'Second@x.test', name: 'Sam' },
        updatedAt: second,
      },
      {
        revision: 1,
        settings: { ideAutoConnect: true },
        user: { id: owner.id, email: 'o@x.test', name: 'o@x.test' },
        updatedAt: first,
      },
    ])
  })

  it.each([1, 2, 3, 7, 100])('shows every revision once on pages of %i', async (limit) => {
    const { client, made } = await organization(7)
    expect(await Array.fromAsync(client.controls.history.items({ limit }))).toEqual(made)
  })

  it('goes on from a cursor after more changes', async () => {
    const { client, made } = await organization(4)
    const { pagination } = await client.controls.history({ limit: 2 })
    await client.controls.replace({})
    const rest = await client.controls.history({ cursor: pagination.nextCursor ?? '' })
    expect(rest.changes).toEqual(made.slice(2))
    expect(rest.pagination).toEqual({ hasMore: false, nextCursor: null })
  })

  it('shows 20 unless asked for another number', async () => {
    const { client } = await organization(21)
    expect((await client.controls.history()).changes).toHaveLength(20)
  })

  it('still names somebody who was removed', async () => {
    const { client } = await organization(0)
    const leaver = await client.users.invite({ email: 'leaver@x.test', role: 'owner' })
    const { key } = await client.apiKeys.create({ name: 'key', userId: leaver.id })
    await server().client(key).controls.replace({})
    await client.users.remove({ userId: leaver.id })
    expect((await client.controls.history()).changes[0]?.user.email).toBe('leaver@x.test')
    expect((await client.controls.get()).user.email).toBe('leaver@x.test')
  })

  it('refuses the cursor of another organization', async () => {
    const { client } = await organization(2)
    const other = await organization(2)
    const { pagination } = await other.client.controls.history({ limit: 1 })
    const list = client.controls.history({ cursor: pagination.nextCursor ?? '' })
    await expect(list).rejects.toMatchObject({ status: 400, code: 'invalid_cursor' })
  })
})
