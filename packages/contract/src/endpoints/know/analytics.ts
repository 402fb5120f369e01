import { Type } from 'typebox'
import { AdoptionRow } from '../../adoption.ts'
import {
  ActivityByClientRow,
  ActivityRow,
  AnalyticsMeta,
  Day,
  envelope,
  ProductivityRow,
  TokensByModelRow,
  TokensRow,
  ToolsByNameRow,
  ToolsRow,
  UserRow,
  UsersMeta,
} from '../../analytics.ts'
import { AnalyticsDefinitions } from '../../analytics-definitions.ts'
import { AnalyticsRefresh, AnalyticsStatus, DeletedEvents, ReopenedDays } from '../../analytics-status.ts'
import { CostFilter, CostsByUserRow, CostsGroupRow, CostsRow, costGroups } from '../../costs.ts'
import { endpoint } from '../../endpoint.ts'
import { pageQuery } from '../../pagination.ts'
import { PriceTable } from '../../prices/price-table.ts'
import { closed } from '../../schema.ts'
import { Spend } from '../../spend.ts'
import { WorkGroupRow, WorkRow, workGroups } from '../../work.ts'

const prefix = '/api/v1/analytics'

/** Common to every endpoint of version 1. */
const reading = {
  method: 'GET',
  access: ['owner', 'manager'],
  bearer: 'api-key',
  scope: 'analytics:read',
  headers: ['If-None-Match'],
  alsoProduces: ['text/csv', 'application/x-ndjson'],
} as const

/** The server checks after the schema that the days exist and are over, because that depends on the clock. */
const range = {
  startDate: Day,
  endDate: Day,
  format: Type.Optional(
    Type.Enum(['json', 'csv', 'ndjson'], {
      default: 'json',
      'x-extension': true,
      description: '`csv` and `ndjson` hold the rows alone, without the envelope.',
    }),
  ),
}

const days =
  'Both days are included, in UTC, from 2026-01-14 to yesterday. Days on which nothing happened have a row of zeros.'

export const tokens = endpoint({
  ...reading,
  path: `${prefix}/tokens`,
  summary: 'Tokens by day, model and user',
  description: `${days} With \`group_by=model\`, one row for each model of a day.`,
  query: Type.Object({ ...range, group_by: Type.Optional(Type.Enum(['model'])) }),
  answers: {
    200: envelope(Type.Union([Type.Array(TokensRow), Type.Array(TokensByModelRow)]), AnalyticsMeta),
    304: null,
  },
})

export const tools = endpoint({
  ...reading,
  path: `${prefix}/tools`,
  summary: 'Tools, MCP servers, skills, slash commands, hooks and autonomy by day',
  description: `${days} With \`group_by=tool_name\`, one row for each tool of a day.`,
  query: Type.Object({ ...range, group_by: Type.Optional(Type.Enum(['tool_name'])) }),
  answers: { 200: envelope(Type.Union([Type.Array(ToolsRow), Type.Array(ToolsByNameRow)]), AnalyticsMeta), 304: null },
})

export const activity = endpoint({
  ...reading,
  path: `${prefix}/activity`,
  summary: 'Active users, sessions and messages by day',
  description: `${days} With \`group_by=client\`, one row for each client that was used on a day.`,
  query: Type.Object({ ...range, group_by: Type.Optional(Type.Enum(['client'])) }),
  answers: {
    200: envelope(Type.Union([Type.Array(ActivityRow), Type.Array(ActivityByClientRow)]), AnalyticsMeta),
    304: null,
  },
})

export const productivity = endpoint({
  ...reading,
  path: `${prefix}/productivity`,
  summary: 'Files, commits and pull requests by day',
  description: days,
  query: Type.Object(range),
  answers: { 200: envelope(Type.Array(ProductivityRow), AnalyticsMeta), 304: null },
})

/** Agents may use almost any text as a user id. */
const cursor = Type.Optional(
  Type.String({ pattern: '\\S', maxLength: 300, hint: 'a user id, as in the next_cursor of an earlier answer' }),
)

export const users = endpoint({
  ...reading,
  path: `${prefix}/users`,
  summary: 'What each user did, by day',
  description:
    'One row for each user and day on which the user was active, by user id and then date. `limit` counts users: a page holds all days of its users. With `csv` and `ndjson`, the `Link` header with `rel="next"` leads to the next page.',
  query: Type.Object({ ...range, limit: pageQuery.limit, cursor }),
  answers: { 200: envelope(Type.Array(UserRow), UsersMeta), 304: null },
  items: 'data',
})

/** Extensions are in v0, which accepts tokens as well as keys, so that the web application can show them. */
const extension = { extension: true, access: ['owner', 'manager'], scope: 'analytics:read' } as const

/** Rows by day, as in version 1. */
const rowsByDay = {
  ...extension,
  method: 'GET',
  headers: ['If-None-Match'],
  alsoProduces: ['text/csv', 'application/x-ndjson'],
} as const

