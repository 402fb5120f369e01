import { timingSafeEqual } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Handle } from '../../ground/database/database.ts'
import type { Ids } from '../../ground/platform/ids.ts'
import { replaceFile } from '../../ground/platform/replace-file.ts'
import { formatApiKey, hashSecret, newApiKey, type ParsedApiKey, parseApiKey } from './api-key.ts'
import { bearersById } from './bearer-repository.ts'
import * as repository from './repository.ts'

/** The owner's first key, before its first use. */
export interface UnusedOwnerKey {
  readonly key: string
  /** The file that keeps the key until its first use, readable by this account alone. */
  readonly file: string
  readonly organizationName: string
  readonly ownerEmail: string
}

/**
 * Creates the key for the first owner. It is on disk before the organization exists, so that a crash leaves no
 * organization with a lost key.
 */
export async function prepareOwnerKey(dataDir: string, ids: Ids): Promise<ParsedApiKey> {
  const known = await readKey(dataDir)
  if (known) return known
  const key = newApiKey(ids)
  await replaceFile(fileIn(dataDir), `${formatApiKey(key)}\n`)
  return key
}

/**
 * Returns the first key if it was never used. After its first use the file is removed. The file of a key that this
 * database does not know is kept, because it may belong to another database that was used with this directory.
 */
export async function findUnusedOwnerKey(handle: Handle, dataDir: string): Promise<UnusedOwnerKey | undefined> {
  const key = await readKey(dataDir)
  const row = key && (await repository.firstKey(handle, key.id))
  if (!key || !row) return undefined
  if (row.is_unused && timingSafeEqual(row.secret_hash, hashSecret(key.secret))) {
    const { organization_name: organizationName, email: ownerEmail } = row
    return { key: formatApiKey(key), file: fileIn(dataDir), organizationName, ownerEmail }
  }
  await forgetOwnerKey(dataDir)
  return undefined
}

export async function forgetOwnerKey(dataDir: string): Promise<void> {
  await rm(fileIn(dataDir), { force: true })
}

/** Returns whether an owner can sign in with this key now. */
export async function opensForOwner(handle: Handle, { id, secret }: ParsedApiKey, now: number): Promise<boolean> {
  const row = (await bearersById(handle, [id])).get(id)
  if (row?.role !== 'owner' || (row.expires_at !== null && row.expires_at <= now)) return false
  return timingSafeEqual(row.secret_hash, hashSecret(secret))
}

async function readKey(dataDir: string): Promise<ParsedApiKey | undefined> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return parseApiKey(text.trim())
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'owner.key')
}
