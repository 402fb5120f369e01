import type { CriterionId } from '@muster/contract/readiness/catalogue'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixes } from '../src/fix/fixes.ts'
import { planFixes } from '../src/fix/plan.ts'
import { judge } from '../src/judge/judge.ts'
import { overlay } from '../src/repository/overlay.ts'
import { findOwners } from '../src/repository/owners.ts'
import { cases } from './criteria-cases.ts'
import { ci, type Files, json, library, npm, pair, prose, repositoryOf, service } from './mini.ts'
import { stacks } from './stacks.ts'

const owners = ['@ada', '@lin']
const license = { id: 'MIT', holder: 'Ada', year: 2026 } as const
const fixable = Object.keys(fixes) as CriterionId[]

function planOf(files: Files, ...ids: CriterionId[]) {
  return planFixes(repositoryOf({ files }), ids, { owners, license })
}

/** Where the usual miniature cannot be mended, because a file is there that must not be overwritten. */
const others: Partial<Record<CriterionId, Files>> = {
  agents_md: library,
  build_cmd_doc: { ...library, 'package.json': npm([], { scripts: { build: 'tsc' } }) },
  codeowners: library,
  env_template: { ...service(['dotenv']), 'src/main.ts': 'listen(process.env.PORT, process.env.NODE_ENV)\n' },
  formatter: { 'Cargo.toml': '[package]\nname = "m"\nedition = "2024"\n', 'src/lib.rs': 'pub fn a() {}\n' },
  lint_config: {
    'go.mod': 'module m\n',
    'm.go': 'package m\n',
    '.github/workflows/ci.yml': 'on: pull_request\njobs:\n  a:\n    steps:\n      - run: go test ./...\n',
  },
  issue_labeling_system: library,
  issue_templates: library,
  min_release_age: library,
  secrets_management: service(['dotenv']),
  security_policy: { ...library, ...ci() },
  service_flow_documented: pair,
  token_permissions: { ...library, ...ci() },
  skills: { ...library, 'package.json': npm([], { scripts: { test: 'node --test' } }) },
  unit_tests_runnable: { 'requirements.txt': 'flask\n', 'a.py': 'print(1)\n', Makefile: 'test:\n\tpython -m pytest\n' },
  automated_security_review: { ...library, ...ci() },
  secret_scanning: { ...library, ...ci() },
}

/** Whether all lines are among others, in their order. */
function isWithin(lines: readonly string[], others: readonly string[]): boolean {
  const rest = [...others]
  return lines.every((line) => {
    const at = rest.indexOf(line)
    rest.splice(0, at + 1)
    return at >= 0
  })
}

describe('CODEOWNERS', () => {
  const ownersOf = (...log: readonly string[]) => findOwners(async () => Buffer.from(log.join('\n')))
  const lin = 'Lin\t7+lin@users.noreply.github.com'

  it('names the accounts of those who did most, and no address', async () => {
    const ada = 'Ada\tada@example.org'
    expect(await ownersOf(lin, ada, lin, 'x[bot]\tx[bot]@users.noreply.github.com')).toEqual(['@lin'])
    expect(await ownersOf(lin, 'Lin\tlin@example.org', ada)).toEqual(['@lin'])
    expect(await ownersOf('Lin\t7+new@users.noreply.github.com', lin)).toEqual(['@new'])
  })

  it('names no passer-by where those who did most show an address', async () => {
    const ada = Array.from({ length: 9 }, () => 'Ada\tada@example.org')
    expect(await ownersOf(...ada, lin)).toEqual([])
    expect(await ownersOf(...ada, lin, lin, lin, lin, lin, lin)).toEqual([])
    expect(await ownersOf(...ada, 'Ada\t7+evil@users.noreply.github.com')).toEqual([])
  })
})

describe('updates of dependencies', () => {
  it('are asked for where the manifests are', () => {
    const files = { 'go.mod': 'module m\n', 'm.go': 'package m\n', 'web/package.json': npm(['vue']), 'web/a.js': 'x\n' }
    const [file] = planOf(files, 'dependency_update_automation').files
    expect(file?.after).toContain('gomod\n    directory: /\n')
    expect(file?.after).toContain('npm\n    directory: /web\n')
  })

  it('are asked of the package manager that has the lock file', () => {
    const files = { 'pyproject.toml': '[project]\nname = "m"\n', 'uv.lock': '', 'm.py': 'print(1)\n' }
    expect(planOf(files, 'dependency_update_automation').files[0]?.after).toContain('package-ecosystem: uv\n')
  })
})

