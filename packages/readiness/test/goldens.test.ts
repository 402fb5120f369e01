import { nextSteps } from '@muster/contract/readiness/next-steps'
import { scoreOf } from '@muster/contract/readiness/score'
import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge/judge.ts'
import { repositoryOf } from './mini.ts'
import { stacks } from './stacks.ts'

/** A judgement as a page that can be reviewed line by line. */
function pageOf(name: string): string {
  const { applications, report } = judge(repositoryOf({ files: stacks[name] ?? {} }))
  const { level, byLevel } = scoreOf(report)
  return [
    `level ${level}: ${byLevel.map(({ passed, total }) => `${passed}/${total}`).join(' ')}`,
    `next: ${nextSteps(report).criteria.join(', ')}`,
    ...applications.map(
      (app) => `${app.name}: ${app.kind}, ${app.language}, ${app.ecosystems.join(' ')}: ${app.description}`,
    ),
    '',
    ...Object.entries(report).map(
      ([id, { numerator, denominator, rationale }]) => `${numerator}/${denominator} ${id}: ${rationale}`,
    ),
    '',
  ].join('\n')
}

describe('a whole repository', () => {
  it.each(Object.keys(stacks))('of %s gives the report that was reviewed', async (name) => {
    await expect(pageOf(name)).toMatchFileSnapshot(`goldens/${name}.txt`)
  })
})
