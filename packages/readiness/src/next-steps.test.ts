import { catalogue, criterionIds } from '@muster/contract/readiness/catalogue'
import { passesWhole, scoreOf } from '@muster/contract/readiness/score'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextSteps } from './next-steps.ts'

const of = (numerator: number, denominator = 1) => ({ numerator, denominator, rationale: '' })
const reports = fc.dictionary(
  fc.constantFrom(...criterionIds),
  fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 3 })).map(([part, whole]) => of(Math.min(part, whole), whole)),
)

describe('nextSteps', () => {
  it('names up to three criteria of the level at hand that fail, the least work first', () => {
    fc.assert(
      fc.property(reports, (report) => {
        const { criteria, towards } = nextSteps(report)
        const { level } = scoreOf(report)
        expect(criteria.length).toBeLessThanOrEqual(3)
        expect(towards).toBe(level === 5 ? undefined : level + 1)
        for (const id of criteria) {
          expect([catalogue[id].level, passesWhole(report[id] ?? of(1))]).toEqual([level, false])
        }
      }),
    )
  })

  it('raise the level when as many as are missing are done', () => {
    fc.assert(
      fc.property(reports, (report) => {
        const { criteria, missing, towards } = nextSteps(report)
        fc.pre(missing > 0 && missing <= criteria.length)
        const done = { ...report, ...Object.fromEntries(criteria.slice(0, missing).map((id) => [id, of(1)])) }
        expect(scoreOf(done).level).toBeGreaterThanOrEqual(towards ?? 5)
      }),
    )
  })

  it('begin with what is nearly done', () => {
    const { criteria } = nextSteps({ unit_tests_exist: of(2, 3), type_check: of(0), readme: of(0), formatter: of(0) })
    expect(criteria).toEqual(['readme', 'formatter', 'unit_tests_exist'])
  })
})
