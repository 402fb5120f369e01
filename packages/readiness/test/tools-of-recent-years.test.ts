import { describe } from 'vitest'
import { itJudges } from './meaning/it-judges.ts'
import { ci, type Files, library, npm, service, tested } from './mini.ts'
import { c, elixir, goModule, java, python, rubyGem } from './small-programs.ts'

const php: Files = { 'composer.json': '{"name": "a/b"}', 'src/A.php': '<?php class A {}\n' }
const csharp: Files = { 'A.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n', 'A.cs': 'class A {}\n' }

/** A workflow that runs one command, which has another name than a test. */
function runs(command: string): Files {
  return { '.github/workflows/all.yml': `on: push\njobs:\n  a:\n    steps:\n      - run: ${command}\n` }
}

describe('collections of tools name what they run', () => {
  itJudges([
    ['treefmt', 'formatter', 'passes', { ...python, 'treefmt.toml': '[formatter.python]\ncommand = "black"\n' }],
    ['Trunk', 'lint_config', 'passes', { ...python, '.trunk/trunk.yaml': 'lint:\n  enabled:\n    - flake8@7\n' }],
    ['lint-staged', 'formatter', 'passes', { ...rubyGem, Gemfile: '', '.lintstagedrc.yml': '"*.rb": rufo\n' }],
    ['prek', 'pre_commit_hooks', 'passes', { ...library, 'prek.toml': '[[repos]]\n' }],
    [
      'hooks of Nix',
      'pre_commit_hooks',
      'passes',
      { ...library, 'devenv.nix': '{ git-hooks.hooks.a.enable = true; }\n' },
    ],
  ])
})

describe('CI starts a task, and the task starts the tests', () => {
  itJudges([
    ['just', 'ci_runs_tests', 'passes', { ...tested, justfile: 'all: one\n\none:\n  npm test\n', ...runs('just all') }],
    [
      'just without tests',
      'ci_runs_tests',
      'fails',
      { ...tested, justfile: 'all:\n  npm run build\n', ...runs('just all') },
    ],
    [
      'Task',
      'ci_runs_tests',
      'passes',
      {
        ...tested,
        'Taskfile.yml': 'tasks:\n  all:\n    cmds:\n      - task: one\n  one:\n    cmds: [npm test]\n',
        ...runs('task all'),
      },
    ],
    [
      'Composer',
      'ci_runs_tests',
      'passes',
      {
        ...tested,
        'composer.json': '{"scripts": {"all": ["@one"], "one": "phpunit"}}',
        ...runs('composer all'),
      },
    ],
    [
      'mise',
      'ci_runs_tests',
      'passes',
      {
        ...tested,
        'mise.toml': '[tasks.all]\ndepends = ["one"]\n[tasks.one]\nrun = "npm test"\n',
        ...runs('mise run all'),
      },
    ],
    [
      'Poe',
      'ci_runs_tests',
      'passes',
      {
        ...tested,
        'pyproject.toml': '[tool.poe.tasks]\nall = ["one"]\none = "pytest"\n',
        ...runs('poe all'),
      },
    ],
    [
      'PDM',
      'ci_runs_tests',
      'passes',
      { ...tested, 'pyproject.toml': '[tool.pdm.scripts]\nall = "pytest"\n', ...runs('pdm run all') },
    ],
    [
      'the runner of Node behind a loader',
      'ci_runs_tests',
      'passes',
      { ...tested, ...runs('node --import tsx --test') },
    ],
    ['a browser', 'ci_runs_tests', 'passes', { ...tested, ...runs('npx playwright test') }],
  ])
})

describe('tests that are isolated, by words of each language', () => {
  itJudges([
    [
      'settings of JUnit that switch nothing on',
      'test_isolation',
      'fails',
      {
        ...java,
        'src/test/resources/junit-platform.properties': 'junit.jupiter.extensions.autodetection.enabled=true\n',
      },
    ],
    [
      'settings of JUnit that switch it on',
      'test_isolation',
      'passes',
      { ...java, 'src/test/resources/junit-platform.properties': 'junit.jupiter.execution.parallel.enabled=true\n' },
    ],
    [
      'NUnit with an attribute',
      'test_isolation',
      'passes',
      { ...csharp, 'AssemblyInfo.cs': '[assembly: Parallelizable(ParallelScope.Fixtures)]\n' },
    ],
    ['Meson', 'test_isolation', 'passes', { 'meson.build': "project('a', 'c')\ntest('a', a)\n", 'a.c': 'int a;\n' }],
    ['Ginkgo', 'test_isolation', 'passes', { ...goModule, Makefile: 'all:\n\tginkgo -r -p\n' }],
    ['the runner of Node with a loader', 'test_isolation', 'passes', { ...library, ...ci('tsx --test src') }],
  ])
})

