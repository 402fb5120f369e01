import { describe, expect, it } from 'vitest'
import { extensionOf, languageNamed, languageOfPath, normalExtension } from './languages.ts'

describe('extensionOf', () => {
  it.each([
    ['/work/a/hello.py', '.py'],
    ['src/App.TSX', '.tsx'],
    ['C:\\work\\Main.CS', '.cs'],
    ['types.d.ts', '.ts'],
    ['archive.tar.gz', '.gz'],
    ['Dockerfile', '(none)'],
    ['.gitignore', '(none)'],
    ['dir.d/README', '(none)'],
    ['trailing.', '(none)'],
    ['odd.this is not an extension', '(none)'],
    ['', '(none)'],
  ])('of %s is %s', (path, extension) => {
    expect(extensionOf(path)).toBe(extension)
  })

  it('comes with its dot however it was written', () => {
    expect(normalExtension('TS')).toBe('.ts')
    expect(normalExtension('.ts')).toBe('.ts')
    expect(normalExtension('')).toBe('(none)')
  })
})

describe('languageOfPath', () => {
  it.each([
    ['a.ts', 'TypeScript'],
    ['a.tsx', 'TypeScript'],
    ['a.mjs', 'JavaScript'],
    ['a.h', 'C'],
    ['a.hpp', 'C++'],
    ['a.tf', 'HCL'],
    ['Dockerfile', 'Dockerfile'],
    ['sub/Makefile', 'Makefile'],
    ['CMakeLists.txt', 'CMake'],
    ['notes.txt', 'Text'],
    ['a.unheardof', ''],
    ['LICENSE', ''],
  ])('of %s is %s', (path, language) => {
    expect(languageOfPath(path)).toBe(language)
  })
})

describe('languageNamed', () => {
  it.each([
    ['python', 'Python'],
    ['Python', 'Python'],
    [' TYPESCRIPT ', 'TypeScript'],
    ['typescriptreact', 'TypeScript'],
    ['golang', 'Go'],
    ['csharp', 'C#'],
    ['Klingon', ''],
    ['constructor', ''],
    ['', ''],
  ])('spells %s as %s', (name, language) => {
    expect(languageNamed(name)).toBe(language)
  })
})
