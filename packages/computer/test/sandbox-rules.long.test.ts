import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makePlace } from '../src/place/place.ts'
import { MountPoints } from '../src/sandbox/mount-points.ts'
import { openSandbox } from '../src/sandbox/open-sandbox.ts'
import { confined } from './confined.ts'
import { agentWithFiles, escapeWorld, everythingIn } from './escape-world.ts'
import { FakeRelay } from './fake-relay.ts'
import { needBubblewrap } from './need-bubblewrap.ts'
import { kill, spawnDaemon } from './spawn-daemon.ts'
import { startDaemon, temporaryHome } from './start-daemon.ts'

const rules = (filesystem: object) => ({ sandbox: { enabled: true, filesystem } })

beforeAll(needBubblewrap)

describe('allowWrite', () => {
  it('follows links of the user, and none that an agent has made to lead out of its folder', async () => {
    const world = await escapeWorld()
    const { at } = world
    for (const name of ['shared', 'data']) mkdirSync(join(at.home, name))
    symlinkSync('data', join(at.home, 'link'))
    const home = () => everythingIn(at.home, ['.muster', 'src/shop', 'elsewhere/scripts', 'shared', 'data'])
    const before = home()
    const { relay, run } = await confined(world)
    await run(['ln -s ../.. build; ln -s ../.. deep; mkdir -p out; ln -s out inner'])
    relay.policy = rules({
      allowWrite: ['build', 'deep/elsewhere', 'inner', 'nothing', '~/shared', '~/link', '~', '~/.muster', '/'],
    })
    const { said } = await run([
      'for f in build/x deep/elsewhere/x ~/.bashrc ~/x ~/.muster/x; do echo evil >> $f; done',
      'for f in inner/x ~/shared/x ~/link/x; do echo fine > $f; done',
    ])
    expect(home()).toEqual(before)
    expect(['shared/x', 'data/x', 'src/shop/out/x'].map((each) => readFileSync(join(at.home, each), 'utf8'))).toEqual(
      Array(3).fill('fine\n'),
    )
    const notices = said.filter((each) => each.startsWith('system')).join('\n')
    expect(notices).toContain(`“build” is a link that leads out of its folder, to ${at.home}. It opens nothing here.`)
    for (const each of ['“deep/elsewhere” is', '“~” contains the home', '“~/.muster” is our own', '“/” contains']) {
      expect(notices).toContain(each)
    }
  })

  it('opens nothing outside while another session swaps what it names', async () => {
    const world = await escapeWorld()
    const { at } = world
    const home = () => everythingIn(at.home, ['.muster', 'src/shop', 'elsewhere/scripts'])
    const before = home()
    const { relay, run } = await confined(
      world,
      rules({ allowWrite: ['build', '.vscode', 'a/b'], denyWrite: ['kept/x'] }),
    )
    const swap = (path: string) => `ln -sfn ~ ${path}.l; mv -T ${path}.l ${path}; rm -rf ${path}; mkdir -p ${path}`
    const swaps = `(while :; do ${['build', 'a/b', 'kept'].map(swap).join('; ')}; done) >/dev/null 2>&1 &`
    const turnId = relay.prompt(randomUUIDv7(), `run ${swaps}\nwait 600`, {
      autonomyLevel: 'high',
    })
    await relay.until(() => relay.textOf(turnId).some((each) => each.startsWith('tool answers')))
    for (let count = 0; count < 10; count += 1) {
      await run(['for f in build/OWNED a/b/OWNED a/b/.bashrc build/.bashrc kept/x; do echo evil >> $f; done'])
    }
    expect(home()).toEqual(before)
  })

  it('opens what is closed by itself, by its own name', async () => {
    const world = await escapeWorld()
    const { at } = world
    const { relay, run } = await confined(world, rules({ allowWrite: ['.vscode', '.claude/skills', '.envrc'] }))
    mkdirSync(join(at.folder, '.claude/skills'))
    const script = 'for f in .vscode/x .claude/skills/x .claude/x .envrc .idea/x; do echo new > $f; done'
    const { said } = await run([script])
    const isThere = (name: string) => existsSync(join(at.folder, name))
    expect(['.vscode/x', '.claude/skills/x', '.envrc'].map(isThere)).toEqual([true, true, true])
    expect(['.claude/x', '.idea/x'].map(isThere)).toEqual([false, false])
    expect(said.filter((each) => each.startsWith('system'))).toEqual([])
    expect(relay.faults).toEqual([])
  })

  it('lets a link be where something would be closed, and opens nothing behind it', async () => {
    const world = await escapeWorld()
    symlinkSync('../../elsewhere', join(world.at.folder, '.gemini'))
    const { relay, run } = await confined(world)
    expect((await run(['echo'])).end).toMatchObject({ error: expect.stringContaining('.gemini is a link') })
    relay.policy = rules({ allowWrite: ['.gemini'] })
    const { answers } = await run(['echo evil >> .gemini/notes.txt; cat .gemini/notes.txt'])
    expect(answers[0]).toMatch(/mine$/)
  })
})

