/** How a command ended. */
export interface CommandEnd {
  /** `null` if a signal ended the command, or if it could not be started. */
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  readonly durationMs: number
  readonly timedOut: boolean
  readonly aborted: boolean
  readonly stdout: string
  readonly stderr: string
  /** Some of the output was dropped. */
  readonly truncated: boolean
  /** Why the command could not be started. */
  readonly error?: string
}

/** The result of a command that could not be started. */
export function notStarted(error: string): CommandEnd {
  const nothing = { exitCode: null, signal: null, durationMs: 0, stdout: '', stderr: '' }
  return { ...nothing, timedOut: false, aborted: false, truncated: false, error }
}
