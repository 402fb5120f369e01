import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { ci, type Files, frontend, json, library, npm, repositoryOf, service, tested } from './mini.ts'
import { programs } from './programs.ts'

const goService = (source = '', modules: readonly string[] = []): Files => ({
  'go.mod': `module mini\n${['github.com/gin-gonic/gin', ...modules].map((each) => `require ${each} v1.0.0\n`).join('')}`,
  'main.go': `package main\nvar r = gin.New()\n${source}`,
})
const web: Files = { 'Mini.csproj': '<Project Sdk="Microsoft.NET.Sdk.Web"/>', 'Program.cs': 'class P {}\n' }
const laravel: Files = {
  'composer.json': json({ name: 'a/mini', type: 'project', require: { 'laravel/framework': '^13' } }),
  'public/index.php': '<?php\n',
}
const many: Files = Object.fromEntries(
  Array.from({ length: 50 }, (_, index) => [`src/part${index}.ts`, 'export const a = 1\n']),
)
const comment = (steps: string): Files => ({
  '.github/workflows/try.yml': `on:\n  issue_comment:\njobs:\n  a:\n    steps:\n${steps}`,
})
const privateKey = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'
const drivers = [
  'github.com/jackc/pgx/v5',
  'github.com/go-sql-driver/mysql',
  'go.mongodb.org/mongo-driver',
  'github.com/gocql/gocql',
  'github.com/elastic/go-elasticsearch/v7',
]

