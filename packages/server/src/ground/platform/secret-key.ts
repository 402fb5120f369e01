import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from './replace-file.ts'

const keyBytes = 32

/**
 * Returns the key that encrypts secrets at rest: the given one, or one that is created once and kept in the data
 * directory.
 */
export async function loadSecretKey(given: string | undefined, dataDir: string): Promise<Buffer> {
  if (given !== undefined) return Buffer.from(given, 'base64')
  const path = join(dataDir, 'secret.key')
  try {
    return parseKey(await readFile(path, 'utf8'), path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const key = randomBytes(keyBytes)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // An incomplete key would make every secret unreadable, so the file is written atomically.
  await replaceFile(path, `${key.toString('base64')}\n`)
  return key
}

function parseKey(text: string, path: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== keyBytes) throw new Error(`${path} does not hold a key of ${keyBytes} bytes.`)
  return key
}
