import type { AuditAction } from '@muster/contract/audit-actions'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { everySetting, secrets } from './controls-examples.ts'

const server = sharedTestServer()

async function newestChanges() {
  return (await server().acme.owner.audit.list({ limit: 1 })).entries[0]?.changes
}

describe('the list of entries', () => {
  it('can be of one time, and refuses an action that there is not', async () => {
    const { acme, advance, now, raw } = server()
    const { owner } = acme
    const times: string[] = []
    for (const name of ['first', 'second', 'third']) {
      times.push(new Date(now()).toISOString())
      await owner.apiKeys.create({ name })
      advance(1_000)
    }
    const [, since, until] = times
    const named = async (query: object) =>
      (await owner.audit.list({ action: 'api_key.create', ...query })).entries.map(({ changes }) => changes.name)
    expect(await named({ since, until })).toEqual(['second'])
    expect(await named({ since })).toEqual(['third', 'second'])
    expect(await named({ until: times[0] })).not.toContain('first')
    const path = '/api/v0/organization/audit-log'
    const refused = await raw('GET', `${path}?action=api_key.creat`, { key: owner.key })
    expect(refused).toMatchObject({ status: 400, json: { errors: [{ path: 'action' }] } })
    expect((await raw('GET', `${path}?since=yesterday`, { key: owner.key })).status).toBe(400)
  })
})

describe('the changes of an entry', () => {
  it('are the fields that differ, before and after', async () => {
    const { owner } = server().acme
    const { id: userId } = await owner.users.invite({ email: 'ada@acme.test', role: 'guest', firstName: 'Ada' })
    expect(await newestChanges()).toEqual({ email: 'ada@acme.test', role: 'guest' })
    await owner.users.update({ userId, role: 'member', firstName: 'Ada', lastName: 'King' })
    expect(await newestChanges()).toEqual({
      role: { from: 'guest', to: 'member' },
      lastName: { from: null, to: 'King' },
    })
    await owner.users.remove({ userId: userId.toUpperCase() })
    const { entries } = await owner.audit.list({ limit: 1 })
    expect(entries).toMatchObject([{ target: { id: userId }, changes: { email: 'ada@acme.test' } }])
  })

  it('of the organization are the old and the new name', async () => {
    await server().acme.owner.organization.update({ name: 'Acme 2' })
    expect(await newestChanges()).toEqual({ name: { from: 'acme', to: 'Acme 2' } })
  })

  it('of the limits are what was set', async () => {
    const { owner, guest } = server().acme
    await owner.limits.set({
      users: [
        { email: guest.email, limit: 3 },
        { email: 'nobody@acme.test', limit: 1 },
      ],
    })
    expect(await newestChanges()).toEqual({ users: [{ email: guest.email, limit: 3 }] })
  })

  it('of the controls are the fields that differ, also those that are gone', async () => {
    const { owner } = server().globex
    await owner.controls.replace({ ideAutoConnect: true, wikiCloudSync: true, commandAllowlist: ['ls'] })
    await owner.controls.replace({ ideAutoConnect: false, commandAllowlist: ['ls'] })
    expect((await owner.audit.list({ limit: 1 })).entries[0]).toMatchObject({
      target: { id: '2' },
      changes: { ideAutoConnect: { from: true, to: false }, wikiCloudSync: { from: true, to: null } },
    })
  })

  it('hold no secret of any kind', async () => {
    const { acme, client } = server()
    const { owner } = acme
    const { key } = await owner.apiKeys.create({ name: 'audited' })
    const { token } = await client(key).apiKeys.createToken()
    const { credential } = await owner.computers.register({ name: 'audited' })
    const { settings } = await owner.controls.replace(everySetting)
    const [model, ...rest] = settings.customModels ?? []
    await owner.controls.replace({ customModels: [{ model: 'm', ...model, apiKey: 'a changed secret' }, ...rest] })
    expect(await newestChanges()).toMatchObject({ customModels: { to: [{ apiKey: '***' }, {}] } })
    await owner.controls.replace({})
    const entries = JSON.stringify(await Array.fromAsync(owner.audit.list.items({ limit: 100 })))
    expect(entries).toContain('api_key.create')
    for (const secret of [...Object.values(secrets), token, 'a changed secret']) expect(entries).not.toContain(secret)
    for (const secret of [key, credential, owner.key]) {
      expect(entries).not.toContain(secret.split('_').slice(2).join('_'))
    }
  })
})

describe('GET /api/v0/organization/audit-log', () => {
  it('lists the newest first, on pages that neither overlap nor skip', async () => {
    const { owner } = server().acme
    const all = await Array.fromAsync(owner.audit.list.items({ limit: 100 }))
    const times = all.map(({ at }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    for (const limit of [1, 3, 10]) expect(await Array.fromAsync(owner.audit.list.items({ limit }))).toEqual(all)
  })

  it('says who acted also when it was by a token', async () => {
    const { acme, client } = server()
    const { token } = await acme.manager.apiKeys.createToken()
    await client(token).limits.set({ users: [{ email: acme.guest.email, limit: null }] })
    expect((await acme.owner.audit.list({ limit: 1 })).entries[0]?.actor).toEqual({
      userId: acme.manager.userId,
      email: acme.manager.email,
      apiKeyId: acme.manager.key.split('_')[1],
    })
  })

  it('filters by action and by who acted', async () => {
    const { acme } = server()
    for (const person of [acme.manager, acme.member, acme.member]) await person.apiKeys.create({ name: 'filtered' })
    await acme.member.computers.register({ name: 'filtered' })
    const find = async (filter: { action?: AuditAction; userId?: string }) =>
      (await acme.owner.audit.list(filter)).entries
    const own = await find({ userId: acme.member.userId })
    expect(own.map(({ action }) => action)).toEqual(['computer.register', 'api_key.create', 'api_key.create'])
    expect(await find({ userId: acme.member.userId.toUpperCase() })).toEqual(own)
    const both = await find({ userId: acme.member.userId, action: 'api_key.create' })
    expect(both).toEqual(own.slice(1))
    const created = await find({ action: 'api_key.create' })
    expect(new Set(created.map(({ action }) => action))).toEqual(new Set(['api_key.create']))
    expect(created.length).toBeGreaterThan(3)
    expect(await find({ userId: 'nobody' })).toEqual([])
    const paged = acme.owner.audit.list.items({ userId: acme.member.userId, limit: 1 })
    expect(await Array.fromAsync(paged)).toEqual(own)
  })

  it('refuses a cursor that belongs to another filter', async () => {
    const { owner } = server().acme
    const { pagination } = await owner.audit.list({ limit: 1 })
    const list = owner.audit.list({ cursor: pagination.nextCursor ?? '', action: 'api_key.create' })
    await expect(list).rejects.toMatchObject({ status: 400, code: 'invalid_cursor' })
  })

  it('makes an id for a request without a valid one', async () => {
    const { acme, raw } = server()
    for (const given of [undefined, 'two words', 'x'.repeat(65), '<script>']) {
      const headers = given === undefined ? {} : { 'x-request-id': given }
      const answer = await raw('POST', '/api/v0/api-keys', { key: acme.owner.key, json: { name: 'x' }, headers })
      const { entries } = await acme.owner.audit.list({ limit: 1 })
      expect(entries[0]?.requestId).toBe(answer.headers.get('x-request-id'))
      expect(entries[0]?.requestId).not.toBe(given)
    }
  })
})
