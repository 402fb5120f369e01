import { execFileSync } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FrameToComputer } from '@muster/contract/relay/to-computer'
import type { TurnReport } from '@muster/contract/relay/work-report'
import type { SessionSettings } from '@muster/contract/session'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findPreset } from '../src/agent/presets.ts'
import { FakeRelay } from './fake-relay.ts'
import { badAgent, identityFor, scriptedAgent, startDaemon, temporaryHome } from './start-daemon.ts'

type Question = Extract<FrameToComputer, { type: 'ask' }>['question']

async function begin(options: Parameters<typeof startDaemon>[2] = {}) {
  const relay = await FakeRelay.start()
  const at = temporaryHome()
  const started = await startDaemon(relay, at, options)
  return { relay, at, sessionId: randomUUIDv7(), ...started }
}

/** What the end of a turn reports. */
function reportOf(relay: FakeRelay, turnId: string): TurnReport {
  const report = relay.endOf(turnId)?.report
  if (!report) throw new Error('The turn has not ended, or reports nothing.')
  return report
}

describe('a turn', () => {
  it('is taken, waits for go, and is reported in order to its end', async () => {
    const { relay, at, sessionId } = await begin()
    writeFileSync(join(at.folder, 'a.txt'), 'x')
    relay.goes = false
    const turnId = relay.prompt(sessionId, 'list')
    await relay.until(() => relay.frame('taken'))
    expect(relay.updatesOf(turnId)).toEqual([])
    relay.send({ type: 'go', sessionId, turnId })
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'completed' })
    expect(relay.textOf(turnId)).toEqual([
      'assistant thinks: There is one thing to do.',
      'assistant uses list',
      'tool answers: a.txt',
      'assistant: There is: a.txt.',
    ])
    expect(relay.updatesOf(turnId).find((update) => update.kind === 'usage')).toMatchObject({ model: 'demo' })
    expect(relay.updatesOf(turnId)).toContainEqual(
      expect.objectContaining({ inForce: { model: 'demo', agent: 'demo', agentVersion: '1.0.0' } }),
    )
    expect(relay.updatesOf(turnId).find((update) => update.kind === 'title')).toMatchObject({ title: 'list' })
    expect(relay.faults).toEqual([])
    expect(relay.hellos[0]).toMatchObject({ turns: [], daemon: { agents: [{ id: 'demo' }] } })
    expect(statSync(at.place.directory).mode & 0o777).toBe(0o700)
  })

  it('asks people, at level off, and does what they decide', async () => {
    const { relay, at, sessionId } = await begin()
    const turnId = relay.prompt(sessionId, 'write hello.txt Hi.\nwrite other.txt No.')
    const permissions = () =>
      relay.updatesOf(turnId).flatMap((update) => (update.kind === 'permission' ? [update.permission] : []))
    const first = await relay.until(() => permissions()[0])
    expect(first.toolCall).toMatchObject({ title: 'Write hello.txt', kind: 'edit' })
    const decide = (permissionId: string, optionId: string) =>
      relay.send({ type: 'decided', sessionId, turnId, permissionId, optionId })
    decide(first.id, 'not offered')
    decide(first.id, 'yes')
    const second = await relay.until(() => permissions()[1])
    decide(second.id, 'no')
    await relay.until(() => relay.endOf(turnId))
    expect(readFileSync(join(at.folder, 'hello.txt'), 'utf8')).toBe('Hi.\n')
    expect(relay.textOf(turnId)).toContain('tool answers: Not allowed.')
    const closed = relay.updatesOf(turnId).filter((update) => update.kind === 'permission_closed')
    expect(closed).toMatchObject([
      { permissionId: first.id, status: 'allowed' },
      { permissionId: second.id, status: 'rejected' },
    ])
    expect(reportOf(relay, turnId).calls).toEqual([
      {
        ...{ id: expect.any(String), name: 'write', outcome: 'success', durationMs: expect.any(Number) },
        ...{ decision: 'accept', decidedBy: 'person' },
        files: [{ operation: 'create', name: 'hello.txt', linesAdded: 1, linesRemoved: 0 }],
      },
      { id: expect.any(String), name: 'write', decision: 'refuse', decidedBy: 'person' },
    ])
  })

  it('asks nobody at level high, but refuses what the organization forbids, and shows that', async () => {
    const { relay, sessionId } = await begin()
    relay.policy = { commandDenylist: ['touch *'] }
    relay.send({ type: 'policy', policy: relay.policy })
    const turnId = relay.prompt(sessionId, 'run echo fine\nrun true && touch x', { autonomyLevel: 'high' })
    await relay.until(() => relay.endOf(turnId))
    expect(relay.textOf(turnId)).toContain('tool answers: fine\n')
    expect(relay.textOf(turnId)).toContain('tool answers: Not allowed.')
    expect(relay.updatesOf(turnId).filter(({ kind }) => kind.startsWith('permission'))).toMatchObject([
      { permission: { toolCall: { title: 'true && touch x' } } },
      { status: 'rejected' },
    ])
    expect(reportOf(relay, turnId).calls).toMatchObject([
      { name: 'run', outcome: 'success', decision: 'accept', decidedBy: 'policy' },
      { name: 'run', decision: 'refuse', decidedBy: 'policy' },
    ])
  })

  it('tells the model and the mode that the agent is in, and goes back to those that it began with', async () => {
    const codex = findPreset('codex')
    if (!codex) throw new Error('There is no such preset.')
    const { relay, sessionId } = await begin({ preset: scriptedAgent(codex, 'codex-acp') })
    const inForce = async (settings: SessionSettings) => {
      const turnId = relay.prompt(sessionId, 'tells it', { autonomyLevel: 'high', ...settings })
      await relay.until(() => relay.endOf(turnId))
      return relay.updatesOf(turnId).flatMap((each) => ('inForce' in each ? [each.inForce] : []))
    }
    expect(await inForce({ interactionMode: 'spec', model: 'gpt-6-luna' })).toEqual([
      { model: 'gpt-6-luna', mode: 'Plan', agent: 'codex' },
    ])
    expect(await inForce({ model: 'default' })).toEqual([{ model: 'gpt-5.5', mode: 'Read-only', agent: 'codex' }])
  })

  it('tells what it committed, how long it worked, and where: the repository without credentials, and the branch', async () => {
    const { relay, at, sessionId } = await begin()
    const git = (...words: string[]) => execFileSync('git', ['-C', at.folder, ...words], { stdio: 'ignore' })
    git('init', '--quiet', '--initial-branch', 'fix')
    git('remote', 'add', 'origin', 'https://somebody:secret@example.org/acme/shop.git')
    const commit = 'git -c user.name=a -c user.email=a@example.org commit --allow-empty -m x'
    const turnId = relay.prompt(sessionId, `run ${commit}\nrun git commit`, { autonomyLevel: 'high' })
    const end = await relay.until(() => relay.endOf(turnId))
    expect(end.inForce).toMatchObject({ repository: 'example.org/acme/shop', branch: 'fix' })
    const { startedAt, endedAt, activeMs, calls } = reportOf(relay, turnId)
    expect([startedAt <= endedAt, activeMs <= endedAt - startedAt]).toEqual([true, true])
    expect(calls).toMatchObject([{ outcome: 'success', commits: 1 }, { outcome: 'error' }])
    expect(calls[1]).not.toHaveProperty('commits')
  })

  it('ends when it is interrupted, also while it waits for people, and the next one works', async () => {
    const { relay, sessionId } = await begin()
    const turnId = relay.prompt(sessionId, 'ask Really?')
    await relay.until(() => relay.updatesOf(turnId).find(({ kind }) => kind === 'permission'))
    for (let count = 0; count < 2; count += 1) relay.send({ type: 'interrupt', sessionId, turnId })
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'interrupted' })
    expect(relay.updatesOf(turnId)).toContainEqual(expect.objectContaining({ status: 'cancelled' }))
    expect(reportOf(relay, turnId).calls).toEqual([{ id: expect.any(String), name: 'ask', decision: 'refuse' }])
    const next = relay.prompt(sessionId, 'say Again.')
    await relay.until(() => relay.endOf(next))
    expect(relay.textOf(next)).toContain('assistant: Again.')
    expect(relay.faults).toEqual([])
  })

  it('ends at once when it is interrupted before its agent has it', async () => {
    const { relay, sessionId } = await begin()
    relay.goes = false
    const turnId = relay.prompt(sessionId, 'say Never.')
    await relay.until(() => relay.frame('taken'))
    relay.send({ type: 'interrupt', sessionId, turnId })
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'interrupted' })
    relay.send({ type: 'go', sessionId, turnId })
    const next = relay.prompt(sessionId, 'say Next.')
    relay.send({ type: 'go', sessionId, turnId: next })
    await relay.until(() => relay.endOf(next))
    expect(relay.updatesOf(turnId)).toHaveLength(1)
  })

  it('fails with the words of the agent', async () => {
    const { relay, sessionId } = await begin()
    const turnId = relay.prompt(sessionId, 'fail')
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({
      outcome: 'failed',
      error: 'The demo agent was told to fail.',
    })
  })

  it('can be withdrawn by the service: the agent stops, and nothing more is reported', async () => {
    const { relay, sessionId } = await begin()
    const turnId = relay.prompt(sessionId, 'wait 60')
    await relay.until(() => relay.textOf(turnId).length > 0 || relay.updatesOf(turnId).length >= 3)
    relay.send({ type: 'turn_over', sessionId, turnId })
    const next = relay.prompt(sessionId, 'say Free.')
    await relay.until(() => relay.endOf(next))
    expect(relay.endOf(turnId)).toBeUndefined()
  })

  it('fetches a large message over HTTP, and says when that fails', async () => {
    const { relay, sessionId } = await begin()
    relay.contents.set('/content', [{ type: 'text', id: 'b', text: 'say Large.' }])
    const offer = (contentPath: string) => {
      const turnId = randomUUIDv7()
      relay.send({ type: 'prompt', sessionId, turnId, contentPath, settings: {}, earlierTurns: 0, policy: {} })
      return turnId
    }
    const fine = offer('/content')
    await relay.until(() => relay.endOf(fine))
    expect(relay.textOf(fine)).toContain('assistant: Large.')
    const missing = offer('/nothing')
    expect(await relay.until(() => relay.endOf(missing))).toMatchObject({ outcome: 'failed' })
    expect(relay.endOf(missing)).toMatchObject({ error: expect.stringContaining('The service answered 404.') })
  })

  it('shows its credential to no address that is not of the service that it has joined', async () => {
    const asked: unknown[] = []
    const stranger = createServer((request, response) => {
      asked.push(request.headers.authorization)
      response.end('[]')
    })
    const service = createServer((_request, response) => response.writeHead(302, { location: evil }).end())
    for (const each of [stranger, service]) {
      await once(each.listen(0, '127.0.0.1'), 'listening')
      onTestFinished(() => void each.close())
    }
    const [evil, serviceUrl] = [stranger, service].map(
      (each) => `http://127.0.0.1:${(each.address() as AddressInfo).port}`,
    ) as [string, string]
    const at = temporaryHome()
    const relay = await FakeRelay.start()
    await startDaemon(relay, at, { identity: { ...identityFor(relay), serviceUrl } })
    const paths = [
      '/moved',
      evil,
      evil.replace('http:', ''),
      evil.replace('http:/', '/\\'),
      '@evil.example/x',
      'content',
    ]
    for (const contentPath of paths) {
      const [sessionId, turnId] = [randomUUIDv7(), randomUUIDv7()]
      relay.send({ type: 'prompt', sessionId, turnId, contentPath, settings: {}, earlierTurns: 0, policy: {} })
      const said = contentPath === '/moved' ? 'could not be fetched' : 'not its own'
      expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ error: expect.stringContaining(said) })
    }
    expect(asked).toEqual([])
  })

  it('shows watchers the text that is being written: first all of it, then additions', async () => {
    const { relay, sessionId } = await begin({ times: { previewJoinMs: 1 } })
    const turnId = relay.prompt(sessionId, 'say One two three.\nwait 60')
    relay.send({ type: 'watch', sessionId, on: true })
    const shown = () =>
      relay.frames.reduce(
        (text, frame) => (frame.type === 'preview' ? frame.text : frame.type === 'delta' ? text + frame.text : text),
        '',
      )
    await relay.until(() => shown() === 'One two three.')
    relay.send({ type: 'interrupt', sessionId, turnId })
    await relay.until(() => relay.endOf(turnId))
    expect(relay.textOf(turnId).join('')).toContain('One two three.')
  })

  it('of a session that began elsewhere begins with the earlier conversation', async () => {
    const diary = join(temporaryHome().folder, 'diary')
    const { relay, sessionId } = await begin({ preset: badAgent('loads', diary) })
    const turnId = randomUUIDv7()
    const content = [{ type: 'text' as const, id: 'b', text: 'Now.' }]
    relay.send({ type: 'prompt', sessionId, turnId, content, settings: {}, earlierTurns: 2, policy: {} })
    await relay.until(() => relay.frame('need_history'))
    const at = { createdAt: 1, updatedAt: 1 }
    relay.send({
      type: 'history',
      sessionId,
      messages: [{ id: 'm', role: 'user', content: [{ type: 'text', id: 'b', text: 'Before.' }], ...at }],
    })
    await relay.until(() => relay.endOf(turnId))
    expect(readFileSync(diary, 'utf8')).toMatch(/prompt .*User: Before\..*\|Now\./s)
  })

  it('runs beside turns of other sessions, never more at once than allowed', async () => {
    const { relay } = await begin({ maxSessions: 2 })
    const turns = Array.from({ length: 5 }, (_, index) => relay.prompt(randomUUIDv7(), `say ${index}.`))
    for (const turnId of turns) await relay.until(() => relay.endOf(turnId))
    expect(turns.map((turnId) => relay.textOf(turnId).at(-1))).toEqual(
      [0, 1, 2, 3, 4].map((index) => `assistant: ${index}.`),
    )
  })
})

