import { execFileSync } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { enclosureFor } from '../src/managed/enclosure.ts'
import { managedPlace, writeEnvironment } from '../src/managed/managed-place.ts'
import { attempts } from './escape-attempts.ts'
import { answersIn, writeScripts } from './escape-scripts.ts'
import { agentWithFiles, escapeWorld, everythingIn, type World } from './escape-world.ts'
import { FakeRelay } from './fake-relay.ts'
import { needBubblewrap } from './need-bubblewrap.ts'
import { demoAgent, startDaemon } from './start-daemon.ts'

/** What must be as it was in the folder, in which the agent may write otherwise. */
const closedInFolder = [
  '.git/config',
  '.git/hooks',
  '.git/commondir',
  '.git/config.worktree',
  '.git/modules/library/config',
  '.git/modules/library/hooks',
  '.git/worktrees/beside/commondir',
  '.git/worktrees/beside/gitdir',
  'library/.git',
  '.claude',
  '.vscode',
  '.mcp.json',
]

/** What a person does in the folder afterwards, which would run what the agent has left there. */
function workAsPerson({ at, git }: World): void {
  const work = (folder: string, ...words: string[]) => {
    try {
      git(join(at.folder, folder), ...words)
    } catch {
      // What the agent has made need not work; it must only not run.
    }
  }
  for (const words of ['status', 'diff', 'checkout -b other', 'submodule status', 'submodule update', 'stash -u']) {
    work('.', ...words.split(' '))
  }
  work('.', 'commit', '--allow-empty', '-m', 'mine')
  for (const folder of ['library', 'deep', 'far', '../beside', '../library']) work(folder, 'status')
  execFileSync('bash', ['-lic', 'true'], { env: { PATH: process.env.PATH, HOME: at.home }, stdio: 'ignore' })
}

/** All of a home, besides what is left out and what a daemon keeps for itself. */
function homeOf({ at }: World, leftOut: readonly string[] = []): string[] {
  const isOfDaemon = /^\.muster(?!\/settings|\/computer\/identity)/
  return everythingIn(at.home, leftOut).filter((line) => !isOfDaemon.test(line))
}

describe('a confined agent', () => {
  beforeAll(needBubblewrap)

  it(`that is hostile gets nowhere with any of ${attempts.length} attempts`, async () => {
    const world = await escapeWorld()
    const { at } = world
    const prompt = writeScripts(
      world,
      attempts.map(([, script]) => script),
    )
    const home = () => homeOf(world, ['src/shop', '.agent/credentials.json'])
    const isClosed = (line: string) =>
      closedInFolder.some((each) => /^[/ ]/.test(line.slice(each.length)) && line.startsWith(each))
    const closed = () => everythingIn(at.folder, []).filter(isClosed)
    const [homeBefore, closedBefore] = [home(), closed()]
    const relay = await FakeRelay.start()
    relay.policy = { sandbox: { enabled: true } }
    const { daemon } = await startDaemon(relay, at, {
      preset: agentWithFiles(),
      folders: { folder: at.folder, worktrees: false },
    })
    const turnId = relay.prompt(randomUUIDv7(), prompt, { autonomyLevel: 'high' })
    await relay.until(() => relay.endOf(turnId))
    const answers = answersIn(relay, turnId)
    for (const [index, [what]] of attempts.entries()) expect.soft(answers[index], what).not.toContain('ESCAPED')
    expect(answers).toHaveLength(attempts.length)
    workAsPerson(world)
    expect(home()).toEqual(homeBefore)
    expect(closed()).toEqual(closedBefore)
    await daemon.stop(0)
    expect(home()).toEqual(homeBefore)
    expect(closed()).toEqual(closedBefore)
    const left = everythingIn(at.folder, ['.git']).map((line) => line.split(' ')[0])
    for (const name of ['.codex', '.idea', '.zed', '.envrc', 'opencode.json']) expect.soft(left).not.toContain(name)
    expect(existsSync(join(at.home, 'OWNED'))).toBe(false)
    expect(readFileSync(join(at.home, '.agent/credentials.json'), 'utf8')).toBe('{"token": "old"}')
  })

  it('of a managed computer that is hostile gets nowhere with them either', async () => {
    const world = await escapeWorld()
    const { at } = world
    const place = managedPlace(join(dirname(at.home), 'managed', 'one'))
    writeEnvironment(place)
    const sessionId = randomUUIDv7()
    const work = join(place.sessions, sessionId, 'work')
    const scripts = attempts.map(([, script]) => script)
    const prompt = writeScripts(world, scripts, work)
    const before = homeOf(world)
    const relay = await FakeRelay.start()
    await startDaemon(
      relay,
      { home: place.home, folder: place.sessions, place: place.place },
      {
        folders: { folder: place.sessions, worktrees: false, isPerSession: true },
        enclosure: enclosureFor(place, demoAgent(), process.env),
      },
    )
    const turnId = relay.prompt(sessionId, prompt, { autonomyLevel: 'high' })
    await relay.until(() => relay.endOf(turnId))
    const answers = answersIn(relay, turnId)
    for (const [index, [what]] of attempts.entries()) expect.soft(answers[index], what).not.toContain('ESCAPED')
    expect(answers).toHaveLength(attempts.length)
    expect(homeOf(world)).toEqual(before)
  })
})
