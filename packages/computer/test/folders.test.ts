import { execFileSync } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { logPath } from '../src/log/sessions-on-disk.ts'
import { FakeRelay } from './fake-relay.ts'
import { startDaemon, temporaryHome } from './start-daemon.ts'

describe('with --worktrees', () => {
  it('each session has a folder of its own, and its branch outlives it', async () => {
    const relay = await FakeRelay.start()
    const at = temporaryHome()
    const git = (...words: string[]) => execFileSync('git', ['-C', at.folder, ...words], { encoding: 'utf8' })
    git('init', '--quiet')
    writeFileSync(join(at.folder, 'a.txt'), 'first')
    git('add', '.')
    git('-c', 'user.name=x', '-c', 'user.email=x@example.org', 'commit', '--quiet', '-m', 'first')
    await startDaemon(relay, at, { folders: { folder: at.folder, worktrees: true } })
    const sessions = [randomUUIDv7(), randomUUIDv7()]
    for (const [index, sessionId] of sessions.entries()) {
      const turnId = relay.prompt(sessionId, `list\nwrite own.txt ${index}`, { autonomyLevel: 'high' })
      await relay.until(() => relay.endOf(turnId))
      expect(relay.textOf(turnId).join(' ')).toContain('a.txt')
      expect(readFileSync(join(at.place.worktrees, sessionId, 'own.txt'), 'utf8')).toBe(`${index}\n`)
    }
    expect(existsSync(join(at.folder, 'own.txt'))).toBe(false)
    const [first = ''] = sessions
    relay.send({ type: 'forget', sessionId: first })
    await expect.poll(() => existsSync(join(at.place.worktrees, first))).toBe(false)
    expect(git('branch', '--list', `muster/${first}`)).toContain(first)
  })

  it('a folder that is no repository fails the turn with what git says', async () => {
    const relay = await FakeRelay.start()
    const at = temporaryHome()
    await startDaemon(relay, at, { folders: { folder: at.folder, worktrees: true } })
    const turnId = relay.prompt(randomUUIDv7(), 'list')
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('A worktree of'),
    })
  })
})

describe('logs', () => {
  it('are removed after the time that the organization sets, and not before', async () => {
    const relay = await FakeRelay.start()
    const at = temporaryHome()
    const { daemon } = await startDaemon(relay, at)
    const sessions = [randomUUIDv7(), randomUUIDv7()]
    for (const sessionId of sessions) {
      const turnId = relay.prompt(sessionId, 'say Hello.')
      await relay.until(() => relay.endOf(turnId))
    }
    await daemon.stop(0)
    const [old = '', young = ''] = sessions.map((sessionId) => logPath(at.place, sessionId))
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    utimesSync(old, daysAgo(31), daysAgo(31))
    utimesSync(young, daysAgo(29), daysAgo(29))
    relay.policy = { sessionRetentionDays: 30 }
    await startDaemon(relay, at)
    await expect.poll(() => [existsSync(old), existsSync(young)]).toEqual([false, true])
  })
})
