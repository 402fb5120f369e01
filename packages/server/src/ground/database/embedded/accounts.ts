import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Account } from './launcher.ts'

/** The accounts that run Postgres if the service runs as root. */
interface Accounts {
  /** Owns the cluster and runs Postgres. */
  readonly keeper: Account
  /**
   * Runs initdb and the single-user mode, which refuse an account without a name. Their files are then given to the
   * keeper.
   */
  readonly builder: Account
}

interface Entry extends Account {
  readonly name: string
}

/** The kernel shows this user id for accounts that it cannot map. Any program may run under it. */
const nobody = 65_534

/** User ids that neither distributions nor systemd assign. Containers have none above 65,535. */
const [firstFree, lastFree] = [60_706, 61_183]

/**
 * Under root, Postgres runs under a user id that no account has: processes of `postgres` or `nobody`, which other
 * programs share, can then neither read its files nor connect to it. A cluster that a normal user made stays with that
 * user, so that both may start it.
 */
export async function chooseAccounts(clusterDir: string): Promise<Accounts> {
  const passwd = parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => ''))
  const keeper = await chooseKeeper(clusterDir, passwd)
  if (passwd.some(({ uid }) => uid === keeper.uid)) return { keeper, builder: keeper }
  const builder = chooseBuilder(passwd)
  if (!builder) {
    throw new Error(
      'Postgres cannot run as root, and /etc/passwd names no other account: start Muster as a normal user, or set DATABASE_URL.',
    )
  }
  return { keeper, builder }
}

async function chooseKeeper(clusterDir: string, passwd: readonly Entry[]): Promise<Account> {
  const owner = await stat(clusterDir).catch(() => undefined)
  if (owner !== undefined && owner.uid !== 0 && owner.uid !== nobody) {
    const isShared = passwd.some(({ uid, name }) => uid === owner.uid && (name === 'postgres' || name === 'nobody'))
    // The owner of the parent directory is the account that started Muster.
    if (!isShared || (await stat(dirname(clusterDir))).uid === owner.uid) return { uid: owner.uid, gid: owner.gid }
  }
  for (let uid = firstFree; uid <= lastFree; uid++) {
    if (!passwd.some((entry) => entry.uid === uid)) return { uid, gid: uid }
  }
  throw new Error(
    `Every user id from ${firstFree} to ${lastFree} is taken: start Muster as a normal user, or set DATABASE_URL.`,
  )
}

/** Prefers accounts that exist on every system and run no processes. */
function chooseBuilder(passwd: readonly Entry[]): Account | undefined {
  const usable = passwd.filter(({ uid, name }) => uid > 0 && uid !== nobody && name !== 'nobody')
  const quiet = ['bin', 'sys', 'daemon'].map((name) => usable.find((entry) => entry.name === name))
  const [found] = [...quiet, ...usable].filter((entry) => entry !== undefined)
  return found && { uid: found.uid, gid: found.gid }
}

function parsePasswd(text: string): Entry[] {
  return text.split('\n').flatMap((line) => {
    const [name = '', , uid, gid] = line.split(':')
    return uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}
