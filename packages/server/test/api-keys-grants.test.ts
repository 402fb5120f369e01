import { type Role, roles, type Scope, scopes } from '@muster/contract/enumerations'
import { describe, expect, it } from 'vitest'
import { type Person, sharedTestServer, testServer } from '../src/testing/test-server.ts'

const now = '2026-11-16T09:30:00.000Z'
const server = sharedTestServer({ MUSTER_NOW: now })
const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

const inMs = (ms: number) => new Date(server().now() + ms).toISOString()

/** Written out by hand: the scopes that some endpoint lets a role use. */
const usable: Readonly<Record<Role, readonly Scope[]>> = {
  owner: scopes,
  manager: scopes,
  member: scopes.filter((scope) => !/^(analytics:read|organization:write|telemetry:attribute)$/.test(scope)),
  guest: ['organization:read', 'readiness:read', 'keys:read', 'keys:write'],
}

describe.each(roles)('a key for a %s', (role) => {
  it('gets the scopes that the role can use, whoever makes it', async () => {
    const { acme } = server()
    const { userId } = acme[role]
    for (const maker of [acme.owner, acme[role]]) {
      const key = await maker.apiKeys.create({ name: 'usable', scopes: [...usable[role]], userId })
      expect(new Set(key.scopes)).toEqual(new Set(usable[role]))
    }
  })

  it('is refused with any other scope, in a sentence that names it', async () => {
    const { acme } = server()
    const { userId } = acme[role]
    for (const scope of scopes.filter((one) => !usable[role].includes(one))) {
      for (const maker of [acme.owner, acme[role]]) {
        const create = maker.apiKeys.create({ name: 'useless', scopes: ['keys:read', scope], userId })
        const detail = `A ${role} cannot use the scope ${scope}.`
        await expect(create).rejects.toMatchObject({ status: 403, code: 'scope_not_allowed', detail })
      }
    }
  })
})

describe('telemetry:attribute', () => {
  const day = '2026-11-15'

  async function reportAs(reporter: { key: string }, email: string, id: string) {
    const { acme, client } = server()
    const event = { id, time: `${day}T10:00:00Z`, userEmail: email, client: 'web', type: 'session_start' } as const
    const { rejected } = await client(reporter.key).telemetry.events({ events: [event] })
    await acme.owner.analytics.refresh()
    const { data } = await acme.owner.analytics.users({ startDate: day, endDate: day })
    return { rejected, users: data.map(({ user_id }) => user_id) }
  }

  it('lets a manager report for others, until the manager becomes a member', async () => {
    const { owner, manager, guest } = server().acme
    const key = await manager.apiKeys.create({
      name: 'gateway',
      scopes: ['telemetry:write', 'telemetry:attribute'],
    })
    expect((await reportAs(key, guest.email, 'a')).users).toEqual([guest.userId])
    await owner.users.update({ userId: manager.userId, role: 'member' })
    try {
      const { users } = await reportAs(key, owner.email, 'b')
      expect(users).not.toContain(owner.userId)
    } finally {
      await owner.users.update({ userId: manager.userId, role: 'manager' })
    }
  })
})

describe('the life of a key', () => {
  it('ends with the key that made it, unless an earlier end is asked for', async () => {
    const { acme, client } = server()
    const parent = await acme.member.apiKeys.create({ name: 'parent', expiresAt: inMs(hourMs) })
    const maker = client(parent.key)
    expect((await maker.apiKeys.create({ name: 'child' })).expiresAt).toBe(parent.expiresAt)
    const shorter = await maker.apiKeys.create({ name: 'shorter', expiresAt: inMs(1000) })
    expect(shorter.expiresAt).toBe(inMs(1000))
    const longer = maker.apiKeys.create({ name: 'longer', expiresAt: inMs(hourMs + 1) })
    await expect(longer).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'expiresAt', message: expect.stringContaining(`${parent.expiresAt} at the latest`) }],
    })
  })

  it('ends with the token that made it, which ends with its key', async () => {
    const { acme, client } = server()
    const { token, expiresAt } = await acme.owner.apiKeys.createToken()
    expect((await client(token).apiKeys.create({ name: 'by token' })).expiresAt).toBe(expiresAt)
    const short = await acme.owner.apiKeys.create({ name: 'short', expiresAt: inMs(5000) })
    const ofShort = await client(short.key).apiKeys.createToken()
    expect(ofShort.expiresAt).toBe(short.expiresAt)
  })

  it('has no end when nothing gives it one', async () => {
    expect(await server().acme.guest.apiKeys.create({ name: 'endless' })).not.toHaveProperty('expiresAt')
  })

  it('is bounded by apiKeyPolicy.maxLifetimeDays for keys made from then on', async () => {
    const { globex, client } = server()
    const before = await globex.member.apiKeys.create({ name: 'before' })
    await globex.owner.controls.replace({ apiKeyPolicy: { maxLifetimeDays: 30 } })
    expect((await globex.member.apiKeys.create({ name: 'after' })).expiresAt).toBe(inMs(30 * dayMs))
    const longer = globex.member.apiKeys.create({ name: 'longer', expiresAt: inMs(30 * dayMs + 1) })
    await expect(longer).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'expiresAt', message: expect.stringContaining('30 days at the most') }],
    })
    expect((await client(before.key).organization.me()).user.id).toBe(globex.member.userId)
    await globex.owner.controls.replace({})
  })
})

