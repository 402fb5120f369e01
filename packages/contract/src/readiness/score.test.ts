import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CriterionId, catalogue, criterionIds } from './catalogue.ts'
import { missingFor, scoreOf } from './score.ts'

const passing = { numerator: 2, denominator: 2, rationale: '' }
const partly = { numerator: 1, denominator: 2, rationale: '' }

function of(level: number): CriterionId[] {
  return criterionIds.filter((id) => catalogue[id].level === level)
}

function report(passed: readonly CriterionId[]) {
  return Object.fromEntries(criterionIds.map((id) => [id, passed.includes(id) ? passing : partly]))
}

describe('scoreOf', () => {
  it('counts 7, 25, 28, 20 and 2 criteria', () => {
    expect([1, 2, 3, 4, 5].map((level) => of(level).length)).toEqual([7, 25, 28, 20, 2])
  })

  it.each([
    ['nothing', [], 1],
    ['5 of 7 of level 1 (71 %)', of(1).slice(0, 5), 1],
    ['6 of 7 of level 1 (86 %)', of(1).slice(0, 6), 2],
    ['19 of 25 of level 2 (76 %)', [...of(1), ...of(2).slice(0, 19)], 2],
    ['20 of 25 of level 2 (80 %)', [...of(1), ...of(2).slice(0, 20)], 3],
    ['level 2 without level 1', of(2), 1],
    ['levels 1 to 3', [...of(1), ...of(2), ...of(3)], 4],
    ['levels 1 to 4', [...of(1), ...of(2), ...of(3), ...of(4)], 5],
    ['all', criterionIds, 5],
  ] as const)('with %s passing is at the right level', (_, passed, level) => {
    expect(scoreOf(report(passed)).level).toBe(level)
  })

  it('begins at 1 when nothing was judged', () => {
    expect(scoreOf({})).toMatchObject({ level: 1, passed: 0, total: 0, byPillar: [] })
  })

  it('takes a level of which nothing applies for met', () => {
    const known = report([...of(1), ...of(3)])
    for (const id of of(2)) delete known[id]
    expect(scoreOf(known).level).toBe(4)
  })

  it('counts no criterion that it does not know, not even one that every object has', () => {
    expect(scoreOf({ of_the_future: passing, constructor: partly, readme: passing })).toMatchObject({
      passed: 1,
      total: 1,
    })
  })

  it('never falls when one more criterion passes', () => {
    fc.assert(
      fc.property(fc.subarray(criterionIds), fc.constantFrom(...criterionIds), (passed, one) => {
        expect(scoreOf(report([...passed, one])).level).toBeGreaterThanOrEqual(scoreOf(report(passed)).level)
      }),
    )
  })

  it('adds up: levels and pillars both count every criterion once', () => {
    fc.assert(
      fc.property(fc.subarray(criterionIds), (passed) => {
        const { byLevel, byPillar, total } = scoreOf(report(passed))
        for (const parts of [byLevel, byPillar]) expect(parts.reduce((sum, each) => sum + each.total, 0)).toBe(total)
      }),
    )
  })
})

describe('missingFor', () => {
  it.each([
    [0, 0, 0],
    [0, 1, 1],
    [4, 5, 0],
    [3, 5, 1],
    [5, 7, 1],
    [10, 26, 11],
  ])('is told %i of %i', (passed, total, missing) => {
    expect(missingFor({ passed, total })).toBe(missing)
  })
})
