import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { judge } from '../src/judge.ts'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { ci, type Files, json, library, npm, repositoryOf, service, tested } from './mini.ts'
import { programs } from './programs.ts'

const typed: Files = {
  'package.json': json({ name: 'mini-server', bin: { 'mini-server': './a.js' }, main: './a.js' }),
  'a.js': 'http.createServer()\n',
  'README.md': '```sh\nnpx mini-server\n```\n',
  Dockerfile: 'FROM node\nEXPOSE 80\n',
}
const command = (setup: string): Files => ({
  'setup.py': `setup(name='mini',\n  ${setup},\n  entry_points={'console_scripts': ['mini = mini.main:main']})\n`,
  'mini/main.py': 'x\n',
})
const python: Files = { 'requirements.txt': 'flask\n', 'app.py': 'x\n' }

/** Each row was found wrongly before, in a repository that nobody had tuned on. */
const kinds: readonly (readonly [lesson: string, found: string, files: Files])[] = [
  ['a server whose command people type, with a Dockerfile beside it', 'tool', typed],
  ['the same, with a composition', 'service', { ...typed, 'compose.yaml': 'services:\n  a:\n    ports: [80]\n' }],
  ['the same, with a unit of the system', 'service', { ...typed, 'packaging/mini.service': '[Service]\n' }],
  [
    'the same, with an image that CI pushes',
    'service',
    { ...typed, '.github/workflows/a.yml': 'jobs:\n  a:\n    steps:\n      - uses: docker/build-push-action@v6\n' },
  ],
  ['the same, which nobody is told to install', 'service', { ...typed, 'README.md': 'Mini.\n' }],
  ['a command that the manifest of old names', 'tool', command('packages=find_packages()')],
  ['a module that can also be started', 'library', command("py_modules=['mini']")],
]

const rust = programs.rust
const csharp = programs.csharp
const npmWith = (development: object, more: object = {}): Files => ({
  ...tested,
  'package.json': npm([], { exports: './src/main.ts', devDependencies: development, ...more }),
})
const config = (lines: string): Files => ({ ...csharp, 'eng/Library.globalconfig': lines })

