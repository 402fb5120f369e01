import { weigh, weighedKinds } from '@muster/readiness/applications/weigh'
import { kindWeights } from '@muster/readiness/catalog/kind-weights'
import { describe, expect, it } from 'vitest'
import { fitWeights, type Row } from '../bench/readiness-kinds/fit.ts'
import { smallRows } from '../bench/readiness-kinds/rows.ts'

const row = (kind: Row['kind'], ...signs: string[]): Row => ({ repository: 'a/b', application: '.', kind, signs })

describe('the weights of signs', () => {
  it('name the kind of four of five small examples, and have the others in doubt', () => {
    const rows = smallRows()
    const weighed = rows.map(({ kind, signs }) => ({ kind, found: weigh(signs, kindWeights) }))
    const right = weighed.filter(({ kind, found }) => found.kind === kind)
    expect(right.length / rows.length).toBeGreaterThan(0.8)
    for (const { kind, found } of weighed) expect([found.kind, found.mayBe]).toContain(kind)
  })

  it('find a sign that decides, and leave out one that is rare', () => {
    const rows = weighedKinds.flatMap((kind) => Array.from({ length: 6 }, () => row(kind, `is ${kind}`)))
    const weights = fitWeights([...rows, row('tool', 'rare', 'is tool')])
    for (const kind of weighedKinds) expect(weigh([`is ${kind}`], weights).kind).toBe(kind)
    expect(weights).not.toHaveProperty('rare')
  })

  it('are not ruled by one repository with many alike', () => {
    const many = Array.from({ length: 100 }, (): Row => row('tool', 'is seen'))
    const few = Array.from(
      { length: 12 },
      (_, index): Row => ({ ...row('service', 'is seen'), repository: `a/${index}` }),
    )
    expect(weigh(['is seen'], fitWeights([...many, ...few])).kind).toBe('service')
  })
})
