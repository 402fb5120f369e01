import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentPreset } from '@muster/computer/agent/preset'
import { findPreset } from '@muster/computer/agent/presets'
import { Daemon } from '@muster/computer/daemon'
import { placeIn } from '@muster/computer/place/place'
import { onTestFinished } from 'vitest'
import type { TestServer } from '../packages/server/src/testing/test-server.ts'

export function presetOf(id: string): AgentPreset {
  const preset = findPreset(id)
  if (!preset) throw new Error(`There is no agent ${id}.`)
  return preset
}

/** A daemon that has joined the service, in a home and a folder of its own; with the demo agent when left out. */
export async function joinedComputer(
  { acme: { member }, address }: TestServer,
  name: string,
  { preset = presetOf('demo'), env = {} }: { preset?: AgentPreset; env?: NodeJS.ProcessEnv } = {},
) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'muster-computer-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }))
  const [home, folder] = [join(root, 'home'), join(root, 'work')]
  for (const each of [home, folder]) mkdirSync(each)
  const { id, credential, relayAgentUrl = '' } = await member.computers.register({ name })
  const said: string[] = []
  const start = async () => {
    const daemon = await Daemon.start({
      place: placeIn(home),
      identity: { computerId: id, name, credential, serviceUrl: address, relayUrl: relayAgentUrl },
      preset,
      folders: { folder, worktrees: false },
      maxSessions: 4,
      home,
      env: { PATH: process.env.PATH, HOME: home, ...env },
      version: '0.1.0',
      onLog: (text) => said.push(text),
    })
    onTestFinished(() => daemon.stop(0))
    return daemon
  }
  return { member, computerId: id, folder, place: placeIn(home), start, said, daemon: await start() }
}
