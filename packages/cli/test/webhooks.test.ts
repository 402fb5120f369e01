import { describe, expect, it } from 'vitest'
import { nobodysUrl, sharedTestServer } from '../../server/src/testing/test-server.ts'
import { asOwner } from './as-owner.ts'

const server = sharedTestServer()

describe('muster webhooks', () => {
  it('creates, lists, changes, rotates and removes', async () => {
    const owner = await asOwner(server())
    const url = nobodysUrl
    const secret = await owner.text('webhooks', 'create', url, '--event', 'turn.ended')
    expect(secret).toMatch(/^whsec_\S+$/)
    const [made] = await owner.json<{ id: string; events: string[]; secret?: string }[]>('webhooks', 'list')
    expect(made).toMatchObject({ url, events: ['turn.ended'], enabled: true })
    expect(made).not.toHaveProperty('secret')
    const id = made?.id ?? ''
    expect(await owner.json('webhooks', 'update', id, '--disable', '--event', 'turn.started')).toMatchObject({
      enabled: false,
      events: ['turn.started'],
    })
    expect(await owner.text('webhooks', 'rotate', id.slice(0, 13))).not.toBe(secret)
    expect(await owner.text('webhooks', 'deliveries', url)).toBe('')
    expect(await owner.call(['webhooks', 'deliveries', 'https://nowhere'])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('See `muster webhooks list`.'),
    })
    expect(await owner.call(['webhooks', 'update', id])).toMatchObject({ code: 2 })
    expect(await owner.call(['webhooks', 'create', 'https://10.0.0.1/'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('private address'),
    })
    await owner.text('webhooks', 'remove', id, '--yes')
    expect(await owner.call(['webhooks', 'retry', id])).toMatchObject({ code: 5 })
  })
})