/** What was not seen before, and stays unseen without the thing itself. */
const forms: readonly Judged[] = [
  ['the profiler of a router', 'profiling_instrumentation', 'passes', goService('var p = middleware.Profiler()\n')],
  ['the profiler of a cluster’s manager', 'profiling_instrumentation', 'passes', goService('\tPprofBindAddress: a,\n')],
  ['an option that switches pprof on', 'profiling_instrumentation', 'passes', goService('\tif opts.EnablePprof {\n')],
  ['a profiler of a helper', 'profiling_instrumentation', 'passes', goService('\tdefer profilex.Profile().Stop()\n')],
  ['a page about profiles of people', 'profiling_instrumentation', 'fails', goService('\tuser.Profile().Show()\n')],
  [
    'a gateway, which calls others',
    'circuit_breakers',
    'fails',
    {
      'pom.xml': '<project>\n<artifactId>spring-cloud-starter-gateway-server-webflux</artifactId>\n</project>\n',
      'src/main/java/A.java': '@SpringBootApplication\nclass A { public static void main(String[] a) {} }\n',
    },
  ],
  ['logr', 'structured_logging', 'passes', goService('', ['github.com/go-logr/logr'])],
  ['the logger of a controller', 'structured_logging', 'passes', goService('', ['sigs.k8s.io/controller-runtime'])],
  [
    'Monolog by the framework',
    'structured_logging',
    'passes',
    { ...laravel, 'config/logging.php': "<?php\nreturn ['driver' => 'stack'];\n" },
  ],
  ['a framework without settings of logs', 'structured_logging', 'fails', laravel],
  [
    'a controller for health',
    'health_checks',
    'passes',
    { ...web, 'Controllers/HealthcheckController.cs': 'class H\n' },
  ],
  ['a route for health in C#', 'health_checks', 'passes', { ...web, 'Health.cs': '[Route("health")]\nclass H {}\n' }],
  ['a route for orders in C#', 'health_checks', 'fails', { ...web, 'Orders.cs': '[Route("orders")]\nclass O {}\n' }],
  ['paths of a library for health', 'health_checks', 'passes', goService('\tlog(healthx.AliveCheckPath)\n')],
  [
    'tables that xorm makes',
    'database_schema',
    'passes',
    goService('\tengine.Sync2(new(User))\n', ['github.com/xorm-io/xorm']),
  ],
  ['xorm without tables', 'database_schema', 'fails', goService('', ['github.com/xorm-io/xorm'])],
  ['queries of pop', 'n_plus_one_detection', 'fails', goService('', ['github.com/ory/pop/v6'])],
  ['databases that are only watched', 'database_schema', 'absent', goService('', drivers)],
  ['services that are only watched', 'local_services_setup', 'absent', goService('', drivers)],
  ['one database of its own', 'database_schema', 'fails', goService('', drivers.slice(0, 1))],
  [
    'rules of ruff in a file that others extend',
    'naming_consistency',
    'passes',
    { ...programs.python, 'ruff.toml': 'extend = "base.toml"\n', 'base.toml': '[lint]\nselect = ["N801"]\n' },
  ],
  [
    'a file that ruff extends, with a rule that is off here',
    'naming_consistency',
    'fails',
    {
      ...programs.python,
      'ruff.toml': 'extend = "base.toml"\n[lint]\nignore = ["N"]\n',
      'base.toml': '[lint]\nselect = ["N801"]\n',
    },
  ],
  [
    'security rules of ruff',
    'automated_security_review',
    'passes',
    { ...programs.python, ...ci(), 'ruff.toml': '[lint]\nselect = ["S102"]\n' },
  ],
  [
    'tests that hatch declares',
    'unit_tests_runnable',
    'passes',
    { ...programs.python, 'hatch.toml': '[envs.hatch-test]\nx = 1\n', 'tests/test_a.py': 'def test_a(): ...\n' },
  ],
  [
    'tests that hatch runs in any order',
    'test_isolation',
    'passes',
    { ...programs.python, ...ci('hatch test --randomize'), 'tests/test_a.py': 'def test_a(): ...\n' },
  ],
  [
    'a folder of integration tests that is sorted first',
    'integration_tests_exist',
    'passes',
    { ...programs.python, '_integration-test/test_a.py': 'def test_a(): ...\n' },
  ],
  ['hooks of Vite+', 'pre_commit_hooks', 'passes', { ...library, '.vite-hooks/pre-commit': 'vp staged\n' }],
  [
    'a report in a file of make for all',
    'test_performance_tracking',
    'passes',
    { 'a/go.mod': 'module a\n', 'a/a.go': 'package a\n', 'make/test.mk': 'test:\n\tgotestsum --junitfile a.xml\n' },
  ],
  [
    'results that CircleCI keeps',
    'test_performance_tracking',
    'passes',
    { ...tested, '.circleci/config.yml': 'steps:\n  - store_test_results:\n      path: a\n' },
  ],
  [
    'an action at the root that a workflow runs',
    'ci_runs_tests',
    'passes',
    {
      ...programs.python,
      'tests/test_a.py': 'def test_a(): ...\n',
      'action.yml': 'runs:\n  using: composite\n  steps:\n    - run: pytest\n',
      '.github/workflows/test.yml': "on: push\njobs:\n  a:\n    steps:\n      - uses: './'\n",
    },
  ],
  [
    'an action at the root that nobody runs here',
    'ci_runs_tests',
    'fails',
    {
      ...programs.python,
      'tests/test_a.py': 'def test_a(): ...\n',
      'action.yml': 'runs:\n  using: composite\n  steps:\n    - run: pytest\n',
      '.github/workflows/test.yml': 'on: push\njobs:\n  a:\n    steps:\n      - run: make\n',
    },
  ],
  [
    'notes that craft writes',
    'release_notes_automation',
    'passes',
    { ...library, '.craft.yml': 'changelogPolicy: auto\n' },
  ],
  [
    'notes that craft only asks for',
    'release_notes_automation',
    'fails',
    { ...library, '.craft.yml': 'changelogPolicy: simple\n' },
  ],
]