const rows: readonly Judged[] = [
  ['a linter with rules of its own', 'dead_code_detection', 'passes', npmWith({ standard: '9' })],
  ['a linter that reports it by default', 'dead_code_detection', 'passes', npmWith({ oxlint: '1' })],
  [
    'a default that is taken back',
    'dead_code_detection',
    'fails',
    { ...npmWith({ oxlint: '1' }), '.oxlintrc.json': json({ rules: { 'no-unused-vars': 'off' } }) },
  ],
  [
    'rules that the manifest takes from others',
    'dead_code_detection',
    'passes',
    npmWith({}, { eslintConfig: { extends: ['react-app'] } }),
  ],
  ['names that a linter holds', 'naming_consistency', 'passes', npmWith({ xo: '1' })],
  [
    'a diagnostic that is raised in a file of its own',
    'dead_code_detection',
    'passes',
    config('dotnet_diagnostic.S1144.severity = warning\n'),
  ],
  [
    'a diagnostic that is silenced',
    'dead_code_detection',
    'fails',
    { ...csharp, '.editorconfig': 'dotnet_diagnostic.IDE0051.severity = none\n' },
  ],
  [
    'a diagnostic of long files',
    'large_file_detection',
    'passes',
    config('dotnet_diagnostic.S104.severity = warning\n'),
  ],
  ['a diagnostic of open work', 'tech_debt_tracking', 'passes', config('dotnet_diagnostic.S1135.severity = warning\n')],
  [
    'a package for all projects',
    'unused_dependencies_detection',
    'passes',
    { ...csharp, 'Directory.Packages.props': '<GlobalPackageReference Include="ReferenceTrimmer" Version="3" />\n' },
  ],
  [
    'a runner that only the tests name',
    'test_isolation',
    'passes',
    {
      ...csharp,
      'test/Mini.Tests/Mini.Tests.csproj':
        '<Project Sdk="Microsoft.NET.Sdk"><ProjectReference Include="Mini.csproj"/></Project>',
      'test/Mini.Tests/ATests.cs': 'class ATests {\n  [Fact]\n  void A() {}\n}\n',
    },
  ],
  ['a process for each file', 'test_isolation', 'passes', npmWith({ tap: '21' })],
  [
    'a process for each file, with options before',
    'test_isolation',
    'passes',
    npmWith({}, { scripts: { test: 'node --experimental-strip-types --test a.ts' } }),
  ],
  [
    'an error tracker of PHP',
    'error_tracking_contextualized',
    'passes',
    {
      'composer.json': json({ require: { 'laravel/framework': '9', 'bugsnag/bugsnag-laravel': '2' } }),
      'public/index.php': '<?php\n',
    },
  ],
  [
    'a function of that name without a tracker',
    'error_tracking_contextualized',
    'fails',
    { ...service(), 'src/errors.ts': 'captureException(error)\n' },
  ],
  [
    'specs of Ruby',
    'ci_runs_tests',
    'passes',
    { ...programs.ruby, 'spec/a_spec.rb': 'x\n', ...ciOf('rake spec:models') },
  ],
  [
    'a build program that a script of CI starts',
    'ci_runs_tests',
    'passes',
    {
      ...csharp,
      ...ciOf('./build.ps1'),
      'build.ps1': '$Script = "cake.cs"\ndotnet $Script\n',
      'cake.cs': 'DotNetTest(a);\n',
    },
  ],
  [
    'a host of CI that publishes',
    'release_automation',
    'passes',
    { ...csharp, 'appveyor.yml': 'deploy:\n- provider: NuGet\n' },
  ],
  [
    'a script beside an action',
    'release_automation',
    'passes',
    {
      ...library,
      '.github/actions/a/action.yml':
        'runs:\n  steps:\n    - run: |\n        .github/actions/a/push.sh \\\n          --all\n',
      '.github/actions/a/push.sh': 'docker push mini\n',
    },
  ],
  [
    'a rule of boundaries of their own',
    'code_modularization',
    'passes',
    {
      ...library,
      ...Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`src/a${index}.ts`, 'x\n'])),
      '.oxlintrc.json': json({ rules: { 'mini/enforce-boundaries': 'error' } }),
    },
  ],
  [
    'a name that ends like a mark',
    'integration_tests_exist',
    'fails',
    { ...python, 'tests/test_unit.py': 'def test_a()\n' },
  ],
  [
    'tests of one interface',
    'integration_tests_exist',
    'fails',
    { ...python, 'tests/api/test_a.py': 'def test_a()\n' },
  ],
  [
    'a whole program that tries its tests again',
    'flaky_test_detection',
    'passes',
    {
      'package.json': json({ private: true, workspaces: ['a', 'b'] }),
      'a/package.json': npm([], { name: 'a', exports: './main.ts' }),
      'a/main.ts': 'x\n',
      'a/main.test.ts': 'it()\n',
      'b/package.json': npm(['react-dom', 'a'], { name: 'b' }),
      'b/app.tsx': 'x\n',
      'b/playwright.config.ts': 'retries: 2\n',
      ...ci(),
    },
  ],
  [
    'a target that says so',
    'flaky_test_detection',
    'passes',
    { ...tested, ...ci(), Makefile: 'e2e: ## retries failed scenarios\n\tgo test\n' },
  ],
  [
    'a folder of tests with a mark',
    'integration_tests_exist',
    'passes',
    { ...python, 'tests_e2e/e2e_test_a.py': 'x\n' },
  ],
  [
    'browser tests of the pages of a service',
    'integration_tests_exist',
    'passes',
    {
      'backend/requirements.txt': 'fastapi\n',
      'backend/main.py': 'x\n',
      'pages/package.json': npm(['react-dom'], { devDependencies: { '@playwright/test': '1' } }),
      'pages/app.tsx': 'x\n',
    },
  ],
  [
    'a suite that is one program',
    'integration_tests_exist',
    'passes',
    { ...rust, 'tests/testsuite/main.rs': 'mod a;\n', 'tests/testsuite/a.rs': '#[test]\n' },
  ],
  ['an audit of crates', 'automated_security_review', 'passes', { ...rust, ...usesOf('rustsec/audit-check@a') }],
  [
    'a scanner that is switched off',
    'automated_security_review',
    'fails',
    { ...programs.go, ...ci(), '.golangci.yml': 'linters:\n  default: all\n  disable:\n    - gosec\n' },
  ],
  [
    'a workflow of a tool that is called after deployment',
    'progressive_rollout',
    'absent',
    { ...rust, '.github/workflows/deployment.yml': 'jobs: {}\n' },
  ],
  [
    'a deployment that a page shows',
    'rollback_automation',
    'absent',
    { ...service(), 'docs/static/fly.toml': 'auto_rollback = true\n' },
  ],
  [
    'a platform with its own services',
    'local_services_setup',
    'passes',
    { ...service(), 'supabase/config.toml': '\n' },
  ],
  [
    'a machine with a database',
    'local_services_setup',
    'passes',
    { ...service(['pg']), Vagrantfile: 'recipe "postgresql"\n' },
  ],
  ['a machine without one', 'local_services_setup', 'fails', { ...service(['pg']), Vagrantfile: 'box "a"\n' }],
  [
    'hooks that are kept to be copied',
    'pre_commit_hooks',
    'passes',
    { ...library, 'script/sample_hooks/pre-commit': 'x\n' },
  ],
  ['the slowest specs', 'test_performance_tracking', 'passes', { ...programs.ruby, '.rspec': '--profile\n' }],
  ['a guide to the code', 'service_flow_documented', 'passes', { ...library, 'docs/dev/Codebase_Guide.md': 'x\n' }],
  [
    'a chapter of reStructuredText',
    'service_flow_documented',
    'passes',
    { ...library, 'docs/contributing.rst': 'Codebase Architecture\n*********************\n' },
  ],
  ['a prefix with a dash', 'test_naming_conventions', 'passes', { ...library, 'tests/test-a.js': "test('a')\n" }],
  [
    'a route whose path is set elsewhere',
    'health_checks',
    'passes',
    {
      'Cargo.toml': '[package]\nname = "m"\n[dependencies]\nactix-web = "4"\n',
      'src/main.rs': 'async fn healthcheck() -> impl Responder {}\nfn main() {}\n',
    },
  ],
  ['an image to run', 'build_cmd_doc', 'passes', { ...library, 'README.md': '```sh\ndocker run -d mini\n```\n' }],
  ['a script that sets up', 'single_command_setup', 'passes', npmWith({}, { scripts: { 'dev-init': 'npm install' } })],
  [
    'an analysis without copies',
    'duplicate_code_detection',
    'fails',
    { ...library, '.deepsource.toml': 'version = 1\n' },
  ],
]

