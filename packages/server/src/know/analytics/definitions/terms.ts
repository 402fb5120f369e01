import type { TermDefinition } from '@muster/contract/analytics-definitions'

/** The terms that the definitions of fields use. */
export const terms: readonly TermDefinition[] = [
  {
    term: 'Day',
    definition:
      'The 24 hours from one midnight in UTC to the next, the first included and the last not. An event belongs to the day of its own time, whenever it arrived. A session that goes on past midnight has a part in both days.',
  },
  {
    term: 'Freshness',
    definition:
      'A day is computed after it has ended. An event that arrives later opens its day again, and the 59 days after it, whose weekly and monthly users and adoption depend on it. The result is the same as if every event had been there from the start. `meta.complete_through` is the last day up to which every number is final. A later day may show zeros only because it is not computed yet.',
  },
  {
    term: 'Event',
    definition:
      'One thing that an agent reported. It counts once, however often, in whatever order and to whichever node it was delivered. Where an agent reports only sums, one event may stand for several things and counts as that many.',
  },
  {
    term: 'User',
    definition:
      'The member of the organization with the event’s e-mail address, in any case of letters. An address that no member has is a user of its own, until a member gets it. Without an address it is the user of the API key. For a key that several people share it is the id that an administrator set as `enduser.id`, else the agent’s own anonymous id; then `user_email` is null. Addresses that an owner wrote as `emails` into the metadata of a user are that user’s too.',
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
    definition:
      '`thinking` for a model call that ran with reasoning or reported thinking tokens; else `standard`. The effort that Claude Code sends with every call says nothing of it.',
  },
  {
    term: 'User turn',
    definition:
      'A message that a person wrote, whether prompts are logged or not. These are no user turns: results of tools, commands of the agent itself such as `/model`, and prompts that an agent writes to itself when a background agent ends. Titles and summaries that an agent asks a model for are no assistant messages. Gemini CLI reports no prompts over the Agent Client Protocol; there, each prompt that its model calls name is a user turn.',
  },
  {
    term: 'Autonomy level',
    definition:
      'How much the agent may do without asking, at the time of a tool call; from most to least: `auto-high`, `auto-medium`, `auto-low`, `spec`, `manual`. A call without a level has the last one that its session reported before it, also on an earlier day; else the first one that it reported that day. A call whose session never reported one counts as `manual`, and the share of such calls is shown apart.',
  },
  {
    term: 'Session',
    definition:
      'A session starts once, on the day of the earliest start that is reported of it, however many days it goes on, if its user wrote in it or a model was called in it on that day: a program that was opened and closed is none. One that is taken up again after more than 90 days begins anew. It has one client. Where its events of the day and its starts name several, `web` goes before `non-interactive-cli`, and that before `terminal-ui`, which agents also report when they do not know.',
  },
  {
    term: 'Model',
    definition:
      'The name of a model without the provider before it, the region, the day of its release and the mark of a long context, in lower case: `us.anthropic.claude-sonnet-4-5-20250929-v1:0` is `claude-sonnet-4-5`. The name as it came is stored beside it.',
  },
  {
    term: 'Model call',
    definition:
      'A call that a model answered. One that a library and the framework around it both report, with the same response id and the same tokens, counts once a day. A call that failed is no model call, but a model error.',
  },
  {
    term: 'Tool call',
    definition:
      'A call that ran, whatever came of it. What a person or a policy refused is no tool call, but a refusal. A tool of an MCP server has the server’s name apart from its own, whoever reports it.',
  },
  {
    term: 'Commit, pull request',
    definition:
      'Counted when the command that makes it succeeded, as far as the agent reports that. Gemini CLI and Qwen Code do not report how a command ended, so their failed commits count too. A command before `||` counts only if git prints a commit. Text that is passed to a command as a document is no command. A hash and its beginning are one commit on a day; all ways to write one address are one pull request.',
  },
  {
    term: 'Team',
    definition:
      'What an owner wrote as `team` into the metadata of a user; else what the sender calls its team. A user with neither is in `(none)`. In the adoption a user is in one team: of several that senders name, the one of the last active day, and of several on that day the one with the most events. When the metadata of a user changes, past days show the new team.',
  },
  {
    term: 'Price',
    definition:
      'What a million tokens of a kind cost on a day, in dollars: the price that the organization has set for the model, else the list price that comes with Muster. A call whose prompt is longer than a bound of the price is billed as a whole by the price above that bound; where an agent reports sums of several calls, the price of short prompts is taken. What is written to a cache and kept for an hour has a price of its own; what no report says to be kept so long is taken to be kept for five minutes. When an owner changes a price, the days on which it holds are computed again.',
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
