import { roles } from '@muster/contract/enumerations'
import { expect } from 'vitest'
import { operatorKey, type RawAnswer, type TestServer } from '../src/testing/test-server.ts'
import { rows } from './access-table.ts'
import type { OpenIdProvider } from './openid-provider.ts'
import { audience } from './openid-provider.ts'
import {
  type Bearer,
  endOfBearer,
  hasScope,
  isGood,
  isOwner,
  type Key,
  may,
  rolesThatUse,
  type User,
} from './rights-model.ts'
import type { Step } from './rights-steps.ts'

const browserPath = '/api/v0/browser-sessions'
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const never = Number.POSITIVE_INFINITY

/** An organization of the real service, and beside it what its bearers may do, kept in the simplest way. */
export class World {
  readonly bearers: Bearer[] = []
  readonly #server: TestServer
  readonly #provider: OpenIdProvider
  readonly #users: User[] = []
  readonly #keys: Key[] = []
  #policy: { maxLifetimeDays?: number; signInMakesLastingKeys?: boolean } = {}

  private constructor(server: TestServer, provider: OpenIdProvider) {
    this.#server = server
    this.#provider = provider
  }

  /** Two owners and one person of every other role, each with a key that may do all they may. */
  static async create(server: TestServer, provider: OpenIdProvider): Promise<World> {
    const world = new World(server, provider)
    const name = crypto.randomUUID()
    const ownerEmail = `owner@${name}.test`
    const { apiKey, owner } = await server.client(operatorKey).operator.createOrganization({ name, ownerEmail })
    const first = server.client(apiKey)
    world.#admit({ ...owner, isRemoved: false }, apiKey)
    for (const role of roles) {
      const user = await first.users.invite({ email: `${role}-2@${name}.test`, role })
      const { key } = await first.apiKeys.create({ name: 'first', userId: user.id })
      world.#admit({ ...user, isRemoved: false }, key)
    }
    return world
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'make key':
        return this.#makeKey(step)
      case 'make token':
        return this.#makeToken(step)
      case 'sign in':
        return this.#signIn(step)
      case 'open browser':
        return this.#openBrowser(step)
      case 'hand over link':
        return this.#handOverLink(step)
      case 'revoke':
        return this.#revoke(step)
      case 'give role':
        return this.#giveRole(step)
      case 'remove':
        return this.#remove(step)
      case 'set policy':
        return this.#setPolicy(step)
      case 'wait':
        this.#server.advance(step.minutes * minuteMs)
    }
  }

  /** What is left can do what it should, and nothing else. */
  async judge(): Promise<void> {
    for (const bearer of this.bearers) {
      const me = await this.#send(bearer, 'GET', '/api/v0/me')
      expect(me.status).toBe(isGood(bearer, this.#server.now()) ? 200 : 401)
      if (me.status === 200) {
        expect([me.json.user.id, me.json.user.role]).toEqual([bearer.user.id, bearer.user.role])
        expect(me.json.scopes ?? null).toEqual(bearer.key?.scopes ?? null)
      }
      for (const id of probes) await this.#probe(bearer, id)
    }
    await this.#judgeReports()
  }

  async #probe(bearer: Bearer, id: string): Promise<void> {
    const row = rows.find((one) => one.id === id)
    if (!row) throw new Error(`The table of access has no row ${id}.`)
    const { json } = await row.prepare(this.#server.acme, '')
    const answer = await this.#send(bearer, row.method, row.path, json)
    const expected = may(bearer, id, this.#server.now()) ? row.answer : expect.toBeOneOf([401, 403])
    expect({ id, role: bearer.user.role, scopes: bearer.key?.scopes, status: answer.status }).toMatchObject({
      status: expected,
    })
  }

  /** Everybody reports something about somebody else. Only those who may do so are believed. */
  async #judgeReports(): Promise<void> {
    const judge = this.bearers.find((bearer) => !bearer.isToken && may(bearer, 'analytics.users', this.#server.now()))
    if (!judge) return
    const day = new Date(this.#server.now() - dayMs).toISOString().slice(0, 10)
    const believed: string[] = []
    for (const [index, bearer] of this.bearers.entries()) {
      const email = `${index}@reported.test`
      const event = { time: `${day}T10:00:00Z`, client: 'web', type: 'session_start', userEmail: email }
      await this.#send(bearer, 'POST', '/api/v0/events', { events: [event] })
      const { role } = bearer.user
      const mayAttribute = (role === 'owner' || role === 'manager') && hasScope(bearer, 'telemetry:attribute')
      if (may(bearer, 'telemetry.events', this.#server.now()) && mayAttribute) believed.push(email)
    }
    expect((await this.#send(judge, 'POST', '/api/v0/analytics/refresh')).status).toBe(
      may(judge, 'analytics.refresh', this.#server.now()) ? 200 : 403,
    )
    const path = `/api/v1/analytics/users?startDate=${day}&endDate=${day}&limit=100`
    const { json } = await this.#send(judge, 'GET', path)
    const reported = json.data.map((one: { user_email: string | null }) => one.user_email)
    const strangers = reported.filter((email: string | null) => email?.endsWith('@reported.test'))
    expect(strangers.sort()).toEqual(believed.sort())
  }

  async #makeKey({ by, for: whom, scopes, minutes, again }: Extract<Step, { do: 'make key' }>): Promise<void> {
    const maker = this.#bearer(by)
    const user = whom === null ? maker.user : pick(this.#users, whom)
    const now = this.#server.now()
    const body = {
      name: 'made',
      ...(whom !== null && { userId: user.id }),
      ...(scopes && { scopes }),
      ...(minutes !== null && { expiresAt: new Date(now + minutes * minuteMs).toISOString() }),
    }
    const headers = again === null ? {} : { 'idempotency-key': again }
    const { status, json } = await this.#send(maker, 'POST', '/api/v0/api-keys', body, headers)
    if (status !== 201) return
    expect(may(maker, 'apiKeys.create', this.#server.now())).toBe(true)
    if (user !== maker.user) expect(maker.user.role).toBe('owner')
    expect(user.isRemoved).toBe(false)
    // A repeated request must not show again what was made before.
    expect(this.#keys.map(({ id }) => id)).not.toContain(json.id)
    const key: Key = { id: json.id, user, scopes: json.scopes ?? null, endMs: endOf(json.expiresAt), isRevoked: false }
    const own = maker.key?.scopes ?? null
    if (own) expect(own).toEqual(expect.arrayContaining([...(key.scopes ?? ['more than its maker'])]))
    for (const scope of key.scopes ?? []) expect(rolesThatUse(scope)).toContain(user.role)
    const isLasting = maker.key === undefined && this.#policy.signInMakesLastingKeys
    if (!isLasting) expect(key.endMs).toBeLessThanOrEqual(endOfBearer(maker))
    const { maxLifetimeDays } = this.#policy
    if (maxLifetimeDays !== undefined) expect(key.endMs).toBeLessThanOrEqual(now + maxLifetimeDays * dayMs)
    this.#keys.push(key)
    this.bearers.push({ text: json.key, user, key, isToken: false, endMs: never })
  }

  async #makeToken({ by }: Extract<Step, { do: 'make token' }>): Promise<void> {
    const maker = this.#bearer(by)
    const { status, json } = await this.#send(maker, 'POST', '/api/v0/token')
    if (status !== 200) return
    expect(may(maker, 'apiKeys.createToken', this.#server.now())).toBe(true)
    const endMs = endOf(json.expiresAt)
    expect(endMs).toBeLessThanOrEqual(Math.min(endOfBearer(maker), this.#server.now() + 15 * minuteMs))
    this.bearers.push({ text: json.token, user: maker.user, key: maker.key, isToken: true, endMs })
  }

  async #signIn({ whom, minutes }: Extract<Step, { do: 'sign in' }>): Promise<void> {
    const user = pick(this.#users, whom)
    const iat = Math.floor(this.#server.now() / 1000)
    const exp = iat + minutes * 60
    const claims = { iss: this.#provider.issuer, aud: audience, sub: user.id, email: user.email, email_verified: true }
    const text = await this.#provider.sign({ ...claims, iat, exp })
    this.bearers.push({ text, user, key: undefined, isToken: true, endMs: exp * 1000 })
  }

  async #openBrowser({ by }: Extract<Step, { do: 'open browser' }>): Promise<void> {
    const { text: apiKey, user, key, isCookie } = this.#bearer(by)
    if (isCookie) return
    const { status, headers } = await this.#server.raw('POST', browserPath, { json: { apiKey } })
    if (status === 201) this.#keepCookie(headers, user, key)
  }

  /** Whoever gets the link chooses a password, which signs out all their browsers. */
  async #handOverLink({ by, whom }: Extract<Step, { do: 'hand over link' }>): Promise<void> {
    const [bearer, user] = [this.#bearer(by), pick(this.#users, whom)]
    const path = `/api/v0/organization/users/${user.id}/links`
    const { status, json } = await this.#send(bearer, 'POST', path, { purpose: 'invitation' })
    if (status !== 201) return
    expect([may(bearer, 'users.createLink', this.#server.now()), user.isRemoved]).toEqual([true, false])
    const body = { link: json.url.split('token=')[1], newPassword: 'correct horse battery staple' }
    const { headers } = await this.#server.raw('POST', browserPath, { json: body })
    for (const one of this.bearers) if (one.isCookie && one.user === user) one.isSignedOut = true
    this.#keepCookie(headers, user, undefined)
  }

  #keepCookie(headers: Headers, user: User, key: Key | undefined): void {
    const text = headers.get('set-cookie')?.split(';')[0] ?? ''
    this.bearers.push({ text, user, key, isToken: false, isCookie: true, endMs: never })
  }

  async #revoke({ by, key: number, children }: Extract<Step, { do: 'revoke' }>): Promise<void> {
    const revoker = this.#bearer(by)
    const key = pick(this.#keys, number)
    const { status } = await this.#send(revoker, 'DELETE', `/api/v0/api-keys/${key.id}?children=${children}`)
    if (status !== 204) return
    expect(may(revoker, 'apiKeys.revoke', this.#server.now())).toBe(true)
    if (key.user !== revoker.user) expect(revoker.user.role).toBe('owner')
    key.isRevoked = true
    if (children) await this.#learnRevocations()
    if (key.scopes === null) this.#expectWayIn()
  }

  async #giveRole({ by, whom, role }: Extract<Step, { do: 'give role' }>): Promise<void> {
    const [bearer, user] = [this.#bearer(by), pick(this.#users, whom)]
    const path = `/api/v0/organization/users/${user.id}`
    const { status } = await this.#send(bearer, 'PATCH', path, { role })
    if (status !== 200) return
    expect([may(bearer, 'users.update', this.#server.now()), user.isRemoved]).toEqual([true, false])
    const wasOwner = user.role === 'owner'
    user.role = role
    if (wasOwner && role !== 'owner') this.#expectWayIn()
  }

  async #remove({ by, whom }: Extract<Step, { do: 'remove' }>): Promise<void> {
    const [bearer, user] = [this.#bearer(by), pick(this.#users, whom)]
    const { status } = await this.#send(bearer, 'DELETE', `/api/v0/organization/users/${user.id}`)
    if (status !== 204) return
    expect([may(bearer, 'users.remove', this.#server.now()), user.isRemoved]).toEqual([true, false])
    user.isRemoved = true
    if (user.role === 'owner') this.#expectWayIn()
  }

  async #setPolicy({ by, maxLifetimeDays, lasting }: Extract<Step, { do: 'set policy' }>): Promise<void> {
    const bearer = this.#bearer(by)
    const policy = { ...(maxLifetimeDays !== null && { maxLifetimeDays }), signInMakesLastingKeys: lasting }
    const path = '/api/v0/organization/enterprise-controls'
    const { status } = await this.#send(bearer, 'PUT', path, { apiKeyPolicy: policy })
    if (status !== 200) return
    expect(may(bearer, 'controls.replace', this.#server.now())).toBe(true)
    this.#policy = policy
  }

  /** The service says which keys a revocation with children ended; the test checks that they stay ended. */
  async #learnRevocations(): Promise<void> {
    for (const key of this.#keys) {
      const bearer = this.bearers.find((one) => one.key === key && !one.isToken && !one.isCookie)
      if (!bearer || !isGood(bearer, this.#server.now())) continue
      if ((await this.#send(bearer, 'GET', '/api/v0/me')).status === 401) key.isRevoked = true
    }
  }

  #expectWayIn(): void {
    const now = this.#server.now()
    const byKey = this.#keys.some(
      ({ user, scopes, endMs, isRevoked }) => isOwner(user) && scopes === null && endMs > now && !isRevoked,
    )
    const bySignIn = this.bearers.some(({ key, user }) => key === undefined && isOwner(user))
    expect(byKey || bySignIn).toBe(true)
  }

  #admit(user: User, text: string): void {
    const key: Key = { id: text.split('_')[1] ?? '', user, scopes: null, endMs: never, isRevoked: false }
    this.#users.push(user)
    this.#keys.push(key)
    this.bearers.push({ text, user, key, isToken: false, endMs: never })
  }

  #bearer(number: number): Bearer {
    return pick(this.bearers, number)
  }

  #send(
    bearer: Bearer,
    method: string,
    path: string,
    json?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RawAnswer> {
    if (bearer.isCookie) return this.#server.raw(method, path, { json, headers: { ...headers, cookie: bearer.text } })
    return this.#server.raw(method, path, { key: bearer.text, json, headers })
  }
}

/** One for every scope, and for every set of roles. */
const probes = [
  'sessions.list',
  'computers.list',
  'computers.register',
  'organization.get',
  'users.list',
  'users.invite',
  'controls.get',
  'audit.list',
  'limits.list',
  'reports.list',
  'reports.publish',
  'apiKeys.list',
  'analytics.status',
  'telemetry.events',
]

function endOf(expiresAt: string | undefined): number {
  return expiresAt === undefined ? never : Date.parse(expiresAt)
}

function pick<Item>(items: readonly Item[], number: number): Item {
  const item = items.at(number % items.length)
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}
