import { randomUUIDv7 } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { confined } from './confined.ts'
import { escapeWorld } from './escape-world.ts'
import { needBubblewrap } from './need-bubblewrap.ts'

/** What people expect to work: a script, and what it says at its end. */
const work: readonly (readonly [what: string, script: string, says: string | RegExp])[] = [
  ['files in the folder', 'mkdir -p src && echo new > src/a.txt && mv src/a.txt src/b.txt && cat src/b.txt', 'new'],
  ['a commit', 'git add src && git commit -q -m work && git log -1 --format="%an %s %G?"', 'Dana work N'],
  [
    'branches, tags and a merge',
    'git checkout -q -b side && git commit -q --allow-empty -m s && git checkout -q main && git merge -q --no-ff side -m m && git tag -a v1 -m v1 && git log -1 --format=%s',
    'm',
  ],
  ['a stash', 'echo more >> src/b.txt && git stash -q && git stash pop -q && git status --short src', 'M src/b.txt'],
  [
    'a branch that follows another',
    'git checkout -q -b follows origin-less 2>&1; git branch copy main && git checkout -q -b next copy && git checkout -q main && echo fine',
    /fine/,
  ],
  [
    'a commit in a submodule',
    'cd library && echo y > y && git add y && git commit -q -m inner && git log -1 --format=%s',
    'inner',
  ],
  [
    'a new repository',
    'git init -q made && cd made && git commit -q --allow-empty -m first && git log -1 --format=%s',
    'first',
  ],
  [
    'settings of the user',
    'git config user.email; cat ~/.npmrc; cat ~/elsewhere/notes.txt',
    /dana@example.org\nfund=false\s*mine/,
  ],
  ['programs of the user', '~/bin/tool', 'the tool of the user'],
  [
    'folders for caches',
    'for d in .npm/_cacache .npm/_npx/new .cache/pip .cargo/registry go/pkg/mod .gradle/caches; do mkdir -p ~/$d && echo kept > ~/$d/x || echo FAILED $d; done; echo done',
    'done',
  ],
  [
    'new files in the home, for a while',
    'mkdir -p ~/.local/bin ~/.newtool && echo x > ~/.newtool/x && cat ~/.newtool/x',
    'x',
  ],
  ['a file in /tmp', 'f=$(mktemp) && echo temporary > $f && cat $f', 'temporary'],
  [
    'its own files',
    'cat ~/.agent/settings.json && echo talk > ~/.agent/session.json && cat ~/.agent/session.json',
    /"mine": true}\s*talk/,
  ],
  [
    'a copy of what it rewrites',
    'cat ~/.agent/copy.json && echo mine > ~/.agent/new && mv ~/.agent/new ~/.agent/copy.json && cat ~/.agent/copy.json',
    /servers": {}}\s*mine/,
  ],
  [
    'a socket of its own',
    "$NODE -e \"require('net').createServer((s) => s.end('mine')).listen('/tmp/s', () => require('net').connect('/tmp/s').on('data', (d) => { console.log(String(d)); process.exit() }))\"",
    'mine',
  ],
  [
    'a server on its own loopback',
    "$NODE -e \"require('http').createServer((q, a) => a.end('served')).listen(8080, async () => { console.log(await (await fetch('http://localhost:8080')).text()); process.exit() })\"",
    'served',
  ],
  ['processes in the background', 'sleep 100 & kill -0 $! && kill $! && echo alive', 'alive'],
]

