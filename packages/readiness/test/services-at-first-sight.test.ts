import { describe, expect, it } from 'vitest'
import { evaluateOpened } from '../src/evaluate-opened.ts'
import { itJudges } from './meaning/it-judges.ts'
import { type Files, repositoryOf, service } from './mini.ts'

const python = (needed: readonly string[], more: Files = {}): Files => ({
  'requirements.txt': `${['flask', ...needed].join('\n')}\n`,
  'app.py': 'from flask import Flask\napp = Flask(__name__)\n',
  'wsgi.py': 'from app import app\n',
  ...more,
})
const workflow = (text: string): Files => ({ '.github/workflows/a.yml': text })

/** What fifty services showed that nobody had judged. */
describe('a service that calls others', () => {
  itJudges([
    ['by a client of an own name', 'circuit_breakers', 'fails', service(['needle'])],
    ['for models', 'circuit_breakers', 'fails', service(['ai', '@ai-sdk/openai-compatible'])],
    ['for signing in', 'circuit_breakers', 'fails', python(['authlib'])],
    ['not at all', 'circuit_breakers', 'absent', service()],
  ])
})

describe('a health check', () => {
  itJudges([
    ['below an underline', 'health_checks', 'passes', python([], { 'status.py': '@status.route("/_status")\n' })],
    ['that ends a pattern', 'health_checks', 'passes', python([], { 'a.py': "handlers = [(r'/health$', Health)]\n" })],
    ['of Django', 'health_checks', 'passes', python([], { 'urls.py': 're_path(r"^_health/?", views.health)\n' })],
    ['of a registry', 'health_checks', 'passes', { ...service(), 'src/ping.js': "const ping = '/-/ping'\n" }],
    [
      'is no page with live pictures',
      'health_checks',
      'fails',
      python([], { 'a.py': 'get("/explore/streams/live")\n' }),
    ],
  ])
})

describe('what a service can do', () => {
  itJudges([
    [
      'profile by Sentry',
      'profiling_instrumentation',
      'passes',
      python([], { 'a.py': 'init(profiles_sample_rate=0.1)\n' }),
    ],
    [
      'profile no request',
      'profiling_instrumentation',
      'fails',
      python([], { 'a.py': 'init(profiles_sample_rate=0)\n' }),
    ],
    [
      'mask on the way to a log',
      'log_scrubbing',
      'passes',
      python([], { 'a.py': 'log.info(mask_credentials(url))\n' }),
    ],
    [
      'show secrets in logs',
      'log_scrubbing',
      'fails',
      {
        'Web/Web.csproj': '<Project Sdk="Microsoft.NET.Sdk.Web"></Project>',
        'Web/Program.cs': 'options.EnableSensitiveDataLogging(); // log\n',
      },
    ],
    ['show scrubbers of films', 'log_scrubbing', 'fails', python([], { 'log.py': 'show_scrubber = True\n' })],
    [
      'leave the flags of a library empty',
      'feature_flag_infrastructure',
      'fails',
      {
        'composer.json': '{"type": "project"}',
        'index.php': '<?php\n',
        'config/a.php': "<?php return ['feature_flags' => []];\n",
      },
    ],
  ])
})

describe('a database', () => {
  itJudges([
    [
      'that Python has by itself',
      'database_schema',
      'passes',
      python([], { 'db.py': 'import sqlite3\nconnection.execute("CREATE TABLE threads (id)")\n' }),
    ],
    [
      'that is only watched',
      'database_schema',
      'absent',
      {
        'go.mod':
          'module a\n\nrequire (\n\tgithub.com/go-sql-driver/mysql v1.0.0\n\tgithub.com/prometheus/exporter-toolkit v1.0.0\n)\n',
        'main.go': 'package main\n\nfunc main() { http.ListenAndServe(":80", nil) }\n',
        Dockerfile: 'FROM scratch\nEXPOSE 80\n',
      },
    ],
    [
      'with models of Sequelize',
      'database_schema',
      'passes',
      { ...service(['sequelize', 'pg']), 'models/user.js': 'User.init({}, {})\n' },
    ],
    [
      'with entities of JPA',
      'database_schema',
      'passes',
      {
        'pom.xml':
          '<project><dependencies><dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-data-jpa</artifactId></dependency><dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency></dependencies></project>',
        'src/main/java/App.java': '@SpringBootApplication class App { public static void main(String[] a) {} }\n',
        'src/main/java/out/AccountJpaEntity.java': '@Entity class AccountJpaEntity {}\n',
      },
    ],
  ])
})

describe('variables', () => {
  const symfony: Files = {
    'composer.json': '{"type": "project", "require": {"symfony/framework-bundle": "7"}}',
    'public/index.php': '<?php\n',
    'config/packages/doctrine.yaml': "doctrine:\n  dbal:\n    url: '%env(DATABASE_URL)%'\n",
  }
  itJudges([
    ['that settings of Symfony read', 'env_template', 'fails', symfony],
    ['in a template for it', 'env_template', 'passes', { ...symfony, '.env.dist': 'DATABASE_URL=\n' }],
    [
      'in a sample without a dot',
      'env_template',
      'passes',
      python([], { 'a.py': 'os.environ["A_URL"]\n', env_sample: 'A_URL=\n' }),
    ],
  ])
})

