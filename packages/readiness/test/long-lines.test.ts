import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge.ts'
import { library, repositoryOf } from './mini.ts'

/** A line of a pipeline that repeats one word would keep a careless pattern busy for minutes. */
describe('a very long line of a pipeline', () => {
  it.each([
    'echo x\\n',
    'a',
    'ab-',
    'mvn ',
    "' ",
    ' ',
    'release ',
    'make ',
    'npm ',
    'gh a/b.c:',
    'dotnet pack ',
    '${' + '{',
    '"',
  ])('of %j is judged in time', (word) => {
    const run = word.repeat(300_000 / word.length).replaceAll('"', '\\"')
    const text = `on: push\njobs:\n  a:\n    steps:\n      - run: "${run}"\n`
    const packs = `dotnet pack ${'a'.repeat(300_000)}\n`
    const makefile = `test:\n\t${word.repeat(100_000 / word.length)}\n`
    const files = {
      ...library,
      '.github/workflows/ci.yml': text,
      Makefile: makefile,
      'pack.sh': packs,
      'a/a.csproj': '<Project/>',
      'a/a.cs': '',
    }
    expect(judge(repositoryOf({ files })).report.token_permissions).toMatchObject({ numerator: 0 })
  })
})

/** Each name would be looked for in all paths, or in all points of the list. */
describe('instructions with very many names', () => {
  it.each(['- `src/a%.ts` like others\n', 'Look like `src/a%.ts`. ', 'See `src/a%.ts`.\n', '- `src/%/`\n'])(
    'such as %j are judged in time',
    (row) => {
      const page = Array.from({ length: 15_000 }, (_, index) => row.replace('%', String(index))).join('')
      const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`src/p/f${index}.ts`, '']))
      const files = { ...library, ...many, 'AGENTS.md': `Read \`src/main.ts\`.\n\n${page}` }
      expect(judge(repositoryOf({ files })).report.agents_md_current).toBeDefined()
    },
  )
})
