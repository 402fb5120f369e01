import { describe, expect, it } from 'vitest'
import { addDays } from '../../ground/platform/days.ts'
import type { Fact } from '../events/usage-event.ts'
import { computeActivity } from './activity-rows.ts'
import { computeDay } from './day-rows.ts'

const day = '2026-03-01'

function fact(fields: Partial<Fact> & Pick<Fact, 'type'>): Fact {
  return {
    user: 'u:ada',
    session: 's1',
    client: 'terminal-ui',
    name: '',
    detail: '',
    extra: '',
    quantity: 1,
    events: 1,
    about: '',
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    billableTokens: 0,
    ...fields,
  }
}

/** Ada is a member; everybody else is known by what the event says. */
function people(user: string) {
  const name = user.slice(2)
  if (name === 'ada' || name === 'ada@x.test') return { id: 'ada', email: 'ada@x.test' }
  return { id: name, email: user.startsWith('e:') ? name : null }
}

function rowsOf(...facts: Fact[]) {
  return computeDay({ day, facts, people })
}

describe('computeDay', () => {
  it('merges the names of one person', () => {
    const { users, tokens, active } = rowsOf(
      fact({ type: 'model_call', name: 'm', detail: 'standard', billableTokens: 5 }),
      fact({
        type: 'model_call',
        name: 'm',
        detail: 'standard',
        billableTokens: 7,
        user: 'e:ada@x.test',
        session: 'another',
        client: 'web',
      }),
    )
    expect(users).toMatchObject([{ user_id: 'ada', user_email: 'ada@x.test', billable_tokens: 12 }])
    expect(tokens.by_user).toHaveLength(1)
    expect(active).toEqual([{ id: 'ada', clients: ['terminal-ui', 'web'] }])
  })

  it('finds the primary model over both tiers, and then its tier', () => {
    const { users, tokens, tokensByModel } = rowsOf(
      fact({ type: 'model_call', name: 'a', detail: 'standard', billableTokens: 50 }),
      fact({ type: 'model_call', name: 'a', detail: 'thinking', billableTokens: 60 }),
      fact({ type: 'model_call', name: 'b', detail: 'standard', billableTokens: 100 }),
    )
    expect(users).toMatchObject([{ primary_model: 'a', primary_model_tier: 'thinking' }])
    expect(tokens.by_model.map((item) => [item.model_id, item.model_tier])).toEqual([
      ['b', 'standard'],
      ['a', 'thinking'],
      ['a', 'standard'],
    ])
    expect(tokensByModel.map((row) => [row.group_key, row.billable_tokens])).toEqual([
      ['a', 110],
      ['b', 100],
    ])
  })

  it('has an empty primary model without calls', () => {
    expect(rowsOf(fact({ type: 'session_start' })).users).toMatchObject([
      { primary_model: '', primary_model_tier: 'standard', delegation_level: 'manual', autonomy_ratio: 0 },
    ])
  })

  it('chooses the less autonomous of two levels that tie', () => {
    const { users, tools } = rowsOf(
      fact({ type: 'tool_call', name: 't', extra: 'auto-high', quantity: 2 }),
      fact({ type: 'tool_call', name: 't', extra: 'spec', quantity: 2 }),
      fact({ type: 'tool_call', name: 't', extra: 'manual' }),
    )
    expect(users).toMatchObject([{ delegation_level: 'spec' }])
    expect(tools.tool_autonomy_level_ratio).toEqual({ auto_high: 0.4, auto_medium: 0, auto_low: 0, manual: 0.6 })
  })

  it('counts a commit once, for the user whose id is first, and commits without a hash each time', () => {
    const { users, productivity } = rowsOf(
      fact({ type: 'message', name: 'user', user: 'a:zoe' }),
      fact({ type: 'message', name: 'user' }),
      fact({ type: 'commit', name: 'c0ffee', user: 'a:zoe', quantity: 2, events: 2 }),
      fact({ type: 'commit', name: 'c0ffee', session: 's2' }),
      fact({ type: 'commit', quantity: 3, user: 'a:zoe' }),
    )
    expect(productivity.git_commits).toBe(4)
    expect(users.map((row) => [row.user_id, row.git_commits])).toEqual([
      ['ada', 1],
      ['zoe', 3],
    ])
  })

  it('counts the work of a user who was not active, without a row for them', () => {
    const { users, active, productivity, tools } = rowsOf(
      fact({ type: 'commit', name: 'c0ffee' }),
      fact({ type: 'hook', name: 'Stop', extra: 'true', client: 'web' }),
    )
    expect([users, active]).toEqual([[], []])
    expect(productivity.git_commits).toBe(1)
    expect(tools).toMatchObject({ hooks_invocations: 1, web_users: 0 })
  })

  it('ignores facts with quantity 0, but counts their tokens', () => {
    const { users, tools, tokens } = rowsOf(
      fact({ type: 'hook', name: 'Stop', extra: 'true', quantity: 0, session: 's2' }),
      fact({ type: 'tool_call', name: 't', quantity: 0, user: 'a:zoe' }),
      fact({ type: 'model_call', name: 'm', detail: 'standard', quantity: 0, billableTokens: 5 }),
    )
    expect(tools).toMatchObject({ hooks_by_event: [], by_tool: [], tool_calls_per_session_avg: 0 })
    expect(tokens.billable_tokens).toBe(5)
    expect(users.map((row) => [row.user_id, row.primary_model])).toEqual([['ada', 'm']])
  })

  it('leaves events outside of sessions out of averages per session', () => {
    const { tools, users } = rowsOf(
      fact({ type: 'message', name: 'user', quantity: 2 }),
      fact({ type: 'tool_call', name: 't', quantity: 3 }),
      fact({ type: 'tool_call', name: 't', quantity: 5, session: '' }),
      fact({ type: 'skill', name: 's', session: 's2' }),
    )
    expect(tools).toMatchObject({ autonomy_ratio_avg: 1.5, tool_calls_per_session_avg: 1.5, tool_calls: 8 })
    expect(users).toMatchObject([{ autonomy_ratio: 4 }])
  })
})

describe('computeActivity', () => {
  const counts = { sessions: 0, messages: 0, userMessages: 0 }
  const activeOn = (other: string, ...ids: string[]) => ({
    day: other,
    active: ids.map((id) => ({ id, clients: ['web' as const] })),
  })

  it('unites the 7 and the 30 days that end with the day', () => {
    const window = [
      activeOn(addDays(day, 1), 'tomorrow'),
      activeOn(day, 'ada', 'bo'),
      activeOn(addDays(day, -6), 'bo', 'cy'),
      activeOn(addDays(day, -7), 'cy', 'di'),
      activeOn(addDays(day, -29), 'ed'),
      activeOn(addDays(day, -30), 'fay'),
    ]
    expect(computeActivity({ day, counts, window }).activity).toMatchObject({
      daily_active_users: 2,
      weekly_active_users: 3,
      monthly_active_users: 5,
    })
  })

  it('counts a user of three clients once, and once for each client', () => {
    const active = [{ id: 'ada', clients: ['terminal-ui', 'web', 'non-interactive-cli'] as const }]
    const { activity, activityByClient } = computeActivity({ day, counts, window: [{ day, active }] })
    expect(activity.daily_active_users).toBe(1)
    expect(activity.daily_active_users_by_client).toEqual({ 'terminal-ui': 1, web: 1, 'non-interactive-cli': 1 })
    expect(activityByClient.map((row) => row.group_key)).toEqual(['non-interactive-cli', 'terminal-ui', 'web'])
  })
})
