import { type HookEvent, hookEventRules } from '@muster/contract/hook-events'
import type { PlannedHook } from './settings.ts'

/** Those of an event's hooks that run for an input, in their order; the same command only once. */
export function selectHooks(
  hooks: readonly PlannedHook[],
  event: HookEvent,
  input: Readonly<Record<string, unknown>>,
): readonly PlannedHook[] {
  const { matches } = hookEventRules[event]
  const value = matches === undefined ? undefined : input[matches]
  const name = typeof value === 'string' ? value : ''
  // A tool always has a name; of the other events, agents do not always tell what a matcher could be held against.
  const isMatched = matches === 'tool_name' || name !== ''
  const matching = hooks.filter(({ pattern }) => pattern.isAll || (isMatched ? pattern.matches(name) : !pattern.fault))
  if (matching.length < 2) return matching
  const seen = new Set<string>()
  return matching.filter(({ identity }) => seen.size < seen.add(identity).size)
}
