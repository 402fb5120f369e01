import * as contract from '@muster/contract/analytics'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { addDays } from '../src/ground/platform/days.ts'
import { computeActivity } from '../src/know/analytics/activity-rows.ts'
import { computeDay } from '../src/know/analytics/day-rows.ts'
import { zeroRows } from '../src/know/analytics/zero-rows.ts'
import type { Fact } from '../src/know/events/usage-event.ts'
import { day, deliveries, eventsOf, factsOf, people } from './analytics-oracle-events.ts'

const options = { seed: Number(process.env.FUZZ_SEED ?? 20_260_301), numRuns: Number(process.env.FUZZ_RUNS ?? 400) }

/** Checks what holds for every day, whatever happened on it. */
function always(check: (rows: ReturnType<typeof rowsOf>) => void): void {
  fc.assert(
    fc.property(deliveries(), (delivered) => check(rowsOf(eventsOf(delivered, 'acme')))),
    options,
  )
}

function rowsOf(events: ReturnType<typeof eventsOf>) {
  const computeOf = (other: string, facts: Fact[]) => computeDay({ day: other, facts, people })
  const window = Array.from({ length: 30 }, (_, back) => {
    const other = addDays(day, -back)
    return { day: other, active: computeOf(other, factsOf(events, other)).active }
  })
  const facts = factsOf(events, day)
  const rows = computeOf(day, facts)
  return { facts, window, ...rows, ...computeActivity({ day, counts: rows.counts, window }) }
}

function sum<T>(items: readonly T[], numberOf: (item: T) => number): number {
  return items.reduce((total, item) => total + numberOf(item), 0)
}

const tokenFields = ['billable_tokens', 'input_tokens', 'output_tokens'] as const

describe('tokens', () => {
  it('by model, by user and by model within a user add up to the day', () => {
    always(({ tokens, tokensByModel }) => {
      for (const field of tokenFields) {
        expect(sum(tokens.by_model, (item) => item[field])).toBe(tokens[field])
        expect(sum(tokensByModel, (item) => item[field])).toBe(tokens[field])
        expect(sum(tokens.by_user, (user) => sum(user.by_model, (item) => item[field]))).toBe(tokens[field])
      }
      expect(sum(tokens.by_user, (user) => user.billable_tokens)).toBe(tokens.billable_tokens)
      for (const user of tokens.by_user) {
        expect(sum(user.by_model, (item) => item.billable_tokens)).toBe(user.billable_tokens)
      }
    })
  })

  it('grouped by model have one row for each model, with its tiers together', () => {
    always(({ tokens, tokensByModel }) => {
      for (const row of tokensByModel) {
        const parts = tokens.by_model.filter((item) => item.model_id === row.group_key)
        for (const field of tokenFields) expect(sum(parts, (item) => item[field])).toBe(row[field])
      }
      expect(new Set(tokens.by_model.map((item) => item.model_id)).size).toBe(tokensByModel.length)
    })
  })
})

describe('tools', () => {
  it('add up by name, and grouped rows agree with the others', () => {
    always(({ tools, toolsByName }) => {
      expect(sum(tools.by_tool, (item) => item.invocations)).toBe(tools.tool_calls)
      expect(sum(tools.skills_by_name, (item) => item.count)).toBe(tools.skills_invocations)
      expect(sum(tools.slash_commands_by_name, (item) => item.count)).toBe(tools.slash_commands_invocations)
      expect(sum(tools.hooks_by_event, (item) => item.count)).toBe(tools.hooks_invocations)
      const grouped = toolsByName.map((row) => ({ tool: row.group_key, invocations: row.tool_calls }))
      expect(grouped).toEqual(tools.by_tool)
    })
  })

  it('have shares of autonomy levels that add up to 1, or to 0 without calls', () => {
    always(({ tools }) => {
      const shares = Object.values(tools.tool_autonomy_level_ratio)
      expect(sum(shares, (share) => share)).toBeCloseTo(tools.tool_calls > 0 ? 1 : 0, 12)
      expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true)
    })
  })
})

describe('rows of users', () => {
  it('add up to the day when everybody who did something was active', () => {
    let equal = 0
    always(({ facts, users, tools, productivity, tokens, activity, active }) => {
      const ids = new Set(active.map(({ id }) => id))
      const everybodyActive = facts.every(({ user, quantity }) => quantity === 0 || ids.has(people(user).id))
      const check = (total: number, whole: number) =>
        everybodyActive ? expect(total).toBe(whole) : expect(total).toBeLessThanOrEqual(whole)
      if (everybodyActive && facts.length > 0) equal++
      check(
        sum(users, (row) => row.skill_calls),
        tools.skills_invocations,
      )
      check(
        sum(users, (row) => row.slash_commands),
        tools.slash_commands_invocations,
      )
      check(
        sum(users, (row) => row.hooks),
        tools.hooks_invocations,
      )
      check(
        sum(users, (row) => row.files_created),
        productivity.files_created,
      )
      check(
        sum(users, (row) => row.files_edited),
        productivity.files_edited,
      )
      check(
        sum(users, (row) => row.git_commits),
        productivity.git_commits,
      )
      check(
        sum(users, (row) => row.git_prs_created),
        productivity.git_prs_created,
      )
      // These make a user active, so they always add up.
      expect(sum(users, (row) => row.tool_calls)).toBe(tools.tool_calls)
      expect(sum(users, (row) => row.mcp_calls)).toBe(sum(tools.mcp_by_server, (item) => item.invocations))
      expect(sum(users, (row) => row.billable_tokens)).toBe(tokens.billable_tokens)
      expect(sum(users, (row) => row.sessions)).toBe(activity.sessions)
      expect(sum(users, (row) => row.messages)).toBe(activity.messages)
      expect(sum(users, (row) => row.user_messages)).toBe(activity.user_messages)
      expect(users.filter((row) => row.mcp_calls > 0)).toHaveLength(tools.mcp_users_with_mcp)
    })
    expect(equal).toBeGreaterThan(0)
  })
})

