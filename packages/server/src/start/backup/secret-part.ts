import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupRefused } from './format.ts'

/** The part of a backup about the key that encrypts secrets at rest. */
export interface SecretPart {
  /** The content of `secret.key`; absent if the key is given in MUSTER_SECRET_KEY, which backups never contain. */
  readonly file?: string
  /** Shows whether a key is the right one without revealing it. */
  readonly fingerprint?: string
}

/** `given` is MUSTER_SECRET_KEY. */
export async function readSecretPart(given: string | undefined, dataDir: string): Promise<SecretPart> {
  if (given !== undefined) return { fingerprint: fingerprintOf(given) }
  const file = await readFile(join(dataDir, 'secret.key'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return file === undefined ? {} : { file, fingerprint: fingerprintOf(file) }
}

/**
 * Returns the content for `secret.key`. Throws if this installation's key could not decrypt the secrets of the backup.
 */
export function secretToRestore(part: SecretPart, given: string | undefined): string | undefined {
  if (part.fingerprint === undefined) return undefined
  if (given === undefined) {
    if (part.file !== undefined) return part.file
    throw new BackupRefused('The backup was made with MUSTER_SECRET_KEY: set it to the same value and restore again.')
  }
  if (fingerprintOf(given) === part.fingerprint) return undefined
  throw new BackupRefused(
    part.file === undefined
      ? 'The backup was made with another MUSTER_SECRET_KEY: set it to that value and restore again.'
      : 'The backup brings a key of its own, and MUSTER_SECRET_KEY is another one: leave it out and restore again.',
  )
}

function fingerprintOf(key: string): string {
  const bytes = Buffer.from(key.trim(), 'base64')
  return hash('sha256', Buffer.concat([Buffer.from('muster backup secret key'), bytes]), 'hex').slice(0, 32)
}
