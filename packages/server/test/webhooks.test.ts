import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { runningTurn } from './relay-computer.ts'
import { isSignedWith, webhookReceiver } from './webhook-receiver.ts'

const server = sharedTestServer({ MUSTER_WEBHOOK_NETWORKS: '127.0.0.1/32' })

const permission = {
  id: 'p1',
  toolCall: { title: 'rm -r build', kind: 'execute' as const, input: {} },
  options: [{ id: 'yes', name: 'Yes', kind: 'allow_once' as const }],
  createdAt: 1,
}

describe('a webhook', () => {
  it('gets turns and permissions, signed, once each', async () => {
    const { owner } = server().acme
    const receiver = await webhookReceiver()
    const { secret, ...webhook } = await owner.webhooks.create({ url: receiver.url, description: 'Builds' })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect((await owner.webhooks.list()).webhooks).toContainEqual(webhook)
    const { computer, member, sessionId, turn, turnId } = await runningTurn(server(), 'told')
    await computer.updates(turn, [{ seq: 1, kind: 'permission', permission }])
    await member.sessions.decidePermission({ sessionId, permissionId: 'p1', decision: 'allow' })
    await computer.updates(turn, [{ seq: 2, kind: 'end', outcome: 'completed' }])
    const received = await receiver.first(4)
    for (const one of received) expect(isSignedWith(secret, one)).toBe(true)
    const told = new Map(received.map(({ body }) => [body.type, body.data]))
    expect([...told.keys()].sort()).toEqual([
      'permission.decided',
      'permission.requested',
      'turn.ended',
      'turn.started',
    ])
    expect(told.get('turn.started')).toMatchObject({ sessionId, turnId, session: { status: 'running' } })
    expect(told.get('permission.requested')).toMatchObject({ sessionId, permission: { toolCall: permission.toolCall } })
    expect(told.get('permission.decided')).toMatchObject({ permission: { status: 'allowed' } })
    expect(told.get('turn.ended')).toMatchObject({ turnId, outcome: 'completed', session: { status: 'idle' } })
    await expect
      .poll(async () => (await owner.webhooks.deliveries({ webhookId: webhook.id })).deliveries)
      .toMatchObject(Array.from({ length: 4 }, () => ({ status: 'delivered', attempts: 1, responseStatus: 204 })))
    await owner.webhooks.remove({ webhookId: webhook.id })
  })

  it('is tried again with the same id and body, later and later, and at once when asked', async () => {
    const { owner } = server().acme
    const receiver = await webhookReceiver((count) => (count < 3 ? 500 : 200))
    const { id: webhookId } = await owner.webhooks.create({ url: receiver.url, events: ['turn.ended'] })
    const { computer, turn } = await runningTurn(server(), 'again')
    await computer.updates(turn, [{ seq: 1, kind: 'end', outcome: 'completed' }])
    await receiver.first(1)
    const newest = async () => (await owner.webhooks.deliveries({ webhookId })).deliveries[0]
    await expect.poll(newest).toMatchObject({ status: 'pending', attempts: 1, responseStatus: 500 })
    const { nextAttemptAt = 0, id: deliveryId = '', createdAt = 0 } = (await newest()) ?? {}
    expect(nextAttemptAt - createdAt).toBeGreaterThanOrEqual(5_000)
    server().advance(6_000)
    const [first, second] = await receiver.first(2)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.text).toBe(first?.text)
    await expect.poll(newest).toMatchObject({ attempts: 2 })
    const pauseMs = ((await newest())?.nextAttemptAt ?? 0) - server().now()
    expect(pauseMs).toBeGreaterThan(250_000)
    await owner.webhooks.retry({ deliveryId })
    await receiver.first(3)
    await expect.poll(newest).toMatchObject({ status: 'delivered', attempts: 3 })
    await owner.webhooks.remove({ webhookId })
  })

  it('is signed with the old and the new secret for a day after it got a new one', async () => {
    const { owner } = server().acme
    const receiver = await webhookReceiver()
    const { id: webhookId, secret } = await owner.webhooks.create({ url: receiver.url, events: ['turn.started'] })
    const { secret: next } = await owner.webhooks.rotateSecret({ webhookId })
    expect(next).not.toBe(secret)
    await runningTurn(server(), 'rotates')
    const [first] = await receiver.first(1)
    expect(first && [isSignedWith(secret, first), isSignedWith(next, first)]).toEqual([true, true])
    server().advance(25 * 3_600_000)
    await runningTurn(server(), 'has rotated')
    const [, second] = await receiver.first(2)
    expect(second && [isSignedWith(secret, second), isSignedWith(next, second)]).toEqual([false, true])
    await owner.webhooks.remove({ webhookId })
  })

  it('is switched off when its receiver says that it is gone', async () => {
    const { owner } = server().acme
    const receiver = await webhookReceiver(() => 410)
    const { id: webhookId } = await owner.webhooks.create({ url: receiver.url, events: ['turn.started'] })
    await runningTurn(server(), 'gone')
    const current = async () => (await owner.webhooks.list()).webhooks.find(({ id }) => id === webhookId)
    await expect.poll(current).toMatchObject({ enabled: false, disabledReason: expect.stringContaining('410') })
    const { deliveries } = await owner.webhooks.deliveries({ webhookId })
    expect(deliveries).toMatchObject([{ status: 'failed', attempts: 1 }])
    await expect(owner.webhooks.retry({ deliveryId: deliveries[0]?.id ?? '' })).rejects.toMatchObject({
      code: 'webhook_disabled',
    })
    expect((await owner.audit.list({ action: 'webhook.disable' })).entries).toMatchObject([
      { actor: null, target: { id: webhookId } },
    ])
    expect(await owner.webhooks.update({ webhookId, enabled: true })).not.toHaveProperty('disabledReason')
    await owner.webhooks.remove({ webhookId })
  })

  it('leaves neither a secret nor the query of its URL in the audit log', async () => {
    const { owner } = server().acme
    const url = 'https://127.0.0.1/hook'
    const { id: webhookId, secret } = await owner.webhooks.create({ url: `${url}?token=hidden` })
    await owner.webhooks.update({ webhookId, url: `${url}?token=hidden2`, events: ['turn.ended'] })
    const { secret: next } = await owner.webhooks.rotateSecret({ webhookId })
    await owner.webhooks.remove({ webhookId })
    const { entries } = await owner.audit.list({ limit: 4 })
    expect(entries.map(({ action }) => action)).toEqual([
      'webhook.delete',
      'webhook.rotate_secret',
      'webhook.update',
      'webhook.create',
    ])
    const text = JSON.stringify(entries)
    for (const hidden of [secret, next, 'hidden']) expect(text).not.toContain(hidden)
  })

  it('is told when a computer is deleted in the middle of a turn', async () => {
    const { owner } = server().acme
    const receiver = await webhookReceiver()
    const { id: webhookId } = await owner.webhooks.create({ url: receiver.url, events: ['turn.ended'] })
    const { member, registered, turnId } = await runningTurn(server(), 'deleted in a turn')
    await member.computers.remove({ computerId: registered.id })
    const [told] = await receiver.first(1)
    expect(told?.body.data).toMatchObject({ turnId, outcome: 'failed', session: { status: 'idle' } })
    await owner.webhooks.remove({ webhookId })
  })
})
