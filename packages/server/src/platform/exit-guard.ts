import { spawn } from 'node:child_process'

/**
 * Makes sure that this process ends, even if the exit itself hangs: Node waits there for every thread of its pool, and one
 * that is in the middle of a system call, as on a disk or a terminal that is gone, may never come back. No timer runs
 * any more by then, so another process keeps the watch. It ends with us, because then its standard input ends.
 */
export function killUnlessEnded(withinMs: number): void {
  const seconds = String(Math.ceil(withinMs / 1000))
  const watch = 'timeout "$0" cat > /dev/null; [ $? -ne 124 ] || kill -KILL "$PPID"'
  const guard = spawn('/bin/sh', ['-c', watch, seconds], { cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] })
  // Without a shell there is no guard, and the exit takes as long as it takes.
  guard.on('error', () => {})
  guard.stdin.on('error', () => {})
  guard.unref()
  ;(guard.stdin as unknown as { unref(): void }).unref()
}
