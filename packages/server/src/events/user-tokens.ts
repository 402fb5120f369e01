import { quote } from './columns.ts'
import { type AnswerKinds, forEver, type Row, whole } from './queries.ts'

/** The billable tokens of a user on a day: of one model, or of all models that were not asked for. */
export interface UserTokens {
  /** As in a usage event. */
  readonly user: string
  /** Empty for the sum of all models that were not asked for. */
  readonly model: string
  readonly billableTokens: number
}

export const userTokensKinds: AnswerKinds = ['text', 'text', 'number']

/**
 * For both engines, like `factsQuery`. `source` has each event once; the other texts are literals or parameters. Calls
 * of other models than `models` are added up under an empty name.
 */
export function userTokensQuery(source: string, organization: string, day: string, models: readonly string[]): string {
  const [user, name] = [quote('user'), quote('name')]
  const model = models.length === 0 ? `''` : `case when ${name} in (${models.join(', ')}) then ${name} else '' end`
  return `select ${user}, ${model}, sum(${quote('billable_tokens')} * 1e0)
from ${source}
where ${quote('organization')} = ${organization} and ${quote('day')} = ${day} and ${quote('id_day')} in (${day}, ${forEver})
  and ${quote('type')} = 'model_call' and ${user} not like 'a:%'
group by ${models.length === 0 ? user : `${user}, ${model}`}`
}

/** A sum above the exact range means "more than anybody may spend", so it becomes the largest exact number. */
export function toUserTokens(row: Row): UserTokens {
  return { user: row.text(0), model: row.text(1), billableTokens: whole(row.number(2)) }
}
