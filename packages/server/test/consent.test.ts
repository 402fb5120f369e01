import type { Hello } from '@muster/contract/relay/from-computer'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { assistantText, connectComputer, helloWith, RelayComputer } from './relay-computer.ts'

const server = sharedTestServer()

type Consent = Hello['daemon']['consent']

/** A computer of the member that has connected with this consent. */
async function memberComputer(consent: Consent) {
  const { member } = server().acme
  const registered = await member.computers.register({ name: crypto.randomUUID() })
  const relay = new RelayComputer(registered.relayAgentUrl ?? '', registered.credential)
  await new Promise((open) => relay.socket.once('open', open))
  const hello = helloWith() as Hello
  const { consent: _, ...daemon } = hello.daemon
  relay.send({ ...hello, daemon: consent ? { ...daemon, consent } : daemon })
  await relay.next('welcome')
  return { member, registered, relay }
}

const refused = { status: 403, code: 'computer_private' }

describe.each(['owner', 'manager'] as const)('a private computer of a member, to the %s', (role) => {
  it('takes no session, also before it ever connected and from a daemon that says nothing of consent', async () => {
    const { [role]: leader, member } = server().acme
    const fresh = await member.computers.register({ name: crypto.randomUUID() })
    await expect(leader.sessions.create({ computerId: fresh.id })).rejects.toMatchObject(refused)
    for (const consent of [undefined, { access: 'private' }] as const) {
      const { registered, relay } = await memberComputer(consent)
      expect(await leader.computers.get({ computerId: registered.id })).toMatchObject({ access: 'private' })
      await expect(leader.sessions.create({ computerId: registered.id })).rejects.toMatchObject(refused)
      await member.sessions.create({ computerId: registered.id })
      await relay.close()
    }
  })

  it('takes no message to a session of the member, no other autonomy, no session that moves there, no answer', async () => {
    const { member, registered, relay } = await memberComputer({ access: 'private' })
    const leader = server().acme[role]
    const computerId = registered.id
    const { sessionId } = await member.sessions.create({ computerId, sessionSettings: { autonomyLevel: 'off' } })
    await expect(leader.messages.post({ sessionId, text: 'rm' })).rejects.toMatchObject(refused)
    const higher = { sessionId, sessionSettings: { autonomyLevel: 'high' } } as const
    await expect(leader.sessions.update(higher)).rejects.toMatchObject(refused)
    const own = await leader.computers.register({ name: crypto.randomUUID() })
    const elsewhere = await leader.sessions.create({ computerId: own.id })
    const move = { sessionId: elsewhere.sessionId, text: 'go there', computerId }
    await expect(leader.messages.post(move)).rejects.toMatchObject(refused)

    const { messageId: turnId } = await member.messages.post({ sessionId, text: 'hello' })
    expect(await relay.next('prompt')).toMatchObject({ userId: member.userId })
    relay.send({ type: 'taken', sessionId, turnId })
    await relay.next('go')
    const toolCall = { title: 'npm test', kind: 'execute', input: { command: 'npm test' } } as const
    const options = [{ id: 'yes', name: 'Yes', kind: 'allow_once' }] as const
    const permission = { id: 'p1', toolCall, options: [...options], createdAt: 1 }
    await relay.updates({ sessionId, turnId }, [{ seq: 1, kind: 'permission', permission }])
    const answer = { sessionId, permissionId: 'p1', decision: 'allow' } as const
    await expect(leader.sessions.decidePermission(answer)).rejects.toMatchObject(refused)
    await member.sessions.decidePermission(answer)
    expect(await relay.next('decided')).toMatchObject({ userId: member.userId })
    await relay.close()
  })

  it('is read, interrupted, tagged and put into the archive as before', async () => {
    const { member, registered, relay } = await memberComputer({ access: 'private' })
    const leader = server().acme[role]
    const { sessionId } = await member.sessions.create({ computerId: registered.id })
    const { messageId: turnId } = await member.messages.post({ sessionId, text: 'hello' })
    await relay.next('prompt')
    relay.send({ type: 'taken', sessionId, turnId })
    await relay.next('go')
    await relay.updates({ sessionId, turnId }, [{ seq: 1, kind: 'message', message: assistantText('Hi.') }])
    expect((await leader.messages.list({ sessionId })).messages).toHaveLength(2)
    expect(await leader.sessions.interrupt({ sessionId })).toMatchObject({ status: 'running' })
    await leader.sessions.update({ sessionId, sessionSettings: { tags: [{ name: 'looked at' }] } })
    await leader.sessions.update({ sessionId, sessionSettings: { archivedAt: new Date(0).toISOString() } })
    await relay.close()
  })
})

describe('a computer that its user lets the organization use', () => {
  it('takes sessions and messages of owners, up to the level that its user set', async () => {
    const { registered, relay } = await memberComputer({ access: 'organization', maxAutonomyLevel: 'low' })
    const { owner } = server().acme
    const computerId = registered.id
    const shown = { access: 'organization', maxAutonomyLevel: 'low', userId: server().acme.member.userId }
    expect(await owner.computers.get({ computerId })).toMatchObject(shown)
    const created = await owner.sessions.create({ computerId, sessionSettings: { autonomyLevel: 'high' } })
    expect(created.sessionSettings).toMatchObject({ autonomyLevel: 'low' })
    const { sessionId } = created
    const changed = await owner.sessions.update({ sessionId, sessionSettings: { autonomyMode: 'auto-high' } })
    expect(changed.sessionSettings).toMatchObject({ autonomyMode: 'auto-low' })
    await owner.messages.post({ sessionId, text: 'hello' })
    expect(await relay.next('prompt')).toMatchObject({ userId: owner.userId })
    await relay.close()
  })

  it('is private again when its user takes that back', async () => {
    const { registered, relay } = await memberComputer({ access: 'organization' })
    const { owner } = server().acme
    const { sessionId } = await owner.sessions.create({ computerId: registered.id })
    const hello = helloWith() as Hello
    await relay.close()
    const again = new RelayComputer(registered.relayAgentUrl ?? '', registered.credential)
    await new Promise((open) => again.socket.once('open', open))
    again.send({ ...hello, daemon: { ...hello.daemon, consent: { access: 'private' } } })
    await again.next('welcome')
    await expect(owner.messages.post({ sessionId, text: 'hello' })).rejects.toMatchObject(refused)
    await again.close()
  })
})

it('lets everybody use a managed computer', async () => {
  const { owner, member } = server().acme
  const { id, access } = await owner.computers.register({
    name: crypto.randomUUID(),
    provider: 'managed',
    hostname: 'x',
  })
  expect(access).toBe('organization')
  await connectComputer(await owner.computers.register({ name: crypto.randomUUID() }))
  expect(await member.sessions.create({ computerId: id })).toMatchObject({ computerId: id })
})
