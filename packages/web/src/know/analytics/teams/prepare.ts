import type { AdoptionRow } from '@muster/contract/adoption'
import type { CostsGroupRow } from '@muster/contract/costs'
import type { WorkGroupRow } from '@muster/contract/work'

export interface TeamRow {
  readonly team: string
  readonly members: number
  readonly active: number
  readonly cost: number
  readonly linesAdded: number | undefined
  readonly costByDay: readonly number[]
}

/** The numbers of each team in the range, the most expensive first. */
export function prepareTeams(
  adoption: readonly AdoptionRow[],
  costs: readonly CostsGroupRow[],
  work: readonly WorkGroupRow[],
): TeamRow[] {
  const last = new Map(adoption.at(-1)?.by_team.map((each) => [each.team, each]))
  const names = new Set([...last.keys(), ...costs.map((row) => row.group_key), ...work.map((row) => row.group_key)])
  const days = adoption.map(({ date }) => date)
  return [...names]
    .map((team) => {
      const money = new Map(costs.flatMap((row) => (row.group_key === team ? [[row.date, row.cost ?? 0]] : [])))
      const lines = work.flatMap((row) => (row.group_key === team ? (row.lines_added ?? []) : []))
      return {
        team,
        members: last.get(team)?.members ?? 0,
        active: last.get(team)?.active ?? 0,
        cost: [...money.values()].reduce((sum, value) => sum + value, 0),
        linesAdded: lines.length === 0 ? undefined : lines.reduce((sum, value) => sum + value, 0),
        costByDay: days.map((day) => money.get(day) ?? 0),
      }
    })
    .toSorted((a, b) => b.cost - a.cost || b.active - a.active || (a.team < b.team ? -1 : 1))
}
