import { type CriterionId, catalogue, criterionIds } from '@muster/contract/readiness/catalogue'
import { exactWords } from '@muster/contract/readiness/exact-words'

/** A criterion in words, for people. */
interface Explanation {
  readonly id: CriterionId
  readonly title: string
  readonly facts: readonly (readonly [label: string, text: string])[]
}

export function explain(id: CriterionId): Explanation {
  const { title, why, passes, applies, requires, level, pillar, scope, effort } = catalogue[id]
  const exact = exactWords[id]
  const needed = criterionIds.filter((each) => catalogue[each].requires === id)
  return {
    id,
    title,
    facts: [
      ['Why', why],
      ['Passes', passes],
      ...(exact === undefined ? [] : [['Exactly', exact] as const]),
      ['Judged', scope === 'repository' ? 'once for the repository' : 'for each application'],
      ['Applies', applies ?? 'always'],
      ['Level', `${level}`],
      ['Pillar', pillar],
      ['Effort', ['', 'a file or a setting', 'an afternoon', 'a project'][effort] ?? ''],
      ...(requires === undefined ? [] : [['Needs', `${requires} to pass first`] as const]),
      ...(needed.length === 0 ? [] : [['Opens', needed.join(', ')] as const]),
    ],
  }
}