describe('a confined agent', () => {
  beforeAll(needBubblewrap)

  it(`can do what people expect of it: ${work.length} things`, async () => {
    const world = await escapeWorld()
    const { run } = await confined(world)
    const { answers, said } = await run(work.map(([, script]) => script))
    for (const [index, [what, , says]] of work.entries()) {
      if (typeof says === 'string') expect.soft(answers[index]?.trim(), what).toBe(says)
      else expect.soft(answers[index], what).toMatch(says)
    }
    expect(said.filter((each) => each.startsWith('system'))).toEqual([])
    expect(world.git(world.at.folder, 'log', '--format=%s', '-1').trim()).toBe('m')
  })

  it('finds programs where npx and version managers keep them', async () => {
    const world = await escapeWorld()
    const { home } = world.at
    for (const folder of ['.npm/_npx/one/bin', '.local/state/versions'])
      mkdirSync(join(home, folder), { recursive: true })
    cpSync(join(home, 'bin/tool'), join(home, '.npm/_npx/one/bin/tool'))
    symlinkSync(join(home, 'bin'), join(home, '.local/state/versions/now'))
    const PATH = [join(home, '.local/state/versions/now'), process.env.PATH].join(':')
    const { run } = await confined(world, {}, { env: { PATH, HOME: home } })
    const { answers } = await run(['tool', '~/.npm/_npx/one/bin/tool'])
    expect(answers.map((each) => each.trim())).toEqual(Array(2).fill('the tool of the user'))
  })

  it('finds again what it kept in its session, and what tools kept in any', async () => {
    const world = await escapeWorld()
    const { relay, run } = await confined(world)
    const [first, second] = [randomUUIDv7(), randomUUIDv7()]
    const look = ['cat ~/.agent/session.json ~/.npm/_cacache/x; [ -e ~/.newtool ] || echo gone']
    await run(
      [
        'echo talk > ~/.agent/session.json; mkdir ~/.agent/shut; touch ~/.agent/shut/x; chmod 0 ~/.agent/shut; echo kept > ~/.npm/_cacache/x; mkdir ~/.newtool',
      ],
      first,
    )
    // Other rules need a new start.
    relay.policy = { sandbox: { enabled: true, filesystem: { denyRead: ['~/elsewhere/deep'] } } }
    expect((await run(look, first)).answers[0]).toMatch(/^talk\s+kept\s+gone/)
    expect((await run(look, second)).answers[0]).toMatch(/session.json.*\s+kept\s+gone/)
    relay.send({ type: 'forget', sessionId: first })
    await expect.poll(() => existsSync(join(world.at.place.agents, first))).toBe(false)
  })

  it('and its user renew how they are signed in for each other, but it names no other file', async () => {
    const world = await escapeWorld()
    const { run } = await confined(world)
    const real = join(world.at.home, '.agent/credentials.json')
    const own = '~/.agent/credentials.json'
    const sessionId = randomUUIDv7()
    await run([`cat ${own}; echo '{"token": "new"}' > ~/.agent/x && mv ~/.agent/x ${own}`], sessionId)
    await expect.poll(() => readFileSync(real, 'utf8')).toContain('new')
    writeFileSync(real, '{"token": "of the user"}')
    await expect.poll(async () => (await run([`cat ${own}`], sessionId)).answers[0]).toContain('of the user')
    const identity = join(world.at.place.directory, 'identity.json')
    writeFileSync(identity, '{"credential": "msc_secret"}')
    await run([`ln -sf ${identity} ${own}; echo no json > ~/.agent/y`], sessionId)
    expect(readFileSync(real, 'utf8')).toBe('{"token": "of the user"}')
  })

  it('of a worktree commits there, and can change no setting of the repository', async () => {
    const world = await escapeWorld()
    const { at, git } = world
    const before = readFileSync(join(at.folder, '.git/config'), 'utf8')
    const { run } = await confined(world, {}, { folders: { folder: at.folder, worktrees: true } })
    const sessionId = randomUUIDv7()
    const work = join(at.place.worktrees, sessionId)
    const { answers, end } = await run(
      [
        `cd ${work} && echo x > x && git add x && git commit -q -m inside && git status --short && git log -1 --format=%s`,
        `cd ${work} && echo "touch $OWNED" > $W/.git/hooks/post-commit; echo x >> $W/.git/config; echo x > $W/x`,
        `cd ${work} && d=$(git rev-parse --git-dir) && echo ../../evil > $d/commondir; mv .git .g && cp .g .git`,
        `cd ${work} && d=$(git rev-parse --git-dir) && printf "[core]fsmonitor=x" > $d/config.worktree; mv $d $d.old`,
        `ls ~/.muster/computer`,
      ],
      sessionId,
    )
    expect(end).toMatchObject({ outcome: 'completed' })
    expect(answers[0]?.trim()).toBe('inside')
    expect(answers[4]?.trim()).toBe('worktrees')
    expect(git(at.folder, 'log', '-1', '--format=%s', `muster/${sessionId}`).trim()).toBe('inside')
    expect(readFileSync(join(at.folder, '.git/config'), 'utf8')).toBe(before)
    expect(existsSync(join(at.folder, '.git/hooks/post-commit')) || existsSync(join(at.folder, 'x'))).toBe(false)
    expect(git(work, 'rev-parse', '--git-common-dir').trim()).toBe(join(at.folder, '.git'))
    expect(existsSync(join(at.folder, '.git/worktrees', sessionId, 'config.worktree'))).toBe(false)
  })

  it('in a folder that is itself a worktree or a submodule can commit there', async () => {
    const world = await escapeWorld()
    for (const folder of [join(world.at.home, 'src/beside'), join(world.at.folder, 'library')]) {
      const { run, daemon } = await confined(world, {}, { folders: { folder, worktrees: false } })
      const commit = `cd ${folder} && echo x > x && git add x && git commit -q -m inside; echo "[x]" >> $(git rev-parse --git-dir)/config`
      await run([commit])
      expect(world.git(folder, 'log', '-1', '--format=%s').trim()).toBe('inside')
      expect(world.git(folder, 'config', '--list')).not.toContain('[x]')
      await daemon.stop(0)
    }
  })
})
