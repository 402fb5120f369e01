import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeForgotten } from '../remove-forgotten.ts'

/**
 * Whether this message is new to a session. For events that are each raised by a new process: a file records it. If
 * that cannot be written, the message is shown again.
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
