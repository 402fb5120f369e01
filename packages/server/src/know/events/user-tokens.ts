import { quote } from './columns.ts'
import { type AnswerKinds, type Row, whole } from './queries.ts'

/** The billable tokens of a user on a day: of one model, or of all models that were not listed. */
export interface UserTokens {
  /** As in a usage event. */
  readonly user: string
  /** Empty for the sum of all models that were not listed. */
  readonly model: string
  readonly billableTokens: number
}

export const userTokensKinds: AnswerKinds = ['text', 'text', 'number']

/**
 * For both engines, like `factsQuery`. `source` contains each event once; `ofDay` is the condition for events of the
 * day. Models are literals or parameters; calls of other models are added up under an empty name.
 */
export function userTokensQuery(source: string, ofDay: string, models: readonly string[]): string {
  const [user, name] = [quote('user'), quote('name')]
  const model = models.length === 0 ? `''` : `case when ${name} in (${models.join(', ')}) then ${name} else '' end`
  return `select ${user}, ${model}, sum(${quote('billable_tokens')} * 1e0)
from ${source}
where ${ofDay} and ${quote('type')} = 'model_call' and ${user} not like 'a:%'
group by ${models.length === 0 ? user : `${user}, ${model}`}`
}

/** A sum above the exact range exceeds every possible limit, so it becomes the largest exact number. */
export function toUserTokens(row: Row): UserTokens {
  return { user: row.text(0), model: row.text(1), billableTokens: whole(row.number(2)) }
}
