import { describe, expect, it } from 'vitest'
import { createAddressRule } from '../src/run/webhooks/address-rule.ts'
import { sendWebhook } from '../src/run/webhooks/send.ts'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { runningTurn } from './relay-computer.ts'
import { webhookReceiver } from './webhook-receiver.ts'

const server = sharedTestServer()

describe('the URL of a webhook', () => {
  it.each([
    'https://127.0.0.1/hook',
    'https://localhost/hook',
    'https://2130706433/hook',
    'https://0x7f.1/hook',
    'https://10.1.2.3/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.0.1/hook',
    'https://[::1]/hook',
    'https://[::ffff:10.0.0.1]/hook',
    'https://[64:ff9b::a00:1]/hook',
    'https://[2002:a00:1::]/hook',
    'https://[fd00::1]/hook',
    'https://[fe80::1]/hook',
    'https://0.0.0.0/hook',
  ])('is refused when it leads to a private address: %s', async (url) => {
    const { owner } = server().acme
    await expect(owner.webhooks.create({ url })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'url', message: 'leads to a private address' }],
    })
  })

  it.each([
    ['http://example.com/hook', 'must begin with https://'],
    ['http://nobody.invalid/hook', 'must begin with https://'],
    ['ftp://example.com/hook', 'must be a URL that begins with https://'],
    ['example.com/hook', 'must be a URL that begins with https://'],
    ['https://user:secret@example.com/hook', 'must not hold a user name'],
    ['https://example.com/hook#part', 'must not have a part behind #'],
  ])('is refused when it is %s', async (url, message) => {
    const { owner } = server().acme
    const refusal = await owner.webhooks.create({ url }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ status: 400, errors: [{ path: 'url', message: expect.stringContaining(message) }] })
  })

  it('is judged again when it changes', async () => {
    const { owner } = server().acme
    const { id: webhookId } = await owner.webhooks.create({ url: 'https://receiver.invalid/hook' })
    await expect(owner.webhooks.update({ webhookId, url: 'https://127.0.0.1/' })).rejects.toMatchObject({ status: 400 })
    await owner.webhooks.remove({ webhookId })
  })
})

describe('a delivery', () => {
  it('goes to no private address, whatever the name led to when the webhook was made', async () => {
    const receiver = await webhookReceiver()
    const rule = createAddressRule([])
    const named = receiver.url.replace('127.0.0.1', 'localhost')
    expect(await sendWebhook(rule, named, {}, '{}')).toEqual({ error: 'The URL leads to a private address.' })
    expect(await sendWebhook(rule, receiver.url, {}, '{}')).toEqual({ error: 'The URL leads to a private address.' })
    expect(receiver.received).toEqual([])
    expect(await sendWebhook(createAddressRule(['127.0.0.0/8', '::1']), named, {}, '{}')).toEqual({ status: 204 })
  })

  it('follows no redirect', async () => {
    const target = await webhookReceiver()
    const receiver = await webhookReceiver(() => ({ redirect: target.url }))
    const result = await sendWebhook(createAddressRule(['127.0.0.1']), receiver.url, {}, '{}')
    expect(result).toEqual({ status: 302, error: 'The receiver redirects (302), which is not followed.' })
    expect(target.received).toEqual([])
  })

  it('that cannot be made says why, and holds nothing up', async () => {
    const { owner } = server().acme
    const { id: webhookId } = await owner.webhooks.create({ url: 'https://receiver.invalid/hook' })
    const { computer, turn } = await runningTurn(server(), 'nobody there')
    await computer.updates(turn, [{ seq: 1, kind: 'end', outcome: 'completed' }])
    await expect
      .poll(async () => (await owner.webhooks.deliveries({ webhookId })).deliveries[0])
      .toMatchObject({ status: 'pending', attempts: 1, error: expect.stringContaining('receiver.invalid') })
    await owner.webhooks.remove({ webhookId })
  })
})
