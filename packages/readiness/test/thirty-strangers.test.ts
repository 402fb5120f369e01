import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { itJudges } from './meaning/it-judges.ts'
import { ci, type Files, json, library, npm, repositoryOf, service, tested } from './mini.ts'

const kindsOf = (files: Files) => findApplications(repositoryOf({ files })).map(({ name, kind }) => `${name} ${kind}`)

const servlet =
  '<dependencies><dependency><groupId>jakarta.servlet</groupId><artifactId>jakarta.servlet-api</artifactId><scope>provided</scope></dependency></dependencies>'

/** A module of Maven beside a library. */
const modules = (folder: string, more = ''): Files => ({
  'pom.xml': '<project><packaging>pom</packaging><modules><module>core</module></modules></project>\n',
  'core/pom.xml': '<project><artifactId>core</artifactId></project>\n',
  'core/src/main/java/A.java': 'class A {}\n',
  [`${folder}/pom.xml`]: `<project><artifactId>other</artifactId>${more}</project>\n`,
  [`${folder}/src/main/java/B.java`]: 'class B extends HttpServlet {}\n',
})

/** A workspace with a library, and a private package beside it. */
const workspace = (folder: string, manifest: object, files: Files = {}): Files => ({
  'package.json': json({ private: true, workspaces: ['packages/*', 'dev/*'] }),
  'packages/core/package.json': json({ name: 'core', version: '1.0.0', exports: './a.js' }),
  'packages/core/a.js': 'exports.a = 1\n',
  [`${folder}/package.json`]: json({ name: 'other', private: true, ...manifest }),
  [`${folder}/b.js`]: 'exports.b = 1\n',
  ...files,
})

/** Pages that a server of their own renders, nearly all of which are components. */
const rendered = (dev: object): Files => ({
  'package.json': npm(['express', 'react-dom'], { scripts: { ...dev, start: 'node server.js' } }),
  'server.js': 'app.listen(process.env.PORT)\n',
  'index.html': '<html></html>\n',
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`src/C${index}.tsx`, 'export const C = () => null\n']),
  ),
})

const ember: Files = {
  'go.mod': 'module example.org/mini\n',
  'main.go': 'package main\n\nimport "net/http"\n\nfunc main() { http.ListenAndServe(":80", nil) }\n',
  Dockerfile: 'FROM node AS front\nCOPY ./gui /src/gui\n\nFROM golang\nCOPY . /src\nEXPOSE 80\nCMD ["/mini"]\n',
  'gui/package.json': json({
    name: 'gui',
    private: true,
    scripts: { start: 'ember serve' },
    devDependencies: { 'ember-source': '3', 'ember-cli': '3' },
  }),
  'gui/ember-cli-build.js': 'module.exports = {}\n',
  'gui/app/index.html': '<html></html>\n',
  ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`gui/app/pods/${name}/route.js`, 'export default {}\n'])),
}

describe('applications of thirty strangers', () => {
  it.each<readonly [lesson: string, files: Files, found: readonly string[]]>([
    [
      'what only implements an interface of servers is a library',
      modules('exporter', servlet),
      ['core library', 'exporter library'],
    ],
    ['a module about archives is one', modules('web-archive'), ['core library', 'web-archive library']],
    ['modules that are kept for their history are none', modules('old-archive/exporter'), ['core library']],
    [
      'settings that packages share are none',
      workspace('packages/jest-config', { dependencies: { jest: '29' } }),
      ['packages/core library'],
    ],
    [
      'pages with which packages are tried are none',
      workspace(
        'dev/html',
        { scripts: { dev: 'vite' }, devDependencies: { vite: '5' } },
        { 'dev/html/index.html': '' },
      ),
      ['packages/core library'],
    ],
    [
      'with an image, they are one',
      workspace('dev/portal', npmOf(['express']), { 'dev/portal/Dockerfile': 'FROM node\nEXPOSE 80\n' }),
      ['dev/portal service', 'packages/core library'],
    ],
    ['pages that a server of their own renders', rendered({ 'dev:csr': 'vite --port 5678' }), ['. frontend']],
    ['a server that is tried as one', rendered({ dev: 'node server.js' }), ['. service']],
    ['routes of Ember are pages', ember, ['. service', 'gui frontend']],
  ])('%s', (_, files, found) => {
    expect(kindsOf(files)).toEqual(found)
  })
})

function npmOf(names: readonly string[]): object {
  return { dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])), scripts: { start: 'node b.js' } }
}