describe('a sandbox', () => {
  it.each([
    ['a folder that is between', ['conf/keys'], 'conf'],
    ['what is closed', ['conf/keys', '.vscode'], '.vscode'],
  ])('does not start its program if %s became a link while it was made', async (_what, denyWrite, swapped) => {
    const { at } = await escapeWorld()
    makePlace(at.place)
    mkdirSync(join(at.folder, 'conf'))
    writeFileSync(join(at.folder, 'conf/keys'), 'old')
    const sandbox = await openSandbox({
      ...{ folder: at.folder, home: at.home, env: process.env, preset: agentWithFiles(), place: at.place },
      ...{
        sessionId: 's',
        enclosure: undefined,
        confinement: { available: true },
        tell: () => {},
        onDefiance: () => {},
      },
      sandbox: { enabled: true, filesystem: { denyWrite } },
      points: new MountPoints(at.place.mountPoints),
    })
    onTestFinished(() => sandbox?.close())
    renameSync(join(at.folder, swapped), join(at.folder, 'old'))
    cpSync(join(at.folder, 'old'), join(at.home, 'elsewhere'), { recursive: true })
    symlinkSync('../../elsewhere', join(at.folder, swapped))
    const script = 'echo evil >> ../../elsewhere/keys; echo evil >> ../../elsewhere/notes.txt; echo ran'
    const { command = '', args = [] } = sandbox?.wrap('/bin/sh', ['-c', script]) ?? {}
    const end = spawnSync(command, args, { encoding: 'utf8', cwd: at.folder })
    expect(end).toMatchObject({ stdout: '' })
    expect(end.stderr).toMatch(/The sandbox is not as it was meant to be|bwrap: /)
    expect(readFileSync(join(at.home, 'elsewhere/notes.txt'), 'utf8')).toBe('mine')
  })
})

describe('denyWrite', () => {
  it('holds for what exists and what does not, and when the folders around it are moved', async () => {
    const world = await escapeWorld()
    const { at } = world
    mkdirSync(join(at.folder, 'conf/prod'), { recursive: true })
    writeFileSync(join(at.folder, 'conf/prod/keys'), 'old')
    const { run } = await confined(
      world,
      rules({ denyWrite: ['conf/prod/keys', 'later.txt', 'new/deep/x', '~/src/shop/readme.md'] }),
    )
    const { answers, said } = await run([
      'echo evil > conf/prod/keys; mv conf/prod conf/p2; mv conf c2; cp -r c2 conf; echo x > conf/prod/other && echo other',
      'echo evil > later.txt; mkdir -p new/deep; echo evil > new/deep/x; echo evil > readme.md; rm readme.md',
    ])
    await run(['ln -s ../../elsewhere new2; rm -rf new; ln -s ../../elsewhere/notes.txt later.txt'])
    const text = (name: string) => readFileSync(join(at.folder, name), 'utf8')
    expect([text('conf/prod/keys'), text('readme.md')]).toEqual(['old', 'A shop.\n'])
    expect(answers[0]).toContain('other')
    for (const name of ['later.txt', 'new/deep/x']) {
      expect(existsSync(join(at.folder, name))).toBe(false)
      expect(said.join('\n')).toContain(`${name} was made while the agent ran`)
    }
    expect(text('later.txt.from-agent')).toBe('evil\n')
    expect(readFileSync(join(at.home, 'elsewhere/notes.txt'), 'utf8')).toBe('mine')
  })

  it('that names a link refuses the turn, because a link cannot be closed', async () => {
    const world = await escapeWorld()
    symlinkSync('readme.md', join(world.at.folder, 'linked'))
    const { run } = await confined(world, rules({ denyWrite: ['linked'] }))
    expect((await run(['echo x'])).end).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('linked is a link, or behind one, which cannot be closed'),
    })
  })
})

