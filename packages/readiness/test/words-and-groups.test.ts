import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { judge } from '../src/judge.ts'
import { itJudges } from './meaning/it-judges.ts'
import { type Files, repositoryOf, service } from './mini.ts'

const kindsOf = (files: Files) => findApplications(repositoryOf({ files })).map(({ name, kind }) => `${name} ${kind}`)

const java = (needed: readonly string[], more: Files = {}): Files => ({
  'pom.xml': `<project><dependencies>${['<groupId>io.javalin</groupId><artifactId>javalin</artifactId>', ...needed]
    .map((each) => `\n<dependency>\n${each}\n</dependency>`)
    .join('')}</dependencies></project>`,
  'src/main/java/App.java': 'class App { public static void main(String[] a) { Javalin.create().start(80); } }\n',
  ...more,
})
const clojure = (needed: string): Files => ({
  'project.clj': `(defproject mini "1"\n  :main mini.core\n  :dependencies [[http-kit "2.8"]\n                 ${needed}])\n`,
  'src/mini/core.clj': '(defn -main [] (run-server app {:port 80}))\n',
})
const go = (needed: string, more: Files = {}): Files => ({
  'go.mod': `module mini\n\nrequire ${needed} v1.0.0\n`,
  'main.go': 'package main\n\nfunc main() { http.ListenAndServe(":80", nil) }\n',
  ...more,
})

describe('a library that a house puts around another one', () => {
  itJudges([
    ['carries its word', 'metrics_collection', 'passes', go('example.org/house/house-metrics')],
    ['may trace', 'distributed_tracing', 'passes', go('example.org/house/house-otel/v2')],
    ['may track errors', 'error_tracking_contextualized', 'passes', go('example.org/house/sentry-kit')],
    ['may tell of its health', 'health_checks', 'passes', service(['house-healthcheck'])],
    ['is no reader of what others measured', 'metrics_collection', 'fails', go('github.com/prometheus/common')],
    ['is nothing about letters', 'metrics_collection', 'fails', service(['font-metrics'])],
    [
      'is a package of the repository itself',
      'metrics_collection',
      'passes',
      go('example.org/a', { 'serve.go': 'package main\n\nimport (\n\t"mini/x/prometheusx"\n)\n' }),
    ],
  ])
})

describe('packages of the Java machine', () => {
  itJudges([
    [
      'have their group beside them',
      'circuit_breakers',
      'fails',
      java(['<groupId>io.fabric8</groupId>\n<artifactId>kubernetes-client</artifactId>']),
    ],
    ['have it before a slash', 'circuit_breakers', 'fails', clojure('[software.amazon.awssdk/s3 "2.20"]')],
    [
      'are found without it',
      'structured_logging',
      'passes',
      clojure('[net.logstash.logback/logstash-logback-encoder "7"]'),
    ],
  ])
})

describe('what is there applies', () => {
  itJudges([
    ['a breaker without a known client', 'circuit_breakers', 'passes', go('github.com/sony/gobreaker')],
    ['a template', 'env_template', 'passes', go('a.b/c', { '.env.example': 'A=1\n' })],
    ['nothing', 'env_template', 'absent', go('a.b/c')],
    [
      'a page about people without a known database',
      'pii_handling',
      'passes',
      { ...service(), 'PRIVACY.md': '# Privacy\n' },
    ],
    ['and nothing on people', 'pii_handling', 'absent', service()],
    [
      'changes of tables in a module beside',
      'database_schema',
      'passes',
      {
        'api/package.json':
          '{"name": "api", "private": true, "scripts": {"start": "node a.js"}, "dependencies": {"koa": "3"}}',
        'api/a.js': 'new Koa().listen(80)\n',
        'store/package.json': '{"name": "store", "main": "b.js", "exports": "./b.js"}',
        'store/b.js': 'export const b = 1\n',
        'store/migrations/V1__first.sql': 'create table a (b int);\n',
      },
    ],
    [
      'a composition with a database below a folder',
      'local_services_setup',
      'passes',
      { ...service(), '.devcontainer/docker-compose.yml': 'services:\n  db:\n    image: mariadb:11\n' },
    ],
  ])
})

describe('on the way to the log', () => {
  itJudges([
    [
      'what is called after secrets may be some lines away',
      'log_scrubbing',
      'passes',
      go('example.org/a', {
        'a.go':
          'package main\n\nfunc a() {\n\tlog.Infof(\n\t\t"got",\n\t\tuser,\n\t\tplace,\n\t\tmaskSensitiveData(key),\n\t)\n}\n',
      }),
    ],
    [
      'an option may hide it',
      'log_scrubbing',
      'passes',
      go('example.org/a', { 'a.go': 'var hide_sensitive_log_data = true\n' }),
    ],
    [
      'parameters of a page are not meant',
      'log_scrubbing',
      'fails',
      go('example.org/a', { 'log.go': 'scrub_params(page)\n' }),
    ],
  ])
})

