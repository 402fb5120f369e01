import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeForgotten } from '../remove-forgotten.ts'

/**
 * Whether a session is to be told something that it was not told before. For events that are raised by a process each:
 * what was told is a file. Where nothing can be written, it is told again.
 */
export function isNews(home: string, session: string, subject: string): boolean {
  const directory = join(home, '.muster', 'told')
  const name = createHash('sha256').update(`${session}\0${subject}`).digest('hex').slice(0, 32)
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    writeFileSync(join(directory, name), '', { mode: 0o600, flag: 'wx' })
    removeForgotten(directory)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EEXIST'
  }
}
