import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { judge } from '../src/judge.ts'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { ci, type Files, json, library, npm, repositoryOf, service, tested } from './mini.ts'
import { programs } from './programs.ts'

const crate = (name: string, more = ''): Files => ({
  [`${name}/Cargo.toml`]: `[package]\nname = "${name.replace(/^.*\//, '')}"\n${more}`,
  [`${name}/src/lib.rs`]: 'pub fn a() {}\n',
})
const command = (more = ''): Files => ({
  'pyproject.toml': `[project]\nname = "mini"\n${more}[project.scripts]\nmini = "mini.cli:run"\n[build-system]\nrequires = ["hatchling"]\n`,
  'mini/cli.py': 'def run(): pass\n',
})
const image = 'FROM node\nEXPOSE 80\n'

/** Each row was found wrongly before, in a repository that nobody had tuned on. */
const kinds: readonly (readonly [lesson: string, found: readonly string[], files: Files])[] = [
  [
    'programs that repeat what somebody reported',
    ['mini library rust'],
    { 'Cargo.toml': '[workspace]\n', ...crate('mini'), ...crate('issues/12'), ...crate('issues/13/app') },
  ],
  [
    'a module of a tutorial',
    ['. library go'],
    { 'go.mod': 'module mini\n', 'a.go': 'package mini\n', 'tutorials/b/go.mod': 'module b\n', 'tutorials/b/b.go': '' },
  ],
  [
    'projects of examples and of tests, however they are written',
    ['src/Mini library csharp'],
    {
      'src/Mini/Mini.csproj': '<Project Sdk="Microsoft.NET.Sdk"/>',
      'src/Mini/A.cs': 'class A {}\n',
      'src/Mini.Examples.Web/Mini.Examples.Web.csproj': '<Project Sdk="Microsoft.NET.Sdk.Web"/>',
      'src/Mini.Examples.Web/A.cs': 'class A {}\n',
      'src/mini.tests/mini.tests.csproj': '<Project Sdk="Microsoft.NET.Sdk"/>',
      'src/mini.tests/A.cs': 'class A {}\n',
    },
  ],
  [
    'starts that a package copies for its users',
    ['create tool typescript'],
    {
      'create/package.json': npm([], { name: 'create', bin: './main.js' }),
      'create/main.ts': 'export {}\n',
      'create/template-one/package.json': npm(['vue'], { name: 'one' }),
      'create/template-one/src/a.js': '1\n',
      'create/template-one/src/b.js': '1\n',
    },
  ],
  [
    'a crate that reads programs of another language',
    ['crates/mini library rust'],
    {
      'Cargo.toml': '[workspace]\n',
      ...crate('crates/mini'),
      'crates/mini/resources/a.py': '',
      'crates/mini/resources/b.py': '',
      'crates/mini/truth/one/pyproject.toml': '[project]\nname = "one"\n',
      'crates/mini/truth/one/main.py': '',
    },
  ],
  [
    'a crate that a package of Python builds into itself',
    ['. library python'],
    {
      'pyproject.toml': '[project]\nname = "mini"\n[build-system]\nrequires = ["maturin>=1"]\n',
      'mini/a.py': '',
      'mini/b.py': '',
      ...crate('rust', '[dependencies]\npyo3 = "0.28"\n'),
    },
  ],
  [
    'tools of developers in a manifest of Composer',
    ['. library php'],
    {
      'composer.json': json({ name: 'a/mini', require: {} }),
      'src/A.php': '<?php\n',
      'dev-tools/composer.json': json({ require: { 'a/b': '1' } }),
      'dev-tools/b.php': '<?php\n',
    },
  ],
  [
    'scripts of a page amid source that another tool builds',
    ['. library php'],
    {
      'composer.json': json({ name: 'a/mini', require: {} }),
      'src/A.php': '<?php\n',
      'src/pages/package.json': json({ private: true, scripts: { build: 'vite build' }, dependencies: { a: '1' } }),
      'src/pages/B.php': '<?php\n',
      'src/pages/C.php': '<?php\n',
    },
  ],
  [
    'a command that its page calls one, though it opens a port in an image',
    ['. tool python'],
    {
      ...command('dependencies = ["flask"]\n'),
      Dockerfile: 'FROM python\nEXPOSE 8089\nENTRYPOINT ["mini"]\n',
      'README.md': '# Mini\n\nMini is an open source performance/load testing tool for pages.\n',
    },
  ],
  [
    'the same without these words',
    ['. service python'],
    {
      ...command('dependencies = ["flask"]\n'),
      Dockerfile: 'FROM python\nEXPOSE 8089\nENTRYPOINT ["mini"]\n',
      'README.md': '# Mini\n\nMini shows how many people read a page.\n',
    },
  ],
  [
    'a hub that changes the tables of its database',
    ['. service python'],
    command('dependencies = ["tornado", "alembic"]\n'),
  ],
  ['a program that speaks to a hub', ['. tool python'], command('dependencies = ["tornado"]\n')],
  [
    'a command that only exports its version and a few starts',
    ['. tool python'],
    { ...command(), 'mini/__init__.py': '__all__ = ["__version__", "version", "run_a", "run_b", "run_c"]\n' },
  ],
  [
    'a linter that only the tests of a command need',
    ['. tool python'],
    { ...command(), 'requirements_test_pre_commit.txt': 'bandit==1.7\n' },
  ],
  [
    'a gateway in Lua that the system starts',
    ['. service lua'],
    {
      'mini-1.rockspec': 'package = "mini"\n',
      'mini/init.lua': 'return {}\n',
      'bin/mini': '#!/usr/bin/env resty\n',
      'build/package/mini.service': '[Service]\nExecStart=/usr/bin/mini start\n',
    },
  ],
  [
    'a server that an image in a folder for images packs',
    ['backend service javascript'],
    {
      'backend/package.json': json({ name: 'mini', main: 'index.js', dependencies: { express: '5' } }),
      'backend/index.js': 'app.listen(3000)\n',
      'docker/Dockerfile': `${image}COPY backend /app\nENTRYPOINT ["/init"]\n`,
    },
  ],
  [
    'a published server with its pages, which the image of the repository runs',
    ['api service typescript', 'app frontend typescript'],
    {
      Dockerfile: `${image}CMD ["node", "start.cjs"]\n`,
      'api/package.json': json({
        name: '@mini/api',
        exports: './dist/index.js',
        files: ['dist'],
        scripts: { dev: 'tsx watch src/start.ts' },
        dependencies: { express: '5' },
      }),
      'api/src/start.ts': 'http.createServer(app)\n',
      'app/package.json': json({ name: '@mini/app', main: 'dist/index.html', devDependencies: { vue: '3' } }),
      'app/src/main.ts': 'export {}\n',
    },
  ],
  [
    'a published command that the image of the repository starts and keeps',
    ['packages/mini service typescript'],
    {
      Dockerfile: `${image}CMD $HOME/bin/mini --listen 80\n`,
      'compose.yaml': 'services:\n  mini:\n    build: .\n',
      'packages/mini/package.json': json({ name: 'mini', bin: { mini: './bin/mini' }, types: 'a.d.ts' }),
      'packages/mini/src/a.ts': 'export {}\n',
    },
  ],
  [
    'routes and components that another package starts and shows',
    ['apps/web frontend typescript', 'packages/api library typescript', 'packages/ui library typescript'],
    {
      'apps/web/package.json': npm(['react-dom', '@mini/api', '@mini/ui'], { scripts: { dev: 'vite' } }),
      'apps/web/index.html': '<html>\n',
      'apps/web/src/a.tsx': 'export {}\n',
      'packages/api/package.json': npm(['hono'], { name: '@mini/api', scripts: { test: 'vitest' } }),
      'packages/api/index.ts': 'export {}\n',
      'packages/ui/package.json': npm([], { name: '@mini/ui', peerDependencies: { 'react-dom': '*' } }),
      'packages/ui/a.tsx': 'export {}\n',
    },
  ],
]

