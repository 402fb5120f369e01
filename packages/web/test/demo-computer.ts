import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPreset } from '../../computer/src/agent/presets.ts'
import { Daemon } from '../../computer/src/daemon.ts'
import { placeIn } from '../../computer/src/place/place.ts'
import type { Person } from '../../server/src/testing/test-server.ts'

export interface DemoComputer {
  readonly id: string
  readonly folder: string
  stop(): Promise<void>
}

/** A computer of this person, in this process, which runs sessions with the demo agent. */
export async function joinDemoComputer(person: Person, address: string, name: string): Promise<DemoComputer> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'muster-web-')))
  const [home, folder] = [join(root, 'home'), join(root, 'work')]
  for (const each of [home, folder]) mkdirSync(each)
  const { id, credential, relayAgentUrl = '' } = await person.computers.register({ name })
  const preset = findPreset('demo')
  if (!preset) throw new Error('There is no demo agent.')
  const daemon = await Daemon.start({
    place: placeIn(home),
    identity: { computerId: id, name, credential, serviceUrl: address, relayUrl: relayAgentUrl },
    preset,
    folders: { folder, worktrees: false },
    maxSessions: 4,
    home,
    env: { PATH: process.env.PATH, HOME: home },
    version: '0.1.0',
    onLog: () => {},
  })
  const stop = async () => {
    await daemon.stop(0)
    rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  }
  return { id, folder, stop }
}
