import type { CommandEnd } from './run-command.ts'

/** The end of a command that never began. */
export function notStarted(error: string): CommandEnd {
  const nothing = { exitCode: null, signal: null, durationMs: 0, stdout: '', stderr: '' }
  return { ...nothing, timedOut: false, aborted: false, truncated: false, error }
}
