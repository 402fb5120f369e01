import type { FieldDefinition } from '@muster/contract/analytics-definitions'
import { describe } from './describe.ts'

export const users: readonly FieldDefinition[] = describe('/users', {
  user_id: ['User', 'The id of the user. There is a row only for days on which the user was active.'],
  user_email: ['E-mail', 'The e-mail address; null for a user who is known by an anonymous id alone.'],
  date: ['Date', 'The day that the row is about, in UTC.'],
  tool_calls: ['Tool calls', 'How often tools were called for this user.'],
  billable_tokens: ['Billable tokens', 'The billable tokens of this user’s model calls.'],
  primary_model: [
    'Primary model',
    'The model with the most billable tokens over both tiers; of equals the one with more calls, then the first in byte order. Empty without model calls.',
  ],
  primary_model_tier: [
    'Tier of the primary model',
    'The tier in which that model had the most billable tokens, with the same rule for equals; `standard` without model calls.',
  ],
  files_created: ['Files created', 'How often an agent of this user created a file.'],
  files_edited: ['Files edited', 'How often an agent of this user changed a file that was there.'],
  git_commits: [
    'Commits',
    'The commits of this user’s agents. One that several users reported counts for the first of them who reported it.',
  ],
  git_prs_created: [
    'Pull requests',
    'The pull requests of this user’s agents. One that several users reported counts for one of them, as with commits.',
  ],
  mcp_calls: ['MCP calls', 'The tool calls that went to MCP servers. They are among the tool calls too.'],
  skill_calls: ['Skills', 'How often this user’s agents activated skills.'],
  slash_commands: ['Slash commands', 'How often this user gave slash commands.'],
  hooks: ['Hooks', 'How often hooks were run for this user.'],
  sessions: ['Sessions', 'How many sessions this user started that day.'],
  messages: ['Messages', 'User messages plus assistant messages.'],
  user_messages: ['User messages', 'The messages that the user wrote.'],
  assistant_messages: ['Assistant messages', 'The messages that agents wrote to the user.'],
  autonomy_ratio: [
    'Autonomy ratio',
    'The user’s tool calls of the day divided by the user’s messages of the day, in sessions or not; 0 without messages.',
  ],
  delegation_level: [
    'Delegation level',
    'The autonomy level of most of the user’s tool calls; of equals the less autonomous one. `manual` without calls.',
  ],
  languages: ['Languages', 'The programming languages of the files that were created or edited, in byte order.'],
})
