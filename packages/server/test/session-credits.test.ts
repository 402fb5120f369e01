import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { creditsAre, useTokens } from './credits-used.ts'
import { connectComputer, runningTurn } from './relay-computer.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-03-10T12:00:00Z', MUSTER_CREDIT_ALLOWANCE: '50' })

const limit = (credits: number | null) => {
  const { owner, member } = server().acme
  return owner.limits.set({ users: [{ email: member.email, limit: credits }] })
}

const audited = async () => (await server().acme.owner.audit.list({ action: 'session.stop_for_credits' })).entries

describe('credits and turns', () => {
  it('are checked again when a waiting message is taken', async () => {
    const { owner, member } = server().acme
    await limit(100)
    const registered = await member.computers.register({ name: 'taken late' })
    const { sessionId } = await member.sessions.create({ computerId: registered.id })
    const { messageId: turnId } = await member.messages.post({ sessionId, text: 'First.' })
    await member.messages.post({ sessionId, text: 'Second.' })
    await useTokens(server(), member, 100)
    await creditsAre(server(), owner, member.email, 100)
    const computer = await connectComputer(registered)
    await computer.next('prompt')
    computer.send({ type: 'taken', sessionId, turnId })
    expect(await computer.next('turn_over')).toMatchObject({ sessionId, turnId })
    expect(await member.sessions.get({ sessionId })).toMatchObject({ status: 'idle', messageCount: 3 })
    const { messages } = await member.messages.list({ sessionId })
    expect(messages[0]).toMatchObject({ role: 'system', isError: true })
    expect(JSON.stringify(messages[0]?.content)).toContain('credits are used up')
    expect(await audited()).toMatchObject([{ target: { id: sessionId }, actor: null }])
    await limit(null)
  })

  it('stop a running turn once the limit is exceeded by more than the allowance, and not before', async () => {
    const { owner, member } = server().acme
    const { computer, sessionId, turn } = await runningTurn(server(), 'spends')
    await limit(110)
    await useTokens(server(), member, 60)
    await creditsAre(server(), owner, member.email, 160)
    await server().app.services.turns.stopOverspent()
    expect(await member.sessions.get({ sessionId })).not.toMatchObject({ statusReason: 'interrupting' })
    await useTokens(server(), member, 1)
    await creditsAre(server(), owner, member.email, 161)
    await server().app.services.turns.stopOverspent()
    expect(await computer.next('interrupt')).toMatchObject(turn)
    expect(await member.sessions.get({ sessionId })).toMatchObject({ statusReason: 'interrupting' })
    await computer.updates(turn, [{ seq: 1, kind: 'end', outcome: 'interrupted' }])
    const { messages } = await member.messages.list({ sessionId })
    expect(messages.map(({ role }) => role)).toEqual(['system', 'system', 'user'])
    expect(messages[1]).toMatchObject({ isError: true })
    await expect(member.messages.post({ sessionId, text: 'More.' })).rejects.toMatchObject({ status: 402 })
    await limit(null)
  })
})

describe('the rules of an organization', () => {
  it('reach computers that are connected as soon as they change', async () => {
    const { acme } = server()
    const registered = await acme.member.computers.register({ name: 'rules' })
    const computer = await connectComputer(registered)
    const { settings } = await acme.owner.controls.get()
    await acme.owner.controls.replace({ ...settings, sessionRetentionDays: 30, commandDenylist: ['rm *'] })
    expect(await computer.next('policy')).toMatchObject({
      policy: { sessionRetentionDays: 30, commandDenylist: ['rm *'] },
    })
  })
})
