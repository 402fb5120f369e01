import type { CostsGroupRow } from '@muster/contract/costs'

export interface ReportingAgent {
  readonly agent: string
  readonly lastDay: string
  readonly days: number
}

/** The agents that sent anything in the range, the most recent first. */
export function reportingAgents(rows: readonly CostsGroupRow[]): ReportingAgent[] {
  const days = new Map<string, Set<string>>()
  for (const { group_key, date } of rows) days.set(group_key, (days.get(group_key) ?? new Set()).add(date))
  return [...days]
    .map(([agent, dates]) => ({ agent, lastDay: [...dates].toSorted().at(-1) ?? '', days: dates.size }))
    .toSorted((a, b) => (a.lastDay === b.lastDay ? (a.agent < b.agent ? -1 : 1) : a.lastDay < b.lastDay ? 1 : -1))
}
