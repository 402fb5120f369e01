import { connect } from 'node:net'
import { isMusterError } from '@muster/sdk'
import { describe, expect, it } from 'vitest'
import { isAlive, ownerKey, postgresPid, type RunningServer, startServer, temporaryDataDir } from './running-server.ts'

async function sessionOn(server: RunningServer): Promise<string> {
  const computer = await server.owner.computers.register({ name: `computer ${Date.now()}` })
  return (await server.owner.sessions.create({ computerId: computer.id })).sessionId
}

/** Posts message after message until the server is gone. Resolves with the ids that were acknowledged. */
async function postUntilItFails(server: RunningServer, sessionId: string, acknowledged: string[]): Promise<void> {
  for (let number = 1; ; number++) {
    try {
      acknowledged.push((await server.owner.messages.post({ sessionId, text: `message ${number}` })).messageId)
    } catch {
      return
    }
  }
}

async function storedIds(server: RunningServer, sessionId: string): Promise<string[]> {
  const ids: string[] = []
  for await (const message of server.owner.messages.list.items({ sessionId, limit: 100, order: 'asc' }))
    ids.push(message.id)
  return ids
}

/** All that was acknowledged is there, in order, and the counters agree with the rows. */
async function expectIntact(server: RunningServer, sessionId: string, acknowledged: readonly string[]) {
  const stored = await storedIds(server, sessionId)
  const known = new Set(acknowledged)
  expect(stored.filter((id) => known.has(id))).toEqual(acknowledged)
  const session = await server.owner.sessions.get({ sessionId })
  expect(session).toMatchObject({ messageCount: stored.length, status: stored.length > 0 ? 'pending' : 'idle' })
  const posts: string[] = []
  for await (const entry of server.owner.audit.list.items({ limit: 100, action: 'message.post' })) posts.push(entry.id)
  expect(posts).toHaveLength(stored.length)
}

describe('kill -9', () => {
  it('of the server loses nothing that was acknowledged, and the next start recovers by itself', async () => {
    const dataDir = await temporaryDataDir()
    let server = await startServer({ MUSTER_DATA_DIR: dataDir })
    const sessionId = await sessionOn(server)
    const acknowledged: string[] = []
    for (const enough of [10, 60, 140]) {
      const posting = postUntilItFails(server, sessionId, acknowledged)
      await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(enough)
      const orphan = (await postgresPid(dataDir)) ?? 0
      server.process.kill('SIGKILL')
      await posting
      expect(isAlive(orphan)).toBe(true)
      server = await startServer({ MUSTER_DATA_DIR: dataDir })
      expect(await postgresPid(dataDir)).not.toBe(orphan)
      await expectIntact(server, sessionId, acknowledged)
    }
  })

  it('of Postgres loses nothing, and the server continues after its restart', async () => {
    const dataDir = await temporaryDataDir()
    const server = await startServer({ MUSTER_DATA_DIR: dataDir })
    const sessionId = await sessionOn(server)
    const acknowledged: string[] = []
    const posting = postUntilItFails(server, sessionId, acknowledged)
    await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(20)
    process.kill((await postgresPid(dataDir)) ?? 0, 'SIGKILL')
    await posting
    await expect.poll(() => server.owner.service.ready().catch(() => undefined)).toBeDefined()
    await expectIntact(server, sessionId, acknowledged)
    await server.owner.messages.post({ sessionId, text: 'and on' })
  })

  it('of both at once is followed by a complete recovery', async () => {
    const dataDir = await temporaryDataDir()
    const server = await startServer({ MUSTER_DATA_DIR: dataDir })
    const sessionId = await sessionOn(server)
    process.kill((await postgresPid(dataDir)) ?? 0, 'SIGKILL')
    server.process.kill('SIGKILL')
    await server.ended
    const next = await startServer({ MUSTER_DATA_DIR: dataDir })
    await expectIntact(next, sessionId, [])
  })

  it('of Postgres is answered with 503 and Retry-After while it is away', async () => {
    const dataDir = await temporaryDataDir()
    const server = await startServer({ MUSTER_DATA_DIR: dataDir })
    process.kill((await postgresPid(dataDir)) ?? 0, 'SIGKILL')
    const errors: unknown[] = []
    const calls = Array.from({ length: 50 }, () =>
      server.owner.sessions.list().catch((error: unknown) => errors.push(error)),
    )
    await Promise.all(calls)
    for (const error of errors) {
      expect(isMusterError(error, 'unavailable')).toBe(true)
      expect(error).toMatchObject({ status: 503, retryAfterMs: 1000 })
    }
  })
})

describe('SIGTERM', () => {
  it('lets a request that is under way finish, then stops Postgres and exits with 0', async () => {
    const dataDir = await temporaryDataDir()
    const server = await startServer({ MUSTER_DATA_DIR: dataDir })
    const postgres = (await postgresPid(dataDir)) ?? 0
    const { hostname, port } = new URL(server.address)
    const body = JSON.stringify({ name: 'slow' })
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text
    })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(
      `POST /api/v0/computers HTTP/1.1\r\nhost: muster\r\nauthorization: Bearer ${ownerKey}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
    )
    await expect.poll(() => answer).toContain('100 Continue')
    server.process.kill('SIGTERM')
    await expect
      .poll(() =>
        fetch(`${server.address}/healthz`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed')
    socket.write(body)
    await closed
    expect(answer).toContain('201 Created')
    expect(await server.ended).toBe(0)
    expect(isAlive(postgres)).toBe(false)
  })
})
