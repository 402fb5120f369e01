import { existsSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import type { Policy } from '@muster/contract/relay/to-computer'
import type { Confinement } from './probe.ts'

export interface ToConfine {
  readonly command: string
  readonly args: readonly string[]
  readonly folder: string
  readonly home: string
  /** Where the agent keeps its own things, below the home. */
  readonly stateFolders: readonly string[]
}

export interface Confined {
  readonly command: string
  readonly args: readonly string[]
}

/** Why an agent may not start here, though the organization would let it start elsewhere. */
export class CannotConfine extends Error {
  override readonly name = 'CannotConfine'
}

/**
 * How an agent is started under the rules of the organization. With `sandbox.enabled` the agent, with all that it
 * starts, sees the machine read-only, except its folder, its own state and what the rules open; what is ours is hidden.
 */
export function confine(agent: ToConfine, sandbox: Policy['sandbox'], confinement: Confinement): Confined {
  const { command, args } = agent
  if (!sandbox?.enabled) return { command, args }
  if (!confinement.available) {
    throw new CannotConfine(`The organization demands that agents are confined. ${confinement.reason ?? ''}`.trim())
  }
  if ((sandbox.network?.allowedDomains ?? []).length > 0) {
    throw new CannotConfine(
      'The organization allows agents single domains only, which this computer cannot enforce. An owner can change sandbox.network in the controls.',
    )
  }
  return { command: 'bwrap', args: [...bubblewrapArguments(agent, sandbox), '--', command, ...args] }
}

type Sandbox = NonNullable<Policy['sandbox']>

function bubblewrapArguments({ folder, home, stateFolders }: ToConfine, { filesystem, network }: Sandbox): string[] {
  const path = (text: string) => resolvePath(text, folder, home)
  const own = stateFolders.map((each) => join(home, each)).filter((each) => existsSync(each))
  const writable = [folder, ...own, ...(filesystem?.allowWrite ?? []).map(path)].filter((each) => existsSync(each))
  const hidden = (filesystem?.denyRead ?? []).map(path)
  const isOpen = (each: string) => (filesystem?.allowRead ?? []).map(path).includes(each)
  return [
    ...['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--new-session'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
    ...socketArguments(network),
    ...writable.flatMap((each) => ['--bind', each, each]),
    ...(filesystem?.denyWrite ?? []).map(path).flatMap((each) => (existsSync(each) ? ['--ro-bind', each, each] : [])),
    ...hidden.filter((each) => !isOpen(each)).flatMap(hide),
    ...hide(join(home, '.muster')),
    ...['--chdir', folder],
  ]
}

/** Sockets of the machine, such as that of Docker, would be a way out. Names are still looked up where resolved does it. */
function socketArguments(network: Sandbox['network']): string[] {
  if (network?.allowAllUnixSockets) return []
  const kept = ['/run/systemd/resolve', ...(network?.allowUnixSockets ?? [])].filter((each) => existsSync(each))
  return ['--tmpfs', '/run', ...kept.flatMap((each) => ['--bind', each, each])]
}

function hide(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  return found.isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path]
}

function resolvePath(text: string, folder: string, home: string): string {
  if (text === '~' || text.startsWith('~/')) return join(home, text.slice(1))
  return isAbsolute(text) ? text : resolve(folder, text)
}
