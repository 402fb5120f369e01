import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CriterionId, catalogue, criterionIds } from './catalogue.ts'
import { nextSteps } from './next-steps.ts'
import { passesWhole, scoreOf } from './score.ts'

const of = (numerator: number, denominator = 1) => ({ numerator, denominator, rationale: '' })
const reports = fc.dictionary(
  fc.constantFrom(...criterionIds),
  fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 3 })).map(([part, whole]) => of(Math.min(part, whole), whole)),
)

/** The worth of some criteria is another one here. */
const withWorth = (changed: Partial<Record<CriterionId, number>>) => (id: CriterionId) =>
  changed[id] ?? catalogue[id].worth

describe('nextSteps', () => {
  it('names up to three failing criteria, and the way to the next level', () => {
    fc.assert(
      fc.property(reports, (report) => {
        const { criteria, towards } = nextSteps(report)
        const { level } = scoreOf(report)
        expect(criteria.length).toBeLessThanOrEqual(3)
        expect(towards).toBe(level === 5 ? undefined : level + 1)
        for (const id of criteria) expect([id, passesWhole(report[id] ?? of(1))]).toEqual([id, false])
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

  it('begins with what people would do first, of whatever level', () => {
    const { criteria } = nextSteps({
      issue_templates: of(0),
      token_permissions: of(0),
      deps_pinned: of(0),
      agents_md: of(0),
      unit_tests_exist: of(0),
      readme: of(1),
    })
    expect(criteria).toEqual(['agents_md', 'token_permissions', 'unit_tests_exist'])
  })

  it('prefers what is nearly done', () => {
    const worth = withWorth({ error_tracking_contextualized: 0.2, structured_logging: 0.2 })
    const report = { error_tracking_contextualized: of(0), structured_logging: of(1, 2) }
    expect(nextSteps(report, worth).criteria).toEqual(['structured_logging', 'error_tracking_contextualized'])
  })

  it('leaves out what people find silly, even if nothing else is missing', () => {
    expect(catalogue.product_analytics_instrumentation.worth).toBeLessThan(0)
    expect(nextSteps({ product_analytics_instrumentation: of(1, 2), agents_md: of(1) }).criteria).toEqual([])
  })

  it('prefers the smaller change where the worth is the same, and then what an agent gains more from', () => {
    const worth = withWorth({ strict_typing: 0.2, gitignore_comprehensive: 0.2, agents_md: 0.2 })
    const report = { strict_typing: of(0), gitignore_comprehensive: of(0), agents_md: of(0) }
    expect(nextSteps(report, worth).criteria).toEqual(['agents_md', 'gitignore_comprehensive', 'strict_typing'])
  })

  it('gives no place to what another step meets on its way', () => {
    expect(nextSteps({ agents_md: of(0), build_cmd_doc: of(0) }).criteria).toEqual(['agents_md'])
    expect(nextSteps({ agents_md: of(1), build_cmd_doc: of(0) }).criteria).toEqual(['build_cmd_doc'])
  })
})
