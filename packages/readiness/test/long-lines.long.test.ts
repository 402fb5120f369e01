import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge/judge.ts'
import { library, repositoryOf, service } from './mini.ts'

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

/** From each beginning, the end would be looked for in the whole rest of the file. */
describe('a build with very many elements that never end', () => {
  it.each(['plugin', 'dependency', 'version', 'rules'])('such as %j is judged in time', (name) => {
    const pom = `<project><build><plugins>${`<${name}><artifactId>a\n`.repeat(20_000)}</plugins></build></project>\n`
    const files = { 'pom.xml': pom, 'src/main/java/A.java': 'class A {}\n' }
    expect(judge(repositoryOf({ files })).report.deps_pinned).toMatchObject({ numerator: 1 })
  })
})

/** Each composition would be read, and each of its names tried at each place of a line. */
describe('very many compositions', () => {
  it('are judged in time', () => {
    const names = Array.from({ length: 3_000 }, (_, index) => `docker-compose.a${index}.yml`)
    const many = Object.fromEntries(
      names.map((name) => [name, 'include: [docker-compose.a1.yml]\nservices: { a: { build: ./b } }\n']),
    )
    const page = `\`\`\`sh\ndocker compose ${names.map((name) => `-f ${name}`).join(' ')} down\n\`\`\`\n`
    const files = { ...service(), ...many, 'README.md': page }
    expect(judge(repositoryOf({ files })).report.single_command_setup).toMatchObject({ numerator: 0 })
  })
})

/** What stands before a number would be looked through from each number anew. */
describe('very many numbers for a program', () => {
  it.each(['python -m a ', ' -n 1', 'python -m a -n 1 ', 'm'])('such as %j are judged in time', (word) => {
    const files = {
      'pyproject.toml': '[project]\nname = "mini"\n',
      'mini/__init__.py': '',
      'tests/test_a.py': 'def test_a(): pass\n',
      'tox.ini': `[testenv]\ncommands = python -m a ${word.repeat(300_000 / word.length)}\n`,
    }
    expect(judge(repositoryOf({ files })).report.test_isolation).toBeDefined()
  })
})

/** Checks that a shared build disables may stand in lists without an end. */
describe('a shared build with very many words', () => {
  it.each(['disable(', 'disable ', 'errorprone ', 'plugins.', 'apply ', '"Unused', 'gradlepublish'])(
    'such as %j is judged in time',
    (word) => {
      const text = word.repeat(300_000 / word.length)
      const files = {
        'build.gradle': "apply plugin: 'java'\n",
        'src/main/java/A.java': 'class A {}\n',
        'gradle/a.gradle': text,
        '.github/workflows/ci.yml': `on: push\njobs:\n  a:\n    steps:\n      - run: '${text}ToMavenLocal'\n`,
      }
      expect(judge(repositoryOf({ files })).report.dead_code_detection).toMatchObject({ numerator: 0 })
    },
  )
})
