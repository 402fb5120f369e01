import type { UsageEvent } from './usage-event.ts'

const maxTimeMs = Date.parse('2106-01-01T00:00:00Z') - 1

/**
 * Refuses what no engine can keep. Events are written together, so a single one that cannot be written would fail the
 * events of everybody who shares its write; here it fails its own caller only. Callers never let such an event come
 * this far, so this is an error of the program.
 *
 * The event is given back as both engines keep it: without byte order marks before texts, which reading from one of
 * them would take away.
 */
export function acceptEvent(event: UsageEvent): UsageEvent {
  const { id, timeMs, quantity, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, billableTokens } = event
  if (!isId(id)) throw new RangeError('The id of an event must be 32 hexadecimal digits in lower case.')
  if (!isCount(timeMs) || timeMs > maxTimeMs) throw new RangeError(`Event ${id} has a time out of range.`)
  if (
    !(isCount(quantity) && isCount(inputTokens) && isCount(outputTokens)) ||
    !(isCount(cacheReadTokens) && isCount(cacheWriteTokens) && isCount(billableTokens))
  ) {
    throw new RangeError(`Event ${id} has a count that is not a whole number from 0 to 2^53 - 1.`)
  }
  const { user, session, name, detail, extra } = event
  const isMarked =
    beginsWithMark(name) ||
    beginsWithMark(detail) ||
    beginsWithMark(extra) ||
    beginsWithMark(user) ||
    beginsWithMark(session)
  return isMarked ? withoutMarks(event) : event
}

function beginsWithMark(text: string): boolean {
  return text.charCodeAt(0) === 0xfeff
}

function withoutMarks(event: UsageEvent): UsageEvent {
  const { user, session, name, detail, extra } = event
  const bare = (text: string) => text.replace(/^\ufeff+/, '')
  return {
    ...event,
    user: bare(user),
    session: bare(session),
    name: bare(name),
    detail: bare(detail),
    extra: bare(extra),
  }
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

/** What `/^[0-9a-f]{32}$/` says, in a tenth of the time. */
function isId(id: string): boolean {
  if (id.length !== 32) return false
  for (let index = 0; index < 32; index++) {
    const code = id.charCodeAt(index)
    if (!((code >= 48 && code <= 57) || (code >= 97 && code <= 102))) return false
  }
  return true
}
