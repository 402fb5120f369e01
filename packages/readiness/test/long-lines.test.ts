import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge.ts'
import { library, repositoryOf } from './mini.ts'

/** A line of a pipeline that repeats one word would keep a careless pattern busy for minutes. */
describe('a very long line of a pipeline', () => {
  it.each(['echo x\\n', 'a', 'ab-', 'mvn ', "' ", ' ', 'release ', 'make ', 'npm ', 'gh a/b.c:', '${' + '{', '"'])(
    'of %j is judged in time',
    (word) => {
      const run = word.repeat(300_000 / word.length).replaceAll('"', '\\"')
      const text = `on: push\njobs:\n  a:\n    steps:\n      - run: "${run}"\n`
      const makefile = `test:\n\t${word.repeat(100_000 / word.length)}\n`
      const files = { ...library, '.github/workflows/ci.yml': text, Makefile: makefile }
      expect(judge(repositoryOf({ files })).report.token_permissions).toMatchObject({ numerator: 0 })
    },
  )
})
