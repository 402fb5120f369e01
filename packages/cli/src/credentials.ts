import { chmod, mkdir, readFile, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { replaceFile } from '@muster/hooks/replace-file'
import { exitCodes, Failure } from './command-line/failure.ts'

interface Credentials {
  readonly url: string
  readonly key: string
}

export function credentialsPath(): string {
  return join(homedir(), '.muster', 'credentials.json')
}

/** `undefined` if nobody has logged in. */
export async function findCredentials(path = credentialsPath()): Promise<Credentials | undefined> {
  let source: string
  try {
    source = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new Failure(`Cannot read ${path}.`, exitCodes.notLoggedIn, 'Check who owns it, or log in again.')
  }
  const credentials = parseCredentials(source)
  if (!credentials) throw new Failure(`${path} is damaged.`, exitCodes.notLoggedIn, 'Log in again with `muster login`.')
  return credentials
}

/** The file is created with permissions for its owner only. */
export async function saveCredentials(credentials: Credentials, path = credentialsPath()): Promise<void> {
  const directory = dirname(path)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await chmod(directory, 0o700)
  replaceFile(path, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
}

/** Returns whether there was a file to remove. */
export async function removeCredentials(path = credentialsPath()): Promise<boolean> {
  try {
    await rm(path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

function parseCredentials(source: string): Credentials | undefined {
  try {
    const value: unknown = JSON.parse(source)
    if (typeof value !== 'object' || value === null || !('url' in value) || !('key' in value)) return undefined
    const { url, key } = value
    return typeof url === 'string' && typeof key === 'string' ? { url, key } : undefined
  } catch {
    return undefined
  }
}
