import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find.ts'
import { type Files, npm, repositoryOf } from './mini.ts'
import { smallApplications } from './small-applications.ts'

function found(files: Files) {
  return findApplications(repositoryOf({ files }))
}

describe('findApplications', () => {
  it.each(smallApplications)(
    'finds those of %s, each of the kind that is named or that is doubted',
    (_, files, expected) => {
      const all = found(files)
      expect(all.map(({ name, language }) => `${name} ${language}`)).toEqual(
        expected.map((each) => each.replace(/ \w+ /, ' ')),
      )
      for (const [index, { kind, weighing }] of all.entries())
        expect([kind, weighing?.mayBe]).toContain(expected[index]?.split(' ').at(-2))
    },
  )

  it('leaves out what others wrote, examples and input of tests', () => {
    const files = Object.fromEntries(
      ['node_modules/a', 'vendor/a', 'test/fixtures/a', 'examples/a', 'testdata/a'].flatMap((directory) => [
        [`${directory}/package.json`, npm()],
        [`${directory}/main.js`, ''],
      ]),
    )
    expect(found({ ...files, 'package.json': npm(), 'main.js': '' }).map(({ name }) => name)).toEqual(['.'])
  })

  it('gives each file to the nearest application', () => {
    const [root, inner] = found({
      'package.json': npm(),
      'main.js': '',
      'a/package.json': npm(),
      'a/b/c.js': '',
      'd/e.js': '',
    })
    expect(root?.sources).toEqual(['d/e.js', 'main.js'])
    expect(inner?.sources).toEqual(['a/b/c.js'])
  })

  it('counts the tests of a .NET project in its test project', () => {
    const [app] = found({
      'src/A/A.csproj': '<Project/>',
      'src/A/A.cs': '',
      'tests/A.Tests/A.Tests.csproj': '<ProjectReference Include="../../src/A/A.csproj" />',
      'tests/A.Tests/OneTests.cs': '',
    })
    expect(app?.tests).toEqual(['tests/A.Tests/OneTests.cs'])
  })

  it.each<[string, Files, string]>([
    ['its manifest', { 'package.json': npm([], { description: 'Sells   things.' }), 'a.js': '' }, 'Sells things.'],
    ['Cargo.toml', { 'Cargo.toml': '[package]\nname = "a"\ndescription = "Counts."\n', 'src/lib.rs': '' }, 'Counts.'],
    ['pom.xml', { 'pom.xml': '<description> Pays. </description>', 'src/A.java': '' }, 'Pays.'],
    [
      'the first sentence of its README',
      { 'go.mod': 'module a\n', 'a.go': '', 'README.md': '# A\n\n![badge](x)\n\nA **fast** counter of [things](x).\n' },
      'A fast counter of things.',
    ],
    ['a clean line', { 'package.json': '{"name": "a", "description": "a\\u0000b\\ud800"}', 'a.js': '' }, 'a b\ufffd'],
    ['what it is', { 'go.mod': 'module a\n', 'a.go': '' }, 'Go library'],
  ])('describes an application by %s', (_, files, description) => {
    expect(found(files)[0]?.description).toBe(description)
  })

  it('judges an application whose manifest is broken, and says so', () => {
    const [app] = found({ 'package.json': '{"name": "a",\n  oops', 'src/a.ts': '' })
    expect(app?.faults).toEqual([expect.stringMatching(/^package\.json:2 is not valid JSON/)])
  })
})
