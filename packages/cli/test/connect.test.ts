import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { needProgram } from '../../server/src/testing/need-program.ts'
import { sharedTestServer } from '../../server/src/testing/test-server.ts'
import { asOwner, asPerson } from './as-owner.ts'
import { muster, run, temporaryHome } from './run-muster.ts'

const server = sharedTestServer()

const files = {
  'claude-code': ['.claude/settings.json'],
  codex: ['.codex/config.toml'],
  'gemini-cli': ['.gemini/.env', '.muster/agents/gemini-cli.sh', '.bashrc'],
  'qwen-code': ['.qwen/settings.json'],
  copilot: ['.muster/agents/copilot.sh', '.bashrc'],
  opencode: ['.config/opencode/opencode.json', '.muster/agents/opencode.sh', '.bashrc'],
} as const
const agents = Object.keys(files) as (keyof typeof files)[]

/** A person with a home, who is logged in to the test server. */
async function person(key = server().acme.owner.key) {
  const someone = await asPerson(server(), key)
  const env = { ...someone.env, SHELL: '/bin/bash' }
  const path = (name: string) => join(env.HOME, name)
  return {
    env,
    path,
    read: (name: string) => readFile(path(name), 'utf8'),
    async put(name: string, text: string, mode = 0o644) {
      await mkdir(dirname(path(name)), { recursive: true })
      await writeFile(path(name), text, { mode })
    },
    connect: (...args: readonly string[]) => muster(['connect', ...args], { env }),
  }
}

function newestKey() {
  return server()
    .acme.owner.apiKeys.list({ limit: '1' })
    .then(({ apiKeys }) => apiKeys[0])
}

function secretsIn(text: string): string[] {
  return [...text.matchAll(/mst_[\w-]+_[\w-]{43,}/g)].map(([key]) => key)
}

describe('muster connect AGENT', () => {
  it('prints the settings, and makes no key for that', async () => {
    const { connect, env } = await person()
    const before = await newestKey()
    const { code, stdout, stderr } = await connect('claude-code')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^# ~\/\.claude\/settings\.json\n\{/)
    const settings = JSON.parse(stdout.slice(stdout.indexOf('{')))
    expect(settings.env).toMatchObject({
      CLAUDE_CODE_ENABLE_TELEMETRY: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: server().address,
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer <new-key>',
      OTEL_LOG_USER_PROMPTS: '0',
    })
    expect(stderr).toContain('muster keys create NAME --scope telemetry:write')
    expect(await newestKey()).toEqual(before)
    await expect(stat(join(env.HOME, '.claude'))).rejects.toThrow()
  })

  it('prints JSON for programs', async () => {
    const { connect } = await person()
    const { stdout } = await connect('codex', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      agent: 'codex',
      url: server().address,
      files: [{ path: expect.stringMatching(/config\.toml$/), settings: expect.stringContaining('[otel]') }],
    })
  })

  it('refuses unknown agents, and two actions at once', async () => {
    const { connect } = await person()
    expect(await connect()).toMatchObject({ code: 2, stderr: expect.stringContaining('Say which agent: claude-code') })
    expect(await connect('hal-9000')).toMatchObject({ code: 2, stderr: expect.stringContaining('Choose one of') })
    expect(await connect('codex', '--write', '--undo')).toMatchObject({ code: 2 })
  })

  it('makes no key for a guest, whose key could not send telemetry', async () => {
    const { connect } = await person(server().acme.guest.key)
    expect(await connect('codex')).toMatchObject({ code: 4, stderr: expect.stringContaining('Guests') })
  })

  it('uses a key that can only send telemetry, and any other key only when told to', async () => {
    const { key } = await server().acme.owner.apiKeys.create({ name: 'narrow', scopes: ['telemetry:write'] })
    const narrow = await person(key)
    expect(secretsIn((await narrow.connect('codex')).stdout)).toEqual([key, key])
    const owner = await person()
    const own = await owner.connect('codex', '--own-key')
    expect(secretsIn(own.stdout)).toContain(owner.env.MUSTER_API_KEY)
    expect(own.stderr).toContain('whoever reads the settings can act as you')
  })
})

