import { eventColumns } from './columns.ts'
import type { UsageEvent } from './usage-event.ts'

const maxTimeMs = Date.parse('2106-01-01T00:00:00Z') - 1

/**
 * Throws for an event that an engine cannot store. Events are written together, so one bad event would fail the writes
 * of other callers; this check fails only its own caller. Callers never pass such an event, so this is a bug.
 *
 * Returns the event as both engines store it: without byte order marks before texts, which one of them drops on
 * reading.
 */
export function acceptEvent(event: UsageEvent): UsageEvent {
  const { id, timeMs } = event
  if (!isId(id)) throw new RangeError('The id of an event must be 32 hexadecimal digits in lower case.')
  if (!isCount(timeMs) || timeMs > maxTimeMs) throw new RangeError(`Event ${id} has a time out of range.`)
  for (const field of counts) if (!isCount(event[field])) throw notCountable(id)
  for (const field of measures) {
    const value = event[field]
    if (value !== null && !isCount(value)) throw notCountable(id)
  }
  for (const field of texts) if (event[field].charCodeAt(0) === mark) return withoutMarks(event)
  return event
}

const mark = 0xfeff
const texts = fieldsOf('text')
const counts = fieldsOf('number')
const measures = fieldsOf('measure')

type FieldsOf<Value> = keyof { [Field in keyof UsageEvent as UsageEvent[Field] extends Value ? Field : never]: never }
interface Fields {
  readonly text: Exclude<FieldsOf<string>, 'id'>
  readonly number: FieldsOf<number>
  readonly measure: Exclude<FieldsOf<number | null>, FieldsOf<number>>
}

function fieldsOf<Kind extends keyof Fields>(wanted: Kind): Fields[Kind][] {
  return eventColumns.flatMap(({ field, kind }) => (kind === wanted ? [field as Fields[Kind]] : []))
}

function notCountable(id: string): RangeError {
  return new RangeError(`Event ${id} has a count that is not a whole number from 0 to 2^53 - 1.`)
}

function withoutMarks(event: UsageEvent): UsageEvent {
  const bare: Record<string, string> = {}
  for (const field of texts) bare[field] = event[field].replace(/^\ufeff+/, '')
  return { ...event, ...bare }
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

/** Equivalent to `/^[0-9a-f]{32}$/`, in a tenth of the time. */
function isId(id: string): boolean {
  if (id.length !== 32) return false
  for (let index = 0; index < 32; index++) {
    const code = id.charCodeAt(index)
    if (!((code >= 48 && code <= 57) || (code >= 97 && code <= 102))) return false
  }
  return true
}
