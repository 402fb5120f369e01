import { type DelegationLevel, delegationLevels, type UserRow } from '@muster/contract/analytics'
import { compareBytes } from '../../ground/platform/byte-order.ts'
import { plus } from './counts.ts'
import type { DayTally } from './day-tally.ts'
import { primaryModel, useTotal } from './model-use.ts'
import type { PersonDay } from './person-day.ts'
import { fraction } from './session-averages.ts'

/** One row for everybody who was active that day, by id. */
export function userRows(day: string, { persons }: DayTally): UserRow[] {
  return persons.filter(({ clients }) => clients.size > 0).map((person) => userRow(day, person))
}

function userRow(day: string, person: PersonDay): UserRow {
  const { userMessages, assistantMessages } = person
  const toolCalls = delegationLevels.reduce((sum, level) => plus(sum, person.toolCalls[level]), 0)
  const { model, tier } = primaryModel(person.models)
  return {
    user_id: person.id,
    user_email: person.email,
    date: day,
    tool_calls: toolCalls,
    billable_tokens: useTotal(person.models).billable,
    primary_model: model,
    primary_model_tier: tier,
    files_created: person.filesCreated,
    files_edited: person.filesEdited,
    git_commits: person.gitCommits,
    git_prs_created: person.gitPrsCreated,
    mcp_calls: person.mcpCalls,
    skill_calls: person.skillCalls,
    slash_commands: person.slashCommands,
    hooks: person.hooks,
    sessions: person.sessions,
    messages: plus(userMessages, assistantMessages),
    user_messages: userMessages,
    assistant_messages: assistantMessages,
    autonomy_ratio: fraction(toolCalls, userMessages),
    delegation_level: delegationLevel(person.toolCalls),
    languages: [...person.languages].sort(compareBytes),
  }
}

/** The levels are listed from the most to the least autonomous, so a later one wins a tie. */
function delegationLevel(toolCalls: PersonDay['toolCalls']): DelegationLevel {
  return delegationLevels.reduce((best, level) => (toolCalls[level] >= toolCalls[best] ? level : best))
}
