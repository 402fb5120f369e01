import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { type Row, userRows } from './access-table.ts'
import { fill, type Target } from './access-targets.ts'

const server = sharedTestServer()

/** What every change is called in the log, and what it is a change of. */
const actions: Readonly<Record<string, readonly [action: string, target: string]>> = {
  'sessions.create': ['session.create', 'session'],
  'sessions.update': ['session.update', 'session'],
  'sessions.remove': ['session.delete', 'session'],
  'sessions.interrupt': ['session.interrupt', 'session'],
  'sessions.decidePermission': ['permission.decide', 'session'],
  'messages.post': ['message.post', 'session'],
  'messages.takeBack': ['message.take_back', 'session'],
  'computers.register': ['computer.register', 'computer'],
  'computers.update': ['computer.update', 'computer'],
  'computers.remove': ['computer.delete', 'computer'],
  'organization.update': ['organization.update', 'organization'],
  'users.invite': ['user.invite', 'user'],
  'users.invitePeople': ['user.invite', 'user'],
  'users.createLink': ['sign_in_link.create', 'user'],
  'organization.setPassword': ['password.set', 'user'],
  'users.update': ['user.update', 'user'],
  'users.remove': ['user.remove', 'user'],
  'controls.replace': ['controls.replace', 'enterprise_controls'],
  'limits.set': ['limits.set', 'organization'],
  'reports.publish': ['report.publish', 'readiness_report'],
  'analytics.deleteEvents': ['usage_events.delete', 'organization'],
  'apiKeys.create': ['api_key.create', 'api_key'],
  'apiKeys.revoke': ['api_key.revoke', 'api_key'],
  'webhooks.create': ['webhook.create', 'webhook'],
  'webhooks.update': ['webhook.update', 'webhook'],
  'webhooks.remove': ['webhook.delete', 'webhook'],
  'webhooks.rotateSecret': ['webhook.rotate_secret', 'webhook'],
  'webhooks.retry': ['webhook.retry', 'webhook'],
  'browserSessions.revoke': ['browser_session.revoke', 'browser_session'],
  'apiKeys.createToken': ['token.create', 'api_key'],
}
/**
 * What agents did is data, and computing it earlier or again changes nothing that anybody decided. A key has no browser to sign out
 * of; `browser-sessions.test.ts` signs a browser out. What a tool of an agent changes is written down by the call it makes.
 */
const unaudited = [
  'telemetry.events',
  'analytics.refresh',
  'analytics.recompute',
  'browserSessions.signOut',
  'mcp.send',
]
const changing = userRows.filter(({ method, id }) => method !== 'GET' && !unaudited.includes(id))

async function newest() {
  return (await server().acme.owner.audit.list({ limit: 1 })).entries[0]
}

function call(row: Row, key: string, target: Target, headers: Record<string, string> = {}) {
  return server().raw(row.method, fill(row.path, target.params), { key, json: target.json, headers })
}

async function targetFor(row: Row): Promise<Target> {
  return row.prepare(server().acme, server().acme.owner.userId)
}

describe('the audit log', () => {
  it('is tested with every endpoint that changes something', () => {
    expect(new Set(changing.map(({ id }) => id))).toEqual(new Set(Object.keys(actions)))
  })

  it('begins with the organization, which the service itself made', async () => {
    const entries = await Array.fromAsync(server().globex.owner.audit.list.items({ limit: 100 }))
    expect(entries.at(-1)).toMatchObject({
      action: 'organization.create',
      target: { type: 'organization', id: server().globex.organizationId },
      actor: null,
    })
  })
})

for (const row of changing) {
  const [action, type] = actions[row.id] ?? []
  describe(row.call, () => {
    it(`records ${action}: who, what, when, from where, in which request`, async () => {
      const { acme, now } = server()
      const target = await targetFor(row)
      const before = await newest()
      const begun = now()
      const requestId = `audit-${randomUUID()}`
      const { status, json } = await call(row, acme.owner.key, target, { 'x-request-id': requestId })
      expect(status).toBe(row.answer)

      const { entries } = await acme.owner.audit.list({ limit: 2 })
      expect(entries[0]).toEqual({
        id: expect.any(String),
        at: expect.any(String),
        action,
        target: { type, id: expect.any(String) },
        actor: { userId: acme.owner.userId, email: acme.owner.email, apiKeyId: acme.owner.key.split('_')[1] },
        changes: expect.any(Object),
        address: '127.0.0.1',
        requestId,
      })
      expect(entries[1]?.id).toBe(before?.id)
      const at = Date.parse(entries[0]?.at ?? '')
      expect([at >= begun, at <= now()]).toEqual([true, true])
      const made = [json?.id, json?.sessionId, json?.reportId, json?.revision, json?.invitations?.[0]?.user.id]
      const ids = [...made, ...Object.values(target.params ?? {}), acme.owner.userId]
      const id = entries[0]?.target.id
      expect([...ids.map(String), acme.organizationId, acme.owner.key.split('_')[1]]).toContain(id)
    })

    it('records nothing if the change is refused', async () => {
      const { acme } = server()
      const target = await targetFor(row)
      const before = await newest()
      const nobody = {
        ...target,
        params: {
          ...target.params,
          sessionId: 'x',
          computerId: 'x',
          userId: 'x',
          id: 'x',
          webhookId: 'x',
          deliveryId: 'x',
        },
      }
      const refusals = [
        await call(row, 'wrong', target),
        ...(row.path.includes('{') ? [await call(row, acme.owner.key, nobody)] : []),
        ...(target.json ? [await call(row, acme.owner.key, { ...target, json: { noSuchField: 1 } })] : []),
        ...(row.admits.includes('guest') ? [] : [await call(row, acme.guest.key, target)]),
      ]
      for (const { status } of refusals) expect(status).toBeGreaterThanOrEqual(400)
      expect(await newest()).toEqual(before)
    })
  })
}

describe('a change that turns out to be impossible', () => {
  it('leaves no entry', async () => {
    const { acme } = server()
    const { owner } = acme
    const { name } = await owner.computers.register({ name: `computer ${randomUUID()}` })
    const before = await newest()
    await expect(owner.users.invite({ email: acme.guest.email, role: 'guest' })).rejects.toMatchObject({ status: 409 })
    await expect(owner.users.remove({ userId: owner.userId })).rejects.toMatchObject({ status: 409 })
    await expect(owner.controls.replace({}, { ifMatch: 999 })).rejects.toMatchObject({ status: 412 })
    await expect(owner.computers.register({ name })).rejects.toMatchObject({ status: 409 })
    await owner.limits.set({ users: [{ email: 'nobody@acme.test', limit: 1 }] })
    expect(await newest()).toEqual(before)
  })

  it('leaves one entry when it is repeated with the same Idempotency-Key', async () => {
    const { owner } = server().acme
    const invitation = { email: 'once@acme.test', role: 'guest' } as const
    const create = () => owner.users.invite(invitation, { idempotencyKey: 'audit-once' })
    const { id } = await create()
    const first = await newest()
    expect((await create()).id).toBe(id)
    expect(await newest()).toEqual(first)
  })
})