export const costs = endpoint({
  ...rowsByDay,
  path: '/api/v0/analytics/costs',
  summary: 'Money by day: as agents report it, else estimated from dated prices',
  description:
    'Both days are included, in UTC, from 2026-01-14 to yesterday. What an agent says of the cost of a call is taken as it is; other calls are estimated by the price of their model on that day (see `/api/v0/analytics/prices`); tokens without a price are told as unpriced. With `group_by`, one row for each model, user, team, agent or repository of a day. With `filter`, such as `filter=team:Web&filter=model:house-coder`, the rows are those of what has these keys in the rows of these groups; several keys of one group are alternatives.',
  query: Type.Object({
    ...range,
    group_by: Type.Optional(Type.Enum([...costGroups])),
    filter: Type.Optional(Type.Union([CostFilter, Type.Array(CostFilter, { maxItems: 20 })])),
  }),
  answers: {
    200: envelope(
      Type.Union([Type.Array(CostsRow), Type.Array(CostsGroupRow), Type.Array(CostsByUserRow)]),
      AnalyticsMeta,
    ),
    304: null,
  },
})

export const work = endpoint({
  ...rowsByDay,
  path: '/api/v0/analytics/work',
  summary: 'Lines, decisions, errors, durations, active time and cache use by day',
  description:
    'Both days are included, in UTC, from 2026-01-14 to yesterday. A number that no agent reported is null, never 0. With `group_by`, one row for each agent, team, repository or tool of a day; rows of tools tell of tools alone.',
  query: Type.Object({ ...range, group_by: Type.Optional(Type.Enum([...workGroups])) }),
  answers: {
    200: envelope(Type.Union([Type.Array(WorkRow), Type.Array(WorkGroupRow)]), AnalyticsMeta),
    304: null,
  },
})

export const adoption = endpoint({
  ...rowsByDay,
  path: '/api/v0/analytics/adoption',
  summary: 'How many people use agents and how steadily, by day and team',
  description:
    'Both days are included, in UTC, from 2026-01-14 to yesterday. Each row looks back over the 30 days that end with it.',
  query: Type.Object(range),
  answers: { 200: envelope(Type.Array(AdoptionRow), AnalyticsMeta), 304: null },
})

export const spend = endpoint({
  ...extension,
  method: 'GET',
  path: '/api/v0/analytics/spend',
  summary: 'What a month costs, where it goes, and why',
  description:
    'This month unless `month` names another. Today counts as far as it is known. The forecast takes the days to come to be like the same weekdays of the last four weeks. Drivers tell what changed since the same days of the month before, weekday by weekday, by team, user, repository, model and agent, and within the team that changed most.',
  query: Type.Object({ month: Type.Optional(Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' })) }),
  answers: { 200: Spend },
})

export const status = endpoint({
  ...extension,
  method: 'GET',
  path: '/api/v0/analytics/status',
  summary: 'How far the numbers are complete, and how good the data behind them is',
  answers: { 200: AnalyticsStatus },
})

export const definitions = endpoint({
  ...extension,
  method: 'GET',
  path: '/api/v0/analytics/definitions',
  summary: 'What each number means',
  answers: { 200: AnalyticsDefinitions },
})

export const prices = endpoint({
  ...extension,
  method: 'GET',
  path: '/api/v0/analytics/prices',
  summary: 'The prices by which costs are estimated',
  description:
    'List prices that come with Muster, each with the days on which it holds, and before them those that the organization sets in its control `modelPrices`. A model that is not here is told as unpriced.',
  answers: { 200: PriceTable },
})

export const refresh = endpoint({
  ...extension,
  method: 'POST',
  path: '/api/v0/analytics/refresh',
  summary: 'Compute the days that are waiting, now',
  description:
    'Answers when the days are done that were waiting when it was asked; `failedDays` names those that could not be computed. The service does the same by itself; a day that is not over yet is never computed.',
  answers: { 200: AnalyticsRefresh },
})

export const recompute = endpoint({
  extension: true,
  method: 'POST',
  path: '/api/v0/analytics/recompute',
  summary: 'Compute past days again, from the events that are stored',
  description:
    'Nobody needs it in daily use: a day is computed again by itself when its events change. It answers at once; `GET /api/v0/analytics/status` tells which days wait, and `POST /api/v0/analytics/refresh` waits for them.',
  access: ['owner'],
  scope: 'organization:write',
  body: closed({ startDate: Day, endDate: Day }),
  answers: { 200: ReopenedDays },
})

export const deleteEvents = endpoint({
  extension: true,
  method: 'DELETE',
  path: '/api/v0/analytics/events',
  summary: 'Delete usage events, of everybody or of one person',
  description:
    'Deletes for good what was reported for these days, in UTC and both included; today is possible, too. `userEmail` or `userId`, as in the rows of `/users`, limits it to one person. The days are computed again within seconds, and so are credits. An agent that sends the same events once more brings them back.',
  access: ['owner'],
  scope: 'organization:write',
  query: Type.Object({
    startDate: Day,
    endDate: Day,
    userEmail: Type.Optional(Type.String({ minLength: 3, maxLength: 254 })),
    userId: Type.Optional(Type.String({ pattern: '\\S', maxLength: 300 })),
  }),
  answers: { 200: DeletedEvents },
})
