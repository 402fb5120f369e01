import { expect, test } from 'vitest'
import { languageOf } from '../catalog/languages.ts'
import { isForeign, isForTests, isProgram } from './places.ts'

test('a file is judged by its own directory, whatever was asked before', () => {
  const paths = ['src/a.ts', 'vendor/a.ts', 'src/b.ts', 'src/vendor/b.ts', 'tests.ts', 'tests/a.ts', 'b/a.ts', 'a/a.ts']
  expect(paths.filter(isForeign)).toEqual(['vendor/a.ts', 'src/vendor/b.ts'])
  expect(paths.filter(isForTests)).toEqual(['tests/a.ts'])
  expect(paths.filter(isProgram)).toEqual(paths.filter((path) => path !== 'tests/a.ts'))
})

test('a file that ends like a property of every object is no source', () => {
  expect(languageOf('src/a.constructor')).toBeUndefined()
  expect(languageOf('src/a.ts')).toBe('typescript')
})
