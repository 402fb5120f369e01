import { once } from 'node:events'
import { closeCodes } from '@muster/contract/relay/close-codes'
import { maxFrameBytes } from '@muster/contract/relay/protocol'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { sharedTestServer, type TestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { assistantText, connectComputer, helloWith, RelayComputer, runningTurn } from './relay-computer.ts'

const server = sharedTestServer()

async function closing(computer: RelayComputer): Promise<number> {
  if (computer.socket.readyState === WebSocket.CLOSED) throw new Error('It is closed already.')
  const [code] = await once(computer.socket, 'close')
  return code
}

it('talks to a newer daemon, whose frames hold fields that it does not know', async () => {
  const { member, registered, computer, sessionId, turn } = await runningTurn(server(), 'newer')
  await computer.close()
  const newer = new RelayComputer(String(registered.relayAgentUrl), registered.credential)
  onTestFinished(() => newer.close())
  await once(newer.socket, 'open')
  newer.send(Object.assign(helloWith([{ ...turn, state: 'prompted' }]), { mood: 'good' }))
  await newer.next('welcome')
  const end = { seq: 1, kind: 'end', outcome: 'completed', mood: 'better' } as const
  expect(await newer.updates(turn, [end])).toMatchObject({ seq: 1 })
  expect(await member.sessions.get({ sessionId })).toMatchObject({ status: 'idle' })
})

describe('a computer that goes away', () => {
  it('is shown as offline, and continues its turn when it is back', async () => {
    const { member, registered, computer, sessionId, turn } = await runningTurn(server(), 'comes back')
    const answer = assistantText('Half of it')
    await computer.updates(turn, [{ seq: 1, kind: 'message', message: answer }])
    await computer.close()
    await expect.poll(() => member.sessions.get({ sessionId })).toMatchObject({ statusReason: 'computer_offline' })

    const again = await connectComputer(registered, [{ ...turn, state: 'prompted' }])
    expect(await member.sessions.get({ sessionId })).not.toHaveProperty('statusReason')
    // The acknowledgement may have been lost: what is sent again is stored once.
    const whole = { ...answer, content: [{ type: 'text' as const, text: 'All of it', id: 'x' }] }
    const end = { seq: 3, kind: 'end', outcome: 'completed' } as const
    expect(
      await again.updates(turn, [
        { seq: 1, kind: 'message', message: answer },
        { seq: 2, kind: 'message', message: whole },
        end,
      ]),
    ).toMatchObject({ seq: 3 })
    expect(await member.sessions.get({ sessionId })).toMatchObject({ status: 'idle', messageCount: 2 })
    const { messages } = await member.messages.list({ sessionId })
    expect(messages[0]?.content).toEqual(whole.content)
    again.send({ type: 'updates', ...turn, updates: [end] })
    expect(await again.next('turn_over')).toMatchObject(turn)
  })

  it('gets go again when it was killed between taking and beginning', async () => {
    const { registered, computer, turn } = await runningTurn(server(), 'killed early')
    await computer.close()
    const again = await connectComputer(registered, [{ ...turn, state: 'taken' }])
    expect(await again.next('go')).toMatchObject(turn)
  })

  it('ends the turn at once when it has forgotten it', async () => {
    const { member, registered, computer, sessionId } = await runningTurn(server(), 'forgets')
    await computer.close()
    await connectComputer(registered)
    await expect.poll(() => member.sessions.get({ sessionId })).toMatchObject({ status: 'idle', messageCount: 2 })
    const { messages } = await member.messages.list({ sessionId })
    expect(messages[0]).toMatchObject({ role: 'system', isError: true })
  })

  it('ends an interrupted turn when it leaves before it was stopped', async () => {
    const { member, computer, sessionId } = await runningTurn(server(), 'leaves')
    await member.sessions.interrupt({ sessionId })
    await computer.next('interrupt')
    await computer.close()
    await expect.poll(() => member.sessions.get({ sessionId })).toMatchObject({ status: 'idle' })
    const { messages } = await member.messages.list({ sessionId })
    expect(messages[0]).toMatchObject({ role: 'system' })
    expect(messages[0]).not.toHaveProperty('isError')
  })

  it('learns that a turn no longer belongs to it', async () => {
    const { member, registered, computer, sessionId, turn } = await runningTurn(server(), 'stale turn')
    await computer.close()
    await member.sessions.interrupt({ sessionId })
    await expect.poll(() => member.sessions.get({ sessionId })).toMatchObject({ status: 'idle', messageCount: 2 })
    const again = await connectComputer(registered, [{ ...turn, state: 'prompted' }])
    expect(await again.next('turn_over')).toMatchObject(turn)
  })
})

describe('a connection', () => {
  it('is replaced by a newer one, which counts from then on', async () => {
    const { registered, computer, turn } = await runningTurn(server(), 'replaced')
    const closed = closing(computer)
    const newer = await connectComputer(registered, [{ ...turn, state: 'prompted' }])
    expect(await closed).toBe(closeCodes.replaced.code)
    await newer.updates(turn, [{ seq: 1, kind: 'title', title: 'Newer' }])
  })

  it('is refused after three takeovers in a minute, because the identity was copied', async () => {
    const { member, registered, turn } = await runningTurn(server(), 'cloned')
    const known = [{ ...turn, state: 'prompted' as const }]
    await connectComputer(registered, known)
    const last = await connectComputer(registered, known)
    const clone = new RelayComputer(registered.relayAgentUrl ?? '', registered.credential)
    await once(clone.socket, 'open')
    const closed = Promise.all([closing(last), closing(clone)])
    clone.send(helloWith(known))
    expect(await closed).toEqual([closeCodes.cloned.code, closeCodes.cloned.code])
    await expect
      .poll(() => member.sessions.get({ sessionId: turn.sessionId }))
      .toMatchObject({ statusReason: 'computer_offline' })
    expect(await member.computers.get({ computerId: registered.id })).toMatchObject({ isConnected: false })

    // Once one of them was stopped, the other may come back.
    const alone = await connectComputer(registered, known)
    await alone.updates(turn, [{ seq: 1, kind: 'title', title: 'Alone' }])
  })

  it('is no takeover if the one before has ended while the database was away, however often', async () => {
    const { member, registered, computer } = await runningTurn(server(), 'often cut off')
    const computerId = registered.id
    const { databaseUrl } = server()
    const nodeOf = () => rowsOf(databaseUrl, 'select node_id from computers where id = $1', [computerId])
    let current = computer
    for (let times = 0; times < 4; times += 1) {
      const [before] = await nodeOf()
      await current.close()
      await expect.poll(() => member.computers.get({ computerId })).toMatchObject({ isConnected: false })
      await rowsOf(databaseUrl, 'update computers set node_id = $2 where id = $1', [computerId, before?.node_id])
      current = await connectComputer(registered)
    }
    expect(await member.computers.get({ computerId })).toMatchObject({ isConnected: true })
  })

  it('ends when its computer is deleted', async () => {
    const { member, registered, computer } = await runningTurn(server(), 'deleted')
    const closed = closing(computer)
    await member.computers.remove({ computerId: registered.id })
    expect(await closed).toBe(closeCodes.unauthorized.code)
  })

  it('ends with the access of its user, and the credential opens no other', async () => {
    const { owner } = server().acme
    const { id: userId } = await owner.users.invite({ email: 'leaver@example.com', role: 'member' })
    const { key } = await owner.apiKeys.create({ name: 'of the leaver', userId })
    const registered = await server().client(key).computers.register({ name: 'of the leaver' })
    const computer = await connectComputer(registered)
    const closed = closing(computer)
    await owner.users.remove({ userId })
    expect(await closed).toBe(closeCodes.unauthorized.code)
    const refusal = async () => {
      const { socket } = new RelayComputer(String(registered.relayAgentUrl), registered.credential)
      return (await once(socket, 'error'))[0].message
    }
    expect(await refusal()).toContain('401')
    await owner.users.invite({ email: 'leaver@example.com', role: 'member' })
    expect(await refusal()).toContain('401')
  })

  it.each([
    ['is no JSON', '{'],
    ['is no hello', JSON.stringify({ type: 'taken', sessionId: 'x', turnId: 'y' })],
    ['is a hello of nobody', JSON.stringify({ type: 'hello' })],
  ])('ends when its first frame %s', async (_name, frame) => {
    const { member } = server().acme
    const registered = await member.computers.register({ name: `bad ${frame.slice(0, 20)} ${frame.length}` })
    const computer = new RelayComputer(registered.relayAgentUrl ?? '', registered.credential)
    await once(computer.socket, 'open')
    computer.socket.send(frame)
    expect(await closing(computer)).toBe(closeCodes.protocol_error.code)
  })

  it('asks for an update when it speaks another version', async () => {
    const { member } = server().acme
    const registered = await member.computers.register({ name: 'from the future' })
    const computer = new RelayComputer(registered.relayAgentUrl ?? '', registered.credential)
    await once(computer.socket, 'open')
    computer.send({ ...helloWith(), protocol: 99 } as ReturnType<typeof helloWith>)
    expect(await closing(computer)).toBe(closeCodes.update_needed.code)
  })

  it('ends when an update is missing, and nothing of it is stored', async () => {
    const { member, computer, sessionId, turn } = await runningTurn(server(), 'gap')
    const closed = closing(computer)
    computer.send({ type: 'updates', ...turn, updates: [{ seq: 2, kind: 'title', title: 'Too early' }] })
    expect(await closed).toBe(closeCodes.protocol_error.code)
    expect((await member.sessions.get({ sessionId })).title).toBe('Go.')
  })

  it('ends when a frame is too large, or updates do not follow each other; both can be sent again', async () => {
    const { member, registered, computer, sessionId, turn } = await runningTurn(server(), 'bad frames')
    const large = closing(computer)
    computer.socket.send(JSON.stringify({ type: 'preview', ...turn, n: 0, text: 'x'.repeat(maxFrameBytes) }))
    expect(await large).toBe(1009)
    const again = await connectComputer(registered, [{ ...turn, state: 'prompted' }])
    await again.updates(turn, [{ seq: 1, kind: 'title', title: 'One' }])
    const [second, third] = [
      { seq: 2, kind: 'title', title: 'Two' },
      { seq: 3, kind: 'title', title: 'Three' },
    ] as const
    const unordered = closing(again)
    again.send({ type: 'updates', ...turn, updates: [third, second] })
    expect(await unordered).toBe(closeCodes.protocol_error.code)
    const last = await connectComputer(registered, [{ ...turn, state: 'prompted' }])
    expect(await last.updates(turn, [second, third])).toMatchObject({ seq: 3 })
    expect(await member.sessions.get({ sessionId })).toMatchObject({ title: 'Three', status: 'running' })
  })

  it('cannot touch turns of sessions that are not its own', async () => {
    const { member, sessionId, turn } = await runningTurn(server(), 'somebody’s')
    const { computer: thief } = await runningTurn({ acme: server().globex } as TestServer, 'thief')
    thief.send({ type: 'updates', ...turn, updates: [{ seq: 1, kind: 'end', outcome: 'completed' }] })
    expect(await thief.next('turn_over')).toMatchObject(turn)
    expect(await member.sessions.get({ sessionId })).toMatchObject({ status: 'running', messageCount: 1 })
  })

  it('ignores frames of later versions', async () => {
    const { computer, turn } = await runningTurn(server(), 'later frames')
    computer.socket.send(JSON.stringify({ type: 'telepathy', strength: 3 }))
    expect(await computer.updates(turn, [{ seq: 1, kind: 'title', title: 'Still here' }])).toMatchObject({ seq: 1 })
  })

  it('cannot change what a user wrote, nor speak for one', async () => {
    const { member, computer, sessionId, turn, turnId } = await runningTurn(server(), 'forger')
    const closed = closing(computer)
    const forged = { ...assistantText('I never said this'), id: turnId }
    computer.send({ type: 'updates', ...turn, updates: [{ seq: 1, kind: 'message', message: forged }] })
    expect(await closed).toBe(closeCodes.protocol_error.code)
    expect((await member.messages.get({ sessionId, messageId: turnId })).content[0]).toMatchObject({ text: 'Go.' })
  })

  it.each([
    ['no credential', undefined],
    ['an API key', 'key'],
    ['the credential of another computer', 'other'],
  ])('is refused with %s', async (_name, kind) => {
    const { member } = server().acme
    const registered = await member.computers.register({ name: `refuses ${kind}` })
    const other = await server().globex.member.computers.register({ name: `other ${kind}` })
    const credential = { key: member.key, other: other.credential, none: '' }[kind ?? 'none']
    const socket = new WebSocket(registered.relayAgentUrl ?? '', {
      headers: credential ? { authorization: `Bearer ${credential}` } : {},
    })
    const [error] = await once(socket, 'error').catch((reason: unknown) => [reason])
    expect(String(error)).toContain('401')
  })
})

describe('a session that is deleted', () => {
  it('is forgotten by its computer, at once or when it is back', async () => {
    const { member, registered, computer, sessionId } = await runningTurn(server(), 'forgets sessions')
    const { sessionId: second } = await member.sessions.create({ computerId: registered.id })
    await member.sessions.remove({ sessionId })
    expect(await computer.next('forget')).toMatchObject({ sessionId })
    await computer.close()
    await member.sessions.remove({ sessionId: second })
    const { sessionId: third } = await member.sessions.create({ computerId: registered.id })
    const again = new RelayComputer(registered.relayAgentUrl ?? '', registered.credential)
    await once(again.socket, 'open')
    again.send({ ...helloWith(), sessions: [second, third] } as ReturnType<typeof helloWith>)
    expect(await again.next('forget')).toMatchObject({ sessionId: second })
    await again.close()
  })
})