describe('keys that were made with a key', () => {
  /** A key, a key of it, and a key of a token of that one. */
  async function family(person: Person) {
    const { client } = server()
    const parent = await person.apiKeys.create({ name: 'parent' })
    const child = await client(parent.key).apiKeys.create({ name: 'child' })
    const { token } = await client(child.key).apiKeys.createToken()
    const grandchild = await client(token).apiKeys.create({ name: 'grandchild' })
    const find = async (id: string) =>
      (await Array.fromAsync(person.apiKeys.list.items({ limit: 100 }))).find((key) => key.id === id)
    const works = async (key: { key: string }) =>
      (await server().raw('GET', '/api/v0/me', { key: key.key })).status === 200
    return { parent, child, grandchild, find, works }
  }

  it('name it, and are counted in its list entry', async () => {
    const { parent, child, grandchild, find } = await family(server().acme.member)
    expect([child.parentId, grandchild.parentId]).toEqual([parent.id, child.id])
    expect((await find(parent.id))?.children).toBe(2)
    expect((await find(child.id))?.children).toBe(1)
    expect(await find(grandchild.id)).not.toHaveProperty('children')
  })

  it('go on when it is revoked', async () => {
    const { member } = server().acme
    const { parent, child, grandchild, find, works } = await family(member)
    await member.apiKeys.revoke({ id: child.id })
    expect([await works(parent), await works(child), await works(grandchild)]).toEqual([true, false, true])
    expect((await find(parent.id))?.children).toBe(1)
  })

  it('are revoked with it when children=true says so, each with an audit entry', async () => {
    const { member, owner } = server().acme
    const { parent, child, grandchild, works } = await family(member)
    const { id: other } = await member.apiKeys.create({ name: 'of no family' })
    await member.apiKeys.revoke({ id: parent.id, children: 'true' })
    expect([await works(parent), await works(child), await works(grandchild)]).toEqual([false, false, false])
    const { entries } = await owner.audit.list({ limit: 3, action: 'api_key.revoke' })
    expect(new Set(entries.map(({ target }) => target.id))).toEqual(new Set([parent.id, child.id, grandchild.id]))
    const { apiKeys } = await member.apiKeys.list({ limit: 100 })
    expect(apiKeys.map(({ id }) => id)).toContain(other)
  })

  it('are revoked also below one that was revoked before', async () => {
    const { member } = server().acme
    const { parent, child, grandchild, works } = await family(member)
    await member.apiKeys.revoke({ id: child.id })
    await member.apiKeys.revoke({ id: parent.id, children: 'true' })
    expect(await works(grandchild)).toBe(false)
  })

  it('do not escape while it is being revoked with them', async () => {
    const { acme, client, raw } = server()
    for (let round = 0; round < 10; round++) {
      const parent = await acme.member.apiKeys.create({ name: 'parent' })
      const maker = client(parent.key)
      await maker.organization.me()
      const making = Array.from({ length: 5 }, () => maker.apiKeys.create({ name: 'in the last moment' }))
      const outcomes = await Promise.allSettled([
        ...making,
        acme.member.apiKeys.revoke({ id: parent.id, children: 'true' }),
      ])
      const made = outcomes.flatMap((outcome) =>
        outcome.status === 'fulfilled' && outcome.value ? [outcome.value] : [],
      )
      for (const { key } of made) expect((await raw('GET', '/api/v0/me', { key })).status).toBe(401)
    }
  })

  it('of other people stay if the caller is no longer an owner', async () => {
    const { acme, client } = server()
    const { userId } = acme.manager
    await acme.owner.users.update({ userId, role: 'owner' })
    const parent = await acme.manager.apiKeys.create({ name: 'parent' })
    const guests = await client(parent.key).apiKeys.create({ name: 'of the guest', userId: acme.guest.userId })
    await acme.owner.users.update({ userId, role: 'manager' })
    await acme.manager.apiKeys.revoke({ id: parent.id, children: 'true' })
    expect((await client(guests.key).organization.me()).user.id).toBe(acme.guest.userId)
  })

  it.each(['maybe', '1', ''])('answers 400 to children=%s', async (children) => {
    const { acme, raw } = server()
    const answer = await raw('DELETE', `/api/v0/api-keys/x?children=${children}`, { key: acme.owner.key })
    expect(answer.json).toMatchObject({ status: 400, errors: [{ path: 'children' }] })
  })
})

describe('MUSTER_MAX_KEYS_PER_USER', () => {
  it('bounds the keys of a user that work', async () => {
    const { acme, advance, now: time } = await testServer({ MUSTER_MAX_KEYS_PER_USER: '3' })
    const soon = new Date(time() + hourMs).toISOString()
    const { id } = await acme.guest.apiKeys.create({ name: 'second' })
    await acme.guest.apiKeys.create({ name: 'third', expiresAt: soon })
    const one = () => acme.owner.apiKeys.create({ name: 'one more', userId: acme.guest.userId })
    await expect(one()).rejects.toMatchObject({ status: 409, code: 'quota_reached' })
    await acme.member.apiKeys.create({ name: 'of somebody else' })
    await acme.guest.apiKeys.revoke({ id })
    await one()
    await expect(one()).rejects.toMatchObject({ status: 409 })
    advance(hourMs)
    await one()
  })
})
