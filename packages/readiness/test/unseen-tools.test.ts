import { describe } from 'vitest'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { ci, type Files, frontend, json, library, npm, pair, tested } from './mini.ts'
import { programs } from './programs.ts'

const step = (run: string): Files => ({
  '.github/workflows/run.yml': `jobs:\n  a:\n    steps:\n      - run: |\n          ${run}\n`,
})
const python: Files = { 'setup.cfg': '[metadata]\nname = m\n', 'm/a.py': 'x\n' }
const pylint = (text: string): Files => ({ ...python, '.pylintrc': text })
const docs: Files = {
  'docs/package.json': npm([], { devDependencies: { vitepress: '1' } }),
  ...Object.fromEntries([1, 2, 3, 4].map((each) => [`docs/theme/${each}.js`, 'x\n'])),
}
const csharp: Files = { 'Mini.csproj': '<Project Sdk="Microsoft.NET.Sdk"/>', 'A.cs': 'class A {}\n' }

/** Each row is a verdict that was wrong before, in a repository that nobody had tuned on. */
const rows: readonly Judged[] = [
  ['a sign of Hugo', 'automated_doc_generation', 'passes', { ...library, 'docs/hugo.toml': 'title = "m"\n' }],
  ['fixers of comments in PHP', 'automated_doc_generation', 'fails', { ...library, ...ci('run PhpdocIndentFixer') }],
  [
    'warnings of C# that are errors',
    'dead_code_detection',
    'passes',
    { ...csharp, 'Directory.Build.props': '<TreatWarningsAsErrors>true</TreatWarningsAsErrors>' },
  ],
  [
    'PHPStan from the level on that reports it',
    'dead_code_detection',
    'passes',
    { ...programs.php, 'phpstan.neon': 'parameters:\n  level: 5\n' },
  ],
  [
    'PHPStan below that level',
    'dead_code_detection',
    'fails',
    { ...programs.php, 'phpstan.neon': 'parameters:\n  level: 2\n' },
  ],
  ['Pylint by its defaults', 'naming_consistency', 'passes', pylint('[MAIN]\njobs=1\n')],
  ['Pylint without the rule', 'naming_consistency', 'fails', pylint('[MESSAGES CONTROL]\ndisable=invalid-name\n')],
  ['Pylint without copies', 'duplicate_code_detection', 'fails', pylint('[MAIN]\ndisable=duplicate-code,\n')],
  [
    'types beside JavaScript that a compiler checks',
    'strict_typing',
    'passes',
    {
      'package.json': json({ name: 'm', main: 'a.js', devDependencies: { typescript: '5' } }),
      'a.js': 'x\n',
      'tsconfig.json': json({ compilerOptions: { strict: true } }),
    },
  ],
  [
    'strict types over several lines',
    'strict_typing',
    'passes',
    { ...python, 'noxfile.py': 'run(\n  "mypy",\n  "--strict",\n)\n' },
  ],
  ['people without what they own', 'codeowners', 'fails', { ...library, MAINTAINERS: 'Ada <ada@example.org>\n' }],
  ['commands that only test', 'build_cmd_doc', 'fails', { ...library, 'README.md': '```sh\ngo test ./...\n```\n' }],
  [
    'a page on how to start',
    'build_cmd_doc',
    'passes',
    { ...library, 'docs/getting-started/1-quick-start.md': '```sh\nnpm install mini\n```\n' },
  ],
  [
    'a recipe of just that prints nothing',
    'single_command_setup',
    'passes',
    { ...library, Justfile: '@init:\n  npm ci\n' },
  ],
  ['a script of another program', 'single_command_setup', 'fails', { ...library, 'scripts/bootstrap.js': 'x\n' }],
  ['prompts of an agent', 'agentic_development', 'passes', { ...library, '.pi/prompts/review.md': 'Look.\n' }],
  [
    'an agent in CI',
    'agentic_development',
    'passes',
    { ...library, '.github/workflows/claude.yml': 'on: push\njobs: {}\n' },
  ],
  ['signatures without a checker', 'type_check', 'fails', { ...programs.ruby, Gemfile: "gem 'rbs'\n" }],
  ['a language without a usual checker', 'type_check', 'fails', { ...programs.clojure }],
  [
    'a test at the end of a command over two lines',
    'ci_runs_tests',
    'passes',
    { ...tested, ...step('./gradlew \\\n            check') },
  ],
  [
    'prose with the latest in it',
    'ci_runs_tests',
    'fails',
    { ...tested, ...step('echo make sure to take the latest') },
  ],
  ['a lane of fastlane', 'ci_runs_tests', 'passes', { ...tested, ...step('bundle exec fastlane test_ci') }],
  ['CI of Taskcluster', 'ci_runs_tests', 'passes', { ...tested, '.taskcluster.yml': 'tasks:\n  - npm test\n' }],
  [
    'retries of a lane',
    'flaky_test_detection',
    'passes',
    { ...tested, ...ci(), 'fastlane/Fastfile': 'scan(\n  number_of_retries: 2\n)\n' },
  ],
  [
    'tests in one thread on purpose',
    'test_isolation',
    'fails',
    { ...programs.rust, ...ci('cargo test -- --test-threads=1') },
  ],
  [
    'integration tests of one package among several',
    'integration_tests_exist',
    'passes',
    { ...pair, 'a/test/integration/one.test.js': 'it()\n' },
  ],
  [
    'tests of a browser in Python',
    'integration_tests_exist',
    'passes',
    { ...python, 'tests/test_playwright.py': 'x\n' },
  ],
  [
    'files called tests_…',
    'test_naming_conventions',
    'passes',
    { ...python, 'tests/tests_a.py': 'def test_a(): pass\n' },
  ],
  ['specs called spec_….rb', 'test_naming_conventions', 'passes', { ...programs.ruby, 'test/spec_a.rb': 'x\n' }],
  [
    'a file test.ts in each folder',
    'test_naming_conventions',
    'passes',
    { ...library, 'src/add/test.ts': 'it("a")\n' },
  ],
  [
    'a list of changes that is switched off',
    'release_notes_automation',
    'fails',
    { ...library, '.goreleaser.yml': 'changelog:\n  disable: true\n' },
  ],
  [
    'checks before a release',
    'release_automation',
    'fails',
    { ...library, '.github/workflows/release-checks.yml': 'on: push\njobs: {}\n' },
  ],
  [
    'a gem that a tag pushes',
    'release_automation',
    'passes',
    { ...library, ...ci('echo\n      - uses: rubygems/release-gem@v1') },
  ],
  [
    'permissions in jobs alone',
    'token_permissions',
    'fails',
    {
      ...library,
      '.github/workflows/a.yml': 'on: push\njobs:\n  a:\n    permissions: {contents: read}\n    steps: [{run: a}]\n',
    },
  ],
  [
    'documentation that a package for development makes',
    'product_analytics_instrumentation',
    'absent',
    { ...library, ...docs },
  ],
  [
    'many pages about a library with tests',
    'unit_tests_exist',
    'passes',
    { ...tested, 'src/b.ts': 'x\n', 'src/c.ts': 'x\n', ...docs },
  ],
  [
    'a library that knows an ORM',
    'n_plus_one_detection',
    'absent',
    { ...library, 'package.json': npm(['typeorm'], { exports: './a' }) },
  ],
  [
    'feature gates',
    'feature_flag_infrastructure',
    'passes',
    { ...frontend(), 'src/a.ts': 'if (featureGates.enabled) {}\n' },
  ],
  [
    'a lock file of another package manager',
    'deps_pinned',
    'passes',
    { 'Package.swift': 'x\n', 'Sources/A.swift': 'x\n', Gemfile: "gem 'fastlane'\n", 'Gemfile.lock': 'GEM\n' },
  ],
  [
    'tests that JUnit reports to changes',
    'test_performance_tracking',
    'passes',
    { ...tested, ...ci('echo\n      - uses: EnricoMi/publish-unit-test-result-action@v2') },
  ],
]

describe('verdicts of eighty-eight unseen repositories', () => {
  itJudges(rows)
})