describe('the scanner', () => {
  const scannedOf = (files: Files) => planOf({ ...files, ...ci() }, 'automated_security_review').files[0]?.after

  it('builds what cannot be read without it, each where it can be built', () => {
    expect(scannedOf({ 'go.mod': 'module m\n', 'm.go': 'package m\n' })).toContain(
      '{ language: go, build-mode: autobuild, system: ubuntu-latest }',
    )
    expect(scannedOf({ 'Package.swift': 'let p = Package()\n', 'Sources/M/m.swift': 'let m = 1\n' })).toContain(
      '{ language: swift, build-mode: autobuild, system: macos-latest }',
    )
    expect(scannedOf(library)).toContain('{ language: javascript-typescript, build-mode: none, system: ubuntu-latest }')
  })

  it('reads Java and Kotlin at once', () => {
    const java = { 'a/pom.xml': '<project/>\n', 'a/src/main/java/A.java': 'class A {}\n' }
    const kotlin = { 'b/build.gradle.kts': '\n', 'b/src/main/kotlin/B.kt': 'class B\n' }
    const page = scannedOf({ ...kotlin, ...java })
    expect(page?.match(/language: java-kotlin, build-mode: \w+/g)).toEqual([
      'language: java-kotlin, build-mode: autobuild',
    ])
  })
})

describe('settings of a formatter', () => {
  it.each<[string, Files, string, string]>([
    ['Rust', { 'Cargo.toml': '[package]\nname = "m"\nedition = "2024"\n', 'src/lib.rs': '\n' }, 'rustfmt.toml', '2024'],
    [
      'Rust below the root',
      { 'api/Cargo.toml': '[package]\nname = "m"\nedition = "2021"\n', 'api/src/lib.rs': '\n' },
      'rustfmt.toml',
      '2021',
    ],
    [
      'a workspace of Rust',
      {
        'Cargo.toml': '[workspace.package]\nedition = "2024"\n[workspace]\nmembers = ["m"]\n',
        'm/Cargo.toml': '[package]\nname = "m"\nedition.workspace = true\n',
        'm/src/lib.rs': '\n',
      },
      'rustfmt.toml',
      '2024',
    ],
    ['Elixir', { 'mix.exs': 'use Mix.Project\n', 'lib/m.ex': 'defmodule M do\nend\n' }, '.formatter.exs', 'inputs:'],
    [
      'Swift',
      { 'Package.swift': 'let p = Package()\n', 'Sources/M/m.swift': 'let m = 1\n' },
      '.swift-format',
      '"version": 1',
    ],
  ])('fit %s', (_, files, path, content) => {
    const plan = planOf(files, 'formatter')
    expect([plan.met, plan.files]).toMatchObject([['formatter'], [{ path, after: expect.stringContaining(content) }]])
  })
})

describe('a development container', () => {
  it('has the tools of a language that the usual images lack', () => {
    const swift = { 'Package.swift': 'let p = Package()\n', 'Sources/M/m.swift': 'let m = 1\n' }
    expect(planOf(swift, 'devcontainer').files[0]?.after).toContain('"image": "swift:')
  })
})

describe('ARCHITECTURE.md', () => {
  it('is left to people where there is one application', () => {
    expect(planOf(library, 'service_flow_documented').byHand).toHaveLength(1)
  })
})

describe('templates of issues', () => {
  it('are not doubled for the sake of labels', () => {
    const files = { ...library, '.github/ISSUE_TEMPLATE/problem.md': prose }
    const plan = planOf(files, 'issue_labeling_system')
    expect([plan.files, plan.byHand.map(({ id }) => id)]).toEqual([[], ['issue_labeling_system']])
  })
})

