import { catalogue, criterionIds } from '@muster/contract/readiness/catalogue'
import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge/judge.ts'
import { cases } from './criteria-cases.ts'
import { repositoryOf } from './mini.ts'

describe('the catalogue', () => {
  it('names prerequisites that exist', () => {
    const required = criterionIds.map((id) => catalogue[id].requires).filter((each) => each !== undefined)
    expect(required.length).toBeGreaterThan(0)
    expect(criterionIds).toEqual(expect.arrayContaining(required))
  })
})

describe.each(criterionIds)('%s', (id) => {
  it('passes where it is met, and names the evidence', () => {
    const { report } = judge(repositoryOf(cases[id].passes))
    expect(report[id]).toMatchObject({ numerator: report[id]?.denominator })
    expect(report[id]?.rationale).toMatch(/^[^\n]+:\d+ .+\.$|host|by itself|compiler|runs/)
    expect(report[id]?.rationale.split('\n')).toHaveLength(1)
  })

  it('fails where it is not, and says what to do', () => {
    const { report } = judge(repositoryOf(cases[id].fails))
    expect(report[id]).toMatchObject({ numerator: 0 })
    expect(report[id]?.rationale).toMatch(/^[^\n]+; [^\n]+\.$/)
  })
})
