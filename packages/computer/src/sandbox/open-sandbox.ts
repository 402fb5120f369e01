import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openGit } from '@muster/contract/node/git'
import { withheld } from '../agent/agent-environment.ts'
import { AbsentNames } from './absent-names.ts'
import { apart } from './apart.ts'
import { CannotConfine } from './cannot-confine.ts'
import { closePaths } from './closed-paths.ts'
import { DomainProxy } from './domain-proxy.ts'
import { type Enclosure, planForEnclosure } from './enclosed.ts'
import { type FirstWords, writablePaths } from './expected-mounts.ts'
import { commandingRepositories } from './made-repositories.ts'
import type { MountPoints } from './mount-points.ts'
import { everywhere, reachableBy } from './network.ts'
import { planForOwnMachine } from './own-machine.ts'
import type { Planned } from './plan.ts'
import type { Confinement } from './probe.ts'
import { RenewedFiles } from './renewed-files.ts'

interface ToConfine extends Planned {
  readonly confinement: Confinement
  /** If set, the agent is always sandboxed where possible, whatever the organization demands. */
  readonly enclosure: Enclosure | undefined
  readonly points: MountPoints
  /** Reports to people. */
  readonly tell: (text: string) => void
  /** The agent repeats a forbidden action. */
  readonly onDefiance: () => void
}

export interface Started {
  readonly command: string
  readonly args: readonly string[]
}

export interface Sandbox {
  /** Wraps a command so that it runs in the sandbox. */
  wrap(command: string, args: readonly string[]): Started
  /** Renames files that the agent made and that other programs would run. */
  look(): Promise<void>
  /** Whether all closed paths are still closed: a file that is replaced outside is writable inside. */
  isWhole(): boolean
  /** Ends the sandbox after its last process. Idempotent. */
  close(): Promise<void>
}

/**
 * The sandbox of an agent under the rules of the organization; `undefined` if they demand none. With `sandbox.enabled`,
 * the agent and its child processes see the machine read-only, except its folder and what the rules open.
 */
export async function openSandbox(agent: ToConfine): Promise<Sandbox | undefined> {
  const { sandbox, confinement, enclosure, points, tell, onDefiance } = agent
  if (sandbox?.enabled !== true && !(enclosure && confinement.available)) return undefined
  if (!confinement.available) {
    throw new CannotConfine(`The organization demands that agents are confined. ${confinement.reason ?? ''}`.trim())
  }
  const reachable = reachableBy(sandbox, enclosure !== undefined)
  const hooksFolder = enclosure ? undefined : await hooksFolderOf(agent.folder)
  const plan = enclosure ? planForEnclosure(agent, enclosure) : await planForOwnMachine(agent, hooksFolder, !reachable)
  for (const each of plan.refused) tell(`In sandbox.filesystem.allowWrite, ${each}. It opens nothing here.`)
  const closing = closePaths(plan.toClose, points)
  const proxy = reachable && (await openProxy(reachable.domains, agent))
  // A hook inherits the environment of the daemon, and may run files that the agent has written.
  const secrets = withheld(agent.env).flatMap((name) => ['--unsetenv', name])
  const words = [
    ...secrets,
    ...plan.before,
    ...closing.words,
    ...plan.after,
    ...(proxy ? networkWords(proxy.socket) : []),
  ]
  const folders = [...plan.writable.map((each) => [each, statSync(each).ino] as const), ...closing.folders]
  const mounts = {
    writable: Object.fromEntries(folders.filter(([each]) => !closing.closed.includes(each))),
    readOnly: closing.closed,
    own: [...writablePaths(words), ...(enclosure ? ['/'] : [])],
  }
  const first = firstWords({ mounts, ...(proxy && { socket: socketInside }), domains: [], ports: [], ...reachable })
  const names = new AbsentNames({ names: closing.watched, tell, onDefiance })
  const renewed = new RenewedFiles(plan.renewed)
  let isTold = false
  const look = async () => {
    names.look()
    const made = await Promise.all(plan.projects.map(commandingRepositories))
    for (const each of made.flat()) names.setAside(each)
    const replaced = isTold ? [] : closing.replaced()
    if (replaced.length === 0) return
    isTold = true
    tell(`Somebody replaced ${replaced.join(', ')}, and the agent could write to the new one. Look at it.`)
  }
  const release = () => {
    names.close()
    renewed.close()
    proxy?.close()
    for (const each of closing.held) points.release(each)
  }
  let closed: Promise<void> | undefined
  return {
    wrap: (command, args) => ({ command: 'bwrap', args: [...apart, ...words, '--', ...first, command, ...args] }),
    look,
    isWhole: () => closing.replaced().length === 0,
    close() {
      closed ??= look()
        .catch((error: Error) => tell(`Nobody could look at what the agent has left: ${error.message}`))
        .finally(release)
      return closed
    },
  }
}

const socketInside = '/tmp/muster-network'

function networkWords(socket: string): string[] {
  return ['--unshare-net', '--ro-bind', socket, socketInside]
}

/** The command line of the first program in the sandbox. Its input is split, because the system limits a word. */
function firstWords(known: FirstWords): string[] {
  const program = fileURLToPath(new URL('./first-inside.ts', import.meta.url))
  const parts = JSON.stringify(known).match(/[\s\S]{1,30000}/gu) ?? []
  return [process.execPath, program, `${parts.length}`, ...parts]
}

function openProxy(domains: readonly string[], { env, tell }: ToConfine): Promise<DomainProxy> {
  const onRefused = (host: string) =>
    tell(
      `The agent wanted to reach ${host}, which is not in sandbox.network.allowedDomains of the organization’s controls.`,
    )
  return DomainProxy.open({ domains, env, onRefused: domains.includes(everywhere) ? () => {} : onRefused })
}

/** The hooks folder that git's settings name, if any. */
async function hooksFolderOf(folder: string): Promise<string | undefined> {
  try {
    const { git, top } = await openGit(folder)
    const output = await git(['config', '--null', '--show-scope', '--type=path', '--get-all', 'core.hooksPath'])
    const fields = output.toString().split('\0')
    const named = fields.filter((_each, index) => index % 2 === 1 && fields[index - 1] !== 'command').at(-1)
    return named === undefined ? undefined : resolve(top, named)
  } catch {
    // There is no repository, or no git.
    return undefined
  }
}
