import { type DayNumber, toDay } from '../calendar.ts'
import { dayMs } from '../days.ts'
import type { Cast } from './cast.ts'
import type { Happening } from './happening.ts'

/** A misconfigured agent reports events that cannot be counted. The data quality shows them. */
export function brokenEventsOn({ everybody }: Cast, day: DayNumber, firstDay: DayNumber): Happening[] {
  if (day !== firstDay) return []
  const common = { time: `${toDay(day)}T09:30:00Z`, client: 'terminal-ui', userEmail: everybody[0]?.email }
  const call = { ...common, type: 'model_call', model: 'atlas-4-mini', outputTokens: 310 }
  const events = [
    ...Array.from({ length: 9 }, () => ({ ...call, inputTokens: 4_000, cacheReadTokens: 19_000 })),
    ...Array.from({ length: 4 }, () => ({ ...call, inputTokens: '4 thousand' })),
    ...Array.from({ length: 3 }, () => ({ ...common, type: 'tool_call', toolName: 'Bash' })),
  ]
  return [{ time: day * dayMs + 9.6 * 60 * 60_000, kind: 'send_events', events }]
}
