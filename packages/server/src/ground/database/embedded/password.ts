import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../../platform/replace-file.ts'

/** Reads the service's password, or creates it once. Only the account that runs Muster can read the file. */
export async function loadPassword(dataDir: string): Promise<string> {
  const known = await readPassword(dataDir)
  if (known !== undefined) return known
  const password = randomBytes(32).toString('base64url')
  // If root starts an installation of a normal user, that user must be able to start it again.
  const owner = process.getuid?.() === 0 ? await stat(dataDir) : undefined
  await replaceFile(passwordFile(dataDir), `${password}\n`, { owner })
  return password
}

/** Resolves with undefined if there is none yet, or an incomplete one. */
export async function readPassword(dataDir: string): Promise<string | undefined> {
  const text = await readFile(passwordFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return /^[\w-]{43}$/.exec(text.trim())?.[0]
}

const iterations = 4096

/**
 * The form in which Postgres stores a password (RFC 5803), so that the password itself is in no statement and no log.
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64')
  const serverKey = hmac(salted, 'Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres.password')
}
