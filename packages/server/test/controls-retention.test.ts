import { describe, expect, it } from 'vitest'
import { type Person, testServer } from '../src/testing/test-server.ts'
import { runUpkeepOf } from './run-upkeep-of.ts'

const dayMs = 24 * 60 * 60 * 1000

async function session(person: Person): Promise<string> {
  const { computers } = await person.computers.list()
  const computerId = computers[0]?.id ?? (await person.computers.register({ name: 'computer' })).id
  return (await person.sessions.create({ computerId })).sessionId
}

async function sessionsOf(person: Person): Promise<string[]> {
  return (await person.sessions.list({ limit: 100 })).sessions.map(({ sessionId }) => sessionId)
}

describe('sessionRetentionDays', () => {
  it('deletes sessions that nobody changed for that long, with their messages, and records it', async () => {
    const server = await testServer()
    const { acme, advance, now } = server
    await acme.owner.controls.replace({ sessionRetentionDays: 14 })
    const old = await session(acme.owner)
    advance(7 * dayMs)
    const young = await session(acme.owner)
    advance(7 * dayMs - 60_000)
    await runUpkeepOf(server)
    expect(await sessionsOf(acme.owner)).toEqual([young, old])

    advance(120_000)
    await runUpkeepOf(server)
    expect(await sessionsOf(acme.owner)).toEqual([young])
    await expect(acme.owner.messages.list({ sessionId: old })).rejects.toMatchObject({ status: 404 })
    const { entries } = await acme.owner.audit.list({ action: 'session.expire' })
    expect(entries).toMatchObject([{ actor: null, target: { type: 'session', id: old }, address: null }])
    expect(Date.parse(entries[0]?.at ?? '')).toBeLessThanOrEqual(now())
  })

  it('counts from the last change', async () => {
    const server = await testServer()
    const { acme, advance } = server
    await acme.owner.controls.replace({ sessionRetentionDays: 14 })
    const sessionId = await session(acme.owner)
    advance(10 * dayMs)
    await acme.owner.sessions.update({ sessionId, title: 'still needed' })
    advance(10 * dayMs)
    await runUpkeepOf(server)
    expect(await sessionsOf(acme.owner)).toEqual([sessionId])
  })

  it('keeps busy sessions, and those of other organizations', async () => {
    const server = await testServer()
    const { acme, globex, advance } = server
    await acme.owner.controls.replace({ sessionRetentionDays: 14 })
    const busy = await session(acme.owner)
    await acme.owner.messages.post({ sessionId: busy, text: 'waits for its computer' })
    const idle = await session(acme.owner)
    const theirs = await session(globex.owner)
    advance(100 * dayMs)
    await runUpkeepOf(server)
    expect(await sessionsOf(acme.owner)).toEqual([busy])
    expect(await sessionsOf(globex.owner)).toEqual([theirs])
    expect(await sessionsOf(acme.owner)).not.toContain(idle)
  })

  it('deletes any number, and ends when it is no longer set', async () => {
    const server = await testServer()
    const { acme, advance } = server
    await acme.owner.controls.replace({ sessionRetentionDays: 365 })
    const { id: computerId } = await acme.owner.computers.register({ name: 'computer' })
    await Promise.all(Array.from({ length: 230 }, () => acme.owner.sessions.create({ computerId })))
    await acme.owner.controls.replace({})
    advance(366 * dayMs)
    await runUpkeepOf(server)
    expect(await Array.fromAsync(acme.owner.sessions.list.items({ limit: 100 }))).toHaveLength(230)
    await acme.owner.controls.replace({ sessionRetentionDays: 365 })
    await Promise.all([runUpkeepOf(server), runUpkeepOf(server)])
    expect(await sessionsOf(acme.owner)).toEqual([])
    const entries = await Array.fromAsync(acme.owner.audit.list.items({ action: 'session.expire', limit: 100 }))
    expect(new Set(entries.map(({ target }) => target.id)).size).toBe(230)
    expect(entries).toHaveLength(230)
  })
})
