import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge.ts'
import { ci, type Files, json, library, npm, pair, repositoryOf, service, tested } from './mini.ts'

const rust: Files = { 'Cargo.toml': '[package]\nname = "m"\n', 'src/lib.rs': '' }

/** Each row is a criterion, and the files that a reader of its rationale must find there. */
const rows: readonly (readonly [lesson: string, id: CriterionId, named: readonly string[], files: Files])[] = [
  [
    'where a formatter is set up, declared and run',
    'formatter',
    ['.prettierrc', 'package.json'],
    {
      ...library,
      '.prettierrc': '{}',
      'package.json': json({ name: 'm', exports: './a', devDependencies: { prettier: '3' } }),
      ...ci('npx prettier --check .'),
    },
  ],
  ['the manifest that lacks a formatter', 'formatter', ['package.json'], library],
  ['the CI that lacks a scanner', 'automated_security_review', ['.github/workflows/ci.yml'], { ...tested, ...ci() }],
  [
    'all workflows that scan',
    'automated_security_review',
    ['.github/workflows/a.yml', '.github/workflows/b.yml'],
    {
      ...library,
      '.github/workflows/a.yml': 'jobs:\n  a:\n    steps:\n      - run: semgrep ci\n',
      '.github/workflows/b.yml': 'jobs:\n  a:\n    steps:\n      - run: gitleaks; trivy fs .\n',
    },
  ],
  [
    'all workflows that test',
    'ci_runs_tests',
    ['.github/workflows/ci.yml', '.github/workflows/more.yml'],
    { ...tested, ...ci(), '.github/workflows/more.yml': 'jobs:\n  a:\n    steps:\n      - run: npm test\n' },
  ],
  [
    'tests of several folders',
    'unit_tests_exist',
    ['src/main.test.ts', 'lib/other.test.ts'],
    { ...tested, 'lib/other.test.ts': 'it()\n' },
  ],
  [
    'what is not tracked, when only CI has secrets',
    'secrets_management',
    ['.github/workflows/ci.yml', '.gitignore'],
    { ...service(), ...ci(`deploy $${'{{ secrets.KEY }}'}`), '.gitignore': 'node_modules\n' },
  ],
  [
    'the workflow that refuses what the compiler of Rust warns about',
    'naming_consistency',
    ['Cargo.toml', '.github/workflows/ci.yml'],
    { ...rust, ...ci('cargo clippy -- -D warnings') },
  ],
  [
    'the settings of a linter that limits nothing',
    'cyclomatic_complexity',
    ['eslint.config.js'],
    { ...library, 'eslint.config.js': 'export default []\n' },
  ],
  ['the settings of coverage', 'test_coverage_thresholds', ['.coveragerc'], { ...library, '.coveragerc': '[run]\n' }],
  ['a lack of several applications', 'lint_config', ['a/package.json', 'b/package.json'], pair],
  [
    'the manifest of the language, not that of tools beside it',
    'type_check',
    ['pyproject.toml'],
    {
      'package.json': npm(['prettier']),
      'pyproject.toml': '[project]\nname = "m"\n',
      'm/__init__.py': '',
      'm/a.py': '',
    },
  ],
]

describe('the places that a rationale names', () => {
  it.each(rows)('%s: %s names %j', (_, id, named, files) => {
    const { report } = judge(repositoryOf({ files }))
    for (const path of named) expect(report[id]?.rationale).toContain(path)
  })

  it('does not name a file again that the sentence names', () => {
    const { report } = judge(repositoryOf({ files: { ...library, 'CHANGELOG.md': '# 1.0\n' } }))
    expect(report.release_notes_automation?.rationale.match(/CHANGELOG\.md/g)).toHaveLength(1)
  })
})
