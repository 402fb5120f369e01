import { describe, expect, it } from 'vitest'
import { compare, isRegression, parseBaseline } from './baseline.ts'

const of = (numerator: number, denominator = 1) => ({ numerator, denominator, rationale: '' })

describe('compare', () => {
  it.each([
    ['nothing changed', { readme: of(1) }, { readme: of(1) }, false],
    ['one became better', { readme: of(0) }, { readme: of(1) }, false],
    ['one became worse', { readme: of(1) }, { readme: of(0) }, true],
    ['a smaller share of the applications passes', { formatter: of(2, 2) }, { formatter: of(2, 3) }, true],
    ['the same share of more applications passes', { formatter: of(1, 2) }, { formatter: of(2, 4) }, false],
    ['one does not apply any more', { readme: of(1), health_checks: of(1) }, { readme: of(1) }, false],
    ['one applies now and fails', { readme: of(0) }, { readme: of(0), agents_md: of(0) }, false],
    ['an unknown one became worse', { of_the_future: of(1) }, { of_the_future: of(0) }, true],
  ])('when %s', (_, before, now, regression) => {
    expect(isRegression(compare(before, now))).toBe(regression)
  })

  it('treats a lower level as worse, even if no criterion fell', () => {
    const before = { readme: of(1), formatter: of(1) }
    const now = { ...before, unit_tests_exist: of(0), lint_config: of(0) }
    expect(compare(before, now)).toMatchObject({ levelBefore: 2, levelNow: 1, worse: [] })
    expect(isRegression(compare(before, now))).toBe(true)
  })
})

describe('parseBaseline', () => {
  it.each([
    null,
    [],
    'text',
    {},
    { report: null },
    { report: { a: 1 } },
    { report: { a: { numerator: 1, denominator: 0 } } },
  ])('refuses %j with a sentence', (value) => {
    expect(parseBaseline(value)).toMatch(/^[A-Z].*\.$/)
  })
})
