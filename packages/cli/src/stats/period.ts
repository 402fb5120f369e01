import { earliestDay } from '@muster/contract/earliest-day'
import { usage } from '../command-line/failure.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Days in UTC, both inclusive, and as many days whole weeks before them, so that Mondays are compared with Mondays. */
export interface Period {
  readonly startDate: string
  readonly endDate: string
  readonly days: number
  /** Absent if the service has no numbers for those days. */
  readonly before: { readonly startDate: string; readonly endDate: string } | undefined
}

export function periodOf(startDate: string, endDate: string): Period {
  const [startMs, endMs] = [startDate, endDate].map((day) => Date.parse(`${day}T00:00:00Z`)) as [number, number]
  if (Number.isNaN(startMs) || Number.isNaN(endMs)) throw usage('Days are written as in 2026-03-01.')
  if (endMs < startMs) throw usage('The last day is before the first.')
  const days = Math.round((endMs - startMs) / dayMs) + 1
  const back = Math.ceil(days / 7) * 7 * dayMs
  const before = { startDate: dayOf(startMs - back), endDate: dayOf(endMs - back) }
  return { startDate, endDate, days, before: before.startDate < earliestDay ? undefined : before }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** The growth of a number, such as `▲ 12 %`. Empty if the earlier number is absent or 0. */
export function changeOf(now: number, before: number | undefined): string | undefined {
  if (before === undefined || before === 0) return undefined
  const percent = Math.round(((now - before) / before) * 100)
  return percent === 0 ? '0 %' : `${percent > 0 ? '▲' : '▼'} ${Math.abs(percent)} %`
}
