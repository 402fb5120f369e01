import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Person } from '../../server/src/testing/test-server.ts'
import type { AgentPreset } from '../src/agent/preset.ts'
import { findPreset } from '../src/agent/presets.ts'
import { Daemon } from '../src/daemon.ts'
import type { Identity } from '../src/place/identity.ts'
import { placeIn } from '../src/place/place.ts'

export function presetOf(id: string): AgentPreset {
  const preset = findPreset(id)
  if (!preset) throw new Error(`There is no agent ${id}.`)
  return preset
}

interface JoinOptions {
  readonly address: string
  readonly name: string
  /** The demo agent if absent. */
  readonly preset?: AgentPreset
  readonly env?: NodeJS.ProcessEnv
  /** What the user of the computer allows there. */
  readonly consent?: Partial<Pick<Identity, 'access' | 'maxAutonomyLevel'>>
  readonly onLog?: (text: string) => void
}

/** A computer of this person, with a home and a folder of its own. `start` starts its daemon in this process. */
export async function joinComputer(person: Person, options: JoinOptions) {
  const { address, name, preset = presetOf('demo'), env = {}, consent, onLog = () => {} } = options
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'muster-computer-')))
  const [home, folder] = [join(root, 'home'), join(root, 'work')]
  for (const each of [home, folder]) mkdirSync(each)
  const { id, credential, userId, relayAgentUrl = '' } = await person.computers.register({ name })
  const start = () =>
    Daemon.start({
      place: placeIn(home),
      identity: {
        computerId: id,
        name,
        credential,
        serviceUrl: address,
        relayUrl: relayAgentUrl,
        access: 'private',
        userId,
        ...consent,
      },
      preset,
      folders: { folder, worktrees: false },
      maxSessions: 4,
      home,
      env: { PATH: process.env.PATH, HOME: home, ...env },
      version: '0.1.0',
      onLog,
    })
  const remove = () => rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  return { id, folder, place: placeIn(home), start, remove }
}
