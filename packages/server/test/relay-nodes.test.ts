import { describe, expect, it } from 'vitest'
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
})

describe('a node that asks for all of its computers at once', () => {
  it('finds those that have something to do, and those that are connected otherwise', async () => {
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
    const { sessionId: interrupted, registered } = await runningTurn(server(), 'is interrupted')
    expect((await turns.computersToLookAt(connections, [interrupted])).sort()).toEqual([waiting, asked, stale].sort())
    await member.sessions.interrupt({ sessionId: interrupted })
    expect(await turns.computersToLookAt(connections, [interrupted])).toContain(registered.id)
  })
})
