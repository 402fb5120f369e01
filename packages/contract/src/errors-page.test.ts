import { expect, it } from 'vitest'
import { errorsPage } from './errors-page.ts'

it('is the committed docs/errors.md; `npx vitest run packages/contract/src/errors-page.test.ts -u` writes it anew', async () => {
  await expect(errorsPage()).toMatchFileSnapshot('../../../docs/errors.md')
})
