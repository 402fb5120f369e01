import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { scoreOf } from '@muster/contract/readiness/score'
import { expect, it } from 'vitest'
import { judge } from '../../src/judge/judge.ts'
import { type Files, repositoryOf } from '../mini.ts'

export type Judged = readonly [lesson: string, id: CriterionId, verdict: 'passes' | 'fails' | 'absent', files: Files]

/** Each row is a small repository, and the verdict that it must get. */
export function itJudges(rows: readonly Judged[]): void {
  it.each(rows)('%s: %s %s', (_, id, verdict, files) => {
    const { report } = judge(repositoryOf({ files }))
    const found = report[id] === undefined ? 'absent' : scoreOf(report).passing.has(id) ? 'passes' : 'fails'
    expect(found, report[id]?.rationale).toBe(verdict)
  })
}
