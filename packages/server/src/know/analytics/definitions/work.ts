import type { FieldDefinition } from '@muster/contract/analytics-definitions'
import { date, describe, extensionPrefix } from './describe.ts'

const fields = {
  lines_added: ['Lines added', 'The lines that agents added to files, as far as they report lines or patches.'],
  lines_removed: ['Lines removed', 'The lines that agents removed from files.'],
  edits_accepted: ['Edits accepted', 'How often a person or a rule let a tool change files.'],
  edits_refused: ['Edits refused', 'How often a person or a rule kept a tool from changing files.'],
  calls_accepted: ['Calls accepted', 'How often a person or a rule let a tool run, edits included.'],
  calls_refused: [
    'Calls refused',
    'How often a person or a rule kept a tool from running. Such a call is no tool call.',
  ],
  calls_refused_by_person: ['Calls refused by people', 'Those of the refused calls that a person refused.'],
  calls_refused_by_policy: ['Calls refused by rules', 'Those of the refused calls that a rule refused.'],
  tool_successes: ['Tool calls with success', 'How many tool calls were reported to have succeeded.'],
  tool_errors: [
    'Tool errors',
    'How many tool calls were reported to have failed. A command that ended with another code than 0 is among them, if the agent reports the code.',
  ],
  tool_duration_ms: [
    'Time of tools',
    'The milliseconds that tool calls took, all together. Each is rounded to a whole millisecond first.',
  ],
  tool_duration_calls: ['Tool calls with a time', 'How many tool calls told how long they took.'],
  tool_duration_ms_avg: ['Time of a tool call', 'The one divided by the other.'],
  model_errors: ['Model errors', 'How many calls of models were reported to have failed.'],
  model_duration_ms: [
    'Time of models',
    'The milliseconds that model calls took, all together. Each is rounded to a whole millisecond first.',
  ],
  model_duration_calls: ['Model calls with a time', 'How many model calls told how long they took.'],
  model_duration_ms_avg: ['Time of a model call', 'The one divided by the other.'],
  active_time_ms: ['Active time', 'The milliseconds of active time of people and agents together.'],
  active_time_user_ms: ['Active time of people', 'The milliseconds in which people read, wrote and decided.'],
  active_time_agent_ms: ['Active time of agents', 'The milliseconds in which agents worked.'],
  input_tokens: ['Input tokens', 'Every token that models read, cached or not; null without model calls.'],
  cache_read_tokens: [
    'Tokens read from the cache',
    'The part of the input tokens that was read from the prompt cache.',
  ],
  cache_hit_rate: ['Cache hit rate', 'The one divided by the other; null without input tokens.'],
} as const

/** Fields that are reported together: where one of them was reported, the others are 0. */
const together = [
  ['a decision on an edit', 'edits_'],
  ['a decision on a call', 'calls_accepted', 'calls_refused'],
  ['how a call ended', 'tool_successes', 'tool_errors'],
] as const

function nullMeaning(field: string): string {
  const found = together.find(([, ...starts]) => starts.some((start) => field.startsWith(start)))
  return found ? `Null when no agent reported ${found[0]}.` : 'Null when no agent reported it.'
}

const inRow = Object.fromEntries(
  Object.entries(fields).map(([field, [name, meaning]]) => [
    field,
    [name, meaning.includes('null') ? meaning : `${meaning} ${nullMeaning(field)}`] as const,
  ]),
)

function grouped(group: string, key: readonly [string, string]) {
  const same = Object.entries(fields).map(
    ([field, [name]]) => [field, [name, `The same of this ${group} alone.`] as const] as const,
  )
  return describe(`/work?group_by=${group}`, { date, group_key: key, ...Object.fromEntries(same) }, extensionPrefix)
}

export const work: readonly FieldDefinition[] = [
  ...describe(
    '/work',
    {
      date,
      ...inRow,
      tool_errors_by_kind: [
        'Tool errors by kind',
        'One item for each kind of error; together they are the tool errors.',
      ],
      'tool_errors_by_kind[].kind': ['Kind of error', 'In the agent’s own words, or `(none)`.'],
      'tool_errors_by_kind[].count': ['Errors of the kind', 'How many tool calls failed so.'],
      model_errors_by_kind: [
        'Model errors by kind',
        'One item for each kind of error; together they are the model errors.',
      ],
      'model_errors_by_kind[].kind': [
        'Kind of model error',
        'In the agent’s own words, else the status that the model answered with, or `(none)`.',
      ],
      'model_errors_by_kind[].count': ['Model errors of the kind', 'How many model calls failed so.'],
    },
    extensionPrefix,
  ),
  ...grouped('agent', [
    'Agent',
    'The agent that reported; `native` for usage events that name none, `(none)` where it is unknown.',
  ]),
  ...grouped('team', ['Team', 'The team, or `(none)`.']),
  ...grouped('repository', ['Repository', 'Host, owner and name of the repository, or `(none)`.']),
  ...grouped('tool', [
    'Tool',
    'The name of the tool. What is not told of single tools is null: lines, times of models, active time and tokens.',
  ]),
]
