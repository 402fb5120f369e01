import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { needProgram } from '../../server/src/testing/need-program.ts'
import { nobodysUrl, sharedTestServer } from '../../server/src/testing/test-server.ts'
import { asOwner } from './as-owner.ts'
import { programInTmux } from './in-tmux.ts'
import { launcher, muster, run, temporaryHome } from './run-muster.ts'

/** A path on which `muster` is ours. */
async function pathWithMuster(): Promise<string> {
  const bin = join(await temporaryHome(), 'bin')
  await mkdir(bin)
  await symlink(launcher, join(bin, 'muster'))
  return `${bin}:${join(process.execPath, '..')}:${process.env.PATH}`
}

/** What bash would propose at the end of a line. It begins a new word after a colon. */
async function propose(line: string): Promise<string[]> {
  const script = `
    source <(muster completion bash)
    COMP_LINE=$1 COMP_POINT=\${#1}
    _muster_completions muster "\${1##*[ :]}"
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const env = { PATH: await pathWithMuster() }
  const { stdout, stderr } = await run('bash', ['-c', script, 'bash', line], { env })
  expect(stderr).toBe('')
  return stdout.split('\n').filter(Boolean)
}

describe('completion in bash', () => {
  it('knows commands, subcommands, options and values', async () => {
    expect(await propose('muster se')).toEqual(['sessions'])
    expect(await propose('muster keys ')).toEqual(['list', 'create', 'revoke'])
    expect(await propose('muster keys cr')).toEqual(['create'])
    expect(await propose('muster sessions create --auto')).toEqual(['--autonomy-level', '--autonomy-mode'])
    expect(await propose('muster sessions create --t')).toEqual(['--title', '--tag'])
    expect(await propose('muster sessions create --autonomy-level ')).toEqual(['off', 'low', 'medium', 'high'])
    expect(await propose('muster users role ada@example.org m')).toEqual(['manager', 'member'])
    expect(await propose('muster connect c')).toEqual(['claude-code', 'codex', 'copilot'])
    expect(await propose('muster connect codex --un')).toEqual(['--undo'])
    expect(await propose('muster completion ')).toEqual(expect.arrayContaining(['bash', 'zsh']))
  })

  it('continues after a colon, where bash begins a new word', async () => {
    expect(await propose('muster keys create ci --scope sessions:')).toEqual(['read', 'write'])
  })
})

describe('completion in fish', () => {
  beforeAll(() => needProgram('fish'))

  it('proposes commands and values with descriptions', async () => {
    const lines = [
      'muster se',
      'muster keys revoke --h',
      'muster users role ada@example.org m',
      'muster keys create ci --scope sessions:',
    ]
    const script = ['muster completion fish | source', ...lines.map((line) => `complete -C '${line}'`)].join('\n')
    const env = { HOME: await temporaryHome(), PATH: await pathWithMuster() }
    const { stdout, stderr } = await run('fish', ['-c', script], { env })
    expect(stderr).toBe('')
    expect(stdout.split('\n')).toEqual([
      'sessions\tWork with sessions',
      '--help\tShow this help',
      'manager',
      'member',
      'sessions:read',
      'sessions:write',
      '',
    ])
  })
})

describe('muster completion', () => {
  it('takes the shell from the argument or from $SHELL', async () => {
    const env = { SHELL: '/usr/bin/zsh' }
    const zsh = await muster(['completion'], { env })
    expect(zsh).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^#compdef muster\n/) })
    expect(await muster(['completion', 'zsh'])).toEqual(zsh)
    expect((await muster(['completion', 'bash'], { env })).stdout).toContain('complete -o bashdefault')
    expect(await muster(['completion'], { env: { SHELL: '/bin/other' } })).toMatchObject({ code: 2, stdout: '' })
  })

  it('lists with descriptions for zsh', async () => {
    const { stdout } = await muster(['--complete', 'keys', ''], { env: { SHELL: 'zsh' } })
    expect(stdout).toContain('create:Create an API key and print it\n')
  })
})

describe('names in completion', () => {
  const server = sharedTestServer()
  /** On a busy machine the service may need longer than a person waits, who then presses the key again. */
  const againMs = 5_000

  it('come from the service, for positionals and options', async () => {
    const owner = await asOwner(server())
    const { id } = await server().acme.owner.computers.register({ name: 'build-1' })
    const { sessionId } = await server().acme.owner.sessions.create({ computerId: id, title: 'Fix: the build' })
    const propose = async (shell: string, ...words: string[]) => {
      const args = ['--complete', ...words]
      return (await muster(args, { env: { ...owner.env, SHELL: shell } })).stdout.split('\n').filter(Boolean)
    }
    const proposes = (...typed: [shell: string, ...words: string[]]) => expect.poll(() => propose(...typed))
    await proposes('bash', 'computers', 'get', '').toEqual(['build-1'])
    await proposes('bash', 'sessions', 'create', '--computer', '').toContain('build-1')
    await proposes('zsh', 'sessions', 'get', '').toEqual([`${sessionId}:Fix: the build`])
    await proposes('fish', 'users', 'role', '').toContain('member@acme.test\tmember')
    const { apiKeys } = await server().acme.owner.apiKeys.list()
    await proposes('bash', 'keys', 'revoke', '').toEqual(apiKeys.map((key) => key.id))
    const webhook = await server().acme.owner.webhooks.create({ url: nobodysUrl, events: ['turn.ended'] })
    await proposes('fish', 'webhooks', 'update', '').toEqual([`${webhook.id}\t${nobodysUrl}`])
    const report = await server().acme.owner.reports.publish({
      repoUrl: 'https://git.example.org/shop',
      apps: {},
      report: {},
    })
    await proposes('bash', 'reports', 'get', '').toEqual([report.reportId])
    await proposes('bash', 'keys', 'revoke', '--ch').toContain('--children')
    await proposes('bash', 'keys', 're').toContain('revoke')
  })

  it('with spaces are proposed too, and what looks like an option is not', async () => {
    const owner = await asOwner(server())
    for (const name of ['My Mac', '-rf']) await server().acme.owner.computers.register({ name })
    const args = ['--complete', 'computers', 'get', '']
    const propose = async () => (await muster(args, { env: { ...owner.env, SHELL: 'zsh' } })).stdout
    await expect.poll(propose).toContain('My Mac:provisioning')
    expect(await propose()).not.toContain('-rf')
  })

  it.for([
    ['bash', ['--norc', '--noprofile'], "PS1='ready$ '; source <(muster completion bash)"],
    ['zsh', ['-f'], "PS1='ready$ '; autoload -U compinit; compinit -D -u; source <(muster completion zsh)"],
    ['fish', ['--no-config'], "function fish_prompt; echo -n 'ready$ '; end; muster completion fish | source"],
  ] as const)('are put into the line of %s as one word', async ([shell, args, setup]) => {
    await needProgram(shell)
    const owner = await asOwner(server())
    await server().acme.owner.computers.register({ name: `${shell}'s Mac` })
    await server().acme.owner.users.invite({ email: `${shell}@example.org`, role: 'member' })
    const terminal = programInTmux([shell, ...args], { ...owner.env, PATH: await pathWithMuster() })
    const tab = async (line: string, becomes: string) => {
      let pressedAt = 0
      const screenAfterTab = () => {
        if (Date.now() - pressedAt > againMs) {
          terminal.press('C-u', 'C-l')
          terminal.type(line)
          terminal.press('Tab')
          pressedAt = Date.now()
        }
        return terminal.screen()
      }
      await expect.poll(screenAfterTab, { interval: 100 }).toContain(becomes)
    }
    terminal.type(setup)
    terminal.press('Enter')
    await terminal.shows(/^ready\$ $|^ready\$$/m)
    await tab(`muster computers get ${shell}`, String.raw`get ${shell}\'s\ Mac`)
    await tab(String.raw`muster sessions create -c ${shell}\'s\ `, String.raw`-c ${shell}\'s\ Mac`)
    await tab(`muster computers get "${shell}'s `, `get "${shell}'s Mac"`)
    await tab(`muster users role ${shell}@ex`, `role ${shell}@example.org`)
    await tab('muster keys create ci --scope sessions:r', '--scope sessions:read')
  })

  it('are left out silently if nobody is logged in', async () => {
    const args = ['--complete', 'computers', 'get', '']
    expect(await muster(args, { env: { HOME: await temporaryHome(), SHELL: 'bash' } })).toMatchObject({
      code: 0,
      stdout: expect.not.stringContaining('rror'),
      stderr: '',
    })
  })
})
