import { describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../src/testing/test-server.ts'
import { nodes, secondNode } from './second-node.ts'

const hourMs = 60 * 60 * 1000
const settings = { ...nodes, MUSTER_NOW: '2026-11-16T09:30:00Z', MUSTER_TRUST_PROXY: '1' }

async function failures({ acme }: TestServer) {
  return (await acme.owner.audit.list({ limit: 100, action: 'sign_in.failed' })).entries
}

/** A request with this key from this address. */
function attempt({ raw }: TestServer, key: string, address = '203.0.113.7') {
  return raw('GET', '/api/v0/me', { key, headers: { 'x-forwarded-for': address } })
}

function withOtherSecret(key: string): string {
  return `mst_${key.split('_')[1]}_${'A'.repeat(43)}`
}

describe('a failed sign-in', () => {
  it('is recorded in the audit log of the key’s organization: which key, why, and from where', async () => {
    const server = await testServer(settings)
    const { acme, advance, now } = server
    const expiresAt = new Date(now() + 1000).toISOString()
    const expired = await acme.member.apiKeys.create({ name: 'expired', expiresAt })
    const revoked = await acme.member.apiKeys.create({ name: 'revoked' })
    await acme.member.apiKeys.revoke({ id: revoked.id })
    advance(1000)
    const attempts = [
      [withOtherSecret(acme.owner.key), '203.0.113.1'],
      [expired.key, '203.0.113.2'],
      [revoked.key, '203.0.113.3'],
    ] as const
    for (const [key, address] of attempts) expect((await attempt(server, key, address)).status).toBe(401)
    const entries = await failures(server)
    expect(entries.map(({ target, changes, address }) => [target.id, changes, address])).toEqual([
      [revoked.id, { reason: 'revoked' }, '203.0.113.3'],
      [expired.id, { reason: 'expired' }, '203.0.113.2'],
      [acme.owner.key.split('_')[1], { reason: 'wrong_secret' }, '203.0.113.1'],
    ])
    expect(entries[0]).toMatchObject({ actor: null, requestId: expect.any(String), target: { type: 'api_key' } })
    expect(JSON.stringify(entries)).not.toContain('A'.repeat(43))
    expect((await server.globex.owner.audit.list({ action: 'sign_in.failed' })).entries).toEqual([])
  })

  it('is recorded once for an address and an hour, and then as a number', async () => {
    const server = await testServer(settings)
    const { acme, advance } = server
    const wrong = withOtherSecret(acme.owner.key)
    for (let count = 0; count < 20; count++) await attempt(server, wrong)
    expect(await failures(server)).toHaveLength(1)
    advance(hourMs)
    await attempt(server, wrong, '203.0.113.8')
    const entries = await failures(server)
    expect(entries.map(({ changes, address }) => [changes, address])).toEqual([
      [{ reason: 'wrong_secret' }, '203.0.113.8'],
      [{ attempts: 19, hour: '2026-11-16T09:00:00.000Z' }, '203.0.113.7'],
      [{ reason: 'wrong_secret' }, '203.0.113.7'],
    ])
  })

  it('is recorded as a number even if the node stops before the hour is over', async () => {
    const server = await testServer(settings)
    const node = await secondNode(server)
    for (let count = 0; count < 3; count++) {
      await expect(node.client(withOtherSecret(server.acme.owner.key)).organization.me()).rejects.toThrow()
    }
    await node.close()
    expect((await failures(server)).map(({ changes }) => changes)).toEqual([
      { attempts: 2, hour: '2026-11-16T09:00:00.000Z' },
      { reason: 'wrong_secret' },
    ])
  })

  it('cannot fill the log from many addresses', async () => {
    const server = await testServer(settings)
    const wrong = withOtherSecret(server.acme.owner.key)
    for (let count = 0; count < 150; count++) await attempt(server, wrong, `203.0.113.${count}`)
    const { acme } = server
    const all = await Array.fromAsync(acme.owner.audit.list.items({ limit: 100, action: 'sign_in.failed' }))
    expect(all).toHaveLength(101)
  })

  it('from an address that the organization does not admit is recorded too', async () => {
    const server = await testServer(settings)
    const { acme } = server
    await acme.owner.controls.replace({ networkPolicy: { allowedIps: ['127.0.0.1'] } })
    expect((await attempt(server, acme.guest.key)).status).toBe(403)
    const [entry] = await failures(server)
    expect(entry).toMatchObject({ address: '203.0.113.7', changes: { reason: 'address_not_allowed' } })
  })

  it('with a key that never existed leaves no trace', async () => {
    const server = await testServer(settings)
    expect((await attempt(server, `mst_nobody_${'A'.repeat(43)}`)).status).toBe(401)
    expect((await attempt(server, 'nonsense')).status).toBe(401)
    expect(await failures(server)).toEqual([])
  })
})
