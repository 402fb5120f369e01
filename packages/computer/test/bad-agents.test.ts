import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isAlive } from '../../hooks/test/is-alive.ts'
import type { DaemonOptions } from '../src/daemon.ts'
import { FakeRelay } from './fake-relay.ts'
import { badAgent, startDaemon, temporaryHome } from './start-daemon.ts'

async function begin(way: string, options: Partial<DaemonOptions> = {}) {
  const relay = await FakeRelay.start()
  const at = temporaryHome()
  const diary = join(at.home, 'diary')
  const { daemon } = await startDaemon(relay, at, { preset: badAgent(way, diary), ...options })
  const sessionId = randomUUIDv7()
  const notes = () => readFileSync(diary, 'utf8').trim().split('\n')
  return { relay, at, daemon, sessionId, notes }
}

describe('an agent that', () => {
  it('crashes ends its turn with what it last said, without secrets, and the next turn has a new one', async () => {
    const { relay, sessionId, notes } = await begin('crash')
    const turnId = relay.prompt(sessionId, 'Hello')
    const end = await relay.until(() => relay.endOf(turnId))
    expect(end).toMatchObject({ outcome: 'failed', error: expect.stringContaining('ended by itself with code 7') })
    expect(end).toMatchObject({ error: expect.stringContaining('Something broke') })
    expect(JSON.stringify(end)).not.toContain('sk-abcdefgh')
    expect(relay.textOf(turnId)).toEqual(['assistant: I am about to'])
    const next = relay.prompt(sessionId, 'Again')
    await relay.until(() => relay.endOf(next))
    expect(notes().filter((line) => line.startsWith('started'))).toHaveLength(2)
  })

  it('cannot be started, or ends at once, fails the turn with a reason', async () => {
    const preset = { ...badAgent('x'), command: '/nowhere/agent' }
    const { relay, sessionId } = await begin('x', { preset })
    const turnId = relay.prompt(sessionId, 'Hello')
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('The agent could not be started'),
    })
    const other = await begin('no-start')
    const failed = other.relay.prompt(other.sessionId, 'Hello')
    expect(await other.relay.until(() => other.relay.endOf(failed))).toMatchObject({
      error: expect.stringContaining('ended by itself with code 3'),
    })
  })

  it('never answers initialize is given up', async () => {
    const { relay, sessionId } = await begin('mute', { times: { initializeMs: 50 } })
    const turnId = relay.prompt(sessionId, 'Hello')
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('did not answer initialize'),
    })
  })

  it('is not signed in says how to sign in', async () => {
    const preset = { ...badAgent('signed-out'), signIn: 'run bad login' }
    const { relay, sessionId } = await begin('', { preset })
    const turnId = relay.prompt(sessionId, 'Hello')
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({
      error: 'Bad agent is not signed in on this computer: run bad login',
    })
  })

  it('hangs is shown as stalled, and can be interrupted', async () => {
    const { relay, sessionId, notes } = await begin('hang', { times: { stallMs: 20 } })
    const turnId = relay.prompt(sessionId, 'Hello')
    await relay.until(() =>
      relay.updatesOf(turnId).find((update) => update.kind === 'reason' && update.reason === 'stalled'),
    )
    for (let count = 0; count < 3; count += 1) relay.send({ type: 'interrupt', sessionId, turnId })
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'interrupted' })
    expect(notes().filter((line) => line === 'cancel')).toHaveLength(1)
  })

  it('was interrupted while it stalled is replaced, because it would hang again', async () => {
    const { relay, sessionId, notes } = await begin('wedged', { times: { stallMs: 20 } })
    const isStalled = (turnId: string) =>
      relay.updatesOf(turnId).find((update) => update.kind === 'reason' && update.reason === 'stalled')
    for (const started of [1, 2]) {
      const turnId = relay.prompt(sessionId, 'Hello')
      await relay.until(() => isStalled(turnId))
      expect(notes().filter((line) => line.startsWith('started'))).toHaveLength(started)
      relay.send({ type: 'interrupt', sessionId, turnId })
      expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'interrupted' })
      const pid = Number(
        notes()
          .findLast((line) => line.startsWith('started'))
          ?.split(' ')[1],
      )
      expect(isAlive(pid)).toBe(false)
    }
  })

  it('closes its output has ended, although its process goes on', async () => {
    const { relay, sessionId, notes } = await begin('silent')
    const turnId = relay.prompt(sessionId, 'Hello')
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({
      outcome: 'failed',
      error: 'The agent closed its output.',
    })
    const pid = Number(notes()[0]?.split(' ')[1])
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  it('is deaf to cancel and to SIGTERM is ended by force', async () => {
    const { relay, sessionId, notes } = await begin('deaf', { times: { endGraceMs: 50, cancelGraceMs: 50 } })
    const turnId = relay.prompt(sessionId, 'Hello')
    await expect.poll(() => notes()).toContain('prompt Hello')
    relay.send({ type: 'interrupt', sessionId, turnId })
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({
      outcome: 'interrupted',
      error: 'The agent did not stop when it was asked to, and was ended.',
    })
    const pid = Number(notes()[0]?.split(' ')[1])
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  it('writes rubbish between its messages is understood all the same', async () => {
    const { relay, sessionId } = await begin('rubbish')
    const turnId = relay.prompt(sessionId, 'Hello')
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'completed' })
    expect(relay.textOf(turnId)).toEqual(['assistant: Still here.'])
  })

  it('writes more than anybody takes has to wait, and nothing is lost', async () => {
    const { relay, sessionId } = await begin('flood')
    relay.acknowledges = false
    const turnId = relay.prompt(sessionId, 'Hello')
    // A window full of updates, and no more, comes without acknowledgements.
    await relay.until(() => relay.updatesOf(turnId).length >= 3)
    expect(relay.endOf(turnId)).toBeUndefined()
    relay.acknowledges = true
    relay.send({ type: 'ack', sessionId, turnId, seq: relay.updatesOf(turnId).length })
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'completed' })
    const lines = relay
      .textOf(turnId)
      .map((text) => text.slice('assistant: '.length))
      .join('')
      .trim()
      .split('\n')
    expect(lines).toHaveLength(20_000)
    expect(lines.at(-1)).toMatch(/^19999 x/)
    expect(relay.faults).toEqual([])
  })

  it('writes lines of megabytes is read, what is longer than a line may be is dropped, and frames stay small', async () => {
    const { relay, sessionId } = await begin('long')
    const turnId = relay.prompt(sessionId, 'Hello')
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'completed' })
    const text = relay.textOf(turnId)
    expect(text.find((line) => line.startsWith('tool answers: begin'))?.length).toBeLessThan(300_000)
    const said = text
      .filter((line) => line.startsWith('assistant: '))
      .map((line) => line.slice(11))
      .join('')
    expect(said).toBe(`${'z'.repeat(3 * 2 ** 20)}Done.`)
    const largest = Math.max(...relay.frames.map((frame) => JSON.stringify(frame).length))
    expect(largest).toBeLessThan(4 * 2 ** 20)
  })

  it('says and asks things that nobody knows goes on', async () => {
    const { relay, sessionId } = await begin('unknown')
    const turnId = relay.prompt(sessionId, 'Hello')
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'completed' })
    expect(relay.textOf(turnId)[0]).toContain('-32601')
  })

  it('leaves a process behind takes it along when it ends', async () => {
    const { relay, sessionId, notes, daemon } = await begin('orphan')
    const turnId = relay.prompt(sessionId, 'Hello')
    await relay.until(() => relay.endOf(turnId))
    const orphan = Number(
      notes()
        .find((line) => line.startsWith('orphan'))
        ?.split(' ')[1],
    )
    expect(isAlive(orphan)).toBe(true)
    await daemon.stop(0)
    expect(isAlive(orphan)).toBe(false)
  })

  it('waits for people hears that the question is cancelled when it is interrupted, and gets one cancel', async () => {
    const { relay, sessionId, notes } = await begin('ask')
    const turnId = relay.prompt(sessionId, 'Hello')
    await relay.until(() => relay.updatesOf(turnId).find(({ kind }) => kind === 'permission'))
    relay.send({ type: 'interrupt', sessionId, turnId })
    await relay.until(() => relay.endOf(turnId))
    // The turn may end before the agent has read the answer to its question.
    await expect.poll(notes).toContain('answer {"outcome":{"outcome":"cancelled"}}')
    expect(notes().filter((line) => line === 'cancel')).toHaveLength(1)
  })

  it('does without asking what the organization forbids is stopped', async () => {
    const { relay, sessionId, notes } = await begin('unasked')
    relay.policy = { commandDenylist: ['git push*'] }
    const turnId = relay.prompt(sessionId, 'Hello', { autonomyLevel: 'high' })
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('The organization forbids the command git push*.'),
    })
    expect(notes()).toContain('cancel')
  })

  it('runs something else than it was allowed to, which is forbidden, is ended with all that it started', async () => {
    const { relay, sessionId, notes } = await begin('changes')
    relay.policy = { commandDenylist: ['git push*'] }
    const turnId = relay.prompt(sessionId, 'Hello', { autonomyLevel: 'high' })
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({
      outcome: 'failed',
      error:
        'The agent did what is refused here without being allowed to, and was ended. ' +
        'The organization forbids the command git push*.',
    })
    const pids = notes().flatMap((line) => (/^(?:started|runs) (\d+)/.exec(line) ? [Number(line.split(' ')[1])] : []))
    expect(pids.map(isAlive)).toEqual([false, false])
  })

  it('had ended is given its session again, and what it replays of it is not told twice', async () => {
    const { relay, sessionId, notes } = await begin('loads', { times: { idleMs: 1 } })
    const first = relay.prompt(sessionId, 'Hello')
    await relay.until(() => relay.endOf(first))
    const pid = Number(notes()[0]?.split(' ')[1])
    await expect.poll(() => isAlive(pid)).toBe(false)
    const second = relay.prompt(sessionId, 'Again')
    await relay.until(() => relay.endOf(second))
    expect(relay.textOf(second)).toEqual(['assistant: This is new.'])
    expect(notes().filter((line) => line === 'new' || line === 'load')).toEqual(['new', 'load'])
  })

  it('is asked again while something of it is still being ended starts anew, and is not ended with it', async () => {
    const { relay, sessionId, notes } = await begin('clings', { times: { idleMs: 1, endGraceMs: 300 } })
    const first = relay.prompt(sessionId, 'Hello')
    await relay.until(() => relay.endOf(first))
    const pid = Number(notes()[0]?.split(' ')[1])
    await expect.poll(() => isAlive(pid)).toBe(false)
    const second = relay.prompt(sessionId, 'Again')
    expect(await relay.until(() => relay.endOf(second))).toMatchObject({ outcome: 'completed' })
    expect(relay.textOf(second)).toEqual(['assistant: Here I am.'])
  })

  it('has nothing to do for long enough ends', async () => {
    const { relay, sessionId, notes } = await begin('rubbish', { times: { idleMs: 20 } })
    const turnId = relay.prompt(sessionId, 'Hello')
    await relay.until(() => relay.endOf(turnId))
    const pid = Number(notes()[0]?.split(' ')[1])
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})
