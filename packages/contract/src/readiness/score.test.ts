import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CriterionId, catalogue, criterionIds } from './catalogue.ts'
import { missingFor, scoreOf } from './score.ts'

const passing = { numerator: 2, denominator: 2, rationale: '' }
const partly = { numerator: 1, denominator: 2, rationale: '' } // less than two thirds

function of(level: number): CriterionId[] {
  return criterionIds.filter((id) => catalogue[id].level === level)
}

/** The fewest criteria of a level that reach the next one, or one less. */
function shareOf(level: number, isEnough: boolean): CriterionId[] {
  const all = of(level)
  return all.slice(0, Math.ceil(all.length * 0.8) - (isEnough ? 0 : 1))
}

function report(passed: readonly CriterionId[]) {
  return Object.fromEntries(criterionIds.map((id) => [id, passed.includes(id) ? passing : partly]))
}

describe('scoreOf', () => {
  it.each([
    ['nothing', [], 1],
    ['less than four fifths of level 1', shareOf(1, false), 1],
    ['four fifths of level 1', shareOf(1, true), 2],
    ['less than four fifths of level 2', [...of(1), ...shareOf(2, false)], 2],
    ['four fifths of level 2', [...of(1), ...shareOf(2, true)], 3],
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

  it('does not reach a level of which less than a quarter was judged', () => {
    expect(scoreOf({ readme: passing }).level).toBe(1)
    const known = report(criterionIds)
    for (const id of of(2).slice(7)) delete known[id]
    expect(scoreOf(known)).toMatchObject({ level: 2, byLevel: { 1: { isUnknown: true, passed: 7, total: 7 } } })
  })

  it('reaches the next level if few criteria were judged, but enough', () => {
    const known = report(criterionIds)
    for (const id of of(2).slice(8)) delete known[id]
    expect(scoreOf(known).level).toBe(5)
  })

  it('passes a criterion of applications when two thirds of them do, by size where it is told', () => {
    const of3 = (numerator: number, share?: number) => ({
      numerator,
      denominator: 3,
      rationale: '',
      ...(share !== undefined && { share }),
    })
    expect(scoreOf({ formatter: of3(2) }).passed).toBe(1)
    expect(scoreOf({ formatter: of3(1) }).passed).toBe(0)
    expect(scoreOf({ formatter: of3(1, 0.9) }).passed).toBe(1)
    expect(scoreOf({ formatter: of3(2, 0.1) }).passed).toBe(0)
  })

  it('gives points from 0 to 100, and more for what is basic', () => {
    expect(scoreOf(report(criterionIds)).score).toBe(100)
    expect(scoreOf({}).score).toBe(0)
    const nothing = Object.fromEntries(criterionIds.map((id) => [id, { ...passing, numerator: 0 }]))
    expect(scoreOf(nothing).score).toBe(0)
    const one = (id: CriterionId) => scoreOf({ ...nothing, [id]: passing }).score
    expect(one('readme')).toBeGreaterThan(one('agents_md_validation'))
    // Both are of level 2; an agent gains more from the first.
    expect(one('unit_tests_runnable')).toBeGreaterThan(one('devcontainer'))
    const { byPillar } = scoreOf({ ...nothing, readme: passing })
    expect(byPillar.find(({ pillar }) => pillar === 'Documentation')?.score).toBeGreaterThan(0)
    expect(byPillar.find(({ pillar }) => pillar === 'Testing')?.score).toBe(0)
  })

  it('counts no unknown criterion, not even a name that every object inherits', () => {
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