describe('AGENTS.md', () => {
  it('names the linter that is set up', () => {
    const files = { 'go.mod': 'module m\n', 'm.go': 'package m\n', '.golangci.yml': '{}\n' }
    const [page] = planFixes(repositoryOf({ files }), ['agents_md'], { owners: [] }).files
    expect(page?.after).toContain('golangci-lint run')
  })
})

describe('planFixes', () => {
  it.each(fixable)('writes what makes %s pass', (id) => {
    const files = others[id] ?? cases[id].fails.files
    const repository = repositoryOf({ files })
    expect(judge(repository).report[id]).toMatchObject({ numerator: 0 })
    const plan = planOf(files, id)
    expect([id, plan.met, plan.byHand]).toEqual([id, [id], []])
    const after = new Map(plan.files.map((each) => [each.path, each.after]))
    expect(judge(overlay(repository, after)).report[id]).toMatchObject({ numerator: 1 })
  })

  it('never overwrites: every line of an existing file stays', () => {
    const stack = fc.constantFrom(...Object.values(stacks))
    const taken = fc.uniqueArray(
      fc.constantFrom(
        'AGENTS.md',
        '.gitignore',
        '.github/CODEOWNERS',
        '.github/dependabot.yml',
        'SECURITY.md',
        '.prettierrc',
        '.pre-commit-config.yaml',
      ),
    )
    fc.assert(
      fc.property(stack, taken, fc.subarray(fixable), (files, paths, ids) => {
        const mine = Object.fromEntries(paths.map((path) => [path, 'mine']))
        const before: Files = { ...files, ...mine }
        for (const { path, before: had, after } of planOf(before, ...ids).files) {
          expect(had).toBe(before[path])
          expect(isWithin(String(before[path] ?? '').split('\n'), after.split('\n'))).toBe(true)
        }
      }),
      { numRuns: 25 },
    )
  })

  it('takes the next steps when none is named, and says what has to be done by hand', () => {
    const plan = planOf({ 'package.json': npm(['fastify'], { license: 'MIT' }), 'a.js': 'run()\n', 'README.md': prose })
    expect(plan.met.length + plan.byHand.length).toBe(3)
    for (const { why } of plan.byHand) expect(why).toMatch(/; .+\.$/)
  })

  it('says that there is nothing to do for criteria that pass or do not apply', () => {
    const files = { ...library, 'README.md': prose }
    expect(planOf(files, 'readme', 'health_checks').nothingToDo).toEqual(['readme', 'health_checks'])
  })

  it('writes one file for several criteria', () => {
    const plan = planOf({ ...library, ...ci() }, 'pre_commit_hooks', 'secret_scanning', 'large_file_detection')
    expect(plan.files.map(({ path }) => path)).toEqual(['.pre-commit-config.yaml'])
    expect(plan.met).toHaveLength(3)
  })

  it('writes AGENTS.md from existing files alone', () => {
    const files = {
      'package.json': json({ private: true, workspaces: ['*'], scripts: { test: 'vitest', start: 'node a' } }),
      'pnpm-lock.yaml': '',
      'api/package.json': npm(['fastify']),
      'api/a.ts': 'run()\n',
    }
    const [page] = planOf(files, 'agents_md').files
    expect(page?.after).toContain('pnpm run test')
    expect(page?.after).toContain('- `api`: TypeScript, service')
    expect(page?.after).not.toMatch(/build|lint|gh pr/)
  })

  it('lists the variables that are read, without values', () => {
    const files = {
      ...service(['dotenv']),
      'src/b.ts': 'process.env.API_URL ?? process.env.CI\n',
      '.gitignore': '.env\n',
    }
    expect(planOf(files, 'env_template').files[0]?.after).toBe(
      '# Copy it to .env, which is not tracked, and fill it in.\nAPI_URL=\nPORT=\n',
    )
  })

  it('lists variables that are read at once or by a name in quotes', () => {
    const source = "const { SHOP_URL, SHOP_KEY: KEY = 'NONE' } = process.env\nprocess.env['SHOP_NAME']\n"
    const files = { ...service(['dotenv']), 'src/main.ts': source, '.gitignore': '.env\n' }
    expect(planOf(files, 'env_template').files[0]?.after).toMatch(/\.\nSHOP_KEY=\nSHOP_NAME=\nSHOP_URL=\n$/)
  })
})
