import { Type } from 'typebox'
import { type Tool, tool } from '../tool.ts'

const day = (summary: string) => Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: summary })
const days = { startDate: day('The first day, in UTC: YYYY-MM-DD'), endDate: day('The last day, at most yesterday') }

const myUsage = tool({
  name: 'my_usage',
  title: 'Own usage',
  description:
    'What the caller used of coding agents, by day: tokens, credits, money, sessions; today included, and what is left of the month. Without days it is this month.',
  input: Type.Object(
    { startDate: Type.Optional(days.startDate), endDate: Type.Optional(day('The last day, today included')) },
    { additionalProperties: false },
  ),
  readOnly: true,
  run: (input, { client, signal }) => client.organization.myUsage(input, { signal }),
})

const reports = ['costs', 'work', 'adoption', 'tokens', 'tools', 'activity', 'productivity'] as const

const analytics = tool({
  name: 'analytics',
  title: 'Analytics of the organization',
  description:
    'Numbers of the whole organization by day, for its owners and managers: costs (money), work (lines, errors, durations), adoption (people), tokens, tools, activity (sessions, messages), productivity (files, commits). Days that are over only. groupBy: costs by model, user, team, agent or repository; work by agent, team, repository or tool; tokens by model; tools by tool_name; activity by client.',
  input: Type.Object(
    {
      report: Type.Enum([...reports]),
      ...days,
      groupBy: Type.Optional(Type.String({ maxLength: 40, description: 'One row for each of these on each day' })),
    },
    { additionalProperties: false },
  ),
  readOnly: true,
  run: async ({ report, startDate, endDate, groupBy }, { client, signal }) => {
    const version = report === 'costs' || report === 'work' || report === 'adoption' ? 'v0' : 'v1'
    const query = { startDate, endDate, ...(groupBy !== undefined && { group_by: groupBy }) }
    const { body } = await client.request('GET', `/api/${version}/analytics/${report}`, { query, signal })
    return body
  },
})

export const usageTools: readonly Tool[] = [myUsage, analytics]
