import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Megabytes. Requests leave little behind that is worth keeping, so a larger young generation mostly holds garbage. */
const flag = '--max-semi-space-size=8'

/** The C library keeps what a thread has freed for that thread, unless all threads share one arena. */
const arenas = { MALLOC_ARENA_MAX: '1' }

/** With compiled code from the first file on, nothing loads the compiler of TypeScript. It is where Node keeps it anyway. */
const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') }

/**
 * Starts the program again in the same process, with what a process can only be told at its start. If an administrator has
 * chosen the size, it does nothing. Where it is not possible, the service runs as well and only needs more memory.
 */
export function startSparingly(): void {
  const { execPath, execArgv, argv, env } = process
  const isChosen = [...execArgv, env.NODE_OPTIONS ?? ''].some((text) => /--max[-_]semi[-_]space[-_]size/.test(text))
  // A parent that talks to this process would lose its channel.
  if (isChosen || process.platform === 'win32' || process.send) return
  process.execve?.(execPath, [execPath, flag, ...execArgv, ...argv.slice(1)], { ...arenas, ...compiled, ...env })
}
