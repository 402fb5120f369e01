import type { Client } from '@muster/sdk'
import type { Period } from './period.ts'

/** One number of the organization by day, with the preceding days for comparison. */
export interface Metric {
  readonly name: string
  readonly unit: 'count' | 'dollars'
  readonly values: readonly number[]
  readonly total: number
  readonly before: number | undefined
}

/** The rows of one analytics endpoint, by day. */
type Days = readonly Readonly<Record<string, unknown>>[]

const shown = [
  { name: 'Active people, a day', report: 'activity', field: 'daily_active_users', isMean: true },
  { name: 'Sessions', report: 'activity', field: 'sessions' },
  { name: 'Messages of people', report: 'activity', field: 'user_messages' },
  { name: 'Billable tokens', report: 'tokens', field: 'billable_tokens' },
  { name: 'Tool calls', report: 'tools', field: 'tool_calls' },
  { name: 'Files edited', report: 'productivity', field: 'files_edited' },
  { name: 'Commits', report: 'productivity', field: 'git_commits' },
  { name: 'Pull requests', report: 'productivity', field: 'git_prs_created' },
  { name: 'Cost', report: 'costs', field: 'cost', unit: 'dollars' },
] as const

export async function readStats(client: Client, period: Period): Promise<Metric[]> {
  const { startDate, endDate, before, days } = period
  const [now, past] = await Promise.all([
    readDays(client, { startDate, endDate }),
    before === undefined ? undefined : readDays(client, before),
  ])
  return shown.map(({ name, report, field, ...rest }) => {
    const values = now[report].map((row) => Number(row[field] ?? 0))
    const per = 'isMean' in rest ? days : 1
    const total = sumOf(values) / per
    const earlier = past?.[report].map((row) => Number(row[field] ?? 0))
    return { name, unit: 'unit' in rest ? rest.unit : 'count', values, total, before: earlier && sumOf(earlier) / per }
  })
}

async function readDays({ analytics }: Client, range: { startDate: string; endDate: string }) {
  const [activity, tokens, tools, productivity, costs] = await Promise.all([
    analytics.activity(range),
    analytics.tokens(range),
    analytics.tools(range),
    analytics.productivity(range),
    analytics.costs(range),
  ])
  const rows = (answer: { readonly data: readonly object[] }) => answer.data as Days
  return {
    activity: rows(activity),
    tokens: rows(tokens),
    tools: rows(tools),
    productivity: rows(productivity),
    costs: rows(costs),
  }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
