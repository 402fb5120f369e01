import { existsSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Policy } from '@muster/contract/relay/to-computer'
import type { Confinement } from './probe.ts'

interface ToConfine {
  readonly command: string
  readonly args: readonly string[]
  readonly folder: string
  readonly home: string
  /** Folders below the home for the agent's own files. */
  readonly stateFolders: readonly string[]
  /** Always confined where that is possible, whatever the organization demands. */
  readonly enclosure?: Enclosure | undefined
  /** The socket of the proxy that is the agent's only way out, if it may reach only some domains. */
  readonly proxySocket?: string | undefined
}

/** The part of a shared machine that an agent sees. */
export interface Enclosure {
  /** For bubblewrap. */
  readonly arguments: readonly string[]
}

interface Confined {
  readonly command: string
  readonly args: readonly string[]
}

/** Why an agent may not start here, although the rules allow it elsewhere. */
export class CannotConfine extends Error {
  override readonly name = 'CannotConfine'
}

/**
 * How an agent is started under the rules of the organization. With `sandbox.enabled`, the agent and everything that it
 * starts see the machine read-only, except its folder, its own state and what the rules open. Our own files are hidden.
 */
export function confine(agent: ToConfine, sandbox: Policy['sandbox'], confinement: Confinement): Confined {
  const { command, args, enclosure } = agent
  const isDemanded = sandbox?.enabled === true
  if (!isDemanded && !(enclosure && confinement.available)) return { command, args }
  if (!confinement.available) {
    throw new CannotConfine(`The organization demands that agents are confined. ${confinement.reason ?? ''}`.trim())
  }
  if (domainsOf(sandbox).length > 0 && agent.proxySocket === undefined) {
    throw new CannotConfine('The organization allows agents single domains only, and the way to them is missing.')
  }
  const words = enclosure ? enclosedArguments(agent, enclosure, sandbox) : bubblewrapArguments(agent, sandbox ?? {})
  const network = networkArguments(agent)
  return { command: 'bwrap', args: [...words, ...network.words, '--', ...network.before, command, ...args] }
}

/** The domains that agents may reach; empty if they may reach everything. */
export function domainsOf(sandbox: Policy['sandbox']): readonly string[] {
  return sandbox?.enabled ? (sandbox.network?.allowedDomains ?? []) : []
}

const socketInside = '/tmp/muster-network'
const ownNetwork = fileURLToPath(new URL('./own-network.ts', import.meta.url))

function networkArguments({ proxySocket }: ToConfine): { words: readonly string[]; before: readonly string[] } {
  if (proxySocket === undefined) return { words: [], before: [] }
  const words = ['--unshare-net', '--ro-bind', proxySocket, socketInside]
  return { words, before: [process.execPath, ownNetwork, socketInside] }
}

const apart = ['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--new-session']

/** Here the rules of the organization can only close more, because the machine is not its own. */
function enclosedArguments(agent: ToConfine, enclosure: Enclosure, sandbox: Policy['sandbox']): string[] {
  const { folder, home } = agent
  const path = (text: string) => resolvePath(text, folder, home)
  const closed = sandbox?.enabled ? (sandbox.filesystem?.denyWrite ?? []).map(path) : []
  const hidden = sandbox?.enabled ? (sandbox.filesystem?.denyRead ?? []).map(path) : []
  const isInside = (each: string) => [folder, home].some((own) => `${each}/`.startsWith(`${own}/`))
  return [
    ...apart,
    ...['--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--tmpfs', '/run'],
    ...enclosure.arguments,
    ...resolverOf(agent).flatMap((each) => ['--ro-bind', each, each]),
    ...[home, folder].flatMap((each) => ['--bind', each, each]),
    ...closed.filter((each) => isInside(each) && existsSync(each)).flatMap((each) => ['--ro-bind', each, each]),
    ...hidden.filter(isInside).flatMap(hide),
    ...['--chdir', folder],
  ]
}

type Sandbox = NonNullable<Policy['sandbox']>

function bubblewrapArguments(agent: ToConfine, { filesystem, network }: Sandbox): string[] {
  const { folder, home, stateFolders } = agent
  const path = (text: string) => resolvePath(text, folder, home)
  const own = stateFolders.map((each) => join(home, each)).filter((each) => existsSync(each))
  const writable = [folder, ...own, ...(filesystem?.allowWrite ?? []).map(path)].filter((each) => existsSync(each))
  const hidden = (filesystem?.denyRead ?? []).map(path)
  const isOpen = (each: string) => (filesystem?.allowRead ?? []).map(path).includes(each)
  return [
    ...apart,
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
    ...socketArguments(agent, network),
    ...writable.flatMap((each) => ['--bind', each, each]),
    ...(filesystem?.denyWrite ?? []).map(path).flatMap((each) => (existsSync(each) ? ['--ro-bind', each, each] : [])),
    ...hidden.filter((each) => !isOpen(each)).flatMap(hide),
    ...hide(join(home, '.muster')),
    ...['--chdir', folder],
  ]
}

/** Sockets of the machine, such as that of Docker, would be a way out. */
function socketArguments(agent: ToConfine, network: Sandbox['network']): string[] {
  if (network?.allowAllUnixSockets) return []
  const kept = [...resolverOf(agent), ...(network?.allowUnixSockets ?? []).filter((each) => existsSync(each))]
  return ['--tmpfs', '/run', ...kept.flatMap((each) => ['--bind', each, each])]
}

/** Where names are resolved. A look-up alone can leak data, so an agent with limited domains may not ask. */
function resolverOf({ proxySocket }: ToConfine): string[] {
  return proxySocket === undefined ? ['/run/systemd/resolve'].filter((each) => existsSync(each)) : []
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