describe('a health check', () => {
  itJudges([
    [
      'may have a file of its own anywhere',
      'health_checks',
      'passes',
      go('a.b/c', { 'deep/in/healthcheck.go': 'package in\n' }),
    ],
    ['is no client of one', 'health_checks', 'fails', go('a.b/c', { 'deep/in/client_health.go': 'package in\n' })],
  ])
})

describe('kinds', () => {
  const mix = (more: string) => `defmodule A.MixProject do\n  def project do\n    [\n${more}    ]\n  end\nend\n`
  it('take the parts of an umbrella of Mix for one application', () => {
    const files = {
      'mix.exs': mix('      apps_path: "apps",\n      releases: [a: []],\n'),
      'apps/web/mix.exs': `${mix('      app: :web\n')}\n  mod: {Web, []}\n  {:phoenix, "~> 1.8"},\n`,
      'apps/web/lib/web.ex': 'defmodule Web do\nend\n',
      'apps/core/mix.exs': mix('      app: :core\n'),
      'apps/core/lib/core.ex': 'defmodule Core do\nend\n',
    }
    expect(kindsOf(files)).toEqual(['. service'])
  })

  it('leave out the root of a workspace that only gathers packages', () => {
    const sources = Object.fromEntries(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((each) => [`packages/a/a${each}.js`, '']),
    )
    const files = {
      'package.json': '{"private": true, "workspaces": ["packages/*"], "devDependencies": {"koa": "3"}}',
      'common/run.js': 'run()\n',
      'packages/a/package.json': '{"name": "a", "main": "a1.js", "exports": "./a1.js"}',
      ...sources,
    }
    expect(kindsOf(files)).toEqual(['packages/a library'])
  })

  it('take what Quarkus builds for a service, or for a tool if people type commands', () => {
    const built = (needed: string) => ({
      'pom.xml': `<project><dependencies><dependency><groupId>io.quarkus</groupId>\n<artifactId>${needed}</artifactId>\n</dependency></dependencies>
<build><plugins><plugin><artifactId>quarkus-maven-plugin</artifactId><goals><goal>build</goal></goals></plugin></plugins></build></project>`,
      'src/main/java/A.java': 'class A {}\n',
      'src/main/resources/application.properties': 'a=1\n',
    })
    expect(kindsOf(built('quarkus-arc'))).toEqual(['. service'])
    expect(kindsOf(built('quarkus-picocli'))).toEqual(['. tool'])
  })

  it('take a started part that is called after a server for one', () => {
    const files = {
      'pom.xml': '<project><modules><module>user-operator</module></modules></project>',
      'user-operator/pom.xml': '<project></project>',
      'user-operator/src/main/java/Main.java': 'class Main { public static void main(String[] a) {} }\n',
    }
    expect(kindsOf(files)).toEqual(['user-operator service'])
  })
})

describe('names that mean something else', () => {
  const test = (path: string) => ({ 'go.mod': 'module a\n', 'a.go': 'package a\n', [path]: '' })
  itJudges([
    [
      'a parser whose name ends so',
      'integration_tests_exist',
      'fails',
      { ...service(), 'test/markdown-it.test.js': 'test()\n' },
    ],
    ['a system of calendars', 'integration_tests_exist', 'fails', test('CalendarSystemTest.cs')],
    [
      'rules that are too flaky',
      'flaky_test_detection',
      'fails',
      {
        'pyproject.toml': '[project]\nname = "a"\n[tool.ruff]\nignore = ["D401"] # too flaky\n',
        'a.py': '',
        'tests/test_a.py': '',
        '.github/workflows/a.yml': 'jobs:\n  a:\n    steps:\n      - run: pytest\n',
      },
    ],
    [
      'a scanner that is off',
      'secret_scanning',
      'fails',
      { '.github/workflows/a.yml': 'jobs:\n  a:\n    steps:\n      - env:\n          VALIDATE_GITLEAKS: false\n' },
    ],
    ['updates that are off', 'dependency_update_automation', 'fails', { 'renovate.json': '{"enabled": false}' }],
    ['updates that are on', 'dependency_update_automation', 'passes', { 'renovate.json': '{"enabled": true}' }],
  ])
})

