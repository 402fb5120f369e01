import type { OwnCriterion } from '@muster/contract/readiness/configuration'
import type { CriterionEvaluation } from '@muster/contract/readiness-report'
import { sentence } from './judge/rationale.ts'
import type { Repository } from './repository/create-repository.ts'
import { at } from './repository/json-path.ts'

/** Judges the criteria that a repository defines itself. They have no level and count for none. */
export function judgeOwn(
  repository: Repository,
  criteria: Readonly<Record<string, OwnCriterion>>,
): Record<string, CriterionEvaluation> {
  return Object.fromEntries(
    Object.entries(criteria).map(([id, criterion]) => {
      const { passes, told } = judge(repository, criterion)
      return [id, { numerator: passes ? 1 : 0, denominator: 1, rationale: sentence(told) }]
    }),
  )
}

function judge(
  repository: Repository,
  { file, pattern, field, equals }: OwnCriterion,
): { passes: boolean; told: string } {
  const text = repository.text(file)
  if (text === undefined) return { passes: false, told: `${file} is not there, or is no text; add it` }
  if (field !== undefined) {
    const value = at(repository.data(file).value, ...field)
    const name = field.join('.')
    if (value === undefined) return { passes: false, told: `${file} has no field ${name}; add it` }
    if (equals !== undefined && value !== equals)
      return { passes: false, told: `${file} sets ${name} to something else; set it to ${equals}` }
    return { passes: true, told: `${file}:1 sets ${name}` }
  }
  if (pattern === undefined) return { passes: true, told: `${file}:1 is there` }
  const lines = text.split('\n')
  const found = lines.findIndex((line) => holds(line, pattern.split('*')))
  if (found < 0) return { passes: false, told: `no line of ${file} holds ${pattern}; add one` }
  return { passes: true, told: `${file}:${found + 1} holds ${pattern}` }
}

/**
 * Whether a line contains the parts in this order. Unlike a regular expression, that is always fast, whatever a
 * stranger wrote.
 */
function holds(line: string, parts: readonly string[]): boolean {
  let from = 0
  for (const part of parts) {
    const at = line.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return true
}
