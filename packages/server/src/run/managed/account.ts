import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The account of a managed computer: a user id that nothing else on the machine uses. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** Numbers that neither distributions nor systemd assign; the first ones are for Postgres. */
const [first, last] = [60_750, 61_183]

/**
 * Under root, every computer gets a user id of its own, so that none can read the files of another or of the service.
 * The id is not added to /etc/passwd, so nothing is left to clean up. Without root, computers run as the service's own
 * user.
 */
export function chooseAccount(directory: string, root: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(directory, { throwIfNoEntry: false })?.uid
  if (owner !== undefined && owner >= first && owner <= last) return { uid: owner, gid: owner }
  const taken = new Set([...named(), ...running(), ...ownersIn(root)])
  for (let uid = first; uid <= last; uid++) if (!taken.has(uid)) return { uid, gid: uid }
  throw new Error(`Every user id from ${first} to ${last} is taken: remove managed computers that nobody needs.`)
}

function named(): number[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => Number(line.split(':')[2]))
}

function running(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statSync(join('/proc', name), { throwIfNoEntry: false })?.uid ?? [])
}

function ownersIn(root: string): number[] {
  return readdirSync(root).map((name) => statSync(join(root, name)).uid)
}

/**
 * Ends all processes of a computer. With an account, one signal reaches all of its processes at once, so that none can
 * escape by forking; without an account, the processes whose HOME is in the computer's folder are ended.
 */
export function endProcesses(directory: string, account: Account | undefined): void {
  if (account) spawnSync('/bin/sh', ['-c', 'kill -KILL -1'], { ...account, stdio: 'ignore' })
  for (const pid of livingIn(directory)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  }
}

/** Only Linux shows the environment of a process. */
export function livingIn(directory: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => `\0${environmentOf(name)}`.includes(`\0HOME=${directory}/`))
    .map(Number)
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    return ''
  }
}
