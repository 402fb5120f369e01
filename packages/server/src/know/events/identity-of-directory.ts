import { randomUUID } from 'node:crypto'
import { access, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../../ground/platform/replace-file.ts'

/**
 * Reads or creates the identity of a data directory, which stays the same when it is moved or mounted elsewhere.
 *
 * A power cut could make a directory of an earlier version lose its name. If such a directory contains events, it gets
 * the name from the database: a file of events exists only where the name was right.
 */
export async function identityOf(dataDir: string, lastKnown: () => Promise<string | undefined>): Promise<string> {
  const file = join(dataDir, 'events.id')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const own = (await readFile(file, 'utf8').catch(missing))?.trim()
  if (own) return own
  const hasEvents = await access(join(dataDir, 'events.duckdb')).then(
    () => true,
    () => false,
  )
  const identity = (hasEvents && (await lastKnown())) || randomUUID()
  await replaceFile(file, `${identity}\n`)
  return identity
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
