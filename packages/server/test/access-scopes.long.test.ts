import { type Role, type Scope, scopes } from '@muster/contract/enumerations'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { type Row, userRows } from './access-table.ts'
import { fill } from './access-targets.ts'

const server = sharedTestServer()

async function callWith(row: Row & { admits: readonly Role[] }, granted: readonly Scope[]) {
  const { acme, client, raw } = server()
  const { key } = await acme.owner.apiKeys.create({ name: 'scoped', scopes: [...granted] })
  const target = await row.prepare(acme, acme.owner.userId)
  const path = fill(row.path, target.params)
  const byKey = await raw(row.method, path, { key, json: target.json })
  if (!row.token) return [byKey]
  const { token } = await client(key).apiKeys.createToken()
  const again = await row.prepare(acme, acme.owner.userId)
  const byToken = await raw(row.method, fill(row.path, again.params), { key: token, json: again.json })
  return [byKey, byToken]
}

for (const row of userRows) {
  const { scope } = row
  describe(row.call, () => {
    if (scope === null) {
      it('needs no scope', async () => {
        const other = await callWith(row, ['telemetry:write'])
        expect(other.map(({ status }) => status)).toEqual(other.map(() => row.answer))
      })
      return
    }

    if (row.isWhole) {
      it(`refuses a key with scopes, even with ${scope}`, async () => {
        const [answer] = await callWith(row, [scope])
        expect(answer?.json).toMatchObject({ status: 403, code: 'whole_bearer_needed' })
      })

      it('refuses a key that has an end', async () => {
        const { acme, now, raw } = server()
        const expiresAt = new Date(now() + 3_600_000).toISOString()
        const { key } = await acme.owner.apiKeys.create({ name: 'for an hour', expiresAt })
        const target = await row.prepare(acme, acme.owner.userId)
        const answer = await raw(row.method, fill(row.path, target.params), { key, json: target.json })
        expect(answer.json).toMatchObject({ status: 403, code: 'whole_bearer_needed' })
      })
      return
    }

    it(`admits a key, and a token of it, with no other scope than ${scope}`, async () => {
      const answers = await callWith(row, [scope])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => row.answer))
    })

    it(`refuses a key, and a token of it, with every other scope than ${scope}`, async () => {
      const others = scopes.filter((one) => one !== scope)
      for (const { json } of await callWith(row, others)) {
        expect(json).toMatchObject({ status: 403, code: 'scope_not_allowed', detail: expect.stringContaining(scope) })
      }
    })
  })
}

describe('a key with scopes', () => {
  it('allows no more than the role of its user', async () => {
    const { acme, client } = server()
    const { userId } = acme.member
    await acme.owner.users.update({ userId, role: 'owner' })
    const scopes: Scope[] = ['organization:read', 'organization:write']
    const { key } = await acme.owner.apiKeys.create({ name: 'of the member', userId, scopes })
    await acme.owner.users.update({ userId, role: 'member' })
    await expect(client(key).audit.list()).rejects.toMatchObject({ status: 403, code: 'role_not_allowed' })
    await expect(client(key).controls.replace({})).rejects.toMatchObject({ status: 403, code: 'role_not_allowed' })
  })

  it('says which scopes it has', async () => {
    const { acme, client } = server()
    const { key } = await acme.owner.apiKeys.create({ name: 'few', scopes: ['readiness:read', 'keys:read'] })
    expect((await client(key).organization.me()).scopes).toEqual(['readiness:read', 'keys:read'])
    expect((await acme.owner.organization.me()).scopes).toBeUndefined()
  })
})
