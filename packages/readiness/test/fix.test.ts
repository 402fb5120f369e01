import type { CriterionId } from '@muster/contract/readiness/catalogue'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixes } from '../src/fix/fixes.ts'
import { planFixes } from '../src/fix/plan.ts'
import { judge } from '../src/judge.ts'
import { overlay } from '../src/repository/overlay.ts'
import { findOwners } from '../src/repository/owners.ts'
import { cases } from './criteria-cases.ts'
import { ci, type Files, json, library, npm, prose, repositoryOf, service } from './mini.ts'
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
  env_template: { ...service(), 'src/main.ts': 'listen(process.env.PORT, process.env.NODE_ENV)\n' },
  issue_labeling_system: library,
  issue_templates: library,
  min_release_age: library,
  secrets_management: service(),
  skills: { ...library, 'package.json': npm([], { scripts: { test: 'node --test' } }) },
  unit_tests_runnable: { 'requirements.txt': 'flask\n', 'a.py': 'print(1)\n', Makefile: 'test:\n\tpython -m pytest\n' },
  automated_security_review: { ...library, ...ci() },
  secret_scanning: { ...library, ...ci() },
}

describe('CODEOWNERS', () => {
  it('names accounts, and nobody whose commits show only an address', async () => {
    const log = [
      'ada@example.org',
      'ada@example.org',
      '7+lin@users.noreply.github.com',
      'x[bot]@users.noreply.github.com',
    ]
    expect(await findOwners(async () => Buffer.from(log.join('\n')))).toEqual(['@lin'])
  })
})

describe('updates of dependencies', () => {
  it('are asked for where the manifests are', () => {
    const files = { 'go.mod': 'module m\n', 'm.go': 'package m\n', 'web/package.json': npm(), 'web/a.js': 'x\n' }
    const [file] = planOf(files, 'dependency_update_automation').files
    expect(file?.after).toContain('gomod\n    directory: /\n')
    expect(file?.after).toContain('npm\n    directory: /web\n')
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

  it('never overwrites: an existing file stays, or only gets longer', () => {
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
          expect(after.startsWith(String(before[path] ?? ''))).toBe(true)
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
    expect(page?.after).toContain('- `api`: TypeScript, answers requests')
    expect(page?.after).not.toMatch(/build|lint|gh pr/)
  })

  it('lists the variables that are read, without values', () => {
    const files = { ...service(), 'src/b.ts': 'process.env.API_URL ?? process.env.CI\n', '.gitignore': '.env\n' }
    expect(planOf(files, 'env_template').files[0]?.after).toBe(
      '# Copy it to .env, which is not tracked, and fill it in.\nAPI_URL=\nPORT=\n',
    )
  })
})
