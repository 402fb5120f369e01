import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../packages/server/src/testing/test-server.ts'
import { assistantText, connectComputer } from '../packages/server/test/relay-computer.ts'
import { nodes } from '../packages/server/test/second-node.ts'
import { startServer, temporaryDataDir } from './running-server.ts'

const { MUSTER_API_URL: _address, ...shared } = nodes
const server = sharedTestServer(shared)

describe('a client on one node and a computer on another', () => {
  it('lose nothing and do nothing twice when the node of the computer is killed', async () => {
    const { member } = server().acme
    const between = await startServer({
      ...shared,
      DATABASE_URL: server().databaseUrl,
      MUSTER_DATA_DIR: await temporaryDataDir(),
      MUSTER_LOG_LEVEL: 'error',
    })
    const registered = await member.computers.register({ name: 'between' })
    const path = `/api/v0/relay/computers/${registered.id}/agent`
    const at = (address: string) => ({ ...registered, relayAgentUrl: address.replace(/^http/, 'ws') + path })
    const { sessionId } = await member.sessions.create({ computerId: registered.id })
    const { messageId: turnId } = await member.messages.post({ sessionId, text: 'First.' })
    const turn = { sessionId, turnId }
    const far = await connectComputer(at(between.address))
    await far.next('prompt')
    far.send({ type: 'taken', ...turn })
    await far.next('go')
    const before = { seq: 1, kind: 'message', message: assistantText('Before.') } as const
    await far.updates(turn, [before])
    expect(await member.sessions.get({ sessionId })).toMatchObject({ status: 'running', messageCount: 2 })

    const cut = once(far.socket, 'close')
    between.process.kill('SIGKILL')
    await Promise.all([cut, between.ended])
    const { messageId: second } = await member.messages.post({ sessionId, text: 'Second.' })
    const near = await connectComputer(at(server().address), [{ ...turn, state: 'prompted' }])
    // It cannot know whether the last update was stored, so that it sends it again.
    const after = { seq: 2, kind: 'message', message: assistantText('After.') } as const
    await near.updates(turn, [before, after, { seq: 3, kind: 'end', outcome: 'completed' }])
    expect(await near.next('prompt')).toMatchObject({ sessionId, turnId: second })
    near.send({ type: 'taken', sessionId, turnId: second })
    expect(await near.next('go')).toMatchObject({ turnId: second })
    await near.updates({ sessionId, turnId: second }, [{ seq: 1, kind: 'end', outcome: 'completed' }])

    expect(await member.sessions.get({ sessionId })).toMatchObject({ status: 'idle', messageCount: 4 })
    const { messages } = await member.messages.list({ sessionId, order: 'asc' })
    expect(messages.map(({ id }) => id)).toEqual([turnId, before.message.id, second, after.message.id])
    expect(near.frames.filter((frame) => frame.type === 'go' || frame.type === 'turn_over')).toHaveLength(1)
  })
})
