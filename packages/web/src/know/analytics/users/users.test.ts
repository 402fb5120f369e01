import type { UserRow } from '@muster/contract/analytics'
import { describe, expect, it } from 'vitest'
import { addRows, type PersonTotals } from './person-totals.ts'
import { sortPeople } from './sort-people.ts'

const range = { from: '2026-03-01', to: '2026-03-03' }

function row(user_id: string, date: string, tokens: number, email: string | null = null): UserRow {
  return {
    user_id,
    user_email: email,
    date,
    tool_calls: 1,
    billable_tokens: tokens,
    primary_model: 'm',
    primary_model_tier: 'standard',
    files_created: 0,
    files_edited: 2,
    git_commits: 1,
    git_prs_created: 0,
    mcp_calls: 0,
    skill_calls: 0,
    slash_commands: 0,
    hooks: 0,
    sessions: 1,
    messages: 3,
    user_messages: 1,
    assistant_messages: 2,
    autonomy_ratio: 1,
    delegation_level: 'manual',
    languages: [],
  }
}

function peopleOf(rows: readonly UserRow[]): PersonTotals[] {
  const people = new Map<string, PersonTotals>()
  // Two pages, as the service would send them.
  addRows(people, rows.slice(0, 2), range)
  addRows(people, rows.slice(2), range)
  return [...people.values()]
}

describe('people', () => {
  const people = peopleOf([
    row('1', '2026-03-01', 5, 'zoe@example.com'),
    row('1', '2026-03-03', 7, 'zoe@example.com'),
    row('2', '2026-03-02', 12, 'Adam@example.com'),
    row('3', '2026-03-02', 1),
  ])

  it('have the sum of their days, each day in its place', () => {
    expect(people[0]).toMatchObject({ billableTokens: 12, activeDays: 2, messages: 6, tokensByDay: [5, 0, 7] })
  })

  it('are sorted by numbers from the largest, then by name, or the other way round', () => {
    const ids = (wish: Parameters<typeof sortPeople>[1]) => sortPeople(people, wish).map(({ id }) => id)
    expect(ids({ sort: 'billableTokens', isAscending: false, text: '' })).toEqual(['2', '1', '3'])
    expect(ids({ sort: 'billableTokens', isAscending: true, text: '' })).toEqual(['3', '2', '1'])
    expect(ids({ sort: 'name', isAscending: false, text: '' })).toEqual(['3', '2', '1'])
  })

  it('are found by any part of their name, in any case', () => {
    expect(sortPeople(people, { sort: 'name', isAscending: false, text: ' ADAM ' }).map(({ id }) => id)).toEqual(['2'])
  })
})
