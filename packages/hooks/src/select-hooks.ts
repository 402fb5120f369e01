import { groupBy } from '@muster/contract/group-by'
import { type HookEvent, hookEventRules } from '@muster/contract/hook-events'
import { canonicalToolsOf } from './canonical-tools.ts'
import type { Verdict } from './matcher.ts'
import type { PlannedHook } from './settings.ts'

/**
 * The hooks of an event that run for an input, in order; equal commands run once. A tool matches by its agent's name
 * and by its common name. A hook that fails closed is also selected if its matcher gives no verdict; then `cannotRun`
 * has the reason.
 */
export function selectHooks(
  hooks: readonly PlannedHook[],
  event: HookEvent,
  input: Readonly<Record<string, unknown>>,
): readonly PlannedHook[] {
  if (hooks.length === 0) return hooks
  const { matches } = hookEventRules[event]
  const value = matches === undefined ? undefined : input[matches]
  const name = typeof value === 'string' ? value : ''
  const isTool = matches === 'tool_name'
  const others = isTool ? canonicalToolsOf(name, input) : []
  // A tool always has a name; for other events, agents may not report the field for the matcher.
  const isMatched = isTool || name !== ''
  const matching: PlannedHook[] = []
  for (const hook of hooks) {
    const { pattern, failClosed } = hook
    const verdict = pattern.fault ? 'invalid' : pattern.isAll || !isMatched || verdictFor(pattern.test, name, others)
    if (verdict === true) matching.push(hook)
    else if (verdict !== false && failClosed) matching.push({ ...hook, cannotRun: doubts[verdict] })
  }
  return matching.length < 2 ? matching : withoutDoubles(matching)
}

const doubts = { invalid: 'Its matcher is no regular expression.', slow: 'Its matcher takes too long.' }

/** Of equal commands the first is kept: it runs if any of them can run, and fails closed if any of them does. */
function withoutDoubles(hooks: readonly PlannedHook[]): PlannedHook[] {
  const byIdentity = groupBy(hooks, ({ identity }) => identity)
  return [...byIdentity.values()].flatMap((same) => {
    const first = same.find(({ cannotRun }) => cannotRun === undefined) ?? same[0]
    const failClosed = same.some((each) => each.failClosed)
    return first && first.failClosed !== failClosed ? [{ ...first, failClosed }] : (first ?? [])
  })
}

/** One matching name is enough, even if another one times out. */
function verdictFor(test: (name: string) => Verdict, name: string, others: readonly string[]): Verdict {
  const own = test(name)
  if (own === true || others.length === 0) return own
  const verdicts = others.map(test)
  if (verdicts.includes(true)) return true
  return own === 'slow' || verdicts.includes('slow') ? 'slow' : false
}
