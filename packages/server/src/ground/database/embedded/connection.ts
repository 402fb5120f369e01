import { realpath } from 'node:fs/promises'
import { DATABASE_NAME, SERVICE_USER } from './access.ts'
import { readPassword } from './password.ts'
import { SOCKET_PORT, socketDirectoryOf } from './socket-directory.ts'

/** The parameters with which `pg` connects. `host` is the directory of the Unix socket. */
export interface Connection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

export function connectionTo(host: string, password: string): Connection {
  return { host, port: SOCKET_PORT, user: SERVICE_USER, password, database: DATABASE_NAME }
}

/** Returns how to connect to the embedded Postgres of a running service; undefined if it was never started. */
export async function findConnection(givenDataDir: string): Promise<Connection | undefined> {
  const dataDir = await realpath(givenDataDir).catch(() => undefined)
  const password = dataDir && (await readPassword(dataDir))
  return password ? connectionTo(socketDirectoryOf(dataDir), password) : undefined
}
