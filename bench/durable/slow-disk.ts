import { execFile } from 'node:child_process'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const source = fileURLToPath(new URL('./slow-flush.c', import.meta.url))

/** How long a flush takes on an ordinary cloud disk. */
export const slowFlushMs = 4

/**
 * Compiles a library that slows down the flushes of a program. Returns the environment that loads it; `undefined`
 * without a C compiler.
 */
export async function slowFlushes(directory: string): Promise<Record<string, string> | undefined> {
  const library = join(directory, 'slow-flush.so')
  const flags = ['-shared', '-fPIC', `-DFLUSH_US=${slowFlushMs * 1000}`, '-o', library, source, '-ldl']
  try {
    await run('cc', flags)
    return { LD_PRELOAD: library }
  } catch {
    return undefined
  }
}

/** The same for the embedded Postgres, which gets none of our environment: it waits before every flush of its log. */
export function slowPostgres(dataDir: string): Promise<void> {
  const settings = `commit_delay = ${slowFlushMs * 1000}\ncommit_siblings = 0\n`
  return appendFile(join(dataDir, 'postgres', 'postgresql.auto.conf'), settings)
}