describe('applications and kinds', () => {
  it.each(kinds)('%s', (_, found, files) => {
    const applications = findApplications(repositoryOf({ files }))
    expect(applications.map(({ name, kind, language }) => `${name} ${kind} ${language}`)).toEqual(found)
  })
})

const workflow = (steps: string): Files => ({
  '.github/workflows/ci.yml': `on: push\njobs:\n  a:\n    steps:\n${steps}`,
})
const go = (more: Files = {}): Files => ({ 'go.mod': 'module mini\n', 'a.go': 'package mini\n', ...more })
const python = programs.python
const chart: Files = { 'chart/Chart.yaml': 'name: mini\n' }
const mermaid = 'graph TD\n'
const key = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'
const drivers = (...names: readonly string[]): Files => ({
  'go.mod': `module mini\n${names.map((name) => `require ${name} v1.0.0\n`).join('')}`,
  'main.go': 'package main\nvar s = &http.Server{}\n',
})

describe('what only looks like the thing', () => {
  itJudges([
    ['a group of tests called AutoReview', 'automated_pr_review', 'fails', { ...library, ...ci('make AutoReview') }],
    [
      'a list of build-time packages',
      'build_performance_tracking',
      'fails',
      {
        ...library,
        ...workflow('      - name: Write the build-time SBOM\n        run: make sbom\n'),
      },
    ],
    [
      'a list of projects that is called flaky',
      'flaky_test_detection',
      'fails',
      { ...tested, ...ci('cp flaky.txt a') },
    ],
    ['the least number of tests', 'test_coverage_thresholds', 'fails', { ...tested, ...ci('run --min=1700') }],
    ['a target for coverage', 'test_coverage_thresholds', 'fails', { ...go(), ...ci('make ci-go-test-coverage') }],
    [
      'a library for benchmarks',
      'test_performance_tracking',
      'fails',
      {
        ...python,
        'requirements-dev.txt': 'pytest-benchmark==5\n',
      },
    ],
    ['a page about an option', 'large_file_detection', 'fails', { ...library, Makefile: 'PAGES = max-filesize.md\n' }],
    [
      'what another tool reports',
      'automated_security_review',
      'fails',
      {
        ...library,
        ...workflow('      - uses: github/codeql-action/upload-sarif@v4\n'),
      },
    ],
    ['a diagram below tests', 'service_flow_documented', 'fails', { ...library, 'tests/a/classes.mmd': mermaid }],
    [
      'a page of flags in the source',
      'runbooks_documented',
      'fails',
      { ...service(), 'fs/operationsflags.md': '# A\n' },
    ],
    [
      'an image called canary',
      'progressive_rollout',
      'fails',
      { ...service(), ...chart, ...ci('docker push a/b:canary') },
    ],
    [
      'a version called canary',
      'progressive_rollout',
      'fails',
      {
        ...service(),
        ...chart,
        ...workflow('      - name: Set canary version\n        run: make\n'),
      },
    ],
    [
      'a package with the tag canary',
      'progressive_rollout',
      'fails',
      { ...service(), ...chart, ...ci('pnpm publish --tag canary') },
    ],
    [
      'a chart that only shows',
      'rollback_automation',
      'absent',
      { ...service(), 'docker-examples/helm/values.yaml': 'a: 1\n' },
    ],
    [
      'a target that pushes by hand',
      'release_automation',
      'fails',
      {
        ...go(),
        ...ci(),
        Makefile: 'push:\n\tdocker push mini\n',
      },
    ],
    [
      'a target of the documentation',
      'single_command_setup',
      'fails',
      {
        ...library,
        'docs/Makefile': 'install:\n\tnpm install\n',
      },
    ],
    [
      'a program that runs all tests',
      'single_command_setup',
      'fails',
      {
        ...go(),
        'AGENTS.md': '    go run ./fstest/test_all -backends a\n',
      },
    ],
    [
      'tests of packages for Arch Linux',
      'code_modularization',
      'fails',
      {
        ...Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`a/p${index}.go`, 'package a\n'])),
        ...go({ 'tests/api_packages_arch_test.go': 'package tests\n' }),
      },
    ],
    [
      'rules of a tool in a folder of CI',
      'automated_pr_review',
      'absent',
      {
        ...library,
        '.ci/lint/rules/a.yml': 'id: a\n',
      },
    ],
    [
      'an embedded database among others',
      'local_services_setup',
      'absent',
      drivers('github.com/mattn/go-sqlite3', 'github.com/lib/pq', 'github.com/go-sql-driver/mysql'),
    ],
    ['keys of tests of behaviour', 'secrets_management', 'passes', { ...library, 'backend/bdd/ca.key.pem': key }],
    ['keys below t', 'secrets_management', 'passes', { ...library, 't/certs/ca.key': key }],
    [
      'places in a store of secrets',
      'secrets_management',
      'passes',
      {
        ...library,
        'deployment/.env': 'export API_TOKEN="op://a/b/token"\n',
      },
    ],
  ] satisfies Judged[])
})

