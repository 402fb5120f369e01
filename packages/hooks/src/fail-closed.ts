import { type HookEvent, hookEventRules } from '@muster/contract/hook-events'
import type { CommandEnd } from './command-end.ts'
import type { Answer } from './read-answer.ts'

/**
 * The answer of a hook that fails closed: if the hook could not answer, the announced action is blocked. It applies
 * only to events that can be blocked.
 */
export function closedAnswer(event: HookEvent, command: string, end: CommandEnd, answer: Answer): Answer {
  const { canBlock, canPermit } = hookEventRules[event]
  const failure = failureOf(end, answer)
  if (!canBlock || failure === undefined || answer.block !== undefined || answer.halt !== undefined) return answer
  const block = `A hook that must have its say failed, so this is blocked. ${failure} The hook is: ${command}`
  return { ...answer, block, ...(canPermit && { permission: 'deny' as const }) }
}

/** Why the hook has not answered, as a sentence. Exit code 2 counts as an answer. */
function failureOf(end: CommandEnd, { complaints = [] }: Answer): string | undefined {
  if (end.error !== undefined) return `It could not be started: ${end.error}`
  if (end.timedOut) return 'It took too long.'
  if (end.aborted) return 'It was ended before it could answer.'
  if (end.signal) return `It was ended by ${end.signal}.`
  if (end.exitCode !== 0 && end.exitCode !== 2) return `It ended with ${end.exitCode}.`
  return complaints[0]
}
