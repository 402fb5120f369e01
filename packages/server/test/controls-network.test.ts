import type { Client } from '@muster/sdk'
import { describe, expect, it } from 'vitest'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'
import { nodes, secondNode } from './second-node.ts'

const server = sharedTestServer(nodes)
const refused = { status: 403, code: 'address_not_allowed' }

async function organization() {
  const { client } = server()
  const { apiKey } = await client(operatorKey).operator.createOrganization({ name: 'x', ownerEmail: 'o@x.test' })
  const { token } = await client(apiKey).apiKeys.createToken()
  return { key: apiKey, token, client: client(apiKey) }
}

async function allowOnly(client: Client, ...allowedIps: string[]) {
  await client.controls.replace({ networkPolicy: { allowedIps } })
}

describe('networkPolicy.allowedIps', () => {
  it.each([['127.0.0.1'], ['127.0.0.0/8'], ['0.0.0.0/0'], ['10.0.0.0/8', '127.0.0.1/32']])(
    'admits 127.0.0.1 when it holds %s',
    async (...allowed) => {
      const { client } = await organization()
      await allowOnly(client, ...allowed)
      expect((await client.organization.me()).user.role).toBe('owner')
    },
  )

  it.each([['10.0.0.0/8'], ['127.0.0.2'], ['::1'], ['128.0.0.0/1']])(
    'refuses every bearer from 127.0.0.1 when it holds only %s',
    async (...allowed) => {
      const { key, token, client } = await organization()
      await allowOnly(client, ...allowed)
      for (const bearer of [key, token]) {
        await expect(server().client(bearer).organization.me()).rejects.toMatchObject(refused)
        await expect(server().client(bearer).controls.replace({})).rejects.toMatchObject(refused)
      }
      await expect(client.reports.list()).rejects.toMatchObject(refused)
    },
  )

  it('admits everybody when it is empty or absent', async () => {
    const { client } = await organization()
    await allowOnly(client)
    expect((await client.controls.replace({ networkPolicy: {} })).revision).toBe(2)
    expect((await client.controls.replace({})).revision).toBe(3)
  })

  it('reveals nothing to a wrong bearer, and does not affect other organizations', async () => {
    const { client } = await organization()
    await allowOnly(client, '10.0.0.0/8')
    await expect(server().client('mst_x').organization.me()).rejects.toMatchObject({ status: 401 })
    expect((await server().acme.owner.organization.me()).user.role).toBe('owner')
  })

  it('is judged by the address of the connection, whatever X-Forwarded-For claims', async () => {
    const { key, client } = await organization()
    await allowOnly(client, '10.0.0.0/8')
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-client-ip']) {
      const value = name === 'forwarded' ? 'for=10.1.2.3' : '10.1.2.3'
      const { json } = await server().raw('GET', '/api/v0/me', { key, headers: { [name]: value } })
      expect(json).toMatchObject(refused)
    }
  })

  it('applies at once on every node', async () => {
    const { key, client } = await organization()
    const node = await secondNode(server())
    expect((await node.client(key).organization.me()).user.role).toBe('owner')
    await allowOnly(client, '10.0.0.0/8')
    await expect(node.client(key).organization.me()).rejects.toMatchObject(refused)
  })

  it('knows IPv6 addresses and ranges', async () => {
    const { key, client } = await organization()
    const node = await secondNode(server(), { MUSTER_HOST: '::1' })
    const seen = node.client(key)
    await allowOnly(client, '::1', '127.0.0.1')
    expect((await seen.organization.me()).user.role).toBe('owner')
    await allowOnly(client, '::/64', '127.0.0.1')
    expect((await seen.organization.me()).user.role).toBe('owner')
    await allowOnly(client, '2001:db8::/32', '127.0.0.1')
    await expect(seen.organization.me()).rejects.toMatchObject(refused)
  })

  it('recognises an IPv4 address in IPv6 form', async () => {
    const { key, client } = await organization()
    const node = await secondNode(server(), { MUSTER_HOST: '::' })
    const address = node.address.replace('localhost', '127.0.0.1')
    const statusOf = async () =>
      (await fetch(`${address}/api/v0/me`, { headers: { authorization: `Bearer ${key}` } })).status
    await allowOnly(client, '127.0.0.0/8')
    expect(await statusOf()).toBe(200)
    await allowOnly(client, '10.0.0.0/8', '127.0.0.1/32')
    expect(await statusOf()).toBe(200)
    await allowOnly(client, '10.0.0.0/8')
    expect(await statusOf()).toBe(403)
  })

  it('is ignored with MUSTER_NETWORK_POLICY=ignore, so that an owner can get back in', async () => {
    const { key, client } = await organization()
    await allowOnly(client, '10.0.0.0/8')
    await expect(client.organization.me()).rejects.toMatchObject(refused)
    const node = await secondNode(server(), { MUSTER_NETWORK_POLICY: 'ignore' })
    await node.client(key).controls.replace({})
    expect((await client.organization.me()).user.role).toBe('owner')
  })
})

describe('MUSTER_TRUST_PROXY', () => {
  it('takes the address that the proxy added, not one that the caller wrote before it', async () => {
    const { key, client } = await organization()
    await allowOnly(client, '10.0.0.0/8', '127.0.0.1')
    const node = await secondNode(server(), { MUSTER_TRUST_PROXY: '1' })
    const statusOf = async (forwarded: string) => {
      const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': forwarded }
      return (await fetch(`${node.address}/api/v0/me`, { headers })).status
    }
    expect(await statusOf('10.1.2.3')).toBe(200)
    expect(await statusOf('203.0.113.7')).toBe(403)
    expect(await statusOf('10.1.2.3, 203.0.113.7')).toBe(403)
    expect(await statusOf('203.0.113.7, 10.1.2.3')).toBe(200)
  })
})
