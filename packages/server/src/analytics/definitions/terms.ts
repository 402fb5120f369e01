import type { TermDefinition } from '@muster/contract/analytics'

/** What the definitions of fields take for granted. */
export const terms: readonly TermDefinition[] = [
  {
    term: 'Day',
    definition:
      'The 24 hours from one midnight in UTC to the next, the first included and the last not. An event belongs to the day of its own time, whenever it arrived. A session that goes on past midnight has a part in both days.',
  },
  {
    term: 'Freshness',
    definition:
      'A day is computed after it has ended. An event that arrives later opens its day again, and the 59 days after it, whose weekly and monthly users and adoption depend on it. The result is the same as if every event had been there from the start.',
  },
  {
    term: 'Event',
    definition:
      'One thing that an agent reported. It counts once, however often, in whatever order and to whichever node it was delivered. Where an agent reports only sums, one event may stand for several things and counts as that many.',
  },
  {
    term: 'User',
    definition:
      'The member of the organization with the event’s e-mail address, in any case of letters. An address that no member has is a user of its own, until a member gets it. Without an address it is the user of the API key, or, for a key that several share, the anonymous id of the agent; then `user_email` is null.',
  },
  {
    term: 'Active',
    definition:
      'A user is active on a day with at least one session start, message, model call or tool call. Skills, slash commands, hooks, files, commits and pull requests alone make nobody active; they do count in the totals of the organization.',
  },
  {
    term: 'Billable tokens',
    definition:
      'For each model call, input plus output minus nine tenths of the tokens read from the cache, rounded to a whole number. Calls are rounded first and added up afterwards, so the parts of a total always add up to it.',
  },
  {
    term: 'Tier',
    definition: '`thinking` for a model call that ran with reasoning or reported thinking tokens; else `standard`.',
  },
  {
    term: 'User turn',
    definition: 'A message that the user wrote. What a tool gives back is no message of anybody.',
  },
  {
    term: 'Autonomy level',
    definition:
      'How much the agent may do without asking, at the time of a tool call; from most to least: `auto-high`, `auto-medium`, `auto-low`, `spec`, `manual`. A call that tells none has the level that its session began with that day, and without that `manual`.',
  },
  {
    term: 'Team',
    definition:
      'What an owner wrote as `team` into the metadata of a user; else what the sender calls its team. Who has neither is in `(none)`. When the metadata of a user changes, past days are told with the new team.',
  },
  {
    term: 'Price',
    definition:
      'What a million tokens of a kind cost on a day, in dollars: the price that the organization has set for the model, else the list price that comes with Muster. A call whose prompt is longer than a bound of the price is billed as a whole by the price above that bound; where an agent reports sums of several calls, the price of short prompts is taken. What is written to a cache is taken to be kept for five minutes. When a price of the organization changes, the past days that it is about are computed again.',
  },
  {
    term: 'Names',
    definition:
      'Of a day, at most 2,000 different models, tools, MCP servers, skills, slash commands, hooks, extensions, languages, teams, repositories and kinds of errors are told apart: those with the most billable tokens, then those that occur most, then by their bytes. All others of a kind are `(other)` together, and the status tells how many names there were.',
  },
  {
    term: 'Order',
    definition:
      'Lists inside a row have the largest number first, and equal ones by their key, compared byte by byte in UTF-8. Days ascend. Rows of users come by user id and then by day.',
  },
  {
    term: 'Numbers',
    definition:
      'Counts are whole and exact up to 9,007,199,254,740,991. Ratios and averages are not rounded; of an empty day they are 0. Ratios are added from the smallest to the largest, so the same events always give the same digits.',
  },
]