describe('other forms of the thing', () => {
  itJudges([
    ['a folder of a reviewer', 'automated_pr_review', 'passes', { ...library, ...ci(), '.greptile/config.json': '{}' }],
    [
      'settings of a tool that lists changes',
      'release_notes_automation',
      'passes',
      { ...go(), '.changelog.yml': 'repo: a\n' },
    ],
    ['fragments of changes', 'release_notes_automation', 'passes', { ...go(), 'changelog/unreleased/a.yml': 'a: 1\n' }],
    [
      'an action that lists changes',
      'release_notes_automation',
      'passes',
      {
        ...go(),
        ...workflow('      - uses: a/changelog-action@v1\n'),
      },
    ],
    [
      'steps that run at once',
      'ci_runs_tests',
      'passes',
      {
        ...tested,
        ...workflow('      - parallel:\n        - name: A\n          run: pnpm test\n'),
      },
    ],
    [
      'a target of a build in C#',
      'ci_runs_tests',
      'passes',
      { ...tested, ...workflow('      - run: dotnet nuke UnitTest\n') },
    ],
    [
      'an environment of Hatch from the matrix',
      'ci_runs_tests',
      'passes',
      {
        ...tested,
        '.github/workflows/ci.yml':
          'on: push\njobs:\n  a:\n    strategy:\n      matrix:\n        env: ["test:all"]\n    steps:\n      - run: hatch run $' +
          '{{ matrix.env }}\n',
      },
    ],
    [
      'an action of Clippy',
      'lint_config',
      'passes',
      { ...programs.rust, ...workflow('      - uses: a/clippy-check@v1\n') },
    ],
    ['a runner of Twisted with several jobs', 'test_isolation', 'passes', { ...python, ...ci('trial --jobs=6 tests') }],
    [
      'a runner of PHPUnit in parallel',
      'test_isolation',
      'passes',
      {
        'composer.json': json({ name: 'a/mini', 'require-dev': { 'facile-it/paraunit': '2' } }),
        'src/A.php': '<?php\n',
      },
    ],
    [
      'hooks that a build installs',
      'pre_commit_hooks',
      'passes',
      {
        'build.gradle': 'captainHook {\n  preCommit = "./gradlew check"\n}\n',
        'src/main/java/A.java': 'class A {}\n',
      },
    ],
    [
      'settings of mypy under another name',
      'strict_typing',
      'passes',
      {
        ...python,
        'mypy_self_check.ini': '[mypy]\nstrict = True\n',
      },
    ],
    [
      'an upload by a script of Codecov',
      'code_quality_metrics',
      'passes',
      {
        ...library,
        ...ci('bash <(curl -s https://codecov.io/bash) -cF python'),
      },
    ],
    [
      'a test of Go that is built only when asked for',
      'integration_tests_exist',
      'passes',
      go({ 'test/sync_test.go': '//go:build integration\n\npackage test\n' }),
    ],
    [
      'a tool that makes the description of an API',
      'automated_doc_generation',
      'passes',
      go({ Makefile: 'spec:\n\tgo run github.com/go-swagger/go-swagger/cmd/swagger generate\n' }),
    ],
    [
      'a command that is run from its source',
      'single_command_setup',
      'passes',
      {
        ...python,
        'CONTRIBUTING.md': '```\nuv run mini --version\n```\n',
      },
    ],
    [
      'a technical overview',
      'service_flow_documented',
      'passes',
      { ...library, 'docs/a/technical-overview.md': '# A\n' },
    ],
    [
      'tables of Drift',
      'database_schema',
      'passes',
      {
        'pubspec.yaml': 'name: mini\ndependencies:\n  flutter:\n    sdk: flutter\n  drift: ^2.0.0\n  sqlite3: ^2.0.0\n',
        'lib/main.dart': 'void main() {}\n',
        'lib/entities/a.drift': 'CREATE TABLE a (b TEXT);\n',
      },
    ],
  ] satisfies Judged[])
})

describe('the place that a reader would name', () => {
  it.each([
    [
      'the command that starts, not the one that looks',
      'build_cmd_doc',
      '`npm run dev`',
      {
        ...library,
        'README.md': '```\nnpm run lint\nnpm run dev\n```\n',
      },
    ],
    [
      'a test, not a helper before it',
      'integration_tests_exist',
      'tests/e2e/z.test.ts',
      {
        ...library,
        'tests/e2e/helpers/a.ts': '1\n',
        'tests/e2e/z.test.ts': 'it()\n',
      },
    ],
    [
      'the description of an API, not the workflow for it',
      'api_schema_docs',
      'docs/openapi.json',
      {
        ...service(),
        '.github/workflows/openapi.yml': 'on: push\n',
        'docs/openapi.json': '{}',
      },
    ],
    [
      'the check of the image, not a ping for others',
      'health_checks',
      'Dockerfile',
      {
        ...service(),
        'src/other.ts': 'app.get("/ping", answer)\n',
        Dockerfile: 'FROM node\nHEALTHCHECK CMD curl localhost\n',
      },
    ],
  ] as const)('%s: %s names %s', (_, id, named, files) => {
    expect(judge(repositoryOf({ files })).report[id]?.rationale).toContain(named)
  })
})
