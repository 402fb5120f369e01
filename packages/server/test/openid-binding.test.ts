import { randomUUID } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { newPeople, sharedTestServer, type TestServer, testServer } from '../src/testing/test-server.ts'
import { audience, type OpenIdProvider, openIdProvider } from './openid-provider.ts'

let shared: OpenIdProvider

beforeAll(async () => {
  let stop: (() => Promise<void>) | undefined
  shared = await openIdProvider({ atEnd: (end) => (stop = end) })
  return () => stop?.()
})

const settingsFor = ({ issuer, jwksUrl }: OpenIdProvider) => ({
  MUSTER_OIDC_ISSUER: issuer,
  MUSTER_OIDC_AUDIENCE: audience,
  MUSTER_OIDC_JWKS_URL: jwksUrl,
})
const sharedServer = sharedTestServer(() => settingsFor(shared))

/** Two organizations of which the provider knows nobody yet. */
async function start() {
  const server = sharedServer()
  const [acme, globex] = [await newPeople(server, 'acme'), await newPeople(server, 'globex')]
  return { ...server, acme, globex, provider: shared, ...signer(shared, server) }
}

function signer(provider: OpenIdProvider, server: TestServer) {
  const get = (key: string, headers: Record<string, string> = {}) => server.raw('GET', '/api/v0/me', { key, headers })
  const about = randomUUID()
  const subject = (name: string) => `${name} of ${about}`
  return {
    get,
    /** A subject of this test alone. */
    subject,
    /** Signs in as the subject with the e-mail; who that is, or the status. */
    async signIn(claims: JWTPayload & { sub: string }, headers?: Record<string, string>): Promise<string | number> {
      const answer = await get(await provider.tokenFor({ ...claims, sub: subject(claims.sub) }), headers)
      return answer.status === 200 ? `${answer.json.organization.name} ${answer.json.user.role}` : answer.status
    },
  }
}

describe('the subject of an OpenID token', () => {
  it('is bound to the user at the first sign-in, and identifies the user from then on, whatever the e-mail is', async () => {
    const { acme, signIn, subject } = await start()
    const { email } = acme.member
    expect(await signIn({ sub: 'ada', email })).toBe('acme member')
    expect(await signIn({ sub: 'ada', email: 'renamed@elsewhere.test' })).toBe('acme member')
    expect(await signIn({ sub: 'ada', email: acme.owner.email })).toBe('acme member')
    expect(await signIn({ sub: 'ada', email_verified: false })).toBe('acme member')
    const [entry] = (await acme.owner.audit.list({ action: 'user.bind' })).entries
    expect(entry).toMatchObject({
      target: { type: 'user', id: acme.member.userId },
      actor: { userId: acme.member.userId, email },
      changes: { subject: subject('ada') },
    })
  })

  it('that differs is refused with the same e-mail, and the owner is told', async () => {
    const { acme, signIn } = await start()
    const { email } = acme.member
    expect(await signIn({ sub: 'ada', email })).toBe('acme member')
    expect(await signIn({ sub: 'impostor', email })).toBe(401)
    const [entry] = (await acme.owner.audit.list({ action: 'sign_in.failed' })).entries
    expect(entry).toMatchObject({ target: { id: acme.member.userId }, changes: { reason: 'another_subject' } })
  })

  it('is bound once when many requests come at once', async () => {
    const { acme, signIn } = await start()
    const { email } = acme.guest
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => signIn({ sub: 'ada', email })))
    expect(new Set(outcomes)).toEqual(new Set(['acme guest']))
    expect((await acme.owner.audit.list({ action: 'user.bind' })).entries).toHaveLength(1)
    expect((await acme.owner.audit.list({ action: 'sign_in.failed' })).entries).toEqual([])
  })

  it('is released when the user is removed, and may be bound to the next person who is invited with the address', async () => {
    const { acme, signIn } = await start()
    const { email, userId } = acme.guest
    expect(await signIn({ sub: 'ada', email })).toBe('acme guest')
    await acme.owner.users.remove({ userId })
    expect(await signIn({ sub: 'ada', email })).toBe(401)
    await acme.owner.users.invite({ email, role: 'member' })
    expect(await signIn({ sub: 'successor', email })).toBe('acme member')
    expect(await signIn({ sub: 'ada', email })).toBe(401)
  })
})

describe('the e-mail of a first sign-in', () => {
  it.each([false, 'false', null, undefined, 1, 'yes'])('does not count with email_verified %j', async (verified) => {
    const { acme, signIn } = await start()
    expect(await signIn({ sub: 'ada', email: acme.member.email, email_verified: verified })).toBe(401)
  })

  it('counts without email_verified if MUSTER_OIDC_TRUST_EMAIL=all, but not if it is false', async () => {
    const server = await testServer({ ...settingsFor(shared), MUSTER_OIDC_TRUST_EMAIL: 'all' })
    const { signIn } = signer(shared, server)
    const { email } = server.acme.member
    for (const verified of [false, 'false']) {
      expect(await signIn({ sub: 'ada', email, email_verified: verified })).toBe(401)
    }
    expect(await signIn({ sub: 'ada', email, email_verified: undefined })).toBe('acme member')
  })
})

