import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogue, criterionIds } from './catalogue.ts'
import { nextSteps } from './next-steps.ts'
import { passesWhole, scoreOf } from './score.ts'

const of = (numerator: number, denominator = 1) => ({ numerator, denominator, rationale: '' })
const reports = fc.dictionary(
  fc.constantFrom(...criterionIds),
  fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 3 })).map(([part, whole]) => of(Math.min(part, whole), whole)),
)

describe('nextSteps', () => {
  it('names up to three failing criteria of the current level or the next one', () => {
    fc.assert(
      fc.property(reports, (report) => {
        const { criteria, towards } = nextSteps(report)
        const { level } = scoreOf(report)
        expect(criteria.length).toBeLessThanOrEqual(3)
        expect(towards).toBe(level === 5 ? undefined : level + 1)
        for (const id of criteria) {
          expect(catalogue[id].level).toBeLessThanOrEqual(level + 1)
          expect([id, passesWhole(report[id] ?? of(1))]).toEqual([id, false])
        }
      }),
    )
  })

  it('raises the score with each of them', () => {
    fc.assert(
      fc.property(reports, (report) => {
        for (const id of nextSteps(report).criteria) {
          expect(scoreOf({ ...report, [id]: of(1) }).score).toBeGreaterThanOrEqual(scoreOf(report).score)
        }
      }),
    )
  })

  it('begins with what helps most for the least work', () => {
    const { criteria } = nextSteps({
      issue_templates: of(0),
      security_policy: of(0),
      agents_md: of(0),
      unit_tests_exist: of(0),
      readme: of(1),
    })
    expect(criteria).toEqual(['agents_md', 'unit_tests_exist', 'security_policy'])
  })

  it('prefers what is nearly done', () => {
    const report = { error_tracking_contextualized: of(0), structured_logging: of(1, 2) }
    expect(nextSteps(report).criteria).toEqual(['structured_logging', 'error_tracking_contextualized'])
  })

  it('prefers what an agent gains more from where the worth is the same', () => {
    const report = { env_template: of(0), formatter: of(0), agents_md: of(0) }
    expect(nextSteps(report).criteria).toEqual(['agents_md', 'env_template', 'formatter'])
  })

  it('prefers the smaller change where the worth is the same', () => {
    const report = { strict_typing: of(0), gitignore_comprehensive: of(0) }
    expect(nextSteps(report).criteria).toEqual(['gitignore_comprehensive', 'strict_typing'])
  })
})
