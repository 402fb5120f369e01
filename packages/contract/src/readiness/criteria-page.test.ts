import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { criterionIds } from './catalogue.ts'
import { criteriaPage } from './criteria-page.ts'

it('is the page in the documentation', async () => {
  await expect(criteriaPage()).toMatchFileSnapshot('../../../../docs/readiness-criteria.md')
})

it('has as many criteria as the guide says', () => {
  const guide = readFileSync(new URL('../../../../docs/readiness.md', import.meta.url), 'utf8')
  expect(guide).toContain(`${criterionIds.length} [criteria](readiness-criteria.md)`)
})