describe('a person whom two organizations invited', () => {
  it('goes on signing in where they belong, when another organization invites them', async () => {
    const { acme, globex, signIn } = await start()
    const { email } = acme.owner
    await globex.owner.users.invite({ email: email.toUpperCase(), role: 'guest' })
    expect(await signIn({ sub: 'boss', email })).toBe('acme owner')
    expect(await signIn({ sub: 'boss', email })).toBe('acme owner')
  })

  it('has accepted by the use of a key', async () => {
    const { acme, globex, signIn } = await start()
    const { email } = acme.member
    await globex.owner.users.invite({ email, role: 'guest' })
    expect(await signIn({ sub: 'ada', email })).toBe(401)
    await acme.member.organization.me()
    expect(await signIn({ sub: 'ada', email })).toBe('acme member')
  })

  it('is bound where they have accepted and nowhere else, when many requests come at once', async () => {
    const { acme, globex, signIn } = await start()
    const { email } = acme.member
    await globex.owner.users.invite({ email, role: 'guest' })
    await acme.member.organization.me()
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => signIn({ sub: 'ada', email })))
    expect(new Set(outcomes)).toEqual(new Set(['acme member']))
    expect((await globex.owner.audit.list({ action: 'user.bind' })).entries).toEqual([])
  })

  it('accepts by naming the organization, in a header or in the token, and must name it from then on', async () => {
    const { acme, globex, signIn, get, provider, subject } = await start()
    const { email } = acme.owner
    await globex.owner.users.invite({ email, role: 'guest' })
    const toGlobex = { 'muster-organization': globex.organizationId.toUpperCase() }
    expect(await signIn({ sub: 'boss', email }, toGlobex)).toBe('globex guest')
    // That is the only organization in which the subject is bound so far.
    expect(await signIn({ sub: 'boss', email })).toBe('globex guest')
    expect(await signIn({ sub: 'boss', email, org_id: acme.organizationId })).toBe('acme owner')
    expect(await signIn({ sub: 'boss', email }, toGlobex)).toBe('globex guest')
    const unnamed = await get(await provider.tokenFor({ sub: subject('boss'), email }))
    expect(unnamed.json).toMatchObject({ status: 401, detail: expect.stringContaining('Muster-Organization') })
    expect(unnamed.headers.get('www-authenticate')).toBe('Bearer')
  })

  it('is 401 where they belong to nothing, and where token and header disagree', async () => {
    const { acme, globex, signIn } = await start()
    const { email } = acme.owner
    for (const named of [globex.organizationId, randomUUID(), 'elsewhere']) {
      expect(await signIn({ sub: 'boss', email }, { 'muster-organization': named })).toBe(401)
      expect(await signIn({ sub: 'boss', email, org_id: named })).toBe(401)
    }
    const disagreeing = { 'muster-organization': globex.organizationId }
    expect(await signIn({ sub: 'boss', email, org_id: acme.organizationId }, disagreeing)).toBe(401)
  })
})

describe('a token of the provider', () => {
  /** Claims that are right in everything, for one test to make one thing wrong. */
  async function rightClaims() {
    const started = await start()
    const now = Math.floor(started.now() / 1000)
    const { issuer } = started.provider
    const { email } = started.acme.member
    const claims = { iss: issuer, aud: audience, sub: started.subject('ada'), email, email_verified: true }
    return { ...started, seconds: now, claims: { ...claims, iat: now, exp: now + 600 } }
  }

  it.each(['JWT', 'jwt', 'at+jwt', 'application/at+jwt', undefined])('may be of type %s', async (typ) => {
    const { provider, get, claims } = await rightClaims()
    expect((await get(await provider.sign(claims, typ === undefined ? {} : { typ }))).status).toBe(200)
  })

  it.each(['logout+jwt', 'secevent+jwt', 'application/logout+jwt', 'dpop+jwt', 'JOSE', ''])(
    'may not be of type %j',
    async (typ) => {
      const { provider, get, claims } = await rightClaims()
      expect((await get(await provider.sign(claims, { typ }))).status).toBe(401)
    },
  )

  it('must not be a token about an event', async () => {
    const { provider, get, claims } = await rightClaims()
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    expect((await get(await provider.sign({ ...claims, events }, {}))).status).toBe(401)
  })

  it('is valid for a day at the most, from when it was issued and from now', async () => {
    const { provider, get, claims, seconds } = await rightClaims()
    const status = async (times: Record<string, unknown>) =>
      (await get(await provider.sign({ ...claims, ...times }))).status
    const day = 86_400
    expect(await status({ exp: seconds + day - 5 })).toBe(200)
    expect(await status({ exp: seconds + 100 * 365 * day })).toBe(401)
    expect(await status({ iat: seconds - 60, exp: seconds + day - 30 })).toBe(401)
    expect(await status({ iat: seconds + 50 * day, exp: seconds + 50 * day + 600 })).toBe(401)
    expect(await status({ iat: undefined, exp: seconds + 100 * day })).toBe(401)
  })

  it('names a subject', async () => {
    const { provider, get, claims } = await rightClaims()
    expect((await get(await provider.sign({ ...claims, sub: undefined }))).status).toBe(401)
  })
})

describe('a key made by somebody who signed in', () => {
  it('ends with the token, unless the organization lets sign-ins make lasting keys', async () => {
    const { acme, client, provider, now } = await start()
    const token = await provider.tokenFor({ email: acme.member.email })
    const first = await client(token).apiKeys.create({ name: 'first' })
    const lifeMs = Date.parse(first.expiresAt ?? '') - now()
    expect(lifeMs).toBeGreaterThan(500_000)
    expect(lifeMs).toBeLessThanOrEqual(600_000)
    expect(first).not.toHaveProperty('parentId')
    await acme.owner.controls.replace({ apiKeyPolicy: { signInMakesLastingKeys: true } })
    expect(await client(token).apiKeys.create({ name: 'lasting' })).not.toHaveProperty('expiresAt')
    await acme.owner.controls.replace({ apiKeyPolicy: { signInMakesLastingKeys: true, maxLifetimeDays: 7 } })
    const week = await client(token).apiKeys.create({ name: 'a week' })
    expect(Date.parse(week.expiresAt ?? '') - now()).toBeGreaterThan(6 * 86_400_000)
  })
})