describe('muster connect AGENT --write', () => {
  it.each(agents)('writes the settings of %s, which work, and takes them back', async (agent) => {
    const { connect, read, path } = await person()
    const written = await connect(agent, '--write', '--yes')
    expect(written).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('a test record arrived') })
    const texts = await Promise.all(files[agent].map(read))
    const [key = ''] = secretsIn(texts.join('\n'))
    expect(written.stderr).not.toContain(key)
    expect(await server().client(key).organization.me()).toMatchObject({ scopes: ['telemetry:write'] })
    for (const [index, text] of texts.entries()) {
      if (text.includes(key)) expect((await stat(path(files[agent][index] ?? ''))).mode & 0o077).toBe(0)
    }

    expect(await newestKey()).toMatchObject({ id: key.split('_')[1], name: expect.stringMatching(/ on \S+$/) })

    const again = await connect(agent, '--write', '--yes')
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('connected') })
    expect(await Promise.all(files[agent].map(read))).toEqual(texts)
    expect(again.stderr).not.toContain('Made the key')

    expect(await connect(agent, '--undo', '--yes')).toMatchObject({ code: 0 })
    for (const file of files[agent]) await expect(stat(path(file))).rejects.toThrow()
    await expect(server().client(key).organization.me()).rejects.toMatchObject({ status: 401 })
  })

  it('asks first, and makes nothing if nobody can answer', async () => {
    const { connect, path } = await person()
    const before = await newestKey()
    const ended = await connect('claude-code', '--write')
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --yes') })
    expect(ended.stderr).toContain('+     "CLAUDE_CODE_ENABLE_TELEMETRY": "1"')
    await expect(stat(path('.claude'))).rejects.toThrow()
    expect(await newestKey()).toEqual(before)
  })

  it('keeps other settings of a JSON file, its comments and its indentation', async () => {
    const { connect, put, read, path } = await person()
    const mine = '{\n\t// why\n\t"model": "x",\n\t"telemetry": { "enabled": false }\n}\n'
    await put('.qwen/settings.json', mine, 0o640)
    expect(await connect('qwen-code', '--write', '--yes')).toMatchObject({ code: 0 })
    const text = await read('.qwen/settings.json')
    expect(text).toContain('{\n\t// why\n\t"model": "x",\n')
    expect(text).toContain('"enabled": true')
    expect((await stat(path('.qwen/settings.json'))).mode & 0o777).toBe(0o600)
    await connect('qwen-code', '--undo', '--yes')
    expect(await read('.qwen/settings.json')).toBe(mine)
    expect((await stat(path('.qwen/settings.json'))).mode & 0o777).toBe(0o640)
  })

  it('keeps later changes when it is undone', async () => {
    const { connect, put, read } = await person()
    await put('.claude/settings.json', '{\n  "env": { "OTEL_LOG_TOOL_DETAILS": "1" },\n  "model": "x"\n}\n')
    await connect('claude-code', '--write', '--yes')
    const changed = (await read('.claude/settings.json')).replace('"model": "x"', '"model": "y"')
    await put('.claude/settings.json', changed)
    await connect('claude-code', '--undo', '--yes')
    expect(JSON.parse(await read('.claude/settings.json'))).toEqual({ env: { OTEL_LOG_TOOL_DETAILS: '1' }, model: 'y' })
  })

  it('follows a link instead of replacing it', async () => {
    const { connect, put, path, read } = await person()
    await put('dotfiles/claude.json', '{}\n')
    await mkdir(path('.claude'))
    await symlink(path('dotfiles/claude.json'), path('.claude/settings.json'))
    await connect('claude-code', '--write', '--yes')
    expect(await read('dotfiles/claude.json')).toContain(server().address)
  })

  it('makes a new key when the old one was revoked, and revokes the old one when it makes a new one', async () => {
    const { connect, read } = await person()
    await connect('codex', '--write', '--yes')
    const [first = ''] = secretsIn(await read('.codex/config.toml'))
    await server().acme.owner.apiKeys.revoke({ id: first.split('_')[1] ?? '' })
    expect(await connect('codex', '--check')).toMatchObject({ code: 3, stderr: expect.stringContaining('Make a new') })
    expect(await connect('codex', '--write', '--yes')).toMatchObject({ code: 0 })
    const [second = ''] = secretsIn(await read('.codex/config.toml'))
    expect(second).not.toBe(first)
    expect(await connect('codex', '--write', '--yes', '--with-content')).toMatchObject({ code: 0 })
    await expect(server().client(second).organization.me()).rejects.toMatchObject({ status: 401 })
  })

  it('finds directories that variables name', async () => {
    const { env, path } = await person()
    const elsewhere = path('elsewhere')
    const ended = await muster(['connect', 'codex', '--write', '--yes'], { env: { ...env, CODEX_HOME: elsewhere } })
    expect(ended.code).toBe(0)
    expect((await stat(join(elsewhere, 'config.toml'))).isFile()).toBe(true)
  })

  it('gives its variables to the agent in the shell, and to no other program', async () => {
    const { connect, env, put, path } = await person()
    await connect('copilot', '--write', '--yes')
    await put('bin/copilot', '#!/bin/sh\nenv | grep ^OTEL_EXPORTER; echo "$@"\n', 0o755)
    const script = 'alias copilot="copilot --banner"; copilot "a b"; env | grep -c OTEL_'
    const { stdout } = await run('bash', ['-ic', script.replace('; ', '\n').replace('; ', '\n')], {
      env: { ...env, PATH: `${path('bin')}:${process.env.PATH}` },
    })
    expect(stdout).toContain(`OTEL_EXPORTER_OTLP_ENDPOINT=${server().address}\n`)
    expect(stdout).toMatch(/OTEL_EXPORTER_OTLP_HEADERS=Authorization=Bearer mst_/)
    expect(stdout).toMatch(/a b\n0\n$/)
  })

  it('says what to do in an unknown shell', async () => {
    const { env, path } = await person()
    const ended = await muster(['connect', 'copilot', '--write', '--yes'], { env: { ...env, SHELL: '/usr/bin/fish' } })
    expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining('neither bash nor zsh') })
    await expect(stat(path('.bashrc'))).rejects.toThrow()
  })

  it('works in zsh', async () => {
    await needProgram('zsh')
    const { env, path, put } = await person()
    await muster(['connect', 'copilot', '--write', '--yes'], { env: { ...env, SHELL: '/bin/zsh' } })
    await put('bin/copilot', '#!/bin/sh\nenv\n', 0o755)
    const zsh = { ...env, PATH: `${path('bin')}:${process.env.PATH}` }
    const { stdout } = await run('zsh', ['-ic', 'copilot'], { env: zsh })
    expect(stdout).toContain(`OTEL_EXPORTER_OTLP_ENDPOINT=${server().address}\n`)
  })
})