describe('folders in which nothing may be made', () => {
  const names = ['.codex', '.idea', '.zed', '.git/hooks']
  const there = (folder: string) => names.filter((name) => existsSync(join(folder, name)))

  it('are there while an agent needs them, and stay if somebody uses them', async () => {
    const world = await escapeWorld()
    const { at, git } = world
    rmSync(join(at.folder, '.git/hooks'), { recursive: true })
    const { run, daemon } = await confined(world)
    const { answers } = await run(['ls -A; git status --short; echo x > .git/hooks/x; echo x > .codex/x; rmdir .idea'])
    expect(there(at.folder)).toEqual(names)
    expect(answers[0]).not.toContain('??')
    expect(git(at.folder, 'status', '--short')).toBe('')
    writeFileSync(join(at.folder, '.idea/workspace.xml'), '')
    await daemon.stop(0)
    expect(there(at.folder)).toEqual(['.idea'])
  })

  it('are removed by the next daemon if one was killed', async () => {
    const world = await escapeWorld()
    const { at } = world
    const relay = await FakeRelay.start()
    relay.policy = { sandbox: { enabled: true } }
    const folders = { folder: at.folder, worktrees: false }
    const child = await spawnDaemon(relay, at, agentWithFiles(), { folders })
    const turnId = relay.prompt(randomUUIDv7(), 'say Hello.')
    await relay.until(() => relay.endOf(turnId))
    await kill(child)
    expect(there(at.folder)).toContain('.codex')
    await startDaemon(relay, at, { folders })
    expect(there(at.folder)).toEqual(['.git/hooks'])
  })

  it('are not made in an empty folder, where tools begin a project; what is made there is set aside', async () => {
    const at = temporaryHome()
    const relay = await FakeRelay.start()
    relay.policy = { sandbox: { enabled: true } }
    await startDaemon(relay, at)
    const turnId = relay.prompt(
      randomUUIDv7(),
      'list\nrun git init -q && mkdir v && echo x > v/tasks.json && mv v .vscode && echo y > y',
      { autonomyLevel: 'high' },
    )
    await relay.until(() => relay.endOf(turnId))
    expect(relay.textOf(turnId)).toContain('assistant: The folder is empty.')
    expect(existsSync(join(at.folder, '.vscode'))).toBe(false)
    expect(readFileSync(join(at.folder, '.vscode.from-agent/tasks.json'), 'utf8')).toBe('x\n')
    expect(existsSync(join(at.folder, '.git/HEAD'))).toBe(true)
  })
})

describe('an agent', () => {
  it('that makes again and again what it may not is ended', async () => {
    const world = await escapeWorld()
    const { run } = await confined(world)
    const { end, said } = await run(['while :; do echo evil > .envrc; done'])
    expect(end).toMatchObject({ outcome: 'failed' })
    expect(said.join('\n')).toContain('.envrc again and again')
    expect(existsSync(join(world.at.folder, '.envrc'))).toBe(false)
  })

  it('keeps no name by forbidding others to change the folder, or by a link on the way', async () => {
    const world = await escapeWorld()
    const { at, git } = world
    onTestFinished(() => {
      for (const each of [at.folder, join(at.folder, '.git')]) chmodSync(each, 0o755)
    })
    const { run } = await confined(world)
    await run([
      'mkdir gh gh/hooks; echo evil > gh/hooks/x.json; ln -s gh .github; touch .envrc.from-agent',
      'echo ../evil > .git/commondir; chmod 500 .git; echo evil > .envrc; chmod 500 .',
    ])
    for (const name of ['.github/hooks', '.git/commondir', '.envrc']) {
      expect.soft(existsSync(join(at.folder, name)), name).toBe(false)
    }
    expect(git(at.folder, 'status', '--short')).toContain('.envrc.from-agent-')
  })

  it('is started anew when somebody has replaced a file that was closed to it', async () => {
    const world = await escapeWorld()
    const { at, git } = world
    const { run } = await confined(world)
    const sessionId = randomUUIDv7()
    await run(['echo'], sessionId)
    git(at.folder, 'config', 'user.nickname', 'D')
    const { said } = await run(['printf "[core]fsmonitor=x" >> .git/config'], sessionId)
    expect(said.join('\n')).toContain(`Somebody replaced ${at.folder}/.git/config, and the agent could write`)
    expect(git(at.folder, 'config', '--list')).not.toContain('fsmonitor')
  })

  it('is not started in a folder that contains the home', async () => {
    const at = temporaryHome()
    for (const folder of [at.home, join(at.home, '..')]) {
      const relay = await FakeRelay.start()
      relay.policy = { sandbox: { enabled: true } }
      const { daemon } = await startDaemon(relay, at, { folders: { folder, worktrees: false } })
      const turnId = relay.prompt(randomUUIDv7(), 'say Hello.')
      expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({
        error: expect.stringContaining('contains the home. Join with another: muster computers join --folder'),
      })
      await daemon.stop(0)
    }
  })

  it('finds settings of the repository closed wherever git keeps them', async () => {
    const world = await escapeWorld()
    const { at, git } = world
    mkdirSync(join(at.folder, 'tools/hooks'), { recursive: true })
    git(at.folder, 'config', 'core.hooksPath', 'tools/hooks')
    const nested = join(at.folder, 'vendor/lib')
    execFileSync('git', ['init', '--quiet', nested])
    renameSync(join(nested, '.git'), join(nested, '.real'))
    renameSync(join(nested, '.real'), join(nested, '.git'))
    const { run } = await confined(world)
    await run([
      'echo "touch $OWNED" > tools/hooks/pre-commit; chmod +x tools/hooks/pre-commit; mv tools t2; cp -r t2 tools',
      'cd vendor/lib && printf "[core]fsmonitor=x" >> .git/config; echo x > .git/hooks/x; cd ../..; mv vendor v2',
    ])
    expect(existsSync(join(at.folder, 'tools/hooks/pre-commit'))).toBe(false)
    expect(git(nested, 'config', '--list')).not.toContain('fsmonitor')
  })
})
