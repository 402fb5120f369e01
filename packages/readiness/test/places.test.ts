import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge.ts'
import { ci, type Files, json, library, npm, repositoryOf, service, tested } from './mini.ts'
import { programs } from './programs.ts'

const steps = (...runs: readonly string[]) => runs.map((run) => `      - run: ${run}\n`).join('')
const workflow = (on: string, ...runs: readonly string[]) => `on: ${on}\njobs:\n  a:\n    steps:\n${steps(...runs)}`
const go = { ...programs.go, 'main_test.go': 'package main\n' }
const python = { ...programs.python, 'tests/test_app.py': 'def test_a(): pass\n' }
const crates: Files = {
  'Cargo.toml': '[workspace]\nmembers = ["one", "two"]\n',
  'one/Cargo.toml': '[package]\nname = "one"\n',
  'one/src/lib.rs': 'pub fn one() {}\n',
  'two/Cargo.toml': '[package]\nname = "two"\n',
  'two/src/lib.rs': 'pub fn two() {}\n',
}

/** Each row names the place that a reader would name, beside others that come first by name. */
const rows: readonly (readonly [lesson: string, id: CriterionId, place: string, files: Files])[] = [
  [
    'the script that copies notes before workflows',
    'release_notes_automation',
    'look at scripts/release-notes.mjs',
    { ...tested, ...ci(), 'CHANGELOG.md': '# Changes\n', 'scripts/release-notes.mjs': '' },
  ],
  [
    'the rules of an older linter before those of an editor',
    'cyclomatic_complexity',
    'look at tslint.json',
    { ...tested, '.editorconfig': 'root = true\n', 'tslint.json': '{"rules": {}}\n' },
  ],
  [
    'the rules of revive',
    'cyclomatic_complexity',
    'look at revive.toml',
    { ...go, '.editorconfig': 'root = true\n', 'revive.toml': '[rule.exported]\n' },
  ],
  [
    'the target of make before what CI installs',
    'unit_tests_runnable',
    'Makefile:1',
    {
      Makefile: 'check: all\n\t./run\n',
      'src/main.c': 'int main() {}\n',
      'tests/test_main.c': 'int main() {}\n',
      '.github/workflows/ci.yml': workflow('push', 'make -C tests check'),
    },
  ],
  [
    'the workflow that runs with each change before one that people start',
    'secret_scanning',
    'look at .github/workflows/verify.yml',
    {
      ...tested,
      '.github/workflows/bypass-test.yml': workflow('workflow_dispatch', 'npm test'),
      '.github/workflows/verify.yml': workflow('pull_request', 'npm test'),
    },
  ],
  [
    'the workflow for all paths before one for some of them',
    'secret_scanning',
    'look at .github/workflows/verify.yml',
    {
      ...tested,
      '.github/workflows/part.yml': `on:\n  push:\n    paths: [a]\njobs:\n  a:\n    steps:\n${steps('npm test')}`,
      '.github/workflows/verify.yml': workflow('push', 'npm test'),
    },
  ],
  [
    'the workflow that runs the tests before one that names them',
    'secret_scanning',
    'look at .github/workflows/node.yml',
    {
      ...tested,
      '.github/workflows/greet.yml': workflow('push', 'echo test').replace('echo', 'echo this is no'),
      '.github/workflows/node.yml': workflow('push', 'npm test'),
    },
  ],
  [
    'the workflow that is called after checks before one with a purpose of its own',
    'secret_scanning',
    'look at .github/workflows/ci.yml',
    { ...tested, ...ci(), '.github/workflows/acceptance-test.yml': workflow('push', 'npm test', 'npm run long') },
  ],
  [
    'the pipeline of another service that runs the tests',
    'secret_scanning',
    'look at .circleci/config.yml',
    {
      ...tested,
      '.circleci/config.yml': 'jobs:\n  test:\n    steps:\n      - run: npm test\n',
      '.github/workflows/stale.yml': workflow('schedule', 'echo test is over'),
    },
  ],
  [
    'the workflow of the host for what reviews changes there',
    'automated_pr_review',
    'look at .github/workflows/lint.yml',
    {
      ...tested,
      '.circleci/config.yml': 'jobs:\n  test:\n    steps:\n      - run: npm test\n',
      '.github/workflows/lint.yml': workflow('push', 'npm run lint'),
    },
  ],
  [
    'the workflow that scans already',
    'secret_scanning',
    'look at .github/workflows/scan.yml and .github/workflows/ci.yml and .pre-commit-config.yaml',
    {
      ...tested,
      ...ci(),
      '.github/workflows/scan.yml': workflow('schedule', 'npm audit'),
      '.pre-commit-config.yaml': 'repos: []\n',
    },
  ],
  [
    'the workflow that checks each change as the first whose actions are not pinned',
    'actions_pinned',
    'in .github/workflows/ci.yml',
    {
      ...tested,
      '.github/workflows/after.yml': 'on: release\njobs:\n  a:\n    steps:\n      - uses: a/b@v1\n',
      '.github/workflows/ci.yml': `on: push\njobs:\n  a:\n    steps:\n      - uses: a/b@v1\n${steps('npm test')}`,
    },
  ],
  [
    'the workflow of a release before the tests that try it',
    'release_automation',
    '.github/workflows/docker.yml',
    {
      ...tested,
      ...ci('docker push a'),
      '.github/workflows/docker.yml': workflow('push', 'docker push a'),
    },
  ],
  [
    'the workflow of the whole release, not of a part',
    'release_notes_automation',
    'look at .github/workflows/cd.yml',
    {
      ...tested,
      '.github/workflows/cd.yml': workflow('push', 'echo'),
      '.github/workflows/verify-release.yml': workflow('push', 'echo'),
    },
  ],
  [
    'the script of a release',
    'release_automation',
    'scripts/publish.sh',
    { ...tested, 'scripts/publish.sh': 'echo\n' },
  ],
  [
    'the script that runs the tests',
    'test_isolation',
    'look at magefiles/magefile.go',
    { ...go, 'magefiles/magefile.go': 'package main\n\nvar run = "go test ./..."\n' },
  ],
  [
    'the script that measures coverage',
    'test_coverage_thresholds',
    'look at scripts/coverage.sh',
    { ...go, 'scripts/coverage.sh': 'go test -coverprofile=a ./...\n' },
  ],
  [
    'the workflow that measures coverage',
    'test_coverage_thresholds',
    'look at .github/workflows/coverage.yml',
    { ...go, '.github/workflows/coverage.yml': workflow('push', 'go test -cover ./...') },
  ],
  [
    'the manifest of Python that holds the settings of its tests',
    'test_performance_tracking',
    'look at pyproject.toml',
    { ...python, 'pyproject.toml': '[project]\nname = "mini"\n[tool.pytest.ini_options]\n' },
  ],
  [
    'settings of unit tests before those of a browser',
    'test_performance_tracking',
    'look at vitest.config.ts',
    { ...tested, 'cypress.config.ts': 'export {}\n', 'vitest.config.ts': 'export {}\n' },
  ],
  [
    'the linter of the language, not of its scripts',
    'cyclomatic_complexity',
    'look at ruff.toml',
    { ...python, 'eslint.config.js': 'export {}\n', 'ruff.toml': 'line-length = 120\n' },
  ],
  [
    'no linter of another language',
    'cyclomatic_complexity',
    'look at pyproject.toml',
    { ...python, 'eslint.config.js': 'export {}\n' },
  ],
  [
    'the rules that a linter takes from the file beside it',
    'cyclomatic_complexity',
    'look at eslint.config.ts and eslint.rules.ts',
    { ...tested, 'eslint.config.ts': "import rules from './eslint.rules'\n", 'eslint.rules.ts': 'export default []\n' },
  ],
  [
    'the settings that projects of .NET share',
    'strict_typing',
    'look at src/Directory.Build.props',
    {
      'src/Directory.Build.props': '<Project></Project>',
      'src/Mini/Mini.csproj': '<Project Sdk="Microsoft.NET.Sdk"/>',
      'src/Mini/Mini.cs': 'class Mini {}\n',
    },
  ],
  [
    'the solution, and the project below it',
    'type_check',
    'see Mini.sln:1, also src/Mini/Mini.csproj:1',
    {
      'Mini.sln': 'a\n',
      'src/Mini/Mini.csproj': '<Project Sdk="Microsoft.NET.Sdk"/>',
      'src/Mini/Mini.cs': 'class Mini {}\n',
    },
  ],
  ['the manifest of a whole workspace', 'test_coverage_thresholds', 'look at one/Cargo.toml and Cargo.toml', crates],
  [
    'the manifest of the language at the root',
    'unused_dependencies_detection',
    'look at package.json and Gemfile',
    { ...programs.ruby, 'package.json': json({ name: 'beside', private: true }) },
  ],
  [
    'all settings of what updates dependencies',
    'min_release_age',
    'look at .github/renovate.json5',
    { ...library, '.github/dependabot.yml': 'version: 2\n', '.github/renovate.json5': '{}' },
  ],
  [
    'the page about the API',
    'api_schema_docs',
    'look at docs/search_api.md and README.md',
    { ...service(), 'README.md': '# Mini\n', 'docs/search_api.md': '# API\n' },
  ],
  [
    'both pages for people who take part',
    'single_command_setup',
    'look at package.json and CONTRIBUTING.md and DEVELOPMENT.md',
    { ...tested, 'README.md': '# Mini\n', 'CONTRIBUTING.md': '# Welcome\n', 'DEVELOPMENT.md': '# Build\n' },
  ],
  [
    'the page with an overview',
    'service_flow_documented',
    'look at README.md and guides/overview.md',
    { ...service(), 'README.md': '# Mini\n', 'guides/overview.md': '# Mini\n' },
  ],
  [
    'the file that is called after logging',
    'log_scrubbing',
    'look at src/logger.ts',
    { ...service(['pino']), 'src/logger.ts': 'export {}\n' },
  ],
  [
    'the file that defines a flag, not the first that uses it',
    'feature_flag_infrastructure',
    'src/lib/featureFlags.ts',
    {
      ...service(),
      'src/activities.ts': "import { isFeatureEnabled } from './lib/featureFlags'\n",
      'src/lib/featureFlags.ts': 'export function isFeatureEnabled() {}\n',
    },
  ],
  [
    'what answers, not what measures it',
    'health_checks',
    'src/server.ts',
    { ...service(), 'bench/a.ts': "get('/healthz')\n", 'src/server.ts': "app.get('/healthz')\n" },
  ],
  [
    'the schema that is nearest to the root',
    'api_schema_docs',
    'service/openapi.yaml:1',
    { ...service(), 'parts/a/openapi.yaml': 'openapi: 3\n', 'service/openapi.yaml': 'openapi: 3\n' },
  ],
  [
    'the folder with most migrations',
    'database_schema',
    'core/migrations/1.sql',
    {
      ...service(['pg']),
      'api/migrations/1.sql': 'create table a;\n',
      'core/migrations/1.sql': 'create table b;\n',
      'core/migrations/2.sql': 'create table c;\n',
    },
  ],
  [
    'the folder of an application that holds most of its tests',
    'test_naming_conventions',
    'packages/a/src/one.test.js:1 and 3 of 3',
    {
      'packages/a/package.json': npm([], { name: 'a', exports: './src/one.js' }),
      'packages/a/scripts/a.test.js': 'it()\n',
      'packages/a/src/one.js': 'export {}\n',
      'packages/a/src/one.test.js': 'it()\n',
      'packages/a/src/two.test.js': 'it()\n',
    },
  ],
]

describe('a rationale names', () => {
  it.each(rows)('%s (%s)', (_lesson, id, place, files) => {
    expect(judge(repositoryOf({ files })).report[id]?.rationale).toContain(place)
  })
})
