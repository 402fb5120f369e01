import type { UserRow } from '@muster/contract/analytics'
import { lengthOf, type Range } from '../../../ui/days.ts'

/** The totals of one person in a range of days. */
export interface PersonTotals {
  readonly id: string
  readonly email: string | undefined
  activeDays: number
  sessions: number
  messages: number
  billableTokens: number
  toolCalls: number
  filesEdited: number
  commits: number
  pullRequests: number
  /** Billable tokens by day of the range. */
  readonly tokensByDay: number[]
}

/** Adds rows, which are sorted by user, to the totals of their people. */
export function addRows(people: Map<string, PersonTotals>, rows: readonly UserRow[], range: Range): void {
  const days = lengthOf(range)
  for (const row of rows) {
    let person = people.get(row.user_id)
    if (!person) {
      person = {
        id: row.user_id,
        email: row.user_email ?? undefined,
        activeDays: 0,
        sessions: 0,
        messages: 0,
        billableTokens: 0,
        toolCalls: 0,
        filesEdited: 0,
        commits: 0,
        pullRequests: 0,
        tokensByDay: Array<number>(days).fill(0),
      }
      people.set(row.user_id, person)
    }
    person.activeDays++
    person.sessions += row.sessions
    person.messages += row.messages
    person.billableTokens += row.billable_tokens
    person.toolCalls += row.tool_calls
    person.filesEdited += row.files_edited
    person.commits += row.git_commits
    person.pullRequests += row.git_prs_created
    const day = lengthOf({ from: range.from, to: row.date }) - 1
    person.tokensByDay[day] = row.billable_tokens
  }
}