describe('muster connect --check', () => {
  it('tests the user’s own key while no agent is connected', async () => {
    const owner = await asOwner(server())
    const ended = await owner.call(['connect', '--check'])
    expect(ended).toMatchObject({ code: 0, stdout: '' })
    expect(ended.stderr).toContain(`With your own key, a test record arrived at ${server().address}`)
  })

  it('says how to connect an agent that is not connected, and that there is nothing to undo', async () => {
    const { connect } = await person()
    expect(await connect('codex', '--check')).toMatchObject({ code: 5, stderr: expect.stringContaining('--write') })
    expect(await connect('codex', '--undo', '--yes')).toMatchObject({ code: 5 })
  })

  it('reports on every connected agent, and fails if one does not work', async () => {
    const { connect, put, read } = await person()
    await connect('claude-code', '--write', '--yes')
    await connect('codex', '--write', '--yes')
    const { stdout } = await connect('--check', '--json')
    expect(JSON.parse(stdout)).toMatchObject([
      { agent: 'claude-code', url: server().address, arrived: true, problems: [] },
      { agent: 'codex', url: server().address, arrived: true },
    ])
    expect(secretsIn(stdout)).toEqual([])
    await put('.codex/config.toml', (await read('.codex/config.toml')).replaceAll(/Bearer mst_/g, 'Bearer mst_x'))
    const ended = await connect('--check')
    expect(ended.code).toBe(3)
    expect(ended.stdout).toMatch(/^claude-code .* arrived$/m)
    expect(ended.stdout).toMatch(/^codex .*Muster does not know the key/m)
  })

  it('counts nothing', async () => {
    const { owner } = server().globex
    const { connect } = await person(owner.key)
    await connect('claude-code', '--write', '--yes')
    await connect('--check')
    const { dataQuality, pendingDays } = await owner.analytics.status()
    expect(dataQuality).toMatchObject({ acceptedEvents: 0, quarantinedEvents: 0 })
    expect(pendingDays).toEqual([])
  })

  it('warns of a nearer .env, which Gemini CLI would read instead', async () => {
    const { connect, env, put, path } = await person()
    await connect('gemini-cli', '--write', '--yes')
    await put('project/.env', 'A=1\n')
    const script = `cd ${path('project')} && exec ${process.execPath} ${join(import.meta.dirname, '../bin/muster.js')} connect gemini-cli --check`
    const ended = await run('bash', ['-c', script], { env: { ...env, GEMINI_TELEMETRY_ENABLED: 'false' } })
    expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining('have it read') })
    expect(ended.stderr).toContain(path('project/.env'))
    expect(ended.stderr).toContain('GEMINI_TELEMETRY_ENABLED is set in this shell')
  })

  it('needs a home directory, and nothing else of the environment', async () => {
    const { connect, env } = await person()
    await connect('claude-code', '--write', '--yes')
    expect(await muster(['connect', 'claude-code', '--check'], { env: { HOME: env.HOME } })).toMatchObject({ code: 0 })
    expect(await muster(['connect', '--check'], { env: { HOME: await temporaryHome() } })).toMatchObject({ code: 3 })
  })
})