/** What only looks like the thing. */
const loose: readonly Judged[] = [
  ['variables of tests', 'env_template', 'fails', { ...service(), 'tests/.env': 'A_KEY=1\nB_KEY=2\nC_KEY=3\n' }],
  [
    'a site whose name begins with zap',
    'dast_scanning',
    'fails',
    { ...service(), 'Definitions/zappers.yml': 'a: 1\n' },
  ],
  [
    'a helper of developers',
    'pii_handling',
    'fails',
    { ...service(['pg']), 'dev/clean.ts': 'export const anonymize = 1\n' },
  ],
  ['a check of licenses', 'automated_security_review', 'fails', { ...library, ...ci('fossa analyze') }],
  [
    'coverage that stays in CI',
    'code_quality_metrics',
    'fails',
    { ...library, 'azure-pipelines.yml': 'steps:\n  - task: PublishCodeCoverageResults@2\n' },
  ],
  [
    'a plugin for imports',
    'code_modularization',
    'fails',
    { ...library, ...many, 'package.json': npm(['eslint-plugin-import-x'], { exports: './src/main.ts' }) },
  ],
  [
    'a rule on cycles',
    'code_modularization',
    'fails',
    { ...library, ...many, 'eslint.config.js': "export default [{ rules: { 'import/no-cycle': 'error' } }]\n" },
  ],
  [
    'a reporter without times',
    'test_performance_tracking',
    'fails',
    { ...tested, 'jest.config.js': "module.exports = { reporters: ['github-actions', 'summary'] }\n" },
  ],
  [
    'a task that somebody runs to publish a gem',
    'release_automation',
    'fails',
    { ...programs.ruby, Rakefile: 'task :a do\n  system "gem push a.gem"\nend\n' },
  ],
  ['CI that publishes a gem', 'release_automation', 'passes', { ...programs.ruby, ...ci('gem push a.gem') }],
  [
    'settings of Code Climate without duplication',
    'duplicate_code_detection',
    'fails',
    { ...library, '.codeclimate.yml': 'engines:\n  govet:\n    enabled: true\n' },
  ],
  [
    'settings of Code Climate with duplication',
    'duplicate_code_detection',
    'passes',
    { ...library, '.codeclimate.yml': 'engines:\n  duplication:\n    enabled: true\n' },
  ],
  [
    'a comment that checks out a change',
    'dangerous_workflows',
    'fails',
    { ...library, ...comment('      - run: gh pr checkout $NUMBER\n') },
  ],
  ['a comment that greets', 'dangerous_workflows', 'passes', { ...library, ...comment('      - run: echo hello\n') }],
  ['a private key', 'secrets_management', 'fails', { ...library, 'object/token.key': privateKey }],
  ['a private key of tests', 'secrets_management', 'passes', { ...library, 'cmd/stub/token.key': privateKey }],
  [
    'a public key',
    'secrets_management',
    'passes',
    { ...library, 'object/token.pem': '-----BEGIN PUBLIC KEY-----\nAAAA\n' },
  ],
  [
    'data of tests about a rollback',
    'rollback_automation',
    'fails',
    { ...service(), 'k8s/a.yaml': 'kind: Deployment\n', 'tests/rollback.json': '{}' },
  ],
  [
    'data of tests about a rollout',
    'progressive_rollout',
    'fails',
    { ...service(), 'k8s/a.yaml': 'kind: Deployment\n', 'tests/rollout.json': '{}' },
  ],
  ['a page of tests about privacy', 'privacy_compliance', 'fails', { ...frontend(), 'tests/privacy.md': '# a\n' }],
  ['a page of tests about incidents', 'runbooks_documented', 'fails', { ...service(), 'tests/incident.md': '# a\n' }],
]

describe('what the last repositories showed', () => {
  itJudges(forms)
  itJudges(loose)
})

const published = 'apply plugin: "maven-publish"\n'
const crate = (name: string, more = '') => `[package]\nname = "${name}"\n${more}`
const components: Files = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`src/Part${index}.vue`, '<template/>\n']),
)