const php = (script: string): Files => ({
  'composer.json': json({ name: 'a/b', type: 'project', scripts: { 'post-install-cmd': [script] } }),
  'index.php': '<?php echo 1;\n',
})

const rust = (justfile: string): Files => ({
  'Cargo.toml': '[package]\nname = "mini"\ndescription = "A part."\n',
  'src/lib.rs': 'pub fn a() {}\n',
  justfile,
})

const dotnet: Files = {
  'src/Web/Web.csproj': '<Project Sdk="Microsoft.NET.Sdk.Web"></Project>\n',
  'src/Web/Program.cs': 'app.Run();\n',
  'src/Web/package.json': npm([], { scripts: { build: 'webpack' } }),
  ...Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`src/Web/wwwroot/js/a${index}.js`, 'var a\n'])),
}

const database: Files = {
  ...service(['pg']),
  'src/main/resources/shop/db/PGSQL/V1__INITIAL.sql': 'create table a (b int);\n',
}

const go: Files = {
  'go.mod': 'module example.org/mini\n',
  'main.go': 'package main\n\nimport "net/http"\n\nfunc main() { http.ListenAndServe(":80", nil) }\n',
}

const readme = (line: string): Files => ({
  'README.md': `# Mini\n\nA shop for everybody.\n\n\`\`\`sh\n${line}\n\`\`\`\n`,
})

const spring: Files = {
  'build.gradle': "dependencies {\n  implementation 'org.springframework.boot:spring-boot-starter-web:3.0.0'\n}\n",
  'src/main/java/Main.java': '@SpringBootApplication\nclass Main {\n  public static void main(String[] a) {}\n}\n',
}

const python = (tox: string): Files => ({
  'pyproject.toml': '[build-system]\nrequires = ["hatchling"]\n\n[project]\nname = "mini"\n',
  'mini/__init__.py': '',
  'tests/test_a.py': 'def test_a(): pass\n',
  'tox.ini': tox,
})

describe('verdicts about thirty strangers', () => {
  itJudges([
    ['what a script deletes is no linter', 'lint_config', 'fails', php("find vendor -name 'phpstan*' -delete")],
    ['what it runs is one', 'lint_config', 'passes', php('phpstan analyse')],
    ['and no type checker either', 'type_check', 'fails', php("find vendor -name 'phpstan*' -delete")],
    [
      'Cargo in a variable of just',
      'lint_config',
      'passes',
      rust('clippy:\n    {{cargo-bin}} clippy -- -D warnings\n'),
    ],
    ['what browsers load does not tell the language', 'type_check', 'passes', dotnet],
    ['scripts of Flyway in any folder', 'database_schema', 'passes', database],
    [
      'scripts of a database below its folder',
      'database_schema',
      'passes',
      { ...go, 'core/database/scripts/mysql/db_1.sql': 'CREATE TABLE a (b int);\n' },
    ],
    [
      'a task of Gradle by its path',
      'single_command_setup',
      'passes',
      { ...spring, ...readme('./gradlew -Pa=dev :bootRun') },
    ],
    ['Rome formats', 'formatter', 'passes', { ...library, 'rome.json': '{}\n' }],
    [
      'what is published for this machine alone is no release',
      'release_automation',
      'fails',
      { ...library, ...ci('./gradlew publishToMavenLocal') },
    ],
    ['what is published is one', 'release_automation', 'passes', { ...library, ...ci('./gradlew publish') }],
    ['a tool that tests again', 'flaky_test_detection', 'passes', { ...tested, ...ci('dotnet retest -c Release') }],
    [
      'a package without settings hooks nothing',
      'pre_commit_hooks',
      'fails',
      { ...library, 'package.json': npm([], { exports: './src/main.ts', devDependencies: { 'lint-staged': '8' } }) },
    ],
    [
      'with settings it does',
      'pre_commit_hooks',
      'passes',
      { ...library, 'package.json': npm([], { exports: './src/main.ts', 'lint-staged': { '*.ts': 'eslint' } }) },
    ],
    [
      'a number for another program runs no tests side by side',
      'test_isolation',
      'fails',
      python('[testenv]\ncommands = python -Im argon2 -n 1 -t 1\n    pytest\n'),
    ],
    ['a number for the tests does', 'test_isolation', 'passes', python('[pytest]\naddopts = -n 4\n')],
    [
      'a route for pings',
      'health_checks',
      'passes',
      { ...go, 'routes.go': 'package main\n\nfunc routes() { c.Handle("/ping", pong) }\n' },
    ],
  ])
})
