import { describe, expect, it } from 'vitest'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'

const server = sharedTestServer()

describe('the last owner', () => {
  async function organization(owners: number) {
    const { client } = server()
    const created = await client(operatorKey).operator.createOrganization({ name: 'x', ownerEmail: '0@x.test' })
    const first = { id: created.owner.id, client: client(created.apiKey) }
    const people = [first]
    for (let count = 1; count < owners; count++) {
      const { id } = await first.client.users.invite({ email: `${count}@x.test`, role: 'owner' })
      const { key } = await first.client.apiKeys.create({ name: 'key', userId: id })
      people.push({ id, client: client(key) })
    }
    return people
  }

  it('cannot be removed or demoted, not even by itself', async () => {
    const [owner] = await organization(1)
    const userId = owner?.id ?? ''
    await expect(owner?.client.users.remove({ userId })).rejects.toMatchObject({ status: 409, code: 'last_owner' })
    const demoted = owner?.client.users.update({ userId, role: 'manager' })
    await expect(demoted).rejects.toMatchObject({ status: 409, code: 'last_owner' })
    expect((await owner?.client.users.update({ userId, role: 'owner', firstName: 'A' }))?.firstName).toBe('A')
    expect((await owner?.client.organization.me())?.user.role).toBe('owner')
  })

  it('may leave once there is another', async () => {
    const [first, second] = await organization(2)
    await first?.client.users.remove({ userId: first.id })
    expect((await second?.client.users.list())?.users.map(({ role }) => role)).toEqual(['owner'])
    await expect(second?.client.users.remove({ userId: second.id })).rejects.toMatchObject({ status: 409 })
  })

  it.each(['remove', 'demote'] as const)('stays when all owners %s each other at the same time', async (how) => {
    for (let round = 0; round < 10; round++) {
      const people = await organization(3)
      const changes = people.flatMap(({ client }) =>
        people.map(({ id: userId }) =>
          how === 'remove' ? client.users.remove({ userId }) : client.users.update({ userId, role: 'guest' }),
        ),
      )
      const outcomes = await Promise.allSettled(changes)
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect([401, 403, 404, 409]).toContain(outcome.reason.status)
      }
      const roles = await Promise.allSettled(people.map(({ client }) => client.organization.me()))
      const left = roles.filter((role) => role.status === 'fulfilled' && role.value.user.role === 'owner')
      expect(left).toHaveLength(1)
    }
  })
})