const kinds: readonly (readonly [lesson: string, found: readonly string[], files: Files])[] = [
  [
    'pages with a small program that serves them',
    ['. frontend javascript'],
    {
      ...components,
      'package.json': npm(['vue', 'express'], { scripts: { dev: 'vite', start: 'node server' } }),
      'server.js': 'listen()\n',
      Dockerfile: 'FROM node\n',
    },
  ],
  [
    'a program that serves some pages',
    ['. service javascript'],
    {
      'src/Part.vue': '<template/>\n',
      'package.json': npm(['vue', 'express'], { scripts: { dev: 'vite', start: 'node server' } }),
      'server.js': 'listen()\n',
      Dockerfile: 'FROM node\n',
    },
  ],
  [
    'modules of a cluster whose neighbours listen for them',
    ['cmd/solver service go', 'cmd/webhook service go'],
    {
      'cmd/solver/go.mod': 'module a/solver\n',
      'cmd/solver/main.go': 'package main\nvar port = flags.Int("listen-port", 80)\n',
      'cmd/webhook/go.mod': 'module a/webhook\n',
      'cmd/webhook/main.go': 'package main\nfunc NewServerCommand() {}\n',
    },
  ],
  [
    'a start inside of a published module of Java',
    ['core library java'],
    {
      'build.gradle': published,
      'core/build.gradle': 'dependencies {}\n',
      'core/src/main/java/A.java': 'class A { public static void main(String[] a) {} }\n',
      'core/src/main/java/B.java': 'class B {}\n',
    },
  ],
  [
    'a package of Python that builds others',
    ['. library python'],
    {
      'pyproject.toml':
        "[build-system]\nbuild-backend = 'mini.self'\nbackend-path = ['src']\n[project]\nname = 'mini'\n[project.scripts]\nmini = 'mini:main'\n",
      'src/mini/a.py': 'x = 1\n',
    },
  ],
  [
    'a crate with a helper, upon which others are built',
    ['base library rust', 'one library rust', 'two library rust'],
    {
      'Cargo.toml': '[workspace]\nmembers = ["base", "one", "two"]\n',
      'base/Cargo.toml': crate('base', '[[bin]]\nname = "load"\npath = "src/main.rs"\n'),
      'base/src/lib.rs': 'pub fn a() {}\n',
      'base/src/main.rs': 'fn main() {}\n',
      'one/Cargo.toml': crate('one', '[dependencies]\nbase = { path = "../base" }\n'),
      'one/src/lib.rs': 'pub fn a() {}\n',
      'two/Cargo.toml': crate('two', '[dependencies]\nbase = { path = "../base" }\n'),
      'two/src/lib.rs': 'pub fn a() {}\n',
    },
  ],
  [
    'a workspace of Rust with many other files at its root',
    ['one library rust'],
    {
      'Cargo.toml': '[workspace]\nmembers = ["one"]\n',
      'one/Cargo.toml': crate('one'),
      'one/src/lib.rs': 'pub fn a() {}\n',
      'runtime/a.scm': '(a)\n',
      'runtime/b.scm': '(b)\n',
      'runtime/c.scm': '(c)\n',
    },
  ],
  [
    'a module of Go that is only one file, deep inside of another one',
    ['. library go'],
    {
      'go.mod': 'module mini\n',
      'mini.go': 'package mini\n',
      'random/chars/strength/go.mod': 'module strength\n',
      'random/chars/strength/main.go': 'package main\n',
    },
  ],
]

describe('kinds that the last repositories showed', () => {
  it.each(kinds)('%s', (_, expected, files) => {
    const found = findApplications(repositoryOf({ files }))
    expect(found.map(({ name, kind, language }) => `${name} ${kind} ${language}`)).toEqual(expected)
  })

  it('takes what Maven needs for tests alone as for development', () => {
    const dependency = (name: string, more = '') => `<dependency><artifactId>${name}</artifactId>${more}</dependency>`
    const pom = `<project>\n${dependency('one')}\n${dependency('two', '<scope>test</scope>')}\n${dependency('three')}</project>`
    const [app] = findApplications(repositoryOf({ files: { ...programs.java, 'pom.xml': pom } }))
    const found = app?.dependencies.map(({ name, isDevelopment }) => `${name} ${isDevelopment}`)
    expect(found).toEqual(['one false', 'two true', 'three false'])
  })
})
