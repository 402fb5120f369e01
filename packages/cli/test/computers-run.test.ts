import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { joined } from './joined.ts'

describe('a session on a computer that has joined', () => {
  it('runs messages, asks questions, gets answers, can be interrupted, and reports everything', async () => {
    const { folder, owner, computerId } = await joined()
    expect(await owner.computers.get({ computerId })).toMatchObject({ status: 'active' })
    const { sessionId } = await owner.sessions.create({ computerId })

    await owner.messages.post({ sessionId, text: 'think about it\nwrite a.txt Hi.' })
    const asked = async () => (await owner.sessions.listPermissions({ sessionId })).permissions[0]
    await expect.poll(asked).toMatchObject({ status: 'pending', toolCall: { title: 'Write a.txt' } })
    expect(await owner.sessions.get({ sessionId })).toMatchObject({
      status: 'running',
      statusReason: 'waiting_permission',
    })
    const permissionId = (await asked())?.id ?? ''
    await owner.sessions.decidePermission({ sessionId, permissionId, decision: 'allow' })
    const done = await owner.sessions.get({ sessionId, wait: '30' })
    expect(done).toMatchObject({
      status: 'idle',
      title: 'think about it',
      sessionSettings: { tokenUsage: expect.anything() },
    })
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('Hi.\n')
    const { messages } = await owner.messages.list({ sessionId, limit: '100' })
    expect(messages.map(({ role }) => role).toReversed()).toEqual(['user', 'assistant', 'tool', 'assistant'])

    await owner.messages.post({ sessionId, text: 'wait 600' })
    await expect.poll(async () => (await owner.sessions.get({ sessionId })).status).toBe('running')
    await owner.sessions.interrupt({ sessionId })
    expect(await owner.sessions.get({ sessionId, wait: '30' })).toMatchObject({ status: 'idle' })

    await owner.messages.post({ sessionId, text: 'fail' })
    await owner.sessions.get({ sessionId, wait: '30' })
    const { messages: after } = await owner.messages.list({ sessionId, limit: '1' })
    expect(after[0]).toMatchObject({ role: 'system', isError: true })
    expect(JSON.stringify(after[0])).toContain('The demo agent was told to fail.')
  })

  it('waits while the computer is away, and continues when it is back', async () => {
    const { folder, owner, computerId, muster } = await joined()
    const { sessionId } = await owner.sessions.create({ computerId })
    const { pid } = await muster.json<{ pid: number }>('computers', 'status')
    process.kill(pid, 'SIGKILL')
    await owner.messages.post({ sessionId, text: 'say Back again.' })
    await muster.text('computers', 'join', '--agent', 'demo', '--folder', folder, '--background')
    await expect.poll(async () => JSON.stringify(await owner.messages.list({ sessionId }))).toContain('Back again.')
  })

  it('ends with a message when its daemon is killed while the agent works', async () => {
    const { folder, owner, computerId, muster } = await joined()
    const { sessionId } = await owner.sessions.create({ computerId })
    await owner.messages.post({ sessionId, text: 'say Begun.\nask Go on?' })
    const open = async () => (await owner.sessions.listPermissions({ sessionId })).permissions.length
    await expect.poll(open).toBe(1)
    const { pid } = await muster.json<{ pid: number }>('computers', 'status')
    process.kill(pid, 'SIGKILL')
    await muster.text('computers', 'join', '--agent', 'demo', '--folder', folder, '--background')
    expect(await owner.sessions.get({ sessionId, wait: '60' })).toMatchObject({ status: 'idle' })
    const { messages } = await owner.messages.list({ sessionId })
    expect(messages[0]).toMatchObject({ role: 'system', isError: true })
    expect(messages.filter(({ role }) => role === 'system')).toHaveLength(1)
  })
})