describe('a computer', () => {
  it('answers what it is asked about its sessions from its own disk', async () => {
    const { relay, sessionId } = await begin()
    const turnId = relay.prompt(sessionId, 'say Kept.')
    await relay.until(() => relay.endOf(turnId))
    const ask = async (question: Question) => {
      const requestId = randomUUIDv7()
      relay.send({ type: 'ask', requestId, question })
      return relay.until(() => relay.frames.find((frame) => frame.type === 'answer' && frame.requestId === requestId))
    }
    expect(await ask({ kind: 'sessions' })).toMatchObject({ body: { sessions: [{ sessionId, status: 'idle' }] } })
    expect(await ask({ kind: 'messages', sessionId })).toMatchObject({
      body: { messages: [{ id: turnId, role: 'user' }, { role: 'assistant' }] },
    })
    expect(await ask({ kind: 'session', sessionId: randomUUIDv7() })).toMatchObject({ error: 'session_not_found' })
    expect(await ask({ kind: 'message', sessionId, messageId: 'x' })).toMatchObject({ error: 'message_not_found' })
    expect(await ask({ kind: 'session', sessionId: '../../etc/passwd' })).toMatchObject({ error: 'session_not_found' })
  })

  it('forgets a session that was deleted', async () => {
    const { relay, sessionId, at } = await begin()
    const turnId = relay.prompt(sessionId, 'wait 60')
    await relay.until(() => relay.updatesOf(turnId).length > 0)
    relay.send({ type: 'forget', sessionId })
    await expect
      .poll(() => statSync(join(at.place.sessions, `${sessionId}.jsonl`), { throwIfNoEntry: false }))
      .toBeUndefined()
  })

  it('runs once on a machine', async () => {
    const { relay, at } = await begin()
    await expect(startDaemon(relay, at)).rejects.toThrow('A daemon runs on this machine already')
  })
})
