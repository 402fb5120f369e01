import { expect, it } from 'vitest'
import { criteriaPage } from './criteria-page.ts'

it('is the page in the documentation', async () => {
  await expect(criteriaPage()).toMatchFileSnapshot('../../../../docs/readiness-criteria.md')
})
