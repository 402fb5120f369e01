import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { AppendLog } from './append-log.ts'
import { readSession } from './read-session.ts'
import { SessionLog } from './session-log.ts'

function temporaryFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'muster-log-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return join(directory, 'log.jsonl')
}

const taken = (turnId: string) => ({
  turnId,
  content: [{ type: 'text' as const, id: 'b', text: 'Hello.' }],
  settings: {},
  earlierTurns: 0,
})

const said = (seq: number, id: string, text: string) => ({
  seq,
  kind: 'message' as const,
  message: { id, role: 'assistant' as const, createdAt: 1, content: [{ type: 'text' as const, id: 'b', text }] },
})

describe('AppendLog', () => {
  it('loses nothing that was appended, wherever a crash cuts the line after it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string(), { maxLength: 10 }), fc.nat(), async (texts, at) => {
        const path = temporaryFile()
        const { log } = await AppendLog.open<{ text: string }>(path)
        await Promise.all(texts.map((text) => log.append({ text })))
        await log.close()
        const next = Buffer.from(JSON.stringify({ text: 'ünfinished' }))
        writeFileSync(path, next.subarray(0, 1 + (at % (next.length - 1))), { flag: 'a' })
        const { log: again, records } = await AppendLog.open<{ text: string }>(path)
        expect(records).toEqual(texts.map((text) => ({ text })))
        await again.append({ text: 'after' })
        await again.close()
        const { log: last, records: all } = await AppendLog.open<{ text: string }>(path)
        expect(all).toEqual([...texts, 'after'].map((text) => ({ text })))
        await last.close()
      }),
      { numRuns: 50 },
    )
  })

  it('is for its user alone', async () => {
    const path = temporaryFile()
    const { log } = await AppendLog.open(path)
    await log.close()
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })
})

describe('SessionLog', () => {
  it('knows after a restart which updates must still be sent, and forgets the others', async () => {
    const path = temporaryFile()
    const log = await SessionLog.open('s', path)
    await log.take(taken('t1'), 1)
    await log.promptSent('t1', 2)
    await log.update('t1', said(1, 'm1', 'One'), 3)
    await log.update('t1', said(2, 'm1', 'One, two'), 4)
    log.acknowledge('t1', 1)
    await log.update('t1', { seq: 3, kind: 'end', outcome: 'completed' }, 5)
    await log.close()
    const again = await SessionLog.open('s', path)
    const turn = again.turns.get('t1')
    expect(turn).toMatchObject({ isPrompted: true, isEnded: true, lastSeq: 3 })
    expect(turn?.unacknowledged.map(({ seq }) => seq)).toEqual([2, 3])
    again.acknowledge('t1', 3)
    expect([again.turns.size, again.isDone('t1')]).toEqual([0, true])
    await again.close()
  })

  it('accepts a turn again that was withdrawn before the agent had it, and continues its numbering', async () => {
    const log = await SessionLog.open('s', temporaryFile())
    await log.take(taken('t1'), 1)
    await log.update('t1', { seq: 1, kind: 'reason', reason: 'starting_agent' }, 1)
    await log.over('t1')
    expect(log.isDone('t1')).toBe(false)
    await log.take(taken('t1'), 2)
    expect(log.turns.get('t1')?.lastSeq).toBe(1)
    await log.promptSent('t1', 3)
    await log.over('t1')
    expect(log.isDone('t1')).toBe(true)
    await log.close()
  })

  it('shrinks at rest, and still has the last version of every message', async () => {
    const path = temporaryFile()
    const log = await SessionLog.open('s', path)
    await log.take(taken('t1'), 1)
    const long = 'x'.repeat(10_000)
    for (let seq = 1; seq <= 100; seq += 1) await log.update('t1', said(seq, 'm1', `${long}${seq}`), seq)
    await log.update('t1', { seq: 101, kind: 'end', outcome: 'completed' }, 101)
    log.acknowledge('t1', 101)
    await log.rest()
    await log.close()
    expect(statSync(path).size).toBeLessThan(20_000)
    expect(readFileSync(path, 'utf8').endsWith('{"r":"rest"}\n')).toBe(true)
    const { messages, session } = await readSession(path, 's', 'c')
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(JSON.stringify(messages[1])).toContain(`${long}100`)
    expect(session).toMatchObject({ status: 'idle', messageCount: 2, completedAt: 101 })
  })
})