describe('activity', () => {
  it('never has more daily than weekly than monthly users, and counts each once', () => {
    always(({ activity, activityByClient, users, tools, window }) => {
      const byClient = activity.daily_active_users_by_client
      expect(activity.daily_active_users).toBe(users.length)
      expect(activity.weekly_active_users).toBeGreaterThanOrEqual(activity.daily_active_users)
      expect(activity.monthly_active_users).toBeGreaterThanOrEqual(activity.weekly_active_users)
      expect(activity.monthly_active_users).toBeLessThanOrEqual(sum(window, ({ active }) => active.length))
      expect(Math.max(...Object.values(byClient))).toBeLessThanOrEqual(activity.daily_active_users)
      expect(sum(Object.values(byClient), (users) => users)).toBeGreaterThanOrEqual(activity.daily_active_users)
      expect(Object.keys(byClient)).toEqual(['terminal-ui', 'web', 'non-interactive-cli'])
      expect(byClient.web).toBe(tools.web_users)
      const grouped = Object.fromEntries(activityByClient.map((row) => [row.group_key, row.daily_active_users]))
      expect({ 'terminal-ui': 0, web: 0, 'non-interactive-cli': 0, ...grouped }).toEqual(byClient)
      expect(Object.values(grouped).every((users) => users > 0)).toBe(true)
    })
  })
})

describe('every row', () => {
  it('is as the contract says', () => {
    always((rows) => {
      for (const [schema, found] of [
        [contract.TokensRow, [rows.tokens]],
        [contract.TokensByModelRow, rows.tokensByModel],
        [contract.ToolsRow, [rows.tools]],
        [contract.ToolsByNameRow, rows.toolsByName],
        [contract.ProductivityRow, [rows.productivity]],
        [contract.UserRow, rows.users],
        [contract.ActivityRow, [rows.activity]],
        [contract.ActivityByClientRow, rows.activityByClient],
      ] as const) {
        for (const row of found) {
          expect([...Value.Errors(schema, row)]).toEqual([])
          expect(Object.keys(row)).toEqual(Object.keys(schema.properties))
        }
      }
    })
  })

  it('is zero for a day on which nothing happened', () => {
    const { tokens, tools, productivity, activity } = zeroRows('2026-02-01')
    expect(JSON.stringify({ tokens, tools, productivity, activity })).toBe(
      JSON.stringify({
        tokens: {
          date: '2026-02-01',
          billable_tokens: 0,
          input_tokens: 0,
          output_tokens: 0,
          cache_read_tokens: 0,
          cache_write_tokens: 0,
          by_model: [],
          by_user: [],
        },
        tools: {
          date: '2026-02-01',
          tool_calls: 0,
          by_tool: [],
          mcp_users_with_mcp: 0,
          mcp_by_server: [],
          skills_invocations: 0,
          skills_by_name: [],
          slash_commands_invocations: 0,
          slash_commands_by_name: [],
          hooks_invocations: 0,
          hooks_by_event: [],
          web_users: 0,
          autonomy_ratio_avg: 0,
          autonomy_ratio_p50: 0,
          autonomy_ratio_p90: 0,
          tool_calls_per_session_avg: 0,
          user_turns_per_session_avg: 0,
          tool_autonomy_level_ratio: { auto_high: 0, auto_medium: 0, auto_low: 0, manual: 0 },
          tool_autonomy_unknown_ratio: 0,
        },
        productivity: {
          date: '2026-02-01',
          files_created: 0,
          files_edited: 0,
          by_extension: [],
          by_language: [],
          git_commits: 0,
          git_prs_created: 0,
        },
        activity: {
          date: '2026-02-01',
          daily_active_users: 0,
          weekly_active_users: 0,
          monthly_active_users: 0,
          daily_active_users_by_client: { 'terminal-ui': 0, web: 0, 'non-interactive-cli': 0 },
          sessions: 0,
          messages: 0,
          user_messages: 0,
        },
      }),
    )
  })

  it('is missing where groups or users would be, when there are none', () => {
    const { users, tokensByModel, toolsByName, activityByClient } = rowsOf([])
    expect([users, tokensByModel, toolsByName, activityByClient]).toEqual([[], [], [], []])
  })
})
