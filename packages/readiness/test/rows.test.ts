import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find.ts'
import type { Language } from '../src/catalog/languages.ts'
import type { Clues, Tool } from '../src/catalog/tool.ts'
import { createFacts } from '../src/judge/facts.ts'
import { proofOf, tools, toolsFor } from '../src/judge/prove.ts'
import { type Files, repositoryOf } from './mini.ts'
import { programs } from './programs.ts'
import { commandLike, firstOf, nameLike, pathLike, textLike } from './sample.ts'

/** What one kind of clue of a row looks like in a repository, made from the row itself. */
const shown: { readonly [Kind in keyof Clues]?: (tool: Tool, language: Language) => Files | undefined } = {
  files: ({ files = '' }) => ({ [pathLike(firstOf(files))]: 'something that somebody wrote\n' }),
  needs: ({ needs = '' }, language) => needing(nameLike(firstOf(needs)), language),
  runs: ({ runs = '' }) => running(`- run: ${commandLike(runs)}`),
  ci: ({ ci = '' }) => running(`- run: ${commandLike(ci)}`),
  uses: ({ uses = '' }) => running(`- uses: ${nameLike(firstOf(uses)).replace(/^x-\//, 'x/')}@v1`),
  says: ({ says = [] }) => {
    const [files = '', line = /x/] = says[0] ?? []
    return { [pathLike(firstOf(files))]: `${textLike(line)}\n` }
  },
  told: ({ told = /x/ }) => ({ 'README.md': `# A project\n\n${textLike(told)}\n` }),
  keys: ({ keys = '' }) => {
    const [file = '', ...names] = firstOf(keys).split(':')
    const [path = '', value = 'true'] = names.join(':').split('=')
    return { [pathLike(file)]: settings(pathLike(file), path.replaceAll('*', 'x').split('.'), value) }
  },
}

function running(step: string): Files {
  return { '.github/workflows/check.yml': `on: push\njobs:\n  check:\n    steps:\n      ${step}\n` }
}

function settings(path: string, keys: readonly string[], value: string): string {
  const leaf = value === 'true' ? true : value
  const whole = keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), leaf)
  if (/\.(cfg|ini)$/.test(path)) return `[${keys.join('.')}]\nx = 1\n`
  if (!path.endsWith('.toml')) return JSON.stringify(whole, null, 2)
  const [last = '', ...above] = [...keys].reverse()
  const head = above.length === 0 ? '' : `[${above.reverse().join('.')}]\n`
  return `${head}${last} = ${value === 'true' ? 'true' : JSON.stringify(value)}\n`
}

/** A manifest of the language that needs a package. */
function needing(name: string, language: Language): Files {
  const manifests: Partial<Record<Language, Files>> = {
    python: { 'requirements.txt': `${name}==1.0\n` },
    go: {
      'go.mod': `module example.org/mini\n\nrequire (\n\t${name.includes('.') ? name : `example.org/${name}`} v1.0.0\n)\n`,
    },
    rust: { 'Cargo.toml': `[package]\nname = "mini"\n\n[dependencies]\n${name} = "1"\n` },
    java: {
      'pom.xml': `<project><dependencies><dependency><artifactId>${name}</artifactId></dependency></dependencies></project>`,
    },
    kotlin: {
      'build.gradle.kts': `dependencies { implementation("${name.includes(':') ? name : `org.example:${name}`}:1.0") }\n`,
    },
    csharp: {
      'Mini.csproj': `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><PackageReference Include="${name}" Version="1.0.0" /></ItemGroup></Project>`,
    },
    ruby: { Gemfile: `gem '${name}'\n` },
    php: { 'composer.json': JSON.stringify({ require: { [name]: '^1.0' } }, null, 2) },
    elixir: { 'mix.exs': `defp deps do\n  [\n    {:${name}, "~> 1.0"},\n  ]\nend\n` },
    dart: { 'pubspec.yaml': `name: mini\ndependencies:\n  ${name}: ^1.0.0\n` },
    scala: { 'build.sbt': `libraryDependencies += "org.example" %% "${name}" % "1.0"\n` },
  }
  return (
    manifests[language] ?? {
      'package.json': JSON.stringify({ name: 'mini', dependencies: { [name]: '1.0.0' } }, null, 2),
    }
  )
}

function provedBy(criterion: CriterionId, language: Language, files: Files) {
  const repository = repositoryOf({ files: { ...programs[language], ...files } })
  const applications = findApplications(repository)
  const facts = createFacts(repository, applications)
  return proofOf(
    criterion,
    facts,
    applications.find(({ directory }) => directory === ''),
  )
}

const rows = tools.flatMap((tool) =>
  (tool.in?.split(' ') ?? ['typescript']).flatMap((language) =>
    tool.proves
      .split(' ')
      .flatMap((criterion) =>
        (Object.keys(shown) as (keyof Clues)[])
          .filter((kind) => tool[kind] !== undefined)
          .map((kind) => ({ tool, language: language as Language, criterion: criterion as CriterionId, kind })),
      ),
  ),
)

describe('a row of the catalogue', () => {
  it.each(rows.map((row) => [row.criterion, row.tool.tool, row.language, row.kind, row] as const))(
    'proves %s by %s in %s: %s',
    (criterion, _, language, kind, { tool }) => {
      const files = shown[kind]?.(tool, language)
      expect(provedBy(criterion, language, files ?? {})).toBeDefined()
      expect(toolsFor(criterion, language)).toContain(tool)
    },
  )

  it.each([...new Set(rows.map(({ criterion, language }) => `${criterion} ${language}`))])(
    'is missed without any: %s',
    (pair) => {
      const [criterion, language] = pair.split(' ') as [CriterionId, Language]
      if (toolsFor(criterion, language).some(({ builtIn }) => builtIn !== undefined)) return
      const bare = provedBy(criterion, language, {})
      // What every program of a language has, such as its build, may be all that is asked.
      if (bare !== undefined)
        expect(['unit_tests_runnable', 'test_isolation', 'database_schema', 'automated_doc_generation']).toContain(
          criterion,
        )
    },
  )
})
