import { expect, it } from 'vitest'
import { faultOf, ReadinessConfiguration } from './configuration.ts'

it('is published as a JSON schema', async () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: '.muster/readiness.json',
    ...ReadinessConfiguration,
  }
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot('../../../../docs/readiness.schema.json')
})

it.each([
  [{}, undefined],
  [{ kinds: { '.': 'library' } }, undefined],
  [{ kinds: { '.': 'toy' } }, 'kinds["."]'],
  [{ applications: { 'apps/api': { sort: 'service' } } }, 'applications["apps/api"].sort'],
  [{ exemptions: { codeowners: {} } }, 'exemptions.codeowners'],
  [{ exemptions: { codeowners: { reason: 'x', until: 'soon' } } }, 'exemptions.codeowners.until'],
  [{ leaveOut: 'docs' }, 'leaveOut'],
  [{ criteria: { mine: { title: 'Mine' } } }, 'criteria.mine'],
  [[], ''],
] as const)('finds what is wrong with %j', (value, path) => {
  expect(faultOf(value)?.path).toBe(path)
})
