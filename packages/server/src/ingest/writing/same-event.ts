import type { UsageEvent } from '../../events/usage-event.ts'

/** What tells whether history and telemetry speak of the same thing. */
export type Witness = Pick<
  UsageEvent,
  'id' | 'session' | 'type' | 'name' | 'timeMs' | 'inputTokens' | 'cacheReadTokens'
>

/** History and telemetry of one thing are written within milliseconds; a tool call is told when it begins, or when it ends. */
const apartMs = 10_000

/**
 * Whether two reports of one session, from different sources, are about the same thing. Some agents give both the same id.
 * Of the others, model calls that read the same number of tokens at the same time are the same: a conversation grows with
 * every call.
 */
export function isSameEvent(a: Witness, b: Witness): boolean {
  if (a.session !== b.session || a.type !== b.type) return false
  if (a.id === b.id || a.type === 'session_start') return true
  if (a.name !== b.name || Math.abs(a.timeMs - b.timeMs) > apartMs) return false
  return a.type !== 'model_call' || (a.inputTokens === b.inputTokens && a.cacheReadTokens === b.cacheReadTokens)
}
