import type { AdoptionRow } from '@muster/contract/adoption'
import type { CostsGroupRow } from '@muster/contract/costs'
import type { WorkGroupRow, WorkRow } from '@muster/contract/work'
import { describe, expect, it } from 'vitest'
import { reportingAgents } from './quality/prepare.ts'
import { prepareTeams } from './teams/prepare.ts'
import { prepareWork } from './work/prepare.ts'

const cost = (date: string, group_key: string, amount: number | null) =>
  ({ date, group_key, cost: amount }) as CostsGroupRow

describe('prepareWork', () => {
  const row = (date: string, fields: Partial<WorkRow>) =>
    ({ date, tool_errors_by_kind: [], model_errors_by_kind: [], ...fields }) as unknown as WorkRow

  it('distinguishes what nobody reported from zero', () => {
    const rows = [
      row('2026-03-01', { lines_added: 3, lines_removed: null }),
      row('2026-03-02', { lines_added: null, lines_removed: null }),
    ]
    const view = prepareWork(rows, undefined)
    expect(view.added).toEqual({ value: 3, before: undefined })
    expect(view.removed.value).toBe(undefined)
    expect(view.lines.series[0]?.values).toEqual([3, undefined])
  })
})

describe('prepareTeams', () => {
  it('joins people, money and lines of a team, the dearest first', () => {
    const adoption = [
      { date: '2026-03-01', by_team: [] },
      { date: '2026-03-02', by_team: [{ team: 'a', members: 4, active: 2 }] },
    ] as unknown as AdoptionRow[]
    const work = [{ date: '2026-03-01', group_key: 'a', lines_added: 7 }] as unknown as WorkGroupRow[]
    const teams = prepareTeams(adoption, [cost('2026-03-01', 'a', 1), cost('2026-03-02', 'b', 5)], work)
    expect(teams).toEqual([
      { team: 'b', members: 0, active: 0, cost: 5, linesAdded: undefined, costByDay: [0, 5] },
      { team: 'a', members: 4, active: 2, cost: 1, linesAdded: 7, costByDay: [1, 0] },
    ])
  })
})

describe('reportingAgents', () => {
  it('lists the agent that reported last first', () => {
    const rows = [
      cost('2026-03-01', 'codex', null),
      cost('2026-03-01', 'claude-code', 1),
      cost('2026-03-04', 'codex', 2),
    ]
    expect(reportingAgents(rows)).toEqual([
      { agent: 'codex', lastDay: '2026-03-04', days: 2 },
      { agent: 'claude-code', lastDay: '2026-03-01', days: 1 },
    ])
  })
})
