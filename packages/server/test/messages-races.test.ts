import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { closeCodes } from '@muster/contract/relay/close-codes'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { connectComputer } from './relay-computer.ts'

const server = sharedTestServer()

async function newSession() {
  const { member } = server().acme
  const registered = await member.computers.register({ name: `computer ${randomUUID()}` })
  const { sessionId } = await member.sessions.create({
    computerId: registered.id,
    sessionSettings: { autonomyLevel: 'low' },
  })
  return { member, registered, sessionId, post: () => member.messages.post({ sessionId, text: 'Go.' }) }
}

/** Posts a message. All that it depends on is read, and then changed, before it can be stored. */
async function postWhileItChanges(sessionId: string, post: () => Promise<unknown>, changes: readonly string[]) {
  // The service knows the caller by now, so that it reads ahead.
  await server().acme.member.sessions.get({ sessionId })
  const client = new pg.Client({ connectionString: server().databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  await client.query('select 1 from sessions where id = $1 for update', [sessionId])
  const posted = post().then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  )
  await vi.waitFor(async () => {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rows).toHaveLength(1)
  }, 60_000)
  for (const change of changes) await client.query(change, [sessionId])
  await client.query('commit')
  return posted
}

const setSettings = (settings: object) => `update sessions set settings = '${JSON.stringify(settings)}' where id = $1`
const cutOff = `update computers set cut_off_at = 1 where id = (select computer_id from sessions where id = $1)`

describe('a message', () => {
  it('is refused if the session goes into the archive while it is on its way', async () => {
    const { member, sessionId, post } = await newSession()
    const result = await postWhileItChanges(sessionId, post, [setSettings({ archivedAt: 1 })])
    expect(result).toMatchObject({ error: { status: 409, code: 'session_archived' } })
    expect(await member.sessions.get({ sessionId })).toMatchObject({ status: 'idle', messageCount: 0 })
  })

  it('is refused if the computer is cut off while it is on its way', async () => {
    const { member, sessionId, post } = await newSession()
    const result = await postWhileItChanges(sessionId, post, [cutOff])
    expect(result).toMatchObject({ error: { status: 409, code: 'computer_cut_off' } })
    expect(await member.sessions.get({ sessionId })).toMatchObject({ status: 'idle', messageCount: 0 })
  })

  it('goes to the computer with the settings that somebody else changed while it was on its way', async () => {
    const { registered, sessionId, post } = await newSession()
    const computer = await connectComputer(registered)
    const result = await postWhileItChanges(sessionId, post, [setSettings({ autonomyLevel: 'medium' })])
    expect(result).toMatchObject({ answer: { status: 'pending' } })
    expect(await computer.next('prompt')).toMatchObject({ sessionId, settings: { autonomyLevel: 'medium' } })
  })

  it('obeys controls that come into force before its text has arrived', async () => {
    const { member, registered, sessionId } = await newSession()
    const computer = await connectComputer(registered)
    const { controls } = server().acme.owner
    onTestFinished(() => controls.replace({}).then(() => undefined))
    const headers = { authorization: `Bearer ${member.key}`, 'content-type': 'application/json' }
    const slow = request(`${server().address}/api/v0/sessions/${sessionId}/messages`, { method: 'POST', headers })
    const answered = once(slow, 'response')
    slow.flushHeaders()
    await member.sessions.get({ sessionId })
    await controls.replace({ maxAutonomyLevel: 'off' })
    slow.end(JSON.stringify({ text: 'Go.' }))
    await answered
    expect(await computer.next('prompt')).toMatchObject({ sessionId, settings: { autonomyLevel: 'off' } })
  })

  it('is offered to its computer once, however often the computer is looked at', async () => {
    const { member, registered, sessionId } = await newSession()
    const computer = await connectComputer(registered)
    for (let turn = 0; turn < 10; turn++) {
      const { messageId: turnId } = await member.messages.post({ sessionId, text: 'Go.' })
      expect(await computer.next('prompt')).toMatchObject({ turnId, earlierTurns: turn })
      computer.send({ type: 'taken', sessionId, turnId })
      await computer.next('go')
      await computer.updates({ sessionId, turnId }, [{ seq: 1, kind: 'end', outcome: 'completed' }])
    }
    expect(computer.frames.filter(({ type }) => type === 'prompt')).toHaveLength(10)
  })

  it('goes to nobody whose connection no longer counts, also before anybody has told that connection', async () => {
    const { registered, sessionId, post } = await newSession()
    const computer = await connectComputer(registered)
    const closed = once(computer.socket, 'close')
    // As if the computer had connected to another node, whose hint is still on its way.
    await rowsOf(server().databaseUrl, 'update computers set epoch = epoch + 1 where id = $1', [registered.id])
    await post()
    expect((await closed)[0]).toBe(closeCodes.replaced.code)
    expect(computer.frames.map(({ type }) => type)).toEqual(['welcome'])
    const back = await connectComputer(registered)
    expect(await back.next('prompt')).toMatchObject({ sessionId })
  })

  it('of a key that was revoked a moment ago is refused, although the service knew the key', async () => {
    const { owner, member } = server().acme
    const { sessionId } = await newSession()
    const { key, id } = await member.apiKeys.create({ name: 'short-lived' })
    const withKey = server().client(key)
    await withKey.messages.post({ sessionId, text: 'one' })
    await owner.apiKeys.revoke({ id })
    await expect(withKey.messages.post({ sessionId, text: 'two' })).rejects.toMatchObject({ status: 401 })
    expect(await member.sessions.get({ sessionId })).toMatchObject({ messageCount: 1 })
  })
})