describe('what only looks like it', () => {
  const gradle = (line: string): Files => ({
    'build.gradle': `plugins { id 'application' }\ndependencies {\n  implementation 'io.javalin:javalin:6'\n  ${line}\n}\n`,
    'src/main/java/App.java': 'class App { public static void main(String[] a) { Javalin.create().start(80); } }\n',
  })
  const workflow = (name: string, text: string): Files => ({
    [`.github/workflows/${name}`]: `jobs:\n  a:\n    steps:\n      - ${text}\n`,
  })
  itJudges([
    ['a database of tests', 'database_schema', 'absent', gradle("testImplementation 'org.testcontainers:mongodb:1'")],
    ['a database of the program', 'database_schema', 'fails', gradle("implementation 'org.postgresql:postgresql:42'")],
    [
      'the group of the project itself',
      'health_checks',
      'fails',
      java([], {
        'pom.xml': `<project>\n<groupId>com.mini.metrics.health-check</groupId>\n<artifactId>orders</artifactId>\n<dependencies><dependency>
<groupId>io.javalin</groupId>\n<artifactId>javalin</artifactId></dependency></dependencies></project>`,
      }),
    ],
    ['a kit of a cloud', 'health_checks', 'fails', service(['@aws-sdk/client-health'])],
    ['the health of players', 'health_checks', 'fails', { ...service(), 'src/game/playerHealth.ts': '' }],
    ['a reader of measurements', 'metrics_collection', 'fails', service(['prometheus-query'])],
    [
      'tables of a library that no proxy needs',
      'database_schema',
      'absent',
      {
        'a/go.mod': 'module a\n',
        'a/main.go': 'package main\n\nfunc main() { http.ListenAndServe(":80", nil) }\n',
        'b/go.mod': 'module b\n',
        'b/main.go': 'package main\n\nfunc main() { http.ListenAndServe(":80", nil) }\n',
        'billing/go.mod': 'module billing\n',
        'billing/billing.go': 'package billing\n',
        'billing/migrations/0001_init.sql': 'create table a (b int);\n',
      },
    ],
    [
      'a workflow that asks for notes',
      'release_notes_automation',
      'fails',
      workflow('changelog.yml', 'uses: dangoslen/changelog-enforcer@v3'),
    ],
    [
      'a workflow that writes notes',
      'release_notes_automation',
      'passes',
      workflow('changelog.yml', 'run: ./notes.sh > CHANGELOG.md && git commit -am notes'),
    ],
    [
      'a deployment of rules',
      'automated_security_review',
      'fails',
      workflow('deploy-security.yml', 'run: ./deploy.sh'),
    ],
    ['a review of security', 'automated_security_review', 'passes', workflow('security-review.yml', 'uses: a/b@v1')],
    [
      'another bot beside one that is off',
      'dependency_update_automation',
      'passes',
      { 'renovate.json': '{"enabled": false}', '.pyup.yml': 'schedule: daily\n' },
    ],
    [
      'a marker near a log that is no mask',
      'log_scrubbing',
      'fails',
      go('a.b/c', { 'a.go': 'log.Print("<hidden")\nfunc a() {}\n' }),
    ],
    [
      'what an image was made of',
      'deployment_observability',
      'fails',
      { ...service(), 'src/user-dashboards/a.json': '{}' },
    ],
  ])

  it('an application at the root that starts itself', () => {
    const files = {
      'package.json':
        '{"private": true, "workspaces": ["packages/*"], "scripts": {"start": "node server.js"}, "dependencies": {"express": "5"}}',
      'server.js': 'express().listen(80)\n',
      'packages/a/package.json': '{"name": "a", "exports": "./a1.js"}',
      ...Object.fromEntries(Array.from({ length: 40 }, (_, each) => [`packages/a/a${each}.js`, ''])),
    }
    expect(kindsOf(files)).toEqual(['. service', 'packages/a library'])
  })

  it('a server for editors', () => {
    const files = {
      'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
      'crates/language-server/Cargo.toml': '[package]\nname = "language-server"\n',
      'crates/language-server/src/main.rs': 'fn main() {}\n',
    }
    expect(kindsOf(files)).toEqual(['crates/language-server tool'])
  })

  it('published packages that are called after what helps developers', () => {
    const files = Object.fromEntries(
      ['dev-server', 'scaffold'].flatMap((name) => [
        [
          `packages/${name}/package.json`,
          `{"name": "${name}", "version": "1.0.0", "exports": "./a.js", "files": ["a.js"]}`,
        ],
        [`packages/${name}/a.js`, 'export const a = 1\n'],
      ]),
    )
    expect(kindsOf(files)).toEqual(['packages/dev-server library', 'packages/scaffold library'])
  })
})

describe('hostile names and patterns', () => {
  const long = `a\n${'b-'.repeat(100_000)}`
  it.each([
    [
      'of dependencies',
      { ...service(), 'package.json': JSON.stringify({ name: 'a', dependencies: { fastify: '1', [long]: '1' } }) },
    ],
    [
      'of tests',
      {
        'pytest.ini': '[pytest]\npython_files = *a*a*a*a*a*a*b\n',
        'setup.py': 'from setuptools import setup\nsetup(name="a")\n',
        [`tests/${'a/'.repeat(1_500)}a.py`]: '',
      },
    ],
    ['of lines', { 'mix.exs': '\r'.repeat(60_000), 'lib/a.ex': '', 'pytest.ini': 'a\r'.repeat(100_000) }],
    ['of imports', go('a.b/c', { 'a.go': `package main\n"${'/statsd'.repeat(4_000)}\n` })],
  ] satisfies [string, Files][])('%s are judged', (_, files) => {
    expect(judge(repositoryOf({ files })).report.readme).toBeDefined()
  })
})