/** A workflow that runs this alone. */
function ciOf(run: string): Files {
  return { '.github/workflows/run.yml': `jobs:\n  a:\n    steps:\n      - run: ${run}\n` }
}

function usesOf(action: string): Files {
  return { '.github/workflows/uses.yml': `jobs:\n  a:\n    steps:\n      - uses: ${action}\n` }
}

/** The place that a person names first, of what passes and of what fails. */
const places: readonly (readonly [lesson: string, id: Judged[1], place: string, files: Files])[] = [
  [
    'the template without labels',
    'issue_labeling_system',
    '.github/ISSUE_TEMPLATE/bug.md',
    { ...library, '.github/ISSUE_TEMPLATE/bug.md': '---\nname: Bug\n---\n' },
  ],
  [
    'the longest page of changes',
    'release_notes_automation',
    'docs/release-notes.md',
    { ...library, 'CHANGELOG.md': 'See docs.\n', 'docs/release-notes.md': '# 1.0\n\nMuch.\n' },
  ],
  ['the client of other services', 'circuit_breakers', 'axios of package.json', service(['axios'])],
  ['the CI without tests', 'ci_runs_tests', 'wercker.yml', { ...tested, 'wercker.yml': 'build: {}\n' }],
  ['people without paths', 'codeowners', 'MAINTAINERS.md', { ...library, 'MAINTAINERS.md': '- a\n' }],
  [
    'coverage that only informs',
    'test_coverage_thresholds',
    'codecov.yml',
    { ...library, 'codecov.yml': 'coverage:\n  status:\n    project:\n      default:\n        informational: true\n' },
  ],
  [
    'the step that denies warnings',
    'dead_code_detection',
    'run.yml',
    { ...rust, ...ciOf('cargo clippy -- -D warnings') },
  ],
  [
    'where parallel runs are set',
    'test_isolation',
    'tox.ini',
    { ...python, 'requirements-dev.txt': 'pytest-xdist\n', 'tox.ini': '[testenv]\ncommands = pytest -n auto\n' },
  ],
  [
    'the scanner in CI before its package',
    'automated_security_review',
    'run.yml',
    { ...programs.ruby, Gemfile: "gem 'brakeman'\n", ...ciOf('brakeman') },
  ],
  [
    'the page for every agent',
    'agents_md',
    'AGENTS.md',
    { ...library, '.cursor/rules/a.mdc': 'Do this. '.repeat(20), 'AGENTS.md': 'Do that. '.repeat(20) },
  ],
  [
    'the hook before the package that installs it',
    'pre_commit_hooks',
    '.husky/pre-commit',
    { ...npmWith({ husky: '9' }), '.husky/pre-commit': 'x\n' },
  ],
  [
    'the architecture before a design',
    'service_flow_documented',
    'docs/architecture.md',
    { ...library, 'DESIGN.md': 'x\n', 'docs/architecture.md': 'x\n' },
  ],
  [
    'the workflow of releases',
    'release_automation',
    'workflows/release.yml',
    { ...library, '.github/workflows/after-release.yml': 'jobs: {}\n', '.github/workflows/release.yml': 'jobs: {}\n' },
  ],
  [
    'the only compiled file',
    'binary_artifacts',
    'gradle-wrapper.jar',
    { ...programs.kotlin, 'gradle/wrapper/gradle-wrapper.jar': '\0' },
  ],
  ['the solution', 'unit_tests_runnable', 'Mini.slnx', { ...csharp, 'Mini.slnx': '<Solution/>\n' }],
  ['where the plain logger is', 'structured_logging', 'settings.py:1', { ...python, 'settings.py': 'LOGGING = {}\n' }],
  [
    'where logging is set up',
    'structured_logging',
    'logging.go:1',
    {
      'go.mod': 'module m\n',
      'app.go': 'package main\nimport (\n\t"log/slog"\n)\nfunc main() { http.ListenAndServe(a, nil) }\n',
      'logging.go': 'package main\nimport (\n\t"log/slog"\n)\n',
    },
  ],
  [
    'the container that sets itself up',
    'single_command_setup',
    'devcontainer.json',
    { ...library, 'install.sh': 'x\n', '.devcontainer/devcontainer.json': '{\n  "postCreateCommand": "npm ci"\n}\n' },
  ],
  [
    'the diagnostic that is off',
    'cyclomatic_complexity',
    'Library.globalconfig:1',
    config('dotnet_diagnostic.CA1502.severity = none\n'),
  ],
  [
    'the linter that could find copies',
    'duplicate_code_detection',
    '.golangci.yml',
    { ...programs.go, '.golangci.yml': 'linters: {}\n' },
  ],
]

describe('programs that nobody had seen', () => {
  it.each(kinds)('knows %s', (_, kind, files) => {
    expect(findApplications(repositoryOf({ files })).map((each) => each.kind)).toEqual([kind])
  })

  itJudges(rows)

  it.each(places)('names %s', (_, id, place, files) => {
    expect(judge(repositoryOf({ files })).report[id]?.rationale).toContain(place)
  })
})