describe('extras for production are needed to run', () => {
  const extra = (name: string): Files => ({
    'pyproject.toml': `[project]\nname = "a"\ndependencies = ["django"]\n[project.optional-dependencies]\n${name} = ["sentry-sdk"]\n`,
    'manage.py': 'import django\n',
    'wsgi.py': 'import django\n',
  })
  itJudges([
    ['if they are called so', 'error_tracking_contextualized', 'passes', extra('prod')],
    ['and not others', 'error_tracking_contextualized', 'fails', extra('docs')],
  ])
})

describe('a stranger’s change', () => {
  const target = 'on: pull_request_target\njobs:\n  a:\n    steps:\n'
  itJudges([
    [
      'from a fork',
      'dangerous_workflows',
      'fails',
      workflow(
        `${target}      - uses: actions/checkout@v4\n        with:\n          repository: \${{ github.event.pull_request.head.repo.full_name }}\n`,
      ),
    ],
    [
      'that a command fetches',
      'dangerous_workflows',
      'fails',
      workflow(
        `${target}      - run: |\n          git fetch origin +refs/pull/\${{ github.event.pull_request.number }}/head:\n          git checkout -qf FETCH_HEAD\n`,
      ),
    ],
    [
      'that is only fetched',
      'dangerous_workflows',
      'passes',
      workflow(`${target}      - run: git fetch origin refs/pull/1/head\n`),
    ],
  ])
})

describe('deployments', () => {
  const fly = (setting: string): Files => ({ ...service(), 'deploy/fly/fly.toml': `app = "a"\n[deploy]\n${setting}\n` })
  itJudges([
    ['that Fly undoes', 'rollback_automation', 'passes', fly('auto_rollback = true')],
    ['that Fly does twice', 'progressive_rollout', 'passes', fly('strategy = "bluegreen"')],
    [
      'in stages of GoCD',
      'progressive_rollout',
      'passes',
      { ...service(), 'gocd/templates/a.libsonnet': "{ canary: 'deploy-canary' }\n" },
    ],
    [
      'by a composition are none',
      'progressive_rollout',
      'absent',
      { ...service(), 'deploy/docker-compose.yml': 'services: {}\n' },
    ],
  ])
})

describe('tests', () => {
  const jasmine = (random: boolean): Files => ({
    ...service(),
    'src/a.spec.js': "it('a', () => {})\n",
    'spec/support/jasmine.json': `{ "random": ${random} }`,
  })
  itJudges([
    ['that Jasmine shuffles', 'test_isolation', 'passes', jasmine(true)],
    ['that Jasmine leaves in order', 'test_isolation', 'fails', jasmine(false)],
    [
      'that nextest never repeats',
      'flaky_test_detection',
      'fails',
      {
        'Cargo.toml': '[package]\nname = "a"\n',
        'src/lib.rs': '#[test]\nfn a() {}\n',
        '.config/nextest.toml': '[profile.default]\nretries = 0\n',
        ...workflow('on: push\njobs:\n  a:\n    steps:\n      - run: cargo nextest run\n'),
      },
    ],
    [
      'of the whole in another language',
      'integration_tests_exist',
      'passes',
      {
        'Cargo.toml': '[package]\nname = "a"\n',
        'src/main.rs': 'fn main() {}\n',
        'tests/integration/test_all.py': 'def test_a(): pass\n',
      },
    ],
  ])
})

describe('applications', () => {
  const kinds = (files: Files) =>
    evaluateOpened({ repository: repositoryOf({ files }), root: '/a', notes: [] }, { version: '1' }).applications.map(
      ({ name, kind }) => `${name} ${kind}`,
    )

  it('are archives that a server of Java loads', () => {
    const files: Files = {
      'web/pom.xml': '<project><packaging>war</packaging></project>',
      'web/src/main/webapp/WEB-INF/web.xml': '<web-app><filter></filter></web-app>',
      'web/src/main/java/A.java': 'class A {}\n',
    }
    expect(kinds(files)).toEqual(['web service'])
  })

  it('are no themes, and no tools for scripts of a browser', () => {
    const files: Files = {
      'composer.json': '{"type": "project"}',
      'index.php': '<?php\n',
      'js/package.json':
        '{"main": "a.js", "scripts": {"test": "mocha", "lint": "eslint"}, "devDependencies": {"mocha": "1"}}',
      'js/a.js': '',
      'themes/core/package.json': '{"private": true, "scripts": {"build": "vite build"}, "dependencies": {"vue": "3"}}',
      'themes/core/templates/a.html': '',
      'themes/core/static/a.css': '',
      'themes/core/assets/a.js': '',
    }
    expect(kinds(files)).toEqual(['. service'])
  })

  it('do not own copies of packages that they need', () => {
    const names = ['arrow', 'bleach', 'certifi', 'requests', 'cherrypy-cors']
    const copies = Object.fromEntries(
      names.map((name) => [`lib/${name.replace('-', '_')}/tests/test_a.py`, 'def test_a(): pass\n']),
    )
    const judged = (files: Files) =>
      evaluateOpened({ repository: repositoryOf({ files }), root: '/a', notes: [] }, { version: '1' }).report.report
        .unit_tests_exist?.numerator
    expect(judged(python(names, copies))).toBe(0)
    expect(judged(python(names.slice(0, 3), copies))).toBe(1)
  })
})
