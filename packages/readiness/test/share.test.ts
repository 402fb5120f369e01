import { scoreOf } from '@muster/contract/readiness/score'
import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge/judge.ts'
import { npm, repositoryOf } from './mini.ts'

describe('the share of a criterion', () => {
  it('follows the size of applications, and the rationale names the evidence and what is missing', () => {
    const sources = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`large/s${index}.ts`, 'export {}\n']))
    const { report, failing } = judge(
      repositoryOf({
        files: {
          'large/package.json': npm([], { name: 'large', exports: './s0.ts' }),
          'large/s.test.ts': 'it()\n',
          ...sources,
          'small/package.json': npm([], { name: 'small', exports: './a.ts' }),
          'small/a.ts': 'export {}\n',
        },
      }),
    )
    expect(report.unit_tests_exist).toEqual({
      numerator: 1,
      denominator: 2,
      share: 0.9,
      rationale:
        '1 of 2 pass: large: large/s.test.ts:1 is a test; not small: there is no test; add a file such as first.test.ts; look at small/package.json.',
    })
    expect(scoreOf(report).passing.has('unit_tests_exist')).toBe(true)
    expect(failing.unit_tests_exist?.map(({ app, missing }) => [app?.name, missing])).toEqual([
      ['small', 'There is no test; add a file such as first.test.ts.'],
    ])
  })
})
