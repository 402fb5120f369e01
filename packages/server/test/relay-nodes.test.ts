import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSharedHints } from '../src/ground/database/shared-hints.ts'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { EventReader } from './event-reader.ts'
import { assistantText, connectComputer, runningTurn } from './relay-computer.ts'
import { nodes, secondNode } from './second-node.ts'

const { MUSTER_API_URL: _address, ...shared } = nodes
const server = sharedTestServer(shared)

describe('two nodes', () => {
  it('show the same unfinished text, whichever has the computer', async () => {
    const { computer, member, sessionId, turn } = await runningTurn(server(), 'seen elsewhere')
    const node = await secondNode(server())
    const url = (address: string) => `${address}/api/v0/sessions/${sessionId}/events`
    const far = await EventReader.open(url(node.address), member.key)
    expect(await computer.next('watch')).toMatchObject({ sessionId, on: true })
    computer.send({ type: 'preview', ...turn, n: 0, text: 'Once' })
    const seen = await far.until(({ event }) => event === 'preview')
    expect(seen.at(-1)?.data).toMatchObject({ turnId: turn.turnId, text: 'Once' })
    computer.send({ type: 'delta', ...turn, n: 1, text: ' upon' })
    computer.send({ type: 'delta', ...turn, n: 2, text: ' a time' })
    await far.until(({ event, data }) => event === 'preview' && data.text === 'Once upon a time')
    // Whoever comes later begins with the text so far, on either node.
    for (const address of [server().address, node.address]) {
      const late = await EventReader.open(url(address), member.key)
      await late.until(({ event, data }) => event === 'preview' && data.text === 'Once upon a time')
    }
    await computer.updates(turn, [
      { seq: 1, kind: 'message', message: assistantText('Once upon a time.') },
      { seq: 2, kind: 'end', outcome: 'completed' },
    ])
    await far.until(({ event, data }) => event === 'message' && data.role === 'assistant')
  })

  it('hand a message to the computer of the other', async () => {
    const { member } = server().acme
    const registered = await member.computers.register({ name: 'elsewhere' })
    const node = await secondNode(server())
    const there = { ...registered, relayAgentUrl: registered.relayAgentUrl?.replace(/^.*?(?=\/api)/, node.address) }
    const computer = await connectComputer({
      ...there,
      relayAgentUrl: there.relayAgentUrl?.replace(/^http/, 'ws') ?? '',
    })
    const { sessionId } = await member.sessions.create({ computerId: registered.id })
    const { messageId } = await member.messages.post({ sessionId, text: 'Go.' })
    expect(await computer.next('prompt')).toMatchObject({ turnId: messageId })
  })

  it('do not take a computer for copied that comes to each in turn while the database is away now and then', async () => {
    const { member } = server().acme
    const { databaseUrl, address } = server()
    const registered = await member.computers.register({ name: 'often elsewhere' })
    const node = await secondNode(server())
    const at = (url: string) => `${url.replace(/^http/, 'ws')}${new URL(registered.relayAgentUrl ?? '').pathname}`
    const computerId = registered.id
    const nodeOf = () => rowsOf(databaseUrl, 'select node_id from computers where id = $1', [computerId])
    let current = await connectComputer({ ...registered, relayAgentUrl: at(address) })
    for (const url of [node.address, address, node.address, address]) {
      const [before] = await nodeOf()
      await current.close()
      await expect.poll(() => member.computers.get({ computerId })).toMatchObject({ isConnected: false })
      // As if the end of the connection could not be stored.
      await rowsOf(databaseUrl, 'update computers set node_id = $2 where id = $1', [computerId, before?.node_id])
      current = await connectComputer({ ...registered, relayAgentUrl: at(url) }, [], current.epoch)
    }
    expect(await member.computers.get({ computerId })).toMatchObject({ isConnected: true })
  })
})

it('a node reads everything again after it missed hints', async () => {
  const log = pino({ level: 'silent' })
  const hints = createSharedHints({ connection: { connectionString: server().databaseUrl }, log })
  onTestFinished(() => hints.close())
  let missed = 0
  hints.subscribe(({ kind }) => {
    if (kind === 'missed') missed++
  })
  const listening = `select 1 from pg_stat_activity where datname = current_database()
    and application_name = 'muster hints' and query like 'listen%' and state = 'idle'`
  await expect.poll(async () => (await rowsOf(server().databaseUrl, listening)).length).toBeGreaterThan(0)
  const { member, computer, sessionId, turn } = await runningTurn(server(), 'missed')
  const reader = await EventReader.open(`${server().address}/api/v0/sessions/${sessionId}/events`, member.key)
  await reader.until(({ event }) => event === 'session')
  const { databaseUrl } = server()
  // A change of another node, of which this one hears nothing.
  await rowsOf(
    databaseUrl,
    `update sessions set status_reason = 'interrupting', version = version + 1 where id = '${sessionId}'`,
  )
  await rowsOf(
    databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'muster hints'`,
  )
  await expect.poll(() => missed).toBe(1)
  expect(await computer.next('interrupt')).toMatchObject(turn)
  await reader.until(({ event, data }) => event === 'session' && data.statusReason === 'interrupting')
})

describe('a node that asks for all of its computers at once', () => {
  it('finds those with work, and those that are connected elsewhere', async () => {
    const { member } = server().acme
    const { turns } = server().app.services
    const { organizationId } = server().acme
    const register = async (name: string) => (await member.computers.register({ name })).id
    const [idle, waiting, asked, stale] = [
      await register('has nothing'),
      await register('has a message'),
      await register('has a question'),
      await register('is elsewhere'),
    ]
    const { sessionId } = await member.sessions.create({ computerId: waiting })
    await member.messages.post({ sessionId, text: 'Go.' })
    await rowsOf(
      server().databaseUrl,
      `insert into relay_questions (id, organization_id, computer_id, question)
       values (gen_random_uuid(), '${organizationId}', '${asked}', '{}')`,
    )
    const connections = [idle, waiting, asked, stale].map((computerId) => ({
      organizationId,
      computerId,
      epoch: computerId === stale ? 7 : 0,
    }))
    const { sessionId: interrupted, turnId, registered } = await runningTurn(server(), 'is interrupted')
    const running = [{ organizationId, computerId: registered.id, sessionId: interrupted, turnId }]
    expect((await turns.computersToLookAt(connections, running)).sort()).toEqual([waiting, asked, stale].sort())
    const over = [{ organizationId, computerId: idle, sessionId: interrupted, turnId }]
    expect(await turns.computersToLookAt(connections, over)).toContain(idle)
    await member.sessions.interrupt({ sessionId: interrupted })
    expect(await turns.computersToLookAt(connections, running)).toContain(registered.id)
  })
})