describe('settings and packages that fewer know', () => {
  itJudges([
    [
      'CSharpier as a tool',
      'formatter',
      'passes',
      { ...csharp, '.config/dotnet-tools.json': '{"tools": {"csharpier": {}}}' },
    ],
    [
      'a standard of PHP',
      'formatter',
      'passes',
      { ...php, 'composer.json': '{"require-dev": {"doctrine/coding-standard": "1"}}' },
    ],
    [
      'settings beside the source',
      'formatter',
      'passes',
      { ...c, 'src/a.c': 'int a;\n', 'src/.clang-format': 'BasedOnStyle: LLVM\n' },
    ],
    ['Kotlinter', 'formatter', 'passes', { ...java, 'build.gradle': 'plugins { id "org.jmailen.kotlinter" }\n' }],
    [
      'large files of a folder',
      'large_file_detection',
      'passes',
      { ...library, 'art/.gitattributes': '*.psd filter=lfs\n' },
    ],
    ['a task for puzzles', 'tech_debt_tracking', 'passes', { ...library, '.0pdd.yml': 'threshold: 1\n' }],
    [
      'marks that PHP_CodeSniffer reports',
      'tech_debt_tracking',
      'passes',
      { ...php, 'phpcs.xml': '<rule ref="Generic.Commenting.Todo"/>\n' },
    ],
    [
      'a limit of Mix',
      'test_coverage_thresholds',
      'passes',
      { ...elixir, 'coveralls.json': '{"coverage_options": {"minimum_coverage": 80}}' },
    ],
    [
      'a limit of Bun',
      'test_coverage_thresholds',
      'passes',
      { ...library, 'bunfig.toml': '[test]\ncoverageThreshold = 0.8\n' },
    ],
    ['a limit of gcovr', 'test_coverage_thresholds', 'passes', { ...c, ...ci('gcovr --fail-under-line 80') }],
    [
      'retries of Azure',
      'flaky_test_detection',
      'passes',
      { ...tested, 'azure-pipelines.yml': 'steps:\n  - task: VSTest@2\n    inputs:\n      rerunFailedTests: true\n' },
    ],
    [
      'a report of Allure',
      'test_performance_tracking',
      'passes',
      { ...tested, 'package.json': npm(['allure-playwright']) },
    ],
    ['pages of MyST', 'automated_doc_generation', 'passes', { ...library, 'myst.yml': 'version: 1\n' }],
    [
      'manual pages of a parser',
      'automated_doc_generation',
      'passes',
      {
        'Cargo.toml': '[package]\nname = "a"\n[build-dependencies]\nclap_mangen = "1"\n',
        'src/main.rs': 'fn main() {}\n',
      },
    ],
    [
      'a scanner of a quality service',
      'automated_security_review',
      'passes',
      { ...library, ...ci('./mvnw sonar:sonar') },
    ],
    ['a fuzzer', 'automated_security_review', 'passes', { ...library, ...ci(), '.clusterfuzzlite/build.sh': 'make\n' }],
    [
      'secrets that the host looks for',
      'secret_scanning',
      'passes',
      { ...library, ...ci(), '.github/secret_scanning.yml': 'paths-ignore: []\n' },
    ],
    [
      'updates that CI proposes',
      'dependency_update_automation',
      'passes',
      {
        ...library,
        '.github/workflows/up.yml':
          'on: push\njobs:\n  a:\n    steps:\n      - run: poetry update\n      - uses: peter-evans/create-pull-request@v7\n',
      },
    ],
    ['an image that Podman brings away', 'release_automation', 'passes', { ...library, ...ci('podman push a') }],
    [
      'labels that a bot sets',
      'issue_labeling_system',
      'passes',
      { ...library, 'triagebot.toml': '[autolabel."bug"]\n' },
    ],
    [
      'rules for a reviewer',
      'automated_pr_review',
      'passes',
      { ...library, ...ci(), '.gemini/styleguide.md': 'Be kind.\n' },
    ],
    [
      'servers of another agent',
      'mcp_configuration',
      'passes',
      { ...library, '.kiro/settings/mcp.json': '{"mcpServers": {"a": {}}}' },
    ],
    ['an environment of Guix', 'devcontainer', 'passes', { ...library, 'manifest.scm': '(a)\n' }],
    [
      'an agent of New Relic',
      'error_tracking_contextualized',
      'passes',
      { ...service(), 'package.json': npm(['fastify', '@newrelic/next']) },
    ],
    [
      'metrics of Go',
      'metrics_collection',
      'passes',
      {
        'go.mod': 'module m\nrequire github.com/VictoriaMetrics/metrics v1.0.0\n',
        'main.go': 'package main\nfunc main() { http.ListenAndServe(os.Getenv("ADDRESS"), nil) }\n',
        Dockerfile: 'FROM go\nEXPOSE 80\n',
      },
    ],
  ])
})
