import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { nodes, secondNode } from './second-node.ts'

const server = sharedTestServer(nodes)

/** Somebody who may read all sessions, whom both nodes have seen doing so. */
async function knownManager() {
  const { acme } = server()
  const computer = await acme.owner.computers.register({ name: randomUUID() })
  const { sessionId } = await acme.owner.sessions.create({ computerId: computer.id })
  const user = await acme.owner.users.invite({ email: `${randomUUID()}@acme.test`, role: 'manager' })
  const { id: keyId, key } = await acme.owner.apiKeys.create({ name: 'known', userId: user.id })
  const other = await secondNode(server())
  const clients = [server().client(key), other.client(key)]
  for (const client of clients) expect((await client.sessions.get({ sessionId })).sessionId).toBe(sessionId)
  return { userId: user.id, keyId, key, sessionId, clients }
}

describe('a session that is read before it is known who asks', () => {
  it('is shown by the role that the caller has now, on every node', async () => {
    const { owner } = server().acme
    const { userId, sessionId, clients } = await knownManager()
    await owner.users.update({ userId, role: 'member' })
    for (const client of clients) {
      await expect(client.sessions.get({ sessionId })).rejects.toMatchObject({ status: 404 })
      expect((await client.sessions.list()).sessions).toEqual([])
      await expect(client.messages.list({ sessionId })).rejects.toMatchObject({ status: 404 })
    }
    await owner.users.update({ userId, role: 'guest' })
    for (const client of clients) await expect(client.sessions.list()).rejects.toMatchObject({ status: 403 })
    await owner.users.update({ userId, role: 'manager' })
    for (const client of clients) expect((await client.sessions.get({ sessionId })).sessionId).toBe(sessionId)
  })

  it('is not shown to a key that was revoked, on any node', async () => {
    const { keyId, sessionId, clients } = await knownManager()
    await server().acme.owner.apiKeys.revoke({ id: keyId })
    for (const client of clients) {
      await expect(client.sessions.get({ sessionId })).rejects.toMatchObject({ status: 401 })
      await expect(client.sessions.list()).rejects.toMatchObject({ status: 401 })
    }
  })

  it('is not shown to a bearer that begins like a known one', async () => {
    const { key, sessionId } = await knownManager()
    const wrong = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`
    await expect(server().client(wrong).sessions.get({ sessionId })).rejects.toMatchObject({ status: 401 })
  })

  it('does not hide that a request is wrong', async () => {
    const { key, sessionId } = await knownManager()
    const { raw } = server()
    expect((await raw('GET', '/api/v0/sessions?limit=0', { key })).status).toBe(400)
    expect((await raw('GET', `/api/v0/sessions/${randomUUID()}`, { key })).status).toBe(404)
    expect((await raw('GET', `/api/v0/sessions/${sessionId}`, { key })).headers.get('cache-control')).toBe('no-store')
  })
})
