import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { AgentPreset } from '../src/agent/preset.ts'
import { customAgent, findPreset } from '../src/agent/presets.ts'
import { Daemon, type DaemonOptions } from '../src/daemon.ts'
import type { Identity } from '../src/place/identity.ts'
import { type Place, placeIn } from '../src/place/place.ts'
import type { FakeRelay } from './fake-relay.ts'

export interface Home {
  readonly home: string
  readonly folder: string
  readonly place: Place
}

/** A home and a folder of their own, gone after the test. */
export function temporaryHome(): Home {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'muster-computer-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }))
  const [home, folder] = [join(root, 'home'), join(root, 'work')]
  for (const each of [home, folder]) mkdirSync(each)
  return { home, folder, place: placeIn(home) }
}

export function identityFor(relay: FakeRelay, scheme = 'ws'): Identity {
  const at = `127.0.0.1:${relay.port}`
  return {
    computerId: 'c',
    name: 'build-1',
    credential: 'msc_secret',
    serviceUrl: `http://${at}`,
    relayUrl: `${scheme}://${at}/api/v0/relay/computers/c/agent`,
    access: 'private',
  }
}

export function badAgent(way: string, diary = ''): AgentPreset {
  const path = join(import.meta.dirname, 'bad-agent.ts')
  const preset = customAgent(`${process.execPath} ${path} ${way} ${diary}`)
  if (!preset) throw new Error('There is no such agent.')
  return { ...preset, title: 'Bad agent' }
}

/** An agent that names, hides or changes a command as its messages say, with the options in a recorded conversation. */
export function scriptedAgent(preset: AgentPreset, conversation?: string): AgentPreset {
  const offers = conversation ? [join(import.meta.dirname, 'fixtures/replays', `${conversation}.jsonl`)] : []
  return { ...preset, command: process.execPath, args: [join(import.meta.dirname, 'scripted-agent.ts'), ...offers] }
}

export function demoAgent(): AgentPreset {
  const preset = findPreset('demo')
  if (!preset) throw new Error('There is no demo agent.')
  return preset
}

/** A daemon in this process, stopped after the test. */
export async function startDaemon(
  relay: FakeRelay,
  at: Home,
  options: Partial<DaemonOptions> = {},
): Promise<{ daemon: Daemon; said: string[] }> {
  const said: string[] = []
  const daemon = await Daemon.start({
    place: at.place,
    identity: identityFor(relay),
    preset: demoAgent(),
    folders: { folder: at.folder, worktrees: false },
    maxSessions: 4,
    home: at.home,
    env: { PATH: process.env.PATH, HOME: at.home },
    version: '0.0.0',
    onLog: (text) => said.push(text),
    pauseFactor: 0.01,
    ...options,
    times: { endGraceMs: 500, cancelGraceMs: 200, ...options.times },
  })
  onTestFinished(() => daemon.stop(0))
  await relay.until(() => relay.isConnected)
  return { daemon, said }
}
