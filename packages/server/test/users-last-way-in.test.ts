import { describe, expect, it } from 'vitest'
import { createOwnerKey } from '../src/govern/keys/service.ts'
import { operatorKey, sharedTestServer, testServer } from '../src/testing/test-server.ts'
import { audience, openIdProvider } from './openid-provider.ts'

const server = sharedTestServer()
const hourMs = 60 * 60 * 1000
const lastWayIn = { status: 409, code: 'last_owner_key' }

/** An organization whose only owner has one key. */
async function lonely({ client } = server(), ownerEmail = 'o@x.test') {
  const { apiKey, owner, organization } = await client(operatorKey).operator.createOrganization({
    name: 'x',
    ownerEmail,
  })
  const keyId = apiKey.split('_')[1] ?? ''
  return { owner: client(apiKey), userId: owner.id, keyId, organizationId: organization.id }
}

describe('the last way in', () => {
  it('cannot be revoked', async () => {
    const { owner, keyId } = await lonely()
    await expect(owner.apiKeys.revoke({ id: keyId })).rejects.toMatchObject(lastWayIn)
    await expect(owner.apiKeys.revoke({ id: keyId, children: 'true' })).rejects.toMatchObject(lastWayIn)
    expect((await owner.organization.me()).user.role).toBe('owner')
    const { entries } = await owner.audit.list({ action: 'api_key.revoke' })
    expect(entries).toEqual([])
  })

  it('is not replaced by a key with scopes, of somebody else, or that has ended', async () => {
    const { client, advance, now } = server()
    const { owner, keyId } = await lonely()
    await owner.apiKeys.create({ name: 'narrow', scopes: ['keys:write', 'organization:write'] })
    const { id: userId } = await owner.users.invite({ email: 'm@x.test', role: 'manager' })
    await owner.apiKeys.create({ name: 'of a manager', userId })
    await owner.apiKeys.create({ name: 'short', expiresAt: new Date(now() + hourMs).toISOString() })
    advance(hourMs)
    await expect(owner.apiKeys.revoke({ id: keyId })).rejects.toMatchObject(lastWayIn)
    const second = await owner.apiKeys.create({ name: 'second' })
    await owner.apiKeys.revoke({ id: keyId })
    expect((await client(second.key).organization.me()).user.role).toBe('owner')
  })

  it('does not end together with its children', async () => {
    const { owner, keyId } = await lonely()
    await owner.apiKeys.create({ name: 'child' })
    await expect(owner.apiKeys.revoke({ id: keyId, children: 'true' })).rejects.toMatchObject(lastWayIn)
    await owner.apiKeys.revoke({ id: keyId })
  })

  it('stays when two revoke at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, keyId } = await lonely()
      const second = await owner.apiKeys.create({ name: 'second' })
      const other = server().client(second.key)
      const outcomes = await Promise.allSettled([
        owner.apiKeys.revoke({ id: keyId }),
        other.apiKeys.revoke({ id: second.id }),
      ])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const left = await Promise.allSettled([owner.organization.me(), other.organization.me()])
      expect(left.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })

  it('keeps its owner, while the other owners have none', async () => {
    const { owner, userId } = await lonely()
    const heir = await owner.users.invite({ email: 'heir@x.test', role: 'owner' })
    await expect(owner.users.remove({ userId })).rejects.toMatchObject(lastWayIn)
    await expect(owner.users.update({ userId, role: 'guest' })).rejects.toMatchObject(lastWayIn)
    expect((await owner.organization.me()).user.role).toBe('owner')
    await owner.apiKeys.create({ name: 'of the heir', userId: heir.id })
    await owner.users.update({ userId, role: 'guest' })
  })

  it('may be a sign-in with the OpenID provider that is configured', async () => {
    const provider = await openIdProvider()
    const started = await testServer({
      MUSTER_OIDC_ISSUER: provider.issuer,
      MUSTER_OIDC_AUDIENCE: audience,
      MUSTER_OIDC_JWKS_URL: provider.jwksUrl,
    })
    const { owner, keyId } = await lonely(started)
    await expect(owner.apiKeys.revoke({ id: keyId })).rejects.toMatchObject(lastWayIn)
    const signedIn = started.client(await provider.tokenFor({ email: 'o@x.test' }))
    await signedIn.organization.me()
    await owner.apiKeys.revoke({ id: keyId })
    expect((await signedIn.organization.me()).user.role).toBe('owner')
  })
})

describe('createOwnerKey', () => {
  const make = (email: string, organizationId?: string) => {
    const { database } = server().app.services
    const options = organizationId === undefined ? {} : { organizationId }
    return database.transaction((tx) => createOwnerKey(tx, email, server().now(), options))
  }

  it('makes a key for an owner who lost all keys, and records it in the audit log', async () => {
    const { client } = server()
    const { userId } = await lonely(server(), 'Locked.Out@y.test')
    const { key, id } = await make('locked.out@Y.test')
    const owner = client(key)
    expect((await owner.organization.me()).user.id).toBe(userId)
    const [entry] = (await owner.audit.list({ limit: 1 })).entries
    expect(entry).toMatchObject({ action: 'api_key.create', target: { id }, actor: null })
    expect(JSON.stringify(entry)).not.toContain(key.split('_').slice(2).join('_'))
  })

  it('refuses everybody who is no owner, and asks which organization is meant', async () => {
    for (const email of ['nobody@y.test', server().acme.manager.email]) {
      await expect(make(email)).rejects.toMatchObject({ code: 'user_not_found' })
    }
    const [one, two] = [await lonely(server(), 'twice@y.test'), await lonely(server(), 'twice@y.test')]
    const detail = expect.stringMatching(`${one.organizationId}.*${two.organizationId}`)
    await expect(make('twice@y.test')).rejects.toMatchObject({ code: 'user_not_found', message: detail })
    expect((await make('twice@y.test', two.organizationId)).userId).toBe(two.userId)
  })
})
