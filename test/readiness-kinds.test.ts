import { kindWeights } from '@muster/readiness/applications/kind-weights'
import { weighedKinds, weighKind } from '@muster/readiness/applications/weigh-kind'
import { describe, expect, it } from 'vitest'
import { fitWeights, type Row } from '../bench/readiness-kinds/fit.ts'
import { storedRows } from '../bench/readiness-kinds/suite.ts'

describe('the weights of signs', () => {
  it('are those that the labelled repositories give', () => {
    expect(kindWeights).toEqual(fitWeights(storedRows()))
  })

  it('name the kinds of the repositories from which they came more often than the questions alone', () => {
    const rows = storedRows()
    const right = (answer: (row: Row) => string) => rows.filter((row) => answer(row) === row.kind).length
    expect(right((row) => weighKind(row.signs).kind)).toBeGreaterThan(right((row) => row.asked))
  })

  it('find a sign that decides, and leave out one that is rare', () => {
    const row = (kind: Row['kind'], ...signs: string[]): Row => ({
      repository: 'a/b',
      commit: '0',
      application: '.',
      kind,
      asked: 'tool',
      signs,
    })
    const rows = weighedKinds.flatMap((kind) => Array.from({ length: 6 }, () => row(kind, `is ${kind}`)))
    const weights = fitWeights([...rows, row('tool', 'rare', 'is tool')])
    for (const kind of weighedKinds) expect(weighKind([`is ${kind}`], weights).kind).toBe(kind)
    expect(weights).not.toHaveProperty('rare')
  })
})
