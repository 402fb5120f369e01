import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { EventReader } from './event-reader.ts'
import { assistantText, connectComputer } from './relay-computer.ts'

const server = sharedTestServer()

async function sessionOn(name: string) {
  const { member } = server().acme
  const registered = await member.computers.register({ name })
  const computer = await connectComputer(registered)
  const { sessionId } = await member.sessions.create({ computerId: registered.id })
  const watch = (headers?: Record<string, string>, query = '') =>
    EventReader.open(`${server().address}/api/v0/sessions/${sessionId}/events${query}`, member.key, headers)
  const begin = async (text = 'Go.') => {
    const { messageId: turnId } = await member.messages.post({ sessionId, text })
    await computer.next('prompt')
    computer.send({ type: 'taken', sessionId, turnId })
    await computer.next('go')
    return { sessionId, turnId }
  }
  return { member, computer, sessionId, watch, begin }
}

const isIdle = ({ event, data }: { event: string; data: { status?: string } }) =>
  event === 'session' && data.status === 'idle'

describe('the events of a session', () => {
  it('show every change completely, with the version to continue after', async () => {
    const { computer, watch, begin } = await sessionOn('shows')
    const reader = await watch()
    expect(await reader.next()).toMatchObject({ event: 'session', data: { status: 'idle', messageCount: 0 } })
    const turn = await begin()
    const answer = assistantText('Done.')
    await computer.updates(turn, [{ seq: 1, kind: 'message', message: answer }])
    await computer.updates(turn, [{ seq: 2, kind: 'end', outcome: 'completed' }])
    const events = await reader.until(isIdle)
    expect(events.filter(({ event }) => event === 'message').map(({ data }) => data.role)).toEqual([
      'user',
      'assistant',
    ])
    expect(events.at(-1)?.data).toMatchObject({ messageCount: 2 })
    const ids = events.map(({ id }) => Number(id))
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('continue after any event, without a gap or a repetition', async () => {
    const { computer, watch, begin } = await sessionOn('resumes')
    const turn = await begin()
    const messages = Array.from({ length: 250 }, (_, index) => assistantText(`Part ${index}`))
    for (let first = 0; first < messages.length; first += 50) {
      const part = messages.slice(first, first + 50)
      const updates = part.map((message, index) => ({ seq: first + index + 1, kind: 'message' as const, message }))
      await computer.updates(turn, updates)
    }
    await computer.updates(turn, [{ seq: 251, kind: 'end', outcome: 'completed' }])
    const all = await (await watch(undefined, '?from=start')).until((event) => isIdle(event) && event.id !== undefined)
    const told = all.filter(({ event }) => event === 'message')
    expect(told.map(({ data }) => data.id)).toEqual([turn.turnId, ...messages.map(({ id }) => id)])
    for (const [place, query] of [[0], [1, '?from=start'], [99], [100], [101, '?after=0'], [249], [250]] as const) {
      const { id } = told[place] ?? {}
      const rest = await (await watch({ 'last-event-id': String(id) }, query)).until(
        (event) => isIdle(event) && event.id !== undefined,
      )
      expect(rest.filter(({ event }) => event === 'message').map(({ data }) => data.id)).toEqual(
        told.slice(place + 1).map(({ data }) => data.id),
      )
    }
  })

  it('show unfinished text to whoever watches, also to those who come later', async () => {
    const { computer, sessionId, watch, begin } = await sessionOn('previews')
    const turn = await begin()
    const first = await watch()
    expect(await computer.next('watch')).toMatchObject({ sessionId, on: true })
    computer.send({ type: 'preview', ...turn, n: 0, text: 'Hel' })
    computer.send({ type: 'delta', ...turn, n: 1, text: 'lo' })
    expect((await first.until(({ event }) => event === 'delta')).at(-1)).toEqual({
      event: 'delta',
      id: undefined,
      data: { turnId: turn.turnId, n: 1, text: 'lo' },
    })
    const second = await watch()
    expect((await second.until(({ event }) => event === 'preview')).at(-1)?.data).toEqual({
      turnId: turn.turnId,
      n: 1,
      text: 'Hello',
    })
    first.close()
    second.close()
    expect(await computer.next('watch')).toMatchObject({ sessionId, on: false })
  })

  it('end when the session is deleted, and are not for others', async () => {
    const { member, sessionId, watch } = await sessionOn('deleted')
    const reader = await watch()
    await reader.next()
    await member.sessions.remove({ sessionId })
    expect(await reader.next()).toBeUndefined()
    const { status } = await server().raw('GET', `/api/v0/sessions/${sessionId}/events`, { key: member.key })
    expect(status).toBe(404)
  })

  it.each(['-1', 'abc', '1e5'])('refuse to go on after %s', async (after) => {
    const { member, sessionId } = await sessionOn(`refuses ${after}`)
    const path = `/api/v0/sessions/${sessionId}/events`
    expect((await server().raw('GET', `${path}?after=${after}`, { key: member.key })).status).toBe(400)
    const headers = { 'last-event-id': after }
    expect((await server().raw('GET', path, { key: member.key, headers })).status).toBe(400)
  })
})

describe('waiting for a session', () => {
  it('answers as soon as it is idle', async () => {
    const { member, computer, sessionId, begin } = await sessionOn('waits')
    const turn = await begin()
    const waiting = member.sessions.get({ sessionId, wait: '60' })
    await computer.updates(turn, [{ seq: 1, kind: 'end', outcome: 'completed' }])
    expect(await waiting).toMatchObject({ status: 'idle' })
  })

  it('answers with the session as it is when the time is over', async () => {
    const { member, sessionId, begin } = await sessionOn('waits in vain')
    await begin()
    expect(await member.sessions.get({ sessionId, wait: '1' })).toMatchObject({ status: 'running' })
  })
})

it('shows the model and the mode that the agent says it uses, beside what was wished', async () => {
  const { member, computer, sessionId, begin } = await sessionOn('uses another model')
  await member.sessions.update({ sessionId, sessionSettings: { model: 'nonsense' } })
  const turn = await begin()
  expect(await member.sessions.get({ sessionId })).not.toHaveProperty('agentModel')
  const inForce = { model: 'gpt-5.5', mode: 'Plan' }
  await computer.updates(turn, [{ seq: 1, kind: 'reason', reason: null, inForce }])
  const shown = { agentModel: 'gpt-5.5', agentMode: 'Plan', sessionSettings: { model: 'nonsense' } }
  expect(await member.sessions.get({ sessionId })).toMatchObject({ status: 'running', ...shown })
  await computer.updates(turn, [
    { seq: 2, kind: 'reason', reason: 'stalled' },
    { seq: 3, kind: 'end', outcome: 'completed', inForce: { model: 'gpt-6-luna' } },
  ])
  const after = await member.sessions.get({ sessionId })
  expect(after).toMatchObject({ status: 'idle', agentModel: 'gpt-6-luna' })
  expect(after).not.toHaveProperty('agentMode')
})

describe('permissions', () => {
  const question = {
    id: 'p1',
    toolCall: { title: 'rm -rf build', kind: 'execute' as const, input: { command: 'rm -rf build' } },
    options: [
      { id: 'yes', name: 'Yes', kind: 'allow_once' as const },
      { id: 'always', name: 'Always', kind: 'allow_always' as const },
      { id: 'no', name: 'No', kind: 'reject_once' as const },
    ],
    createdAt: 1,
  }

  it('show what the agent shows: its words, and changes of files', async () => {
    const { member, computer, sessionId, begin } = await sessionOn('shows content')
    const turn = await begin()
    const content = [
      { type: 'text' as const, text: 'Running: touch made' },
      { type: 'diff' as const, path: '/p/a.ts', newText: 'b', oldText: 'a' },
    ]
    const toolCall = { title: 'Bash', kind: 'execute' as const, input: {}, content }
    await computer.updates(turn, [{ seq: 1, kind: 'permission', permission: { ...question, toolCall } }])
    const { permissions } = await member.sessions.listPermissions({ sessionId })
    expect(permissions[0]?.toolCall).toEqual(toolCall)
  })

  it('are asked, shown, decided once and told to the computer', async () => {
    const { member, computer, sessionId, begin, watch } = await sessionOn('asks')
    const turn = await begin()
    const reader = await watch()
    await computer.updates(turn, [{ seq: 1, kind: 'permission', permission: question }])
    expect(await member.sessions.get({ sessionId })).toMatchObject({ statusReason: 'waiting_permission' })
    await reader.until(({ event, data }) => event === 'permission' && data.status === 'pending')
    const { permissions } = await member.sessions.listPermissions({ sessionId })
    expect(permissions).toEqual([{ ...question, createdAt: expect.any(Number), status: 'pending' }])
    const decided = await member.sessions.decidePermission({ sessionId, permissionId: 'p1', decision: 'allow' })
    expect(decided).toMatchObject({ status: 'allowed', decidedBy: member.userId })
    expect(await computer.next('decided')).toMatchObject({ ...turn, permissionId: 'p1', optionId: 'yes' })
    expect(await member.sessions.get({ sessionId })).not.toHaveProperty('statusReason')
    await expect(
      member.sessions.decidePermission({ sessionId, permissionId: 'p1', optionId: 'no' }),
    ).rejects.toMatchObject({ code: 'permission_decided' })
    await reader.until(({ event, data }) => event === 'permission' && data.status === 'allowed')
  })

  it('are cancelled when the turn ends', async () => {
    const { member, computer, sessionId, begin } = await sessionOn('asks too late')
    const turn = await begin()
    await computer.updates(turn, [
      { seq: 1, kind: 'permission', permission: question },
      { seq: 2, kind: 'permission', permission: { ...question, id: 'p2' } },
      { seq: 3, kind: 'end', outcome: 'completed' },
    ])
    const { permissions } = await member.sessions.listPermissions({ sessionId })
    expect(permissions.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  })

  it('accept only options that the agent offers', async () => {
    const { member, computer, sessionId, begin } = await sessionOn('offers')
    const turn = await begin()
    await computer.updates(turn, [{ seq: 1, kind: 'permission', permission: question }])
    await expect(
      member.sessions.decidePermission({ sessionId, permissionId: 'p1', optionId: 'everything' }),
    ).rejects.toMatchObject({ code: 'invalid_request' })
    await member.sessions.decidePermission({ sessionId, permissionId: 'p1', decision: 'allow' })
    await expect(
      member.sessions.decidePermission({ sessionId, permissionId: 'p1', optionId: 'everything' }),
    ).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(
      member.sessions.decidePermission({ sessionId, permissionId: 'p9', decision: 'allow' }),
    ).rejects.toMatchObject({ code: 'permission_not_found' })
  })
})

describe('interrupting', () => {
  it('tells the computer, which ends the turn', async () => {
    const { member, computer, sessionId, begin } = await sessionOn('interrupts')
    const turn = await begin()
    await member.messages.post({ sessionId, text: 'And then this.' })
    const answer = await server().raw('POST', `/api/v0/sessions/${sessionId}/interrupt`, { key: member.key, json: {} })
    expect(answer.status).toBe(202)
    expect(answer.json).toMatchObject({ status: 'running', statusReason: 'interrupting' })
    expect(await computer.next('interrupt')).toMatchObject(turn)
    await computer.updates(turn, [{ seq: 1, kind: 'end', outcome: 'interrupted' }])
    expect(await member.sessions.get({ sessionId })).toMatchObject({ status: 'idle', messageCount: 3 })
    const idle = await server().raw('POST', `/api/v0/sessions/${sessionId}/interrupt`, { key: member.key, json: {} })
    expect(idle.status).toBe(200)
  })

  it('happens to a session that is archived, because nothing works on it there', async () => {
    const { member, computer, sessionId, begin } = await sessionOn('archived')
    const turn = await begin()
    const sessionSettings = { archivedAt: '2026-11-15T10:00:00Z' }
    await member.messages.post({ sessionId, text: 'And then?' })
    expect(await member.sessions.update({ sessionId, sessionSettings })).toMatchObject({
      statusReason: 'interrupting',
      sessionSettings,
    })
    expect(await computer.next('interrupt')).toMatchObject(turn)
    await computer.updates(turn, [{ seq: 1, kind: 'end', outcome: 'interrupted' }])
    expect(await member.sessions.get({ sessionId })).toMatchObject({ status: 'idle', sessionSettings })
  })

  it('makes a waiting session idle', async () => {
    const { member } = server().acme
    const { id: computerId } = await member.computers.register({ name: 'never there' })
    const { sessionId } = await member.sessions.create({ computerId })
    await member.messages.post({ sessionId, text: 'Wait.' })
    expect(await member.sessions.get({ sessionId })).toMatchObject({ statusReason: 'computer_offline' })
    expect(await member.sessions.interrupt({ sessionId })).toMatchObject({ status: 'idle', messageCount: 2 })
  })
})

describe('taking a message back', () => {
  it('removes a message that no agent has received', async () => {
    const { member, sessionId, begin } = await sessionOn('takes back')
    const { turnId } = await begin()
    const { messageId } = await member.messages.post({ sessionId, text: 'No, wait.' })
    await member.messages.takeBack({ sessionId, messageId })
    expect(await member.sessions.get({ sessionId })).toMatchObject({ status: 'running', messageCount: 1 })
    await expect(member.messages.takeBack({ sessionId, messageId })).rejects.toMatchObject({
      code: 'message_not_found',
    })
    await expect(member.messages.takeBack({ sessionId, messageId: turnId })).rejects.toMatchObject({
      code: 'message_not_waiting',
    })
  })

  it('makes a session idle that waited for nothing else, and numbering continues', async () => {
    const { member } = server().acme
    const { id: computerId } = await member.computers.register({ name: 'takes all back' })
    const { sessionId } = await member.sessions.create({ computerId })
    const { messageId } = await member.messages.post({ sessionId, text: 'One' })
    await member.messages.takeBack({ sessionId, messageId })
    expect(await member.sessions.get({ sessionId })).toMatchObject({ status: 'idle', messageCount: 0 })
    await member.messages.post({ sessionId, text: 'Two' })
    expect((await member.messages.list({ sessionId })).messages).toHaveLength(1)
  })
})
