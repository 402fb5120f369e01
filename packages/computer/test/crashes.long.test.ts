import { randomUUIDv7 } from 'node:crypto'
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isAlive } from '../../hooks/test/is-alive.ts'
import { findMarked } from '../src/agent/sweep-strays.ts'
import { markOf } from '../src/place/place.ts'
import { FakeRelay } from './fake-relay.ts'
import { aheadOfClock, kill, spawnDaemon } from './spawn-daemon.ts'
import { badAgent, temporaryHome } from './start-daemon.ts'

async function begin(way = 'ask') {
  const relay = await FakeRelay.start()
  const at = temporaryHome()
  const diary = join(at.home, 'diary')
  const preset = badAgent(way, diary)
  const notes = () => readFileSync(diary, 'utf8').trim().split('\n')
  const start = () => spawnDaemon(relay, at, preset)
  return { relay, at, notes, start, sessionId: randomUUIDv7() }
}

describe('a daemon that is killed', () => {
  it('after it took a message, and before the agent had it, waits for go again', async () => {
    const { relay, sessionId, start } = await begin('rubbish')
    relay.goes = false
    const first = await start()
    const turnId = relay.prompt(sessionId, 'Hello')
    await relay.until(() => relay.frame('taken'))
    await kill(first)
    await start()
    expect(relay.hellos.at(-1)?.turns).toEqual([{ sessionId, turnId, state: 'taken' }])
    expect(relay.updatesOf(turnId)).toEqual([])
    relay.send({ type: 'go', sessionId, turnId })
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'completed' })
  })

  it('while the agent works ends the turn with a message, gives the prompt to no agent again, and ends left processes', async () => {
    const { relay, sessionId, start, notes, at } = await begin('ask')
    const first = await start()
    const turnId = relay.prompt(sessionId, 'Hello')
    await relay.until(() => relay.updatesOf(turnId).find(({ kind }) => kind === 'permission'))
    const agent = Number(notes()[0]?.split(' ')[1])
    await kill(first)
    await start()
    expect(relay.hellos.at(-1)?.turns).toEqual([{ sessionId, turnId, state: 'ended' }])
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('daemon ended while the agent worked'),
    })
    expect(relay.updatesOf(turnId)).toContainEqual(expect.objectContaining({ status: 'cancelled' }))
    relay.send({ type: 'go', sessionId, turnId })
    relay.prompt(sessionId, 'Hello', {}, turnId)
    const next = relay.prompt(sessionId, 'Another')
    await relay.until(() => relay.updatesOf(next).find(({ kind }) => kind === 'permission'))
    expect(notes().filter((line) => line === 'prompt Hello')).toHaveLength(1)
    expect(isAlive(agent)).toBe(false)
    expect(findMarked(markOf(at.place))).toHaveLength(1)
    expect(relay.faults).toEqual([])
  })

  it('with updates that nobody has acknowledged sends them again, each once in the end', async () => {
    const { relay, sessionId, start } = await begin('rubbish')
    relay.acknowledges = false
    const first = await start()
    const turnId = relay.prompt(sessionId, 'Hello')
    await relay.until(() => relay.endOf(turnId))
    const told = structuredClone(relay.updatesOf(turnId))
    await kill(first)
    relay.stored.clear()
    relay.acknowledges = true
    await start()
    await relay.until(() => relay.endOf(turnId))
    expect(relay.updatesOf(turnId)).toEqual(told)
  })

  it('in the middle of a line repairs its log', async () => {
    const { relay, sessionId, start, at } = await begin('rubbish')
    relay.goes = false
    const first = await start()
    const turnId = relay.prompt(sessionId, 'Hello')
    await relay.until(() => relay.frame('taken'))
    await kill(first)
    const [log = ''] = readdirSync(at.place.sessions)
    appendFileSync(join(at.place.sessions, log), '{"r":"prompt_sent","turnId":"')
    relay.goes = true
    await start()
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'completed' })
    for (const line of readFileSync(join(at.place.sessions, log), 'utf8').trim().split('\n')) JSON.parse(line)
  })

  it('at any moment of many turns runs no message twice and leaves nothing open', async () => {
    const { relay, start, notes } = await begin('rubbish')
    const turns = new Map<string, string>()
    for (let round = 0; round < 6; round += 1) {
      const daemon = await start()
      const sessionId = randomUUIDv7()
      const turnId = relay.prompt(sessionId, `message ${round}`)
      turns.set(turnId, sessionId)
      // Each round kills one frame later.
      const seen = relay.frames.length
      await relay.until(() => relay.frames.length > seen + round || relay.endOf(turnId))
      await kill(daemon)
    }
    await start()
    for (const [turnId, sessionId] of turns) {
      if (!relay.endOf(turnId) && !relay.hellos.at(-1)?.turns.some((turn) => turn.turnId === turnId)) {
        relay.prompt(sessionId, `again ${turnId}`, {}, turnId)
      }
      await relay.until(() => relay.endOf(turnId))
    }
    const prompts = notes().filter((line) => line.startsWith('prompt message'))
    expect(new Set(prompts).size).toBe(prompts.length)
    expect(relay.faults).toEqual([])
  })
})

describe('a daemon that is stopped', () => {
  it('by SIGTERM lets the turn end, and leaves no process', async () => {
    const { relay, sessionId, start, at } = await begin('ask')
    const daemon = await start()
    const turnId = relay.prompt(sessionId, 'Hello')
    await relay.until(() => relay.updatesOf(turnId).find(({ kind }) => kind === 'permission'))
    daemon.kill('SIGTERM')
    relay.send({ type: 'interrupt', sessionId, turnId })
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'interrupted' })
    await relay.until(() => !relay.isConnected)
    await expect.poll(() => daemon.exitCode).toBe(0)
    expect(findMarked(markOf(at.place))).toEqual([])
  })

  it('by SIGINT stops the turn and says so', async () => {
    const { relay, sessionId, start } = await begin('ask')
    const daemon = await start()
    const turnId = relay.prompt(sessionId, 'Hello')
    await relay.until(() => relay.updatesOf(turnId).find(({ kind }) => kind === 'permission'))
    daemon.kill('SIGINT')
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('shut down'),
    })
    await expect.poll(() => daemon.exitCode).toBe(0)
  })

  it('by SIGSTOP for longer than its lease has stopped its agents when it goes on', async () => {
    const { relay, sessionId, start, notes, at } = await begin('ask')
    const daemon = await start()
    const turnId = relay.prompt(sessionId, 'Hello')
    await relay.until(() => relay.updatesOf(turnId).find(({ kind }) => kind === 'permission'))
    daemon.kill('SIGSTOP')
    relay.drop()
    writeFileSync(aheadOfClock(at), `${relay.leaseSeconds * 1000 + 1}`)
    daemon.kill('SIGCONT')
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('lost the service for too long'),
    })
    expect(notes()).toContain('cancel')
  })
})

it('gives no secret of ours to an agent', async () => {
  const { relay, sessionId, start, notes } = await begin('rubbish')
  await start()
  const turnId = relay.prompt(sessionId, 'Hello')
  await relay.until(() => relay.endOf(turnId))
  expect(notes()[0]).toMatch(/^started \d+ ?$/)
})
