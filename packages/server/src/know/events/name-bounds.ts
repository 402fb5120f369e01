import { columns, quote, quoteAll } from './columns.ts'
import { type AnswerKinds, eventsOfDay, type Row } from './queries.ts'
import type { UsageType } from './usage-event.ts'

/** The most names of each kind that are kept separately on a day. All others are counted under one name. */
export const maxNames = 2_000
export const otherName = '(other)'

interface NamePlace {
  readonly type: UsageType
  /** The columns that make up the name; for a hook all three. */
  readonly columns: readonly ('name' | 'detail' | 'extra')[]
}

/** The columns whose texts senders choose and that become rows of answers. */
const places = {
  model: { type: 'model_call', columns: ['name'] },
  tool: { type: 'tool_call', columns: ['name'] },
  mcp_server: { type: 'tool_call', columns: ['detail'] },
  skill: { type: 'skill', columns: ['name'] },
  slash_command: { type: 'slash_command', columns: ['name'] },
  hook: { type: 'hook', columns: ['name', 'detail', 'extra'] },
  extension: { type: 'file', columns: ['detail'] },
  language: { type: 'file', columns: ['extra'] },
} as const satisfies Record<string, NamePlace>
type NameKind = keyof typeof places
const kinds = Object.keys(places) as NameKind[]

/** A kind with more than `maxNames` names on a day. */
export interface FoldedNames {
  readonly kind: NameKind
  /** How many names there are. */
  readonly names: number
}

/** The types whose names are limited. */
export const namedTypes: readonly UsageType[] = [...new Set(kinds.map((kind) => places[kind].type))]
const types = namedTypes.map((type) => `'${type}'`).join(', ')
const texts = ['name', 'detail', 'extra'].map(quote)
/** Hooks are distinguished by all three columns, other types by fewer, which makes fewer groups. */
const allTexts = `case when ${quote('type')} = 'hook' then concat(${texts.join(`, '\x1f', `)}) else '' end`

/** Counts the names of each kind on a day, by type. For both engines, like `factsQuery`. */
export function namesQuery(source: string, organization: string, day: string): string {
  const counts = [...texts, 'all_texts'].map((text) => `count(distinct ${text}) * 1e0`)
  return `select ${quote('type')}, ${counts.join(', ')}
from (select ${quote('type')}, ${texts.join(', ')}, ${allTexts} as all_texts from ${source}
  where ${eventsOfDay(organization, day)} and ${quote('type')} in (${types})
  group by ${quote('type')}, ${texts.join(', ')}) as combinations
group by ${quote('type')}`
}

export const namesKinds: AnswerKinds = ['text', 'number', 'number', 'number', 'number']

export function toFoldedNames(row: Row): FoldedNames[] {
  const column = { name: 1, detail: 2, extra: 3 }
  return kinds.flatMap((kind) => {
    const { type, columns } = places[kind]
    if (row.text(0) !== type) return []
    const [first] = columns
    const names = row.number(columns.length > 1 ? 4 : column[first])
    return names > maxNames ? [{ kind, names }] : []
  })
}

/**
 * Selects the events of a day, with the least frequent names merged under one name. `within` is the engine's operator
 * for membership in a subquery. The kept names depend only on the events: those with the most tokens, then the most
 * frequent, then the first by bytes.
 */
export function withFoldedNames(
  source: string,
  organization: string,
  day: string,
  folded: readonly FoldedNames[],
  within: 'in' | 'global in',
): string {
  const isRare = ({ kind }: FoldedNames) => {
    const { type, columns } = places[kind]
    const names = columns.map(quote).join(', ')
    const kept = `select ${names} from ${source}
      where ${eventsOfDay(organization, day)} and ${quote('type')} = '${type}' and not (${isEmpty(columns)})
      group by ${names}
      order by sum(${quote('billable_tokens')} * 1e0) desc, sum(${quote('quantity')} * 1e0) desc, ${names} limit ${maxNames}`
    const one = columns.length > 1 ? `(${names})` : names
    return `${quote('type')} = '${type}' and not (${isEmpty(columns)}) and not (${one} ${within} (${kept}))`
  }
  const rules = folded.map((one) => ({
    condition: isRare(one),
    columns: places[one.kind].columns as NamePlace['columns'],
  }))
  const shown = (['name', 'detail', 'extra'] as const).map((column) => {
    const cases = rules.flatMap(({ condition, columns }) => {
      const at = columns.indexOf(column)
      return at === -1 ? [] : [`when ${condition} then '${at === 0 ? otherName : ''}'`]
    })
    return `${cases.length === 0 ? quote(column) : `case ${cases.join(' ')} else ${quote(column)} end`} as shown_${column}`
  })
  const others = quoteAll(columns.filter(({ name }) => !texts.includes(quote(name))))
  const renamed = texts.map((text) => `shown_${text.slice(1, -1)} as ${text}`).join(', ')
  return `(select ${others}, ${renamed} from (
select ${others}, ${shown.join(', ')} from ${source} where ${eventsOfDay(organization, day)}) as shown) as folded`
}

/** Empty names are not counted. */
function isEmpty(columns: readonly string[]): string {
  return columns.map((column) => `${quote(column)} = ''`).join(' and ')
}
