import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../../platform/replace-file.ts'
import type { Account } from './launcher.ts'
import { scramVerifier } from './password.ts'

/** The role that owns the cluster. Logging in as it is impossible. */
export const SUPERUSER = 'muster'
/** The role of the service. It owns its database and is no superuser. */
export const SERVICE_USER = 'muster_service'
export const DATABASE_NAME = 'muster'

/** Every connection that is not listed here is refused. */
const hba = `# Written by Muster at every start. The password is in postgres.password, in the data directory.
local ${DATABASE_NAME} ${SERVICE_USER} scram-sha-256
`

/** One statement a line, as Postgres's single-user mode requires. */
function roleStatements(password: string): string[] {
  return [
    `DO $$ BEGIN IF to_regrole('${SERVICE_USER}') IS NULL THEN CREATE ROLE ${SERVICE_USER}; END IF; END $$`,
    `ALTER ROLE ${SERVICE_USER} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD '${scramVerifier(password)}'`,
  ]
}

/** Statements for a new cluster. Run them in `template1`. */
export function newAccess(password: string): string {
  return lines([...roleStatements(password), `CREATE DATABASE ${DATABASE_NAME} OWNER ${SERVICE_USER}`])
}

/**
 * Statements for a cluster that an earlier version made, or whose password was lost. Run them in the service's
 * database. They give the superuser's objects there to the service; indexes and columns' sequences follow their tables.
 */
export function mendedAccess(password: string): string {
  const owned = `SELECT c.oid::regclass AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S') AND c.relowner <> to_regrole('${SERVICE_USER}') AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i', 'e'))`
  return lines([
    ...roleStatements(password),
    `ALTER DATABASE ${DATABASE_NAME} OWNER TO ${SERVICE_USER}`,
    `DO $$ DECLARE it record; BEGIN FOR it IN ${owned} LOOP EXECUTE format('ALTER TABLE %s OWNER TO ${SERVICE_USER}', it.name); END LOOP; END $$`,
  ])
}

/** Whether the cluster has this password and admits nobody without one. */
export async function hasAccess(clusterDir: string, password: string): Promise<boolean> {
  const known = await readFile(markFile(clusterDir), 'utf8').catch(() => undefined)
  return known === markOf(password)
}

/** Records that the statements were run with this password. */
export async function markAccess(clusterDir: string, password: string, account: Account | undefined): Promise<void> {
  await replaceFile(markFile(clusterDir), markOf(password), { owner: account })
}

/** Writes which connections Postgres admits; it reads the file when it starts. */
export async function writeAccess(clusterDir: string, account: Account | undefined): Promise<void> {
  const file = join(clusterDir, 'pg_hba.conf')
  if ((await readFile(file, 'utf8').catch(() => undefined)) === hba) return
  await replaceFile(file, hba, { owner: account })
}

function markFile(clusterDir: string): string {
  return join(clusterDir, 'muster.access')
}

/** The password is long and random, so its hash reveals nothing. */
function markOf(password: string): string {
  return `${createHash('sha256').update(password).digest('hex')}\n`
}

function lines(statements: readonly string[]): string {
  return statements.map((statement) => `${statement}\n`).join('')
}
