import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
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

/** A program in a folder that is the path. */
function program(name: string, text: string, folder = temporaryFolder()): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  chmodSync(path, 0o755)
  return folder
}

describe('detect', () => {
  it('says how to install what is not there', async () => {
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

  it('asks any other program, and tells a version that was not tried', async () => {
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
  it('takes words apart, with quotes around some', () => {
    expect(customAgent(`/opt/agent --name 'my agent' "--x=1 2"`)).toMatchObject({
      id: 'agent',
      command: '/opt/agent',
      args: ['--name', 'my agent', '--x=1 2'],
    })
    expect(customAgent('  ')).toBeUndefined()
  })
})

describe('agentEnvironment', () => {
  it('has nothing of ours, under whatever name', () => {
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
