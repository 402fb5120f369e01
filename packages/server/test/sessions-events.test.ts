import { describe, expect, it } from 'vitest'
import { type Person, sharedTestServer } from '../src/testing/test-server.ts'
import { EventReader } from './event-reader.ts'
import { nodes, secondNode } from './second-node.ts'

const server = sharedTestServer(nodes)

const watch = (person: Person, headers?: Record<string, string>, address = server().address) =>
  EventReader.open(`${address}/api/v0/events/sessions`, person.key, headers)

const isOf =
  (sessionId: string) =>
  ({ data }: { data: { sessionId?: string } }) =>
    data.sessionId === sessionId

describe('GET /api/v0/events/sessions', () => {
  it('shows changes of all sessions that the caller may see, and no other', async () => {
    const { owner, member } = server().acme
    const { id: computerId } = await member.computers.register({ name: 'feed' })
    const { id: ofOwner } = await owner.computers.register({ name: 'feed of the owner' })
    const readers = { owner: await watch(owner), member: await watch(member) }
    for (const reader of Object.values(readers)) expect(await reader.next()).toMatchObject({ event: 'ready' })
    const foreign = await owner.sessions.create({ computerId: ofOwner })
    const own = await member.sessions.create({ computerId })
    const told = await readers.member.until(isOf(own.sessionId))
    expect(told.map(({ event }) => event)).toEqual(['session'])
    await readers.owner.until(isOf(own.sessionId))
    await member.messages.post({ sessionId: own.sessionId, text: 'Go.' })
    const isPending = ({ data }: { data: { status?: string } }) => data.status === 'pending'
    expect((await readers.owner.until(isPending)).at(-1)?.data).toMatchObject({
      sessionId: own.sessionId,
      messageCount: 1,
      statusReason: 'computer_offline',
    })
    await owner.sessions.remove({ sessionId: foreign.sessionId })
    await member.sessions.remove({ sessionId: own.sessionId })
    expect(await readers.owner.until(isOf(foreign.sessionId))).toMatchObject([{ event: 'gone' }])
    const last = await readers.member.until(({ event }) => event === 'gone')
    expect(last.filter(isOf(foreign.sessionId))).toEqual([])
    expect(last.at(-1)?.data).toEqual({ sessionId: own.sessionId })
  })

  it('continues after an event with everything that changed meanwhile', async () => {
    const { member } = server().acme
    const { id: computerId } = await member.computers.register({ name: 'feed again' })
    const first = await watch(member)
    const ready = await first.next()
    first.close()
    const { sessionId } = await member.sessions.create({ computerId })
    server().advance(3_600_000)
    const { sessionId: later } = await member.sessions.create({ computerId })
    const again = await watch(member, { 'last-event-id': ready?.id ?? '' })
    const missed = await again.until(isOf(later))
    expect(missed.some(isOf(sessionId))).toBe(true)
    expect(missed.at(-1)?.id).toMatch(/^\d+$/)
    const current = await watch(member, { 'last-event-id': missed.at(-1)?.id ?? '' })
    const { sessionId: last } = await member.sessions.create({ computerId })
    expect((await current.until(isOf(last))).some(isOf(sessionId))).toBe(false)
  })

  it('reports what happens on another node', async () => {
    const { member } = server().acme
    const { id: computerId } = await member.computers.register({ name: 'feed of nodes' })
    const node = await secondNode(server())
    const reader = await watch(member, undefined, node.address)
    await reader.next()
    const { sessionId } = await member.sessions.create({ computerId })
    await reader.until(isOf(sessionId))
  })

  it('ends when the key is revoked', async () => {
    const { owner } = server().acme
    const { id, key } = await owner.apiKeys.create({ name: 'for a while' })
    const reader = await watch({ ...owner, key } as Person)
    await reader.next()
    await owner.apiKeys.revoke({ id })
    expect(await reader.next()).toBeUndefined()
  })

  it('refuses an invalid id', async () => {
    const { member } = server().acme
    await expect(watch(member, { 'last-event-id': 'yesterday' })).rejects.toThrow('invalid_request')
  })
})
