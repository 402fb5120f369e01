import type { FieldDefinition } from '@muster/contract/analytics-definitions'
import { date, describe } from './describe.ts'

export const activity: readonly FieldDefinition[] = [
  ...describe('/activity', {
    date,
    daily_active_users: ['Daily active users', 'How many users were active that day, on whatever clients.'],
    weekly_active_users: [
      'Weekly active users',
      'How many users were active on at least one of the 7 days that end with this one. Each counts once.',
    ],
    monthly_active_users: [
      'Monthly active users',
      'How many users were active on at least one of the 30 days that end with this one. Each counts once.',
    ],
    daily_active_users_by_client: [
      'Daily active users by client',
      'For each client, how many users were active on it. Whoever was active on several counts for each of them.',
    ],
    'daily_active_users_by_client.terminal-ui': [
      'Users of the terminal',
      'Active in interactive sessions in a terminal.',
    ],
    'daily_active_users_by_client.web': ['Users of the web interface', 'Active in the web interface.'],
    'daily_active_users_by_client.non-interactive-cli': [
      'Users of headless runs',
      'Active through runs without a person at the terminal.',
    ],
    sessions: [
      'Sessions',
      'How many sessions were started that day. One that goes on from the day before is not among them.',
    ],
    messages: ['Messages', 'The messages of users and of agents.'],
    user_messages: ['User messages', 'The messages of users alone.'],
  }),
  ...describe('/activity?group_by=client', {
    date,
    group_key: [
      'Client',
      '`terminal-ui`, `web` or `non-interactive-cli`. A client that nobody was active on has no row.',
    ],
    daily_active_users: ['Daily active users of the client', 'How many users were active on this client that day.'],
  }),
]
