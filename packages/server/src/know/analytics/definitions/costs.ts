import type { FieldDefinition } from '@muster/contract/analytics-definitions'
import { date, describe, extensionPrefix } from './describe.ts'

const currency = [
  'Currency',
  'Always `USD`. Amounts are told in billionths of a dollar and are not rounded further.',
] as const

const money = {
  cost: ['Cost', 'The reported and the estimated cost together; null when there is neither.'],
  reported_cost: [
    'Reported cost',
    'What agents said that model calls cost, in dollars; null when none said anything. Agents tell list prices, also to those who pay by subscription.',
  ],
  estimated_cost: [
    'Estimated cost',
    'What the model calls cost of which no agent told it: their tokens times the price of their model on that day; null, not 0, when none of these tokens has a price.',
  ],
  model_calls: [
    'Model calls',
    'How many model calls there were, whether they have a cost or not. Computers report the tokens of a turn and not the number of its calls, so these are among them only if their agents send telemetry.',
  ],
  unpriced_tokens: [
    'Tokens without a price',
    'The tokens of calls whose cost nobody told, and whose model, or kind of token, has no price on that day. They are in no amount.',
  ],
  prices_of: [
    'Date of the prices',
    'The day since which the price of the estimate holds; of several prices the newest day; null without an estimate.',
  ],
} as const

const otherCurrencies = {
  other_currencies: [
    'Other currencies',
    'What agents reported in something else than dollars, one item for each currency. It is not converted, and is in no other number.',
  ],
  'other_currencies[].currency': [
    'Other currency',
    'Its code, or `XXX` for a number without one, such as the requests that Copilot tells. That is no cost, so those calls are estimated too.',
  ],
  'other_currencies[].cost': ['Cost in that currency', 'What was reported in it.'],
} as const

const ofModel = Object.fromEntries(
  Object.entries(money).map(([field, [name]]) => [
    `by_model[].${field}`,
    [`${name} of the model`, 'The same of this model alone.'] as const,
  ]),
)

function grouped(group: string, key: readonly [string, string], more: Record<string, readonly [string, string]> = {}) {
  const of = (name: string) => [name, `The same of this ${group} alone.`] as const
  return describe(
    `/costs?group_by=${group}`,
    {
      date,
      group_key: key,
      ...more,
      currency,
      ...Object.fromEntries(Object.entries(money).map(([field, [name]]) => [field, of(name)])),
      ...otherCurrencies,
    },
    extensionPrefix,
  )
}

export const costs: readonly FieldDefinition[] = [
  ...describe(
    '/costs',
    {
      date,
      currency,
      ...money,
      ...otherCurrencies,
      by_model: ['Costs by model', 'One item for each model; together they are the day.'],
      'by_model[].model_id': [
        'Model',
        'The model, in its one spelling; `(none)` for costs that belong to no call of a model.',
      ],
      ...ofModel,
      'by_model[].price_source': [
        'Source of the price',
        '`shipped` for the list price that comes with Muster, `organization` for one that an owner has set; null without a price.',
      ],
    },
    extensionPrefix,
  ),
  ...grouped('model', ['Model', 'The model, in its one spelling.']),
  ...grouped('user', ['User', 'The id of the user.'], {
    user_email: ['E-mail', 'The e-mail address; null for a user who is known by an anonymous id alone.'],
  }),
  ...grouped('team', ['Team', 'The team, or `(none)`.']),
  ...grouped('agent', [
    'Agent',
    'The agent that reported; `native` for usage events that name none, `(none)` where it is unknown.',
  ]),
  ...grouped('repository', ['Repository', 'Host, owner and name of the repository, or `(none)`.']),
]
