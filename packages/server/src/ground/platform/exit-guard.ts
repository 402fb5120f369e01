import { spawn } from 'node:child_process'

/**
 * Makes sure that this process ends even if its exit hangs. On exit, Node waits for every thread of its pool, and a
 * thread inside a system call, on a lost disk or terminal, may never return. Timers no longer run by then, so another
 * process kills this one. That process ends together with this one, because its standard input closes.
 */
export function killUnlessEnded(withinMs: number): void {
  const seconds = String(Math.ceil(withinMs / 1000))
  const watch = 'timeout "$0" cat > /dev/null; [ $? -ne 124 ] || kill -KILL "$PPID"'
  const guard = spawn('/bin/sh', ['-c', watch, seconds], { cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] })
  // Without a shell there is no guard, and the exit may hang.
  guard.on('error', () => {})
  guard.stdin.on('error', () => {})
  guard.unref()
  ;(guard.stdin as unknown as { unref(): void }).unref()
}
