import { readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { listSessions, logPath } from '@muster/computer/log/sessions-on-disk'
import { describe, expect, it } from 'vitest'

import { sharedTestServer } from '../packages/server/src/testing/test-server.ts'
import { joinedComputer } from './joined-computer.ts'

const server = sharedTestServer()

const joined = (name: string) => joinedComputer(server(), name)

describe('a session on a real computer', () => {
  it('is worked on, read back, and answered by the computer itself', async () => {
    const { member, computerId, folder } = await joined('whole')
    const { sessionId } = await member.sessions.create({ computerId, sessionSettings: { autonomyLevel: 'high' } })
    await member.messages.post({ sessionId, text: 'write notes.txt Hello from the agent' })
    const idle = await member.sessions.get({ sessionId, wait: '60' })
    expect(idle).toMatchObject({ status: 'idle', computerId })
    expect(idle.sessionSettings?.tokenUsage?.outputTokens).toBeGreaterThan(0)
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toContain('Hello from the agent')
    const messages = await Array.fromAsync(member.messages.list.items({ sessionId, order: 'asc' }))
    expect(messages).toHaveLength(idle.messageCount)
    const kinds = messages.flatMap(({ role, content }) => content.map(({ type }) => `${role} ${type}`))
    expect(kinds).toEqual(
      expect.arrayContaining(['user text', 'assistant thinking', 'assistant tool_use', 'tool tool_result']),
    )

    const own = await member.sessions.get({ sessionId, computerId })
    expect(own).toMatchObject({ sessionId, status: 'idle' })
    const there = await Array.fromAsync(member.messages.list.items({ sessionId, computerId, order: 'asc' }))
    expect(there.map(({ id }) => id)).toEqual(messages.map(({ id }) => id))
    expect((await member.sessions.list({ computerId })).sessions.map((one) => one.sessionId)).toEqual([sessionId])
  })

  it('asks, and does what it is told', async () => {
    const { member, computerId, folder } = await joined('asks')
    const { sessionId } = await member.sessions.create({ computerId, sessionSettings: { autonomyLevel: 'off' } })
    await member.messages.post({ sessionId, text: 'write yes.txt yes' })
    const pending = async () => {
      const { permissions } = await member.sessions.listPermissions({ sessionId })
      return permissions.find(({ status }) => status === 'pending')
    }
    await expect.poll(pending).toBeTruthy()
    const permissionId = (await pending())?.id ?? ''
    await member.sessions.decidePermission({ sessionId, permissionId, decision: 'allow' })
    expect(await member.sessions.get({ sessionId, wait: '60' })).toMatchObject({ status: 'idle' })
    expect(readFileSync(join(folder, 'yes.txt'), 'utf8')).toContain('yes')
  })

  it('can be interrupted, and goes on with the next message', async () => {
    const { member, computerId } = await joined('interrupted')
    const { sessionId } = await member.sessions.create({ computerId, sessionSettings: { autonomyLevel: 'high' } })
    await member.messages.post({ sessionId, text: 'wait 600' })
    await expect.poll(() => member.sessions.get({ sessionId })).toMatchObject({ status: 'running' })
    await member.sessions.interrupt({ sessionId })
    expect(await member.sessions.get({ sessionId, wait: '60' })).toMatchObject({ status: 'idle' })
    await member.messages.post({ sessionId, text: 'list' })
    expect(await member.sessions.get({ sessionId, wait: '60' })).toMatchObject({ status: 'idle' })
  })

  it('runs in order when its computer connects later', async () => {
    const { member, computerId, daemon, start } = await joined('later')
    await daemon.stop(0)
    const { sessionId } = await member.sessions.create({ computerId, sessionSettings: { autonomyLevel: 'high' } })
    for (const name of ['a', 'b', 'c']) await member.messages.post({ sessionId, text: `write ${name}.txt ${name}` })
    await expect.poll(() => member.sessions.get({ sessionId })).toMatchObject({ statusReason: 'computer_offline' })
    await start()
    await expect.poll(() => member.sessions.get({ sessionId, wait: '5' })).toMatchObject({ status: 'idle' })
    const messages = await Array.fromAsync(member.messages.list.items({ sessionId, order: 'asc' }))
    const written = messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool_use' ? [JSON.stringify(block.input)] : [])),
    )
    expect(written.map((input) => /([abc])\.txt/.exec(input)?.[1])).toEqual(['a', 'b', 'c'])
  })

  it('is deleted on its computer if it was deleted meanwhile, or is older than allowed', async () => {
    const { member, computerId, place, start, daemon } = await joined('forgets')
    const [deleted = '', old = '', kept = ''] = await Promise.all(
      [1, 2, 3].map(async () => {
        const { sessionId } = await member.sessions.create({ computerId })
        await member.messages.post({ sessionId, text: 'say Hello.' })
        await member.sessions.get({ sessionId, wait: 60 })
        return sessionId
      }),
    )
    await daemon.stop(1000)
    expect(listSessions(place).toSorted()).toEqual([deleted, old, kept].toSorted())
    await member.sessions.remove({ sessionId: deleted })
    await server().acme.owner.controls.replace({ sessionRetentionDays: 14 })
    const longAgo = new Date(Date.now() - 15 * 86_400_000)
    utimesSync(logPath(place, old), longAgo, longAgo)
    await start()
    await expect.poll(() => listSessions(place)).toEqual([kept])
  })
})
