import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeForgotten } from '../remove-forgotten.ts'

/**
 * Whether a session has not seen this message before. For events that are raised by a process each: a file records it.
 * If nothing can be written, the message is shown again.
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
