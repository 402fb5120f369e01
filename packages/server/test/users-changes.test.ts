import { randomUUID } from 'node:crypto'
import type { Role } from '@muster/contract/enumerations'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { nodes, secondNode } from './second-node.ts'

const server = sharedTestServer(nodes)

function newEmail(): string {
  return `${randomUUID()}@acme.test`
}

async function invited(role: Role = 'member') {
  const { acme, client } = server()
  const user = await acme.owner.users.invite({ email: newEmail(), role })
  const { key } = await acme.owner.apiKeys.create({ name: 'first', userId: user.id })
  return { ...user, key, client: client(key) }
}

describe('POST /api/v0/organization/users', () => {
  it('answers 201 with the user', async () => {
    const { acme, raw } = server()
    const json = { email: newEmail(), role: 'guest' }
    const answer = await raw('POST', '/api/v0/organization/users', { key: acme.owner.key, json })
    expect(answer.status).toBe(201)
    expect(answer.json).toMatchObject({ ...json, metadata: {} })
  })

  it('answers 409 to an e-mail that somebody has, in any case', async () => {
    const { owner } = server().acme
    const email = `Mixed.Case.${randomUUID()}@Acme.test`
    const user = await owner.users.invite({ email, role: 'guest' })
    expect(user.email).toBe(email)
    for (const spelling of [email, email.toLowerCase(), email.toUpperCase()]) {
      const again = owner.users.invite({ email: spelling, role: 'member' })
      await expect(again).rejects.toMatchObject({ status: 409, code: 'email_taken' })
    }
    const { users } = await owner.users.list({ limit: 100 })
    expect(users.find(({ id }) => id === user.id)?.role).toBe('guest')
  })

  it('creates one user from two simultaneous invitations', async () => {
    const { owner } = server().acme
    const email = newEmail()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => owner.users.invite({ email, role: 'guest' })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 409 })
    }
  })

  it.each([
    ['no e-mail', { role: 'guest' }, 'email'],
    ['no role', { email: 'a@acme.test' }, 'role'],
    ['an e-mail that is none', { email: 'a', role: 'guest' }, 'email'],
    ['a role that is none', { email: 'a@acme.test', role: 'admin' }, 'role'],
    ['a field that is none', { email: 'a@acme.test', role: 'guest', firstname: 'A' }, 'firstname'],
    ['an id of the caller’s choice', { email: 'a@acme.test', role: 'guest', id: randomUUID() }, 'id'],
    ['an empty name', { email: 'a@acme.test', role: 'guest', firstName: '' }, 'firstName'],
  ])('answers 400 to %s', async (_, json, path) => {
    const { acme, raw } = server()
    const answer = await raw('POST', '/api/v0/organization/users', { key: acme.owner.key, json })
    expect(answer.json).toMatchObject({ status: 400, errors: [{ path }] })
  })

  it('gives somebody who comes back the same id, while the old keys and tokens stay dead', async () => {
    const { owner } = server().acme
    const user = await invited('manager')
    const { token } = await user.client.apiKeys.createToken()
    await owner.users.remove({ userId: user.id })
    const back = await owner.users.invite({ email: user.email.toUpperCase(), role: 'guest', firstName: 'New' })
    expect(back).toMatchObject({ id: user.id, createdAt: user.createdAt, role: 'guest', firstName: 'New' })
    for (const bearer of [user.key, token]) {
      await expect(server().client(bearer).organization.me()).rejects.toMatchObject({ status: 401 })
    }
    const { key } = await owner.apiKeys.create({ name: 'second', userId: user.id })
    expect((await server().client(key).organization.me()).user.role).toBe('guest')
  })
})

describe('a key that its user makes while being removed', () => {
  it('does not come to life when the user comes back', async () => {
    const { owner } = server().acme
    for (let round = 0; round < 10; round++) {
      const user = await invited('guest')
      const [, ...made] = await Promise.allSettled([
        owner.users.remove({ userId: user.id }),
        ...Array.from({ length: 5 }, () => user.client.apiKeys.create({ name: 'at the last moment' })),
      ])
      await owner.users.invite({ email: user.email, role: 'guest' })
      for (const outcome of made) {
        if (outcome.status === 'rejected') continue
        const { key } = outcome.value
        await expect(server().client(key).organization.me()).rejects.toMatchObject({ status: 401 })
      }
    }
  })
})

