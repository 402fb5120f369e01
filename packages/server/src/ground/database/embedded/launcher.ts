import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** A system account, as the kernel identifies it. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** Starts the programs of Postgres under the account that may run them. */
export interface Launcher {
  /** The account that must own the files of Postgres; undefined if it is the service's own account. */
  readonly account: Account | undefined
  spawn(file: string, args: readonly string[], options: Pick<SpawnOptions, 'stdio' | 'detached'>): ChildProcess
}

/**
 * Postgres gets none of the service's environment: PG* variables of a developer's shell would change its behaviour, and
 * it must not see secrets.
 */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }

/** Runs programs under the service's own account. */
export function ownLauncher(): Launcher {
  return {
    account: undefined,
    spawn: (file, args, options) => spawn(file, args, { ...options, cwd: '/', env: environment }),
  }
}

/** Runs programs as `account`; sufficient if that account can reach the programs and the data directory. */
export function accountLauncher(account: Account): Launcher {
  return {
    account,
    spawn: (file, args, options) => spawn(file, args, { ...options, ...account, cwd: '/', env: environment }),
  }
}

/**
 * Runs programs as `account`, with one capability that lets them pass through directories closed to it.
 *
 * The secure bit `no_setuid_fixup` is needed because access(2), with which Postgres finds its own program, otherwise
 * ignores capabilities of a user who is not root.
 */
export function capabilityLauncher(account: Account, capability: 'dac_read_search' | 'dac_override'): Launcher {
  const setpriv = [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    '--securebits=+no_setuid_fixup',
    '--',
  ]
  return {
    account,
    spawn: (file, args, options) =>
      spawn('setpriv', [...setpriv, file, ...args], { ...options, cwd: '/', env: environment }),
  }
}

/** Runs a program to its end; `output` is everything that it printed, or why it could not be run. */
export async function run(launcher: Launcher, file: string, args: readonly string[], input = '') {
  try {
    const child = launcher.spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'] })
    // A program that ends before it has read its input closes the pipe; its exit code tells the result.
    child.stdin?.on('error', () => {}).end(input)
    // `once` rejects if the program cannot be spawned; for some reasons (EPERM), spawn itself throws instead.
    const [[code], stdout, stderr] = await Promise.all([once(child, 'close'), read(child.stdout), read(child.stderr)])
    return { ok: code === 0, output: `${stdout}${stderr}`.trim() }
  } catch (error) {
    return { ok: false, output: error instanceof Error ? error.message : String(error) }
  }
}

async function read(stream: ChildProcess['stdout']): Promise<string> {
  return stream === null ? '' : text(stream)
}
