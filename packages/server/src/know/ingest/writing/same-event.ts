import type { UsageEvent } from '../../events/usage-event.ts'

/** The fields that decide whether history and telemetry report the same event. */
export type Witness = Pick<
  UsageEvent,
  'id' | 'session' | 'type' | 'name' | 'timeMs' | 'inputTokens' | 'cacheReadTokens'
>

/**
 * History and telemetry of one event are written within milliseconds of each other, but a tool call may be reported at
 * its beginning or at its end.
 */
const apartMs = 10_000

/**
 * Whether two reports of one session, from different sources, are about the same event. Some agents use the same id in
 * both. For the others, model calls that read the same number of tokens at the same time are the same: a conversation
 * grows with every call.
 */
export function isSameEvent(a: Witness, b: Witness): boolean {
  if (a.session !== b.session || a.type !== b.type) return false
  if (a.id === b.id || a.type === 'session_start') return true
  if (a.name !== b.name || Math.abs(a.timeMs - b.timeMs) > apartMs) return false
  return a.type !== 'model_call' || (a.inputTokens === b.inputTokens && a.cacheReadTokens === b.cacheReadTokens)
}
