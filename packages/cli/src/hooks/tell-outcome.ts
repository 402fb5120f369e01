import type { Raised } from '@muster/hooks'
import { asOutput } from '@muster/hooks/conclude'
import { printable, printableJson } from '../terminal/width.ts'

/** Agents interpret exit code 2 as "blocked", so no error may use it, not even an invalid command line. */
export const hookExitCodes = { done: 0, wrong: 1, blocked: 2, interrupted: 130 } as const

interface Told {
  /** Faults of the settings, reported at every event. */
  readonly warnings: readonly string[]
  /** Messages to show once. Agents display a system message, but hide standard error. */
  readonly news: readonly string[]
  readonly isJson: boolean
}

/** Prints the result for the agent. If the event is blocked, standard error contains only the reason. */
export function tellOutcome(raised: Raised, { warnings, news, isJson }: Told): number {
  const { event, isBlocked, reason, isLoopBroken, outcomes } = raised
  if (isJson) process.stdout.write(`${printableJson(raised, 2)}\n`)
  if (isBlocked) {
    process.stderr.write(`${printable(reason ?? '')}\n`)
    return hookExitCodes.blocked
  }
  const systemMessages = [...raised.systemMessages, ...news]
  const output = isJson ? undefined : asOutput(event, { ...raised, systemMessages })
  if (output) process.stdout.write(`${printableJson(output)}\n`)
  const notes = [...warnings, ...news, ...outcomes.flatMap(failuresOf)]
  if (isLoopBroken) notes.push('Hooks kept the agent from stopping too often in a row, so it may stop now.')
  for (const note of notes) process.stderr.write(`${printable(note)}\n`)
  return hookExitCodes.done
}

function failuresOf({
  command,
  exitCode,
  signal,
  timedOut,
  timeoutMs,
  error,
  stderr,
  answer,
}: Raised['outcomes'][number]) {
  const complaints = (answer.complaints ?? []).map((complaint) => `Hook ${command}: ${complaint}`)
  const why = error
    ? `could not be started: ${error}`
    : timedOut
      ? `took longer than ${timeoutMs / 1000} s and was ended`
      : signal
        ? `was ended by ${signal}`
        : `ended with ${exitCode}`
  if (exitCode === 0 && !timedOut) return complaints
  const said = stderr.trim()
  return [`Hook ${command} ${why}.${said ? ` It said: ${said}` : ''}`, ...complaints]
}
