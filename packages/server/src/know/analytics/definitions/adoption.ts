import type { FieldDefinition } from '@muster/contract/analytics-definitions'
import { date, describe, extensionPrefix } from './describe.ts'

const counts = {
  members: [
    'Members',
    'How many people belonged to the organization at the end of the day: invited by then, and not removed.',
  ],
  active: [
    'Active users',
    'How many users were active on at least one of the 30 days that end with this one, members or not.',
  ],
  active_members: ['Active members', 'How many of the members are among the active users.'],
  new: ['New users', 'How many of the active users were never active before those 30 days.'],
  returning: ['Returning users', 'The other active users: those who were active before the 30 days, too.'],
  lapsed: ['Lapsed users', 'How many users were active in the 30 days before those, and not in them.'],
  stickiness: [
    'Stickiness',
    'On how many of the 30 days the active users were active on average, divided by 30; 0 without active users.',
  ],
} as const

export const adoption: readonly FieldDefinition[] = describe(
  '/adoption',
  {
    date,
    ...counts,
    by_team: [
      'Adoption by team',
      'One item for each team with a member or an active or lapsed user; together they are the organization.',
    ],
    'by_team[].team': ['Team', 'The team, or `(none)`.'],
    ...Object.fromEntries(
      Object.entries(counts).map(
        ([field, [name]]) => [`by_team[].${field}`, [`${name} of the team`, 'The same of the team’s people.']] as const,
      ),
    ),
  },
  extensionPrefix,
)
