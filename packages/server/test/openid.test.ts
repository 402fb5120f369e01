import { generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../src/testing/test-server.ts'
import { audience, type OpenIdProvider, openIdProvider } from './openid-provider.ts'

function settingsFor({ issuer, jwksUrl }: OpenIdProvider, by: 'jwks' | 'discovery') {
  return {
    MUSTER_OIDC_ISSUER: issuer,
    MUSTER_OIDC_AUDIENCE: audience,
    ...(by === 'jwks' && { MUSTER_OIDC_JWKS_URL: jwksUrl }),
  }
}

function me(server: TestServer, token: string) {
  return server.client(token).organization.me()
}

describe.each(['jwks', 'discovery'] as const)('a token of an OpenID provider found by %s', (by) => {
  it('stands for the user with its e-mail, in any case, with the role of that user', async () => {
    const provider = await openIdProvider()
    const server = await testServer(settingsFor(provider, by))
    const { member } = server.acme
    for (const email of [member.email, member.email.toUpperCase()]) {
      const token = await provider.tokenFor({ email, email_verified: true })
      expect((await me(server, token)).user).toMatchObject({ id: member.userId, role: 'member' })
      expect((await server.client(token).sessions.list()).sessions).toEqual([])
      await expect(server.client(token).audit.list()).rejects.toMatchObject({ status: 403, code: 'role_not_allowed' })
    }
  })

  it('is 503 while the provider cannot be reached, and works again afterwards', async () => {
    const provider = await openIdProvider()
    const server = await testServer(settingsFor(provider, by))
    const token = await provider.tokenFor({ email: server.acme.owner.email })
    await provider.stop()
    const { status, json, headers } = await server.raw('GET', '/api/v0/me', { key: token })
    expect(json).toMatchObject({ status: 503, code: 'unavailable' })
    expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    expect((await server.acme.owner.organization.me()).user.role).toBe('owner')
    await provider.start()
    expect((await me(server, token)).user.role).toBe('owner')
  })
})

describe('a token of an OpenID provider', () => {
  it('is 503 when the provider answers with something that is no key set', async () => {
    const provider = await openIdProvider()
    const server = await testServer({
      ...settingsFor(provider, 'jwks'),
      MUSTER_OIDC_JWKS_URL: `${provider.issuer}/.well-known/openid-configuration`,
    })
    const token = await provider.tokenFor({ email: server.acme.owner.email })
    await expect(me(server, token)).rejects.toMatchObject({ status: 503 })
  })

  it('stays accepted for a while after the provider is gone', async () => {
    const provider = await openIdProvider()
    const server = await testServer(settingsFor(provider, 'discovery'))
    const token = await provider.tokenFor({ email: server.acme.owner.email })
    expect((await me(server, token)).user.role).toBe('owner')
    await provider.stop()
    expect((await me(server, token)).user.role).toBe('owner')
  })

  it('is accepted from a provider whose name ends with a slash', async () => {
    const provider = await openIdProvider({ issuerPath: '/' })
    const server = await testServer(settingsFor(provider, 'discovery'))
    const token = await provider.tokenFor({ email: server.acme.owner.email })
    expect((await me(server, token)).user.id).toBe(server.acme.owner.userId)
  })

  it('is 401 for an e-mail that nobody has, or that is not verified, or that is missing', async () => {
    const provider = await openIdProvider()
    const server = await testServer(settingsFor(provider, 'jwks'))
    const { email } = server.acme.owner
    const claims = [
      { email: 'nobody@acme.test', email_verified: true },
      { email, email_verified: false },
      { email, email_verified: 'false' },
      { email, email_verified: null },
      { email, email_verified: undefined },
      { email: [email] },
      { sub: email },
      {},
    ]
    for (const one of claims) {
      const answer = await server.raw('GET', '/api/v0/me', { key: await provider.tokenFor(one) })
      expect([one, answer.status, answer.headers.get('www-authenticate')]).toEqual([one, 401, 'Bearer'])
    }
    const verified = await provider.tokenFor({ email, email_verified: 'true' })
    expect((await me(server, verified)).user.email).toBe(email)
  })

  it('is 401 for somebody who was removed', async () => {
    const provider = await openIdProvider()
    const server = await testServer(settingsFor(provider, 'jwks'))
    const { owner, guest } = server.acme
    const token = await provider.tokenFor({ email: guest.email })
    expect((await me(server, token)).user.id).toBe(guest.userId)
    await owner.users.remove({ userId: guest.userId })
    await expect(me(server, token)).rejects.toMatchObject({ status: 401 })
  })

  it('is 401 for another audience, after its end, and from another provider', async () => {
    const provider = await openIdProvider()
    const stranger = await openIdProvider()
    const server = await testServer(settingsFor(provider, 'jwks'))
    const { email } = server.acme.owner
    const elsewhere = await provider.tokenFor({ email }, 'https://other.test')
    await expect(me(server, elsewhere)).rejects.toMatchObject({ status: 401 })
    await expect(me(server, await stranger.tokenFor({ email }))).rejects.toMatchObject({ status: 401 })

    const { privateKey } = await generateKeyPair('RS256')
    const forged = await new SignJWT({ email })
      .setProtectedHeader({ alg: 'RS256', kid: 'first' })
      .setIssuer(provider.issuer)
      .setAudience(audience)
      .setExpirationTime('5m')
      .sign(privateKey)
    await expect(me(server, forged)).rejects.toMatchObject({ status: 401 })
    const shared = await new SignJWT({ email })
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .setIssuer(provider.issuer)
      .setAudience(audience)
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode(await (await fetch(provider.jwksUrl)).text()))
    await expect(me(server, shared)).rejects.toMatchObject({ status: 401 })

    const token = await provider.tokenFor({ email })
    expect((await me(server, token)).user.role).toBe('owner')
    server.advance(601_000)
    await expect(me(server, token)).rejects.toMatchObject({ status: 401 })
  })

  it('appears in the audit log as its user', async () => {
    const provider = await openIdProvider()
    const server = await testServer(settingsFor(provider, 'jwks'))
    const { owner } = server.acme
    const token = await provider.tokenFor({ email: owner.email })
    await server.client(token).organization.update({ name: 'renamed' })
    const { entries } = await owner.audit.list({ limit: 1 })
    expect(entries[0]?.actor).toEqual({ userId: owner.userId, email: owner.email, apiKeyId: null })
  })

  it('is no bearer for Readiness, and makes no token', async () => {
    const provider = await openIdProvider()
    const server = await testServer(settingsFor(provider, 'jwks'))
    const client = server.client(await provider.tokenFor({ email: server.acme.owner.email }))
    await expect(client.reports.list()).rejects.toMatchObject({ status: 401 })
    await expect(client.apiKeys.createToken()).rejects.toMatchObject({ status: 401 })
  })

  it('is 401 when no provider is configured', async () => {
    const provider = await openIdProvider()
    const server = await testServer()
    const token = await provider.tokenFor({ email: server.acme.owner.email })
    await expect(me(server, token)).rejects.toMatchObject({ status: 401 })
  })
})
