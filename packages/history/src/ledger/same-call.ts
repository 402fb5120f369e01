import type { ModelCall } from '../record.ts'

/** Merges two records of one call. `owner` is the original, whose session counts. */
export function sameCall(known: ModelCall, told: ModelCall, owner: ModelCall): ModelCall {
  // While an answer streams, earlier records have less output.
  const more = told.tokens.output - known.tokens.output
  const larger = more === 0 ? owner : more > 0 ? told : known
  const endMs = Math.max(endOf(known), endOf(told))
  return { ...larger, session: owner.session, timeMs: Math.min(known.timeMs, told.timeMs), endMs }
}

/** When the answer was complete, if known; otherwise when the call began. */
export function endOf({ timeMs, endMs = timeMs }: ModelCall): number {
  return endMs
}
