import { expect, it } from 'vitest'
import { parseData } from './parse.ts'

it('makes tables of TOML that can be written as a text, whatever their keys', () => {
  const { value } = parseData('Cargo.toml', '[package]\nedition.workspace = true\n[package.__proto__]\nname = "a"\n')
  const manifest = value as { package: { edition: unknown } }
  expect(String(manifest.package.edition)).toBe('[object Object]')
  expect(Object.hasOwn(manifest.package, '__proto__')).toBe(true)
  expect({}).not.toHaveProperty('name')
})
