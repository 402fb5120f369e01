import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge.ts'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { ci, type Files, json, library, npm, pair, prose, repositoryOf, service } from './mini.ts'
import { programs } from './programs.ts'

const swift = programs.swift
const swiftlint = (...rules: readonly string[]): Files => ({
  '.swiftlint.yml': `disabled_rules:\n${rules.map((rule) => `  - ${rule}\n`).join('')}`,
})
const goFiles: Files = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`pkg/part${index}.go`, 'package pkg\n']),
)
const luaFiles: Files = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`lua/mini/part${index}.lua`, 'return {}\n']),
)
const folders: Files = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}/x.txt`, 'x\n']))
const listed = ['a', 'b', 'c', 'd', 'e'].map((name) => `- \`${name}/\` is a part.\n`).join('')
const depguard = (denied: string) =>
  `linters:\n  enable: [depguard]\nlinters-settings:\n  depguard:\n    rules:\n      main:\n        deny:\n          - pkg: ${denied}\n`

/** Each row was judged wrongly before, in a repository that nobody had tuned on. */
const rows: readonly Judged[] = [
  [
    'a rule of SwiftLint that is off',
    'cyclomatic_complexity',
    'fails',
    { ...swift, ...swiftlint('cyclomatic_complexity') },
  ],
  [
    'names of SwiftLint that are off',
    'naming_consistency',
    'fails',
    { ...swift, ...swiftlint('identifier_name', 'type_name') },
  ],
  [
    'a length that SwiftLint does not look at',
    'large_file_detection',
    'fails',
    { ...swift, ...swiftlint('file_length') },
  ],
  ['what SwiftLint does by default', 'tech_debt_tracking', 'passes', { ...swift, ...swiftlint('line_length') }],
  [
    'a set of rules of PMD without complexity',
    'cyclomatic_complexity',
    'fails',
    { ...programs.java, 'conf/pmd-rules.xml': '<ruleset><rule ref="category/java/errorprone.xml"/></ruleset>' },
  ],
  [
    'a set of rules of PMD with complexity',
    'cyclomatic_complexity',
    'passes',
    { ...programs.java, 'conf/pmd-rules.xml': '<rule ref="category/java/design.xml/CyclomaticComplexity"/>' },
  ],
  [
    'a check of clang-tidy that is taken back',
    'naming_consistency',
    'fails',
    { ...programs.cpp, '.clang-tidy': 'Checks:\n  - -readability-identifier-naming\n' },
  ],
  [
    'prefixes that contributors read about',
    'naming_consistency',
    'passes',
    { ...programs.cpp, 'CONTRIBUTING.md': 'Internal functions should be prefixed with `m_`.\n' },
  ],
  [
    'a cop that is off',
    'large_file_detection',
    'fails',
    { ...programs.ruby, '.rubocop.yml': 'Metrics/ClassLength:\n  Enabled: false\n' },
  ],
  [
    'packages of others that are denied',
    'code_modularization',
    'fails',
    { ...programs.go, ...goFiles, '.golangci.yml': depguard('github.com/other/errors') },
  ],
  [
    'packages of the program itself that are denied',
    'code_modularization',
    'passes',
    { ...programs.go, ...goFiles, '.golangci.yml': depguard('mini/pkg/db') },
  ],
  ['a language without a tool for boundaries', 'code_modularization', 'fails', { ...programs.lua, ...luaFiles }],
  ['a language without a tool for complexity', 'cyclomatic_complexity', 'fails', programs.haskell],
  ['a language without a tool for names', 'naming_consistency', 'fails', programs.lua],
  [
    'an option of the test runner that is called strict',
    'strict_typing',
    'fails',
    { ...programs.python, 'pyproject.toml': '[project]\nname = "mini"\n[tool.pytest]\nstrict = true\n' },
  ],
  [
    'the general section of mypy',
    'strict_typing',
    'passes',
    { ...programs.python, 'mypy.ini': '[mypy]\nstrict = True\n' },
  ],
  [
    'a section of mypy about one module',
    'strict_typing',
    'fails',
    { ...programs.python, 'mypy.ini': '[mypy]\nfiles = a\n[mypy-a.*]\nstrict = True\n' },
  ],
  [
    'JavaScript whose types are checked strictly',
    'strict_typing',
    'passes',
    { ...programs.javascript, 'tsconfig.json': '{"compilerOptions": {"checkJs": true, "strict": true}}' },
  ],
  ['a template without an ending', 'issue_templates', 'passes', { ...library, '.github/ISSUE_TEMPLATE': prose }],
  [
    'a template of changes without an ending',
    'pr_templates',
    'passes',
    { ...library, '.github/PULL_REQUEST_TEMPLATE': prose },
  ],
  ['prose about maintainers', 'codeowners', 'fails', { ...library, 'MAINTAINERS.md': 'Current: Ann\n' }],
  [
    'a compiled plugin',
    'binary_artifacts',
    'fails',
    { ...library, 'plugins/a.wasm': new Uint8Array([0, 97, 115, 109]) },
  ],
  [
    'a cache without statistics',
    'build_performance_tracking',
    'fails',
    {
      ...library,
      ...ci(),
      '.github/workflows/b.yml': 'jobs:\n  a:\n    steps:\n      - with:\n          sccache: true\n',
    },
  ],
  [
    'versions that are forced, not compared',
    'version_drift_detection',
    'fails',
    { ...pair, 'package.json': '{"overrides": {"a": "1"}}' },
  ],
  [
    'a page about the project is no product',
    'feature_flag_infrastructure',
    'absent',
    { 'website/package.json': npm(['react-dom', '@docusaurus/core']), 'website/src/a.jsx': 'x\n', ...programs.csharp },
  ],
  [
    'an issue that a workflow opens for another reason',
    'error_to_insight_pipeline',
    'fails',
    { ...service(), ...ci('gh issue create --title "Upgrade dependencies"') },
  ],
  [
    'a threshold beside no target',
    'test_coverage_thresholds',
    'passes',
    {
      ...library,
      '.github/codecov.yml': 'coverage:\n  status:\n    project:\n      default:\n        threshold: 1%\n',
    },
  ],
  [
    'tests at the root of all packages',
    'unit_tests_exist',
    'passes',
    {
      ...pair,
      'package.json': '{"private": true, "workspaces": ["a", "b"]}',
      'packages/app-tests/e2e/a.spec.ts': 'test()\n',
    },
  ],
  [
    'the command of tests at the root of all packages',
    'unit_tests_runnable',
    'passes',
    {
      ...pair,
      'packages/app-tests/package.json': json({ scripts: { 'test:e2e': 'playwright test' } }),
      'packages/app-tests/e2e/a.spec.ts': 'test()\n',
    },
  ],
  [
    'tests inside of the source',
    'flaky_test_detection',
    'fails',
    { ...programs.rust, ...ci(), 'src/a.rs': '#[cfg(test)]\nmod tests {}\n' },
  ],
  [
    'tests under a measure of coverage',
    'ci_runs_tests',
    'passes',
    {
      ...programs.rust,
      'tests/a.rs': 'x\n',
      '.github/workflows/c.yml': 'jobs:\n  a:\n    steps:\n      - run: cargo llvm-cov --all\n',
    },
  ],
  [
    'a route whose file has its name',
    'health_checks',
    'passes',
    { ...service(), 'src/routes/api+/health.ts': 'export {}\n' },
  ],
  [
    'the health of a database for developers',
    'health_checks',
    'fails',
    { ...service(), 'docker/development/compose.yml': 'services:\n  db:\n    healthcheck:\n      test: x\n' },
  ],
  [
    'paths of a server beside the main one',
    'health_checks',
    'passes',
    { ...service(), 'src/admin.ts': "get('/ready', ok)\n" },
  ],
  [
    'flags that are called experimental',
    'feature_flag_infrastructure',
    'passes',
    { ...service(), 'src/a.ts': 'if (experimentalFeatures.x) {}\n' },
  ],
  [
    'what a tool generated',
    'feature_flag_infrastructure',
    'fails',
    { ...service(), 'src/api_pb.ts': 'experimentalFeatures\n' },
  ],
  [
    'values that are masked a few lines before the logger',
    'log_scrubbing',
    'passes',
    { ...service(), 'src/access.ts': 'path = path.replace(token, "token=[masked]")\n\n\n\nlog.info(path)\n' },
  ],
  ['a page that tells how to profile', 'profiling_instrumentation', 'passes', { ...service(), 'PROFILING.md': prose }],
  [
    'a generator of servers',
    'automated_doc_generation',
    'fails',
    { ...library, 'scripts/gen.sh': 'swagger generate server\n' },
  ],
  [
    'editors of one application',
    'gitignore_comprehensive',
    'fails',
    { ...pair, '.gitignore': 'node_modules\n', 'a/.gitignore': '.idea\n' },
  ],
  [
    'a folder of many that is gone',
    'agents_md_current',
    'fails',
    { ...library, ...folders, 'AGENTS.md': `${prose}\n${listed}- \`gone/\` was one.\n` },
  ],
  [
    'a folder that a build makes',
    'agents_md_current',
    'passes',
    { ...library, ...folders, 'AGENTS.md': `${prose}\n${listed}- \`a/build/\` is made.\n` },
  ],
  [
    'a file to copy that is gone',
    'agents_md_current',
    'fails',
    { ...library, 'conf/a.py': 'x\n', 'AGENTS.md': `${prose}\n\n    cp conf/b.example.py conf/a.py\n` },
  ],
  [
    'settings of a linter below nix',
    'lint_config',
    'passes',
    { ...programs.haskell, 'nix/tools/style.nix': 'hlint src\n' },
  ],
  [
    'a Makefile with an ending',
    'unused_dependencies_detection',
    'passes',
    { ...programs.go, 'Makefile.common': 'tidy:\n\t$(GO) mod tidy\n\t@git diff --exit-code\n' },
  ],
  [
    'the age of releases in a part of the repository',
    'min_release_age',
    'passes',
    { ...library, 'website/pnpm-workspace.yaml': 'minimumReleaseAge: 1440\n' },
  ],
  [
    'one line that fetches, builds and starts',
    'single_command_setup',
    'passes',
    { ...programs.rust, 'README.md': '```sh\ncargo run --release\n```\n' },
  ],
  [
    'a program that uploads a release itself',
    'release_automation',
    'passes',
    { ...programs.zig, ...ci('zig run prepare_release.zig | curl --request POST https://a.example') },
  ],
  [
    'packages that are split from one repository',
    'release_automation',
    'passes',
    { ...programs.php, ...ci('vendor/bin/monorepo-split') },
  ],
  [
    'a command of people who use it',
    'build_cmd_doc',
    'passes',
    { ...programs.php, 'README.md': '```sh\ncomposer require a/mini\n```\n' },
  ],
]

