import type { AdoptionRow, TeamAdoption } from '../adoption.ts'
import type * as analytics from '../analytics.ts'
import type { DataQuality } from '../analytics-status.ts'
import type { ModelPrice } from '../prices/price.ts'
import type { PriceTable } from '../prices/price-table.ts'
import type { Spend } from '../spend.ts'

const date = '2026-03-10'
const userId = '019c9a10-0b7d-7e3f-8c21-5f6e7d8c9ba0'

const byModel: analytics.ModelTokens[] = [
  {
    model_id: 'house-coder',
    model_tier: 'standard',
    billable_tokens: 41_210,
    input_tokens: 96_400,
    output_tokens: 7_350,
  },
]

const price: ModelPrice = { model: 'house-coder', from: '2026-01-14', input: 0.8, output: 4, cacheRead: 0.08 }

const platform: TeamAdoption = {
  team: 'Platform',
  members: 14,
  active: 12,
  active_members: 12,
  new: 2,
  returning: 10,
  lapsed: 1,
  stickiness: 0.45,
}

const quality: DataQuality = {
  since: '2026-02-26',
  acceptedEvents: 48_210,
  lateEvents: 35,
  quarantinedEvents: 2,
  quarantinedByReason: [{ reason: 'The cache is larger than the input that it is part of.', count: 2 }],
  byAgentAndReason: [
    { outcome: 'refused', agent: 'codex', reason: 'It has no time.', count: 3 },
    { outcome: 'passed_over', agent: 'gen_ai', reason: 'A model call tells no tokens.', count: 2 },
  ],
  foldedNames: [{ day: '2026-03-01', kind: 'tool', names: 2_317 }],
  unknownToolCalls: 1,
  unknownTools: [{ rawName: '<tool', count: 1 }],
}

/** Examples of analytics answers, by schema name: one quiet day of a small organization. */
export const analyticsExamples = {
  ModelTokens: byModel[0],
  UserTokens: { user_id: userId, user_email: 'ada@acme.example', billable_tokens: 41_210, by_model: byModel },
  TokensRow: {
    date,
    billable_tokens: 41_210,
    input_tokens: 96_400,
    output_tokens: 7_350,
    cache_read_tokens: 69_489,
    cache_write_tokens: 12_800,
    by_model: byModel,
    by_user: [{ user_id: userId, user_email: 'ada@acme.example', billable_tokens: 41_210, by_model: byModel }],
  } satisfies analytics.TokensRow,
  TokensByModelRow: {
    date,
    group_key: 'house-coder',
    billable_tokens: 41_210,
    input_tokens: 96_400,
    output_tokens: 7_350,
  } satisfies analytics.TokensByModelRow,
  ToolsRow: {
    date,
    tool_calls: 128,
    by_tool: [
      { tool: 'Read', invocations: 71 },
      { tool: 'Edit', invocations: 57 },
    ],
    mcp_users_with_mcp: 1,
    mcp_by_server: [{ server: 'issue-tracker', invocations: 6 }],
    skills_invocations: 2,
    skills_by_name: [{ name: 'release-notes', count: 2 }],
    slash_commands_invocations: 3,
    slash_commands_by_name: [{ name: 'review', count: 3 }],
    hooks_invocations: 57,
    hooks_by_event: [{ event: 'PostToolUse', matcher: 'Edit', command: 'npm run fix', count: 57 }],
    web_users: 0,
    autonomy_ratio_avg: 6.4,
    autonomy_ratio_p50: 5,
    autonomy_ratio_p90: 11.2,
    tool_calls_per_session_avg: 16,
    user_turns_per_session_avg: 2.5,
    tool_autonomy_level_ratio: { auto_high: 0, auto_medium: 0.75, auto_low: 0.25, manual: 0 },
    tool_autonomy_unknown_ratio: 0,
  } satisfies analytics.ToolsRow,
  ToolsByNameRow: { date, group_key: 'Read', tool_calls: 71 } satisfies analytics.ToolsByNameRow,
  ActivityRow: {
    date,
    daily_active_users: 4,
    weekly_active_users: 9,
    monthly_active_users: 12,
    daily_active_users_by_client: { 'terminal-ui': 4, web: 0, 'non-interactive-cli': 1 },
    sessions: 8,
    messages: 64,
    user_messages: 20,
  } satisfies analytics.ActivityRow,
  ActivityByClientRow: {
    date,
    group_key: 'terminal-ui',
    daily_active_users: 4,
  } satisfies analytics.ActivityByClientRow,
  ProductivityRow: {
    date,
    files_created: 5,
    files_edited: 52,
    by_extension: [{ extension: '.ts', count: 57 }],
    by_language: [{ language: 'TypeScript', count: 57 }],
    git_commits: 3,
    git_prs_created: 1,
  } satisfies analytics.ProductivityRow,
  UserRow: {
    user_id: userId,
    user_email: 'ada@acme.example',
    date,
    tool_calls: 128,
    billable_tokens: 41_210,
    primary_model: 'house-coder',
    primary_model_tier: 'standard',
    files_created: 5,
    files_edited: 52,
    git_commits: 3,
    git_prs_created: 1,
    mcp_calls: 6,
    skill_calls: 2,
    slash_commands: 3,
    hooks: 57,
    sessions: 8,
    messages: 64,
    user_messages: 20,
    assistant_messages: 44,
    autonomy_ratio: 6.4,
    delegation_level: 'auto-medium',
    languages: ['TypeScript'],
  } satisfies analytics.UserRow,
  AnalyticsMeta: {
    org_id: '019c9a10-0b70-7a11-b6c4-11d2f0a98e57',
    start_date: date,
    end_date: date,
    complete_through: date,
  },
  UsersMeta: {
    org_id: '019c9a10-0b70-7a11-b6c4-11d2f0a98e57',
    start_date: date,
    end_date: date,
    complete_through: date,
    has_more: false,
    next_cursor: null,
  },
  DataQuality: quality,
  TeamAdoption: platform,
  AdoptionRow: {
    date,
    members: 14,
    active: 12,
    active_members: 12,
    new: 2,
    returning: 10,
    lapsed: 1,
    stickiness: 0.45,
    by_team: [platform],
  } satisfies AdoptionRow,
  Spend: {
    month: '2026-03',
    currency: 'USD',
    spent: 412.5,
    today: 12.5,
    forecast: { amount: 610, low: 560.25, high: 659.75 },
    perWorkday: 19.2,
    change: 0.12,
    unpricedTokens: 0,
    budgets: [],
    drivers: [
      { team: 'Platform', change: 38.4, share: 0.61 },
      { user: userId, userName: 'Ada Lovelace', change: 21.1, share: 0.3 },
    ],
    sentences: [
      'March so far costs $412.50, on the way to $610.00 ($560.25 to $659.75).',
      'Platform grew most, by $38.40.',
    ],
    words: [
      [{ text: 'March so far costs $412.50, on the way to $610.00 ($560.25 to $659.75).' }],
      [{ text: 'Platform', about: { team: 'Platform' } }, { text: ' grew most, by $38.40.' }],
    ],
    days: [{ date, cost: 18.9 }],
    unusualDays: [{ date, cost: 48.2, usual: 18.1, driver: { model: 'house-coder', change: 29.9, share: 0.97 } }],
  } satisfies Spend,
  ModelPrice: price,
  PriceTable: {
    currency: 'USD',
    pricesOf: '2026-11-15',
    prices: [{ ...price, source: 'organization' }],
    references: [{ name: 'Price list of the provider', address: 'https://models.acme.example', readOn: '2026-11-15' }],
  } satisfies PriceTable,
} as const
