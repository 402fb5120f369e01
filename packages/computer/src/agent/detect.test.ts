import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSession } from '../acp/open-session.ts'
import { Peer } from '../acp/peer.ts'
import { agentEnvironment, markVariable } from './agent-environment.ts'
import { detect } from './detect.ts'
import { customAgent, findPreset } from './presets.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-detect-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function preset(id: string) {
  const found = findPreset(id)
  if (!found) throw new Error(`There is no ${id}.`)
  return found
}

/** Creates a program in a folder that is the whole PATH. */
function program(name: string, text: string, folder = temporaryFolder()): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  chmodSync(path, 0o755)
  return folder
}

describe('detect', () => {
  it('says how to install a missing agent', async () => {
    expect(await detect(preset('claude'), { PATH: '/nowhere' }, '/nowhere')).toMatchObject({
      isInstalled: false,
      help: expect.stringContaining('npm install'),
    })
  })

  it('reads the version of a package without running it', async () => {
    const folder = temporaryFolder()
    const source = join(folder, 'lib', 'dist')
    mkdirSync(source, { recursive: true })
    writeFileSync(join(folder, 'lib', 'package.json'), '{"name":"@google/gemini-cli","version":"0.61.0"}')
    program('main.js', '#!/bin/sh\nexit 1\n', source)
    symlinkSync(join(source, 'main.js'), join(folder, 'gemini'))
    const env = { PATH: folder, GEMINI_API_KEY: 'x' }
    expect(await detect(preset('gemini'), env, folder)).toMatchObject({
      version: '0.61.0',
      isTested: true,
      isSignedIn: true,
    })
  })

  it('asks any other program, and reports an untested version', async () => {
    const folder = program('qwen', '#!/bin/sh\necho "qwen 9.1.2"\n')
    expect(await detect(preset('qwen'), { PATH: `${folder}:/bin` }, folder)).toMatchObject({
      version: '9.1.2',
      isTested: false,
      isSignedIn: false,
      help: expect.stringContaining('/auth'),
    })
  })
})

describe('customAgent', () => {
  it('splits a command line into words, with optional quotes', () => {
    expect(customAgent(`/opt/agent --name 'my agent' "--x=1 2"`)).toMatchObject({
      id: 'agent',
      command: '/opt/agent',
      args: ['--name', 'my agent', '--x=1 2'],
    })
    expect(customAgent('  ')).toBeUndefined()
  })
})

describe('agentEnvironment', () => {
  it('has nothing of ours under any name', () => {
    const env = {
      PATH: '/bin',
      ANTHROPIC_API_KEY: 'sk-theirs',
      MUSTER_API_KEY: 'x',
      MUSTER_DATA_DIR: '/data',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer mst_abc_0123456789abcdef',
      COPY: 'msc_0123456789abcdef_0123456789abcdef',
      NODE_OPTIONS: '--inspect',
    }
    expect(agentEnvironment(env, preset('demo'), 'm.s')).toEqual({
      PATH: '/bin',
      ANTHROPIC_API_KEY: 'sk-theirs',
      [markVariable]: 'm.s',
    })
  })
})

describe('agents that would not ask', () => {
  it('are told to, each in its own way', () => {
    const { sessionMeta } = preset('claude')
    expect(sessionMeta?.({ includeCoAuthoredByAgent: false })).toMatchObject({
      claudeCode: {
        options: {
          settings: { permissions: { ask: expect.arrayContaining(['Bash', 'Read']) }, includeCoAuthoredBy: false },
        },
      },
    })
    expect(JSON.stringify(sessionMeta?.({}))).not.toContain('includeCoAuthoredBy')
    const { QWEN_CODE_SYSTEM_SETTINGS_PATH: path = '' } = agentEnvironment({}, preset('qwen'), 'm.s')
    expect(JSON.parse(readFileSync(path, 'utf8')).permissions.ask).toContain('run_shell_command')
    const own = { QWEN_CODE_SYSTEM_SETTINGS_PATH: '/etc/ours.json' }
    expect(agentEnvironment(own, preset('qwen'), 'm.s')).toMatchObject(own)
  })

  it('get the setting with every way to open a session', async () => {
    const sent: { method: string; params: object }[] = []
    const peer: Peer = new Peer({
      write: (line) => {
        const { id, method, params } = JSON.parse(line)
        sent.push({ method, params })
        const answer =
          method === 'session/new' ? { result: { sessionId: 'new' } } : { error: { code: 1, message: 'No.' } }
        queueMicrotask(() => peer.receive(JSON.stringify({ jsonrpc: '2.0', id, ...answer })))
      },
      onRequest: () => undefined,
      onNotification: () => {},
    })
    const able = {
      version: undefined,
      canLoad: true,
      canResume: true,
      takesImages: false,
      takesFiles: false,
      authMethods: [],
    }
    const place = { folder: '/work', earlierId: 'old', meta: { own: 1 } }
    const opened = await openSession(peer, able, place, { initializeMs: 1000, sessionMs: 1000 })
    expect(opened).toMatchObject({ agentSessionId: 'new', isContinued: false })
    expect(sent.map(({ method }) => method)).toEqual(['session/resume', 'session/load', 'session/new'])
    for (const { params } of sent) expect(params).toMatchObject({ cwd: '/work', _meta: { own: 1 } })
  })
})