/** Which place a person would name. */
const places: readonly (readonly [
  lesson: string,
  id: 'deps_pinned' | 'api_schema_docs' | 'ci_runs_tests' | 'unit_tests_exist' | 'type_check',
  place: string,
  files: Files,
])[] = [
  [
    'the catalogue of versions',
    'deps_pinned',
    'gradle/libs.versions.toml:1',
    { ...programs.kotlin, 'gradle/libs.versions.toml': '[versions]\n' },
  ],
  [
    'who decided against a lock file',
    'deps_pinned',
    '.gitignore',
    { ...programs.ruby, Gemfile: "gem 'a'\n", '.gitignore': 'Gemfile.lock\n' },
  ],
  [
    'the schema itself before a library',
    'api_schema_docs',
    'api/openapi.yaml:1',
    { ...service(['graphql']), 'api/openapi.yaml': 'openapi: 3\n' },
  ],
  [
    'a workflow before an action',
    'ci_runs_tests',
    '.github/workflows/ci.yml',
    {
      ...library,
      'src/a.test.ts': 'it()\n',
      '.github/actions/a/action.yml': 'runs:\n  steps:\n    - run: npm test\n',
      ...ci(),
    },
  ],
  [
    'the folder with most tests',
    'unit_tests_exist',
    'test/spec/ASpec.hs:1',
    { ...programs.haskell, 'test/io/ZSpec.hs': 'x\n', 'test/spec/ASpec.hs': 'x\n', 'test/spec/BSpec.hs': 'x\n' },
  ],
  ['the manifest of a language that does it itself', 'type_check', 'Cargo.toml:1', programs.rust],
]

describe('what further repositories taught', () => {
  itJudges(rows)

  it.each(places)('names %s', (_, id, place, files) => {
    expect(judge(repositoryOf({ files })).report[id]?.rationale).toContain(place)
  })
})
