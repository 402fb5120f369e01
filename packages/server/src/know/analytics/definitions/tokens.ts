import type { FieldDefinition } from '@muster/contract/analytics-definitions'
import { date, describe } from './describe.ts'

export const tokens: readonly FieldDefinition[] = [
  ...describe('/tokens', {
    date,
    billable_tokens: ['Billable tokens', 'The billable tokens of all model calls of the day.'],
    input_tokens: ['Input tokens', 'Every token that models read, whether it came from the cache or not.'],
    output_tokens: ['Output tokens', 'Every token that models wrote, thinking included.'],
    cache_read_tokens: [
      'Tokens read from the cache',
      'The part of the input tokens that was read from the prompt cache.',
    ],
    cache_write_tokens: [
      'Tokens written to the cache',
      'The part of the input tokens that was put into the prompt cache, for however long it is kept there.',
    ],
    by_model: ['Tokens by model', 'One item for each model and tier that was called; together they are the day.'],
    'by_model[].model_id': ['Model', 'The model, as its provider names it.'],
    'by_model[].model_tier': ['Tier', '`standard` or `thinking`.'],
    'by_model[].billable_tokens': ['Billable tokens of the model', 'Those of the calls of this model in this tier.'],
    'by_model[].input_tokens': ['Input tokens of the model', 'Those of the calls of this model in this tier.'],
    'by_model[].output_tokens': ['Output tokens of the model', 'Those of the calls of this model in this tier.'],
    by_user: ['Tokens by user', 'One item for each user with a model call; together they are the day.'],
    'by_user[].user_id': ['User', 'The id of the user.'],
    'by_user[].user_email': ['E-mail of the user', 'Null for a user who is known by an anonymous id alone.'],
    'by_user[].billable_tokens': ['Billable tokens of the user', 'Those of all model calls of this user.'],
    'by_user[].by_model': ['Tokens of the user by model', 'One item for each model and tier that this user called.'],
    'by_user[].by_model[].model_id': ['Model of the user', 'The model, as its provider names it.'],
    'by_user[].by_model[].model_tier': ['Tier of the user’s calls', '`standard` or `thinking`.'],
    'by_user[].by_model[].billable_tokens': [
      'Billable tokens of the user and model',
      'Those of this user’s calls of this model in this tier.',
    ],
    'by_user[].by_model[].input_tokens': [
      'Input tokens of the user and model',
      'Those of this user’s calls of this model in this tier.',
    ],
    'by_user[].by_model[].output_tokens': [
      'Output tokens of the user and model',
      'Those of this user’s calls of this model in this tier.',
    ],
  }),
  ...describe('/tokens?group_by=model', {
    date,
    group_key: ['Model', 'The model, with both of its tiers.'],
    billable_tokens: ['Billable tokens of the model', 'Those of all calls of this model that day.'],
    input_tokens: ['Input tokens of the model', 'Those of all calls of this model that day.'],
    output_tokens: ['Output tokens of the model', 'Those of all calls of this model that day.'],
  }),
]