describe('PATCH /api/v0/organization/users/{userId}', () => {
  it('changes what is sent and leaves the rest', async () => {
    const { owner } = server().acme
    const user = await owner.users.invite({ email: newEmail(), role: 'guest', firstName: 'Ada', metadata: { a: 1 } })
    const changed = await owner.users.update({ userId: user.id, lastName: 'King' })
    expect(changed).toEqual({ ...user, lastName: 'King' })
    expect(await owner.users.update({ userId: user.id, metadata: { b: 2 } })).toEqual({
      ...changed,
      metadata: { b: 2 },
    })
  })

  it('applies a role to existing keys and tokens at once, on every node', async () => {
    const user = await invited('guest')
    const { token } = await user.client.apiKeys.createToken()
    const other = await secondNode(server())
    const clients = [user.client, server().client(token), other.client(user.key), other.client(token)]
    for (const client of clients) await expect(client.sessions.list()).rejects.toMatchObject({ status: 403 })
    await server().acme.owner.users.update({ userId: user.id, role: 'member' })
    for (const client of clients) expect((await client.sessions.list()).sessions).toEqual([])
    await server().acme.owner.users.update({ userId: user.id, role: 'guest' })
    for (const client of clients) await expect(client.sessions.list()).rejects.toMatchObject({ status: 403 })
  })

  it.each(['nobody', randomUUID(), '%2e%2e', '1 or 1=1'])('answers 404 for %j', async (userId) => {
    const { acme, raw } = server()
    const path = `/api/v0/organization/users/${encodeURIComponent(userId)}`
    const answer = await raw('PATCH', path, { key: acme.owner.key, json: { role: 'guest' } })
    expect(answer.json).toMatchObject({ status: 404, code: 'user_not_found' })
  })

  it('does not change an e-mail or an id', async () => {
    const { acme, raw } = server()
    for (const json of [{ email: 'other@acme.test' }, { id: randomUUID() }, { removedAt: null }]) {
      const path = `/api/v0/organization/users/${acme.guest.userId}`
      expect((await raw('PATCH', path, { key: acme.owner.key, json })).status).toBe(400)
    }
  })
})

describe('DELETE /api/v0/organization/users/{userId}', () => {
  it('ends the user’s keys and tokens at once, on every node, and keeps what they made', async () => {
    const { owner } = server().acme
    const user = await invited()
    const { token } = await user.client.apiKeys.createToken()
    const { id: computerId } = await user.client.computers.register({ name: `computer ${randomUUID()}` })
    const { sessionId } = await user.client.sessions.create({ computerId })
    const other = await secondNode(server())
    expect((await other.client(token).organization.me()).user.id).toBe(user.id)

    const path = `/api/v0/organization/users/${user.id}`
    const answer = await server().raw('DELETE', path, { key: server().acme.owner.key })
    expect([answer.status, answer.text]).toEqual([204, ''])
    for (const node of [server(), other]) {
      for (const bearer of [user.key, token]) {
        await expect(node.client(bearer).organization.me()).rejects.toMatchObject({ status: 401 })
      }
    }
    expect((await owner.sessions.get({ sessionId })).computerId).toBe(computerId)
    const users = await Array.fromAsync(owner.users.list.items({ limit: 100 }))
    expect(users.map(({ id }) => id)).not.toContain(user.id)
    const keys = await Array.fromAsync(owner.apiKeys.list.items({ limit: 100 }))
    expect(keys.map(({ userId }) => userId)).not.toContain(user.id)
    await expect(owner.users.remove({ userId: user.id })).rejects.toMatchObject({ status: 404 })
    await expect(owner.users.update({ userId: user.id, role: 'owner' })).rejects.toMatchObject({ status: 404 })
  })
})
