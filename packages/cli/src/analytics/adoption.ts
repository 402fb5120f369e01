import type { AdoptionRow, TeamAdoption } from '@muster/contract/adoption'
import { command } from '../command-line/command.ts'
import type { Column } from '../terminal/table.ts'
import { percent, rangeOf, rangeOptions } from './range.ts'

type Counts = Omit<TeamAdoption, 'team'>

const columns: readonly Column<Counts>[] = [
  { header: 'MEMBERS', value: (row) => row.members },
  { header: 'ACTIVE', value: (row) => row.active },
  { header: 'NEW', value: (row) => row.new },
  { header: 'RETURNING', value: (row) => row.returning, dropOrder: 2 },
  { header: 'LAPSED', value: (row) => row.lapsed },
  { header: 'STICKINESS', value: (row) => percent(row.stickiness), whole: true, dropOrder: 1 },
]

export const adoption = command({
  summary: 'Show how many people use agents, and how steadily',
  notes: 'For owners and managers. Each row looks back over the 30 days that end with its day.',
  options: {
    ...rangeOptions,
    teams: { type: 'flag', summary: 'The teams on the last day, instead of the days' },
  },
  examples: [
    ['muster analytics adoption', 'The last four weeks'],
    ['muster analytics adoption --teams', 'The teams, as of yesterday'],
  ],
  async run({ teams, ...days }, { out, client }) {
    const { analytics } = await client()
    const range = rangeOf(days)
    const { data } = await analytics.adoption(teams ? { ...range, startDate: range.endDate } : range)
    if (teams) {
      const team: Column<TeamAdoption> = { header: 'TEAM', value: (row) => row.team }
      return out.table(data[0]?.by_team ?? [], [team, ...columns], 'There is nobody yet.')
    }
    const date: Column<AdoptionRow> = { header: 'DATE', value: (row) => row.date, whole: true }
    out.table(data, [date, ...columns], 'There are no days.')
  },
})
