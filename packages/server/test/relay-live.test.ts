import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { maxUnfinishedText } from '@muster/contract/unfinished-text'
import { describe, expect, it } from 'vitest'
import { sharedTestServer, type TestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { EventReader } from './event-reader.ts'
import { RelayClient } from './relay-client.ts'
import { assistantText, connectComputer, type RelayComputer, runningTurn } from './relay-computer.ts'
import { nodes, secondNode } from './second-node.ts'

const { MUSTER_API_URL: _address, ...shared } = nodes
const server = sharedTestServer(shared)

type Turn = Awaited<ReturnType<typeof runningTurn>>['turn']

const forged = 'Forged: please send me your password.'

/** Sends text for a turn in both ways, and waits until the service has dealt with it. The turn is none that runs there. */
async function forge(computer: RelayComputer, turn: Turn): Promise<void> {
  computer.send({ type: 'preview', ...turn, n: 1, text: forged })
  computer.send({ type: 'delta', ...turn, n: 2, text: forged })
  // It would also take the true text away from those who come later.
  computer.send({ type: 'updates', ...turn, updates: [{ seq: 1, kind: 'message', message: assistantText(forged) }] })
  await computer.next('turn_over')
}

const isIdle = ({ event, data }: { event: string; data: { status?: string } }) =>
  event === 'session' && data.status === 'idle'

const isText = (text: string) => (event: { event: string; data: { text?: string } }) =>
  event.event === 'preview' && event.data.text === text

describe('text that an agent is writing', () => {
  it.each([
    ['a computer of another organization', 1],
    ['a computer of another organization', 2],
    ['another computer of the organization', 1],
    ['another computer of the organization', 2],
    ['the computer of the session, for a turn that has ended', 1],
    ['the computer of the session, for a turn that has ended', 2],
    ['the computer of the session, for a turn that never was', 1],
  ])('is seen by nobody if it comes from %s, with nodes: %i', async (liar, count) => {
    const { member, registered, computer, sessionId, turn: before } = await runningTurn(server(), `${liar} ${count}`)
    await computer.updates(before, [{ seq: 1, kind: 'end', outcome: 'completed' }])
    const { messageId: turnId } = await member.messages.post({ sessionId, text: 'And now?' })
    await computer.next('prompt')
    computer.send({ type: 'taken', sessionId, turnId })
    await computer.next('go')
    const turn = { sessionId, turnId }

    const addresses = [server().address]
    if (count === 2) addresses.push((await secondNode(server())).address)
    const open = (address: string) => EventReader.open(`${address}/api/v0/sessions/${sessionId}/events`, member.key)
    const readers = await Promise.all(addresses.map(open))
    expect(await computer.next('watch')).toMatchObject({ sessionId, on: true })
    const attached = await RelayClient.attach(registered.relayClientUrl, member.key)
    attached.send({ type: 'follow', sessionId })
    await attached.next('event')

    /** A computer with a turn of its own, on the last node. */
    const another = async (people: TestServer['acme']) => {
      const {
        registered: other,
        computer: first,
        turn: own,
      } = await runningTurn({ ...server(), acme: people }, `${count} ${liar}`)
      await first.close()
      const relayAgentUrl = `${addresses.at(-1)?.replace('http', 'ws')}${new URL(other.relayAgentUrl ?? '').pathname}`
      const known = [{ ...own, state: 'prompted' as const }]
      return connectComputer({ ...other, relayAgentUrl }, known)
    }
    computer.send({ type: 'preview', ...turn, n: 1, text: 'True.' })
    const seen = await Promise.all(readers.map((reader) => reader.until(isText('True.'))))
    if (liar.includes('another organization')) await forge(await another(server().globex), turn)
    else if (liar.includes('another computer')) await forge(await another(server().acme), turn)
    else await forge(computer, liar.includes('ended') ? before : { sessionId, turnId: randomUUID() })
    for (const address of addresses) {
      const late = await open(address)
      seen.push(await late.until(isText('True.')))
    }
    computer.send({ type: 'preview', ...turn, n: 2, text: 'Still true.' })
    seen.push(...(await Promise.all(readers.map((reader) => reader.until(isText('Still true.'))))))
    await attached.next('event', ({ event, data }) => event === 'preview' && JSON.stringify(data).includes('Still'))
    await computer.updates(turn, [{ seq: 1, kind: 'end', outcome: 'completed' }])
    seen.push(...(await Promise.all(readers.map((reader) => reader.until(isIdle)))))
    await attached.next('session', ({ session }) => session.status === 'idle')
    expect(JSON.stringify([seen, attached.frames])).not.toContain(forged)
  })

  it('counts for nobody before the computer was told to begin', async () => {
    const { member } = server().acme
    const registered = await member.computers.register({ name: 'hasty' })
    const computer = await connectComputer(registered)
    const { sessionId } = await member.sessions.create({ computerId: registered.id })
    const reader = await EventReader.open(`${server().address}/api/v0/sessions/${sessionId}/events`, member.key)
    await reader.next()
    const { messageId: turnId } = await member.messages.post({ sessionId, text: 'Go.' })
    await computer.next('prompt')
    const turn = { sessionId, turnId }
    await forge(computer, turn)
    computer.send({ type: 'taken', ...turn })
    await computer.next('go')
    computer.send({ type: 'preview', ...turn, n: 3, text: 'True.' })
    expect(JSON.stringify(await reader.until(isText('True.')))).not.toContain(forged)
  })

  it('counts no longer from a connection that another has replaced', async () => {
    const { member, registered, computer: old, sessionId, turn } = await runningTurn(server(), 'taken over')
    const reader = await EventReader.open(`${server().address}/api/v0/sessions/${sessionId}/events`, member.key)
    await old.next('watch')
    // It does not hear that its time is over.
    old.socket.pause()
    const computer = await connectComputer(registered, [{ ...turn, state: 'prompted' }])
    const closed = once(old.socket, 'close')
    old.send({ type: 'preview', ...turn, n: 1, text: forged })
    old.socket.resume()
    await closed
    computer.send({ type: 'preview', ...turn, n: 1, text: 'True.' })
    expect(JSON.stringify(await reader.until(isText('True.')))).not.toContain(forged)
  })

  it('counts no longer when the turn has ended without the computer', async () => {
    const { member, registered, computer, sessionId, turn } = await runningTurn(server(), 'not told')
    const reader = await EventReader.open(`${server().address}/api/v0/sessions/${sessionId}/events`, member.key)
    await computer.next('watch')
    // As if the turn had ended while nobody could tell the computer, and another had begun.
    await rowsOf(server().databaseUrl, 'update sessions set turn_id = gen_random_uuid() where id = $1', [sessionId])
    const { sessionId: second } = await member.sessions.create({ computerId: registered.id })
    const { messageId } = await member.messages.post({ sessionId: second, text: 'Go.' })
    await computer.next('prompt')
    computer.send({ type: 'taken', sessionId: second, turnId: messageId })
    await computer.next('go')
    await member.sessions.interrupt({ sessionId: second })
    await computer.next('interrupt')

    await forge(computer, turn)
    await member.messages.post({ sessionId, text: 'Anybody?' })
    const seen = await reader.until(({ event, data }) => event === 'message' && data.role === 'user')
    expect(JSON.stringify(seen)).not.toContain(forged)
  })

  it('follows the messages before it, for whoever comes later', async () => {
    const { member, computer, sessionId, turn } = await runningTurn(server(), 'in order')
    const url = `${server().address}/api/v0/sessions/${sessionId}/events`
    const first = await EventReader.open(url, member.key)
    await first.next()
    computer.send({ type: 'updates', ...turn, updates: [{ seq: 1, kind: 'message', message: assistantText('One.') }] })
    computer.send({ type: 'preview', ...turn, n: 1, text: 'Two' })
    await first.until(isText('Two'))
    const late = await EventReader.open(`${url}?from=start`, member.key)
    const events = (await late.until(isText('Two'))).map(({ event }) => event)
    expect(events.filter((event) => event !== 'session')).toEqual(['message', 'message', 'preview'])
  })

  it('is shown with its end when it is long, on every node', async () => {
    const { member, computer, sessionId, turn } = await runningTurn(server(), 'long')
    const node = await secondNode(server())
    const open = (address: string) => EventReader.open(`${address}/api/v0/sessions/${sessionId}/events`, member.key)
    const far = await open(node.address)
    await computer.next('watch')
    const piece = '.'.repeat(maxUnfinishedText - 10)
    computer.send({ type: 'preview', ...turn, n: 0, text: 'The beginning.' })
    for (let n = 1; n <= 8; n++) computer.send({ type: 'delta', ...turn, n, text: `${piece} (${n})` })
    const isEnd = ({ event, data }: { event: string; data: { text?: string } }) =>
      event === 'preview' && data.text?.endsWith(' (8)') === true
    const near = await open(server().address)
    const late = await open(node.address)
    for (const reader of [far, near, late]) {
      const { text } = (await reader.until(isEnd)).at(-1)?.data ?? {}
      expect(text.length).toBeLessThanOrEqual(maxUnfinishedText)
      expect(text.slice(0, 2)).toBe('….')
    }
    const stored = await rowsOf(server().databaseUrl, 'select length(text) from live_texts where session_id = $1', [
      sessionId,
    ])
    expect(Number(stored[0]?.length)).toBeLessThanOrEqual(maxUnfinishedText)
  })

  it('delays the messages of a computer that sends far too much of it, and none is lost', async () => {
    const { member, computer, sessionId, turn } = await runningTurn(server(), 'flood')
    const messages = Array.from({ length: 20 }, (_, index) => assistantText(`Message ${index}`))
    const piece = '.'.repeat(maxUnfinishedText)
    for (const [index, message] of messages.entries()) {
      for (let count = 0; count < 2; count++) computer.send({ type: 'preview', ...turn, n: 0, text: piece })
      computer.send({ type: 'updates', ...turn, updates: [{ seq: index + 1, kind: 'message', message }] })
    }
    for (const index of messages.keys()) expect(await computer.next('ack')).toMatchObject({ seq: index + 1 })
    const { messages: stored } = await member.messages.list({ sessionId, order: 'asc', limit: 100 })
    expect(stored.map(({ id }) => id)).toEqual([turn.turnId, ...messages.map(({ id }) => id)])
  })
})
