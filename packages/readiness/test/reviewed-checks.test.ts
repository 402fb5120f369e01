import { describe } from 'vitest'
import { itJudges } from './meaning/it-judges.ts'
import { ci, type Files, library, npm, service } from './mini.ts'

const readme = (...lines: readonly string[]): Files => ({
  'README.md': `# Mini\n\nA shop for everybody.\n\n\`\`\`sh\n${lines.join('\n')}\n\`\`\`\n`,
})

/** The first words of a private key, and no more. */
const key = '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7\n-----END RSA PRIVATE KEY-----\n'

const optim: Files = {
  'pyproject.toml': '[build-system]\nrequires = ["hatchling"]\n\n[project]\nname = "optim"\n',
  'optim/__init__.py': '',
  'optim/a.py': 'A = 1\n',
}

describe('folders of tools', () => {
  itJudges([
    [
      'a key among the tools of the project',
      'secrets_management',
      'fails',
      { ...library, '_tools/deploy/id_rsa': key },
    ],
    [
      'settings with keys there',
      'secrets_management',
      'fails',
      { ...library, '_tools/.env': 'API_KEY=sk_live_1234567890abcdef\n' },
    ],
    ['no key there', 'secrets_management', 'passes', { ...library, '.gitignore': '.env\n', '_tools/a.js': 'a()\n' }],
    ['tests of tools', 'unit_tests_exist', 'passes', { ...optim, 'optim/_tools/test_t.py': 'def test_a(): pass\n' }],
    ['no tests', 'unit_tests_exist', 'fails', { ...optim, 'optim/_tools/t.py': 'def a(): pass\n' }],
  ])
})

const gradle = (files: Files): Files => ({
  'settings.gradle': '',
  'build.gradle': "apply from: 'gradle/shared.gradle'\napply plugin: 'java'\n",
  'src/main/java/a/A.java': 'class A {}\n',
  ...files,
})
const shared = (text: string): Files => gradle({ 'gradle/shared.gradle': text })
const core = 'com.google.errorprone:error_prone_core:2.1'
const applied = `dependencies { errorprone "${core}" }\n`

describe('Error Prone in a build that modules share', () => {
  itJudges([
    ['in a comment', 'lint_config', 'fails', shared(`// errorprone "${core}" was too slow\next.deps = []\n`)],
    ['in a comment', 'dead_code_detection', 'fails', shared(`// errorprone "${core}" was too slow\next.deps = []\n`)],
    ['in a catalogue', 'lint_config', 'fails', shared(`ext.libs = [\n  errorProneCore: "${core}",\n]\n`)],
    ['in a catalogue', 'dead_code_detection', 'fails', shared(`ext.libs = [\n  errorProneCore: "${core}",\n]\n`)],
    ['as a dependency', 'lint_config', 'passes', shared(applied)],
    ['as a dependency', 'dead_code_detection', 'passes', shared(applied)],
    [
      'as a dependency by its name',
      'lint_config',
      'passes',
      shared('dependencies { errorprone libs.errorprone.core }\n'),
    ],
    [
      'as a plug-in',
      'dead_code_detection',
      'passes',
      gradle({ 'build-logic/a.gradle.kts': 'apply(plugin = "net.ltgt.errorprone")\n' }),
    ],
    [
      'as a plug-in that is left to others',
      'lint_config',
      'fails',
      gradle({ 'build-logic/a.gradle.kts': 'plugins { id("net.ltgt.errorprone") version "4" apply false }\n' }),
    ],
    [
      'as a configuration in quotes',
      'lint_config',
      'passes',
      gradle({ 'build-logic/a.gradle.kts': `dependencies { "errorprone"("${core}") }\n` }),
    ],
    [
      'without unused variables',
      'dead_code_detection',
      'fails',
      shared(`${applied}options.errorprone { disable("UnusedVariable", "UnusedMethod") }\n`),
    ],
    [
      'without them, in a list of several lines',
      'dead_code_detection',
      'fails',
      shared(`${applied}options.errorprone {\n  disable(\n    "UnusedVariable",\n    "UnusedMethod",\n  )\n}\n`),
    ],
    [
      'without them, it still finds errors',
      'lint_config',
      'passes',
      shared(`${applied}options.errorprone { disable("UnusedVariable") }\n`),
    ],
    [
      'without another check',
      'dead_code_detection',
      'passes',
      shared(`${applied}options.errorprone { disable("StringSplitter") }\n`),
    ],
    [
      'without all checks but one',
      'dead_code_detection',
      'fails',
      shared(`${applied}options.errorprone.disableAllChecks = true\noptions.errorprone { error("NullAway") }\n`),
    ],
    [
      'without warnings',
      'dead_code_detection',
      'fails',
      shared(`${applied}options.errorprone.disableAllWarnings.set(true)\n`),
    ],
    [
      'without all checks but that of unused variables',
      'dead_code_detection',
      'passes',
      shared(`${applied}options.errorprone.disableAllChecks = true\noptions.errorprone { error("UnusedVariable") }\n`),
    ],
    [
      'that was silenced once',
      'dead_code_detection',
      'passes',
      shared(`${applied}// options.errorprone.disableAllChecks = true\n`),
    ],
    ['a formatter in a comment', 'formatter', 'fails', shared("// apply plugin: 'com.diffplug.spotless'\n")],
    ['a formatter', 'formatter', 'passes', shared("apply plugin: 'com.diffplug.spotless'\n")],
  ])
})

describe('commands of Hatch', () => {
  itJudges([
    ['a linter', 'build_cmd_doc', 'fails', { ...optim, ...readme('hatch run lint:style') }],
    ['types', 'build_cmd_doc', 'fails', { ...optim, ...readme('hatch run types:check') }],
    ['coverage', 'build_cmd_doc', 'fails', { ...optim, ...readme('hatch run cov') }],
    [
      'tests of a version',
      'build_cmd_doc',
      'fails',
      { ...optim, ...readme('hatch run +py=3.12 test:run', 'hatch run hatch-test:run') },
    ],
    ['tests by their runner', 'build_cmd_doc', 'fails', { ...optim, ...readme('hatch run pytest') }],
    ['pages', 'build_cmd_doc', 'fails', { ...optim, ...readme('hatch run docs:serve') }],
    ['a server', 'build_cmd_doc', 'passes', { ...optim, ...readme('hatch run serve') }],
    [
      'a script whose name holds such a word',
      'build_cmd_doc',
      'passes',
      { ...optim, ...readme('hatch run dev:latest') },
    ],
    ['a build', 'build_cmd_doc', 'passes', { ...optim, ...readme('hatch build') }],
    ['an environment', 'build_cmd_doc', 'passes', { ...optim, ...readme('hatch env create') }],
  ])
})

const composed = (compositions: Files, line = 'docker compose up'): Files => ({
  ...service(),
  ...readme(line),
  ...compositions,
})
const builds = (context: string) => `services:\n  web:\n    build: ${context}\n`
const pulled = 'services:\n  web:\n    image: example/mini\n'

describe('compositions', () => {
  itJudges([
    [
      'in one line',
      'single_command_setup',
      'passes',
      composed({ 'compose.yaml': 'services:\n  web: { build: ., ports: ["3000:3000"] }\n' }),
    ],
    [
      'in a file that is included',
      'single_command_setup',
      'passes',
      composed({ 'compose.yaml': 'include: [docker/app.yaml]\n', 'docker/app.yaml': builds('..') }),
    ],
    [
      'in a file that is included by its path',
      'single_command_setup',
      'passes',
      composed({ 'compose.yaml': 'include:\n  - path: docker/app.yaml\n', 'docker/app.yaml': builds('..') }),
    ],
    [
      'that include each other',
      'single_command_setup',
      'fails',
      composed({ 'compose.yaml': 'include: [a.yaml]\n', 'a.yaml': 'include: [compose.yaml]\n' }),
    ],
    [
      'of a database that is built here',
      'single_command_setup',
      'fails',
      composed({ 'compose.yaml': builds('./docker/postgres') }),
    ],
    [
      'of a named one with such a database',
      'single_command_setup',
      'fails',
      composed(
        { 'docker-compose.yml': pulled, 'docker-compose.dev.yml': builds('./docker/postgres') },
        'docker compose -f docker-compose.dev.yml up -d',
      ),
    ],
    [
      'of an image that runs the source',
      'single_command_setup',
      'passes',
      composed({ 'compose.yaml': 'services:\n  web:\n    build: ./docker/node\n    volumes:\n      - .:/app\n' }),
    ],
    ['of a folder of the program', 'single_command_setup', 'passes', composed({ 'compose.yaml': builds('./src') })],
    [
      'with a context of its own',
      'single_command_setup',
      'passes',
      composed({ 'compose.yaml': `services:\n  web:\n    build:\n      context: $\{ROOT:-.}\n      dockerfile: a\n` }),
    ],
    [
      'with what several services share',
      'single_command_setup',
      'passes',
      composed({ 'compose.yaml': 'x-web: &web\n  build: .\n\nservices:\n  web:\n    <<: *web\n' }),
    ],
    [
      'of somebody else',
      'single_command_setup',
      'fails',
      composed({ 'compose.yaml': builds('https://example.org/a.git') }),
    ],
    ['of users, who fetch it', 'single_command_setup', 'fails', composed({ 'deploy/docker-compose.yml': pulled })],
    ['that is nowhere', 'single_command_setup', 'fails', composed({})],
    ['in another folder', 'single_command_setup', 'passes', composed({ 'docker/docker-compose.yml': builds('..') })],
    ['for tests', 'single_command_setup', 'fails', composed({ 'tests/docker-compose.yml': builds('..') })],
  ])
})

const bot = (file: string): Files => ({
  'go.mod': 'module example.org/bot\n',
  'main.go': 'package main\n\nimport "net/http"\n\nfunc main() { http.ListenAndServe(":80", nil) }\n',
  'routes.go': `package main\n\n${file}`,
})

describe('what handles a ping', () => {
  itJudges([
    ['a bot', 'health_checks', 'fails', bot('func routes() { b.Handle("/ping", ping) }\n')],
    [
      'a bot by its library',
      'health_checks',
      'fails',
      bot('import tele "gopkg.in/telebot.v3"\n\nfunc routes() { r.Handle("/ping", ping) }\n'),
    ],
    [
      'a bot that is asked for its health',
      'health_checks',
      'passes',
      bot('import tele "gopkg.in/telebot.v3"\n\nfunc routes() { mux.Handle("/healthz", ok) }\n'),
    ],
    ['a router', 'health_checks', 'passes', bot('func routes() { s.router.Handle("/ping", ping) }\n')],
    ['the server of Go', 'health_checks', 'passes', bot('func routes() { http.Handle("/status", ping) }\n')],
  ])
})

const stored = (path: string): Files => ({
  ...service(['pg']),
  [path]: 'CREATE TABLE a (b int);\n',
})

describe('scripts of a database', () => {
  itJudges([
    ['for tests', 'database_schema', 'fails', stored('tests/db/scripts/setup.sql')],
    ['for examples', 'database_schema', 'fails', stored('examples/shop/sql/scripts/setup.sql')],
    ['of the program', 'database_schema', 'passes', stored('core/db/scripts/setup.sql')],
    ['of the whole', 'database_schema', 'passes', stored('scripts/setup.sql')],
  ])
})

const updated = (script: string): Files => ({
  ...library,
  ...ci('python scripts/update_changelog.py'),
  'scripts/update_changelog.py': script,
  'CHANGELOG.md': '# Changes\n',
})

describe('what updates a changelog', () => {
  itJudges([
    [
      'a script that moves a heading',
      'release_notes_automation',
      'fails',
      updated('# see git log\ntext.replace("## Unreleased", "## 1.0")\n'),
    ],
    [
      'a script that reads commits',
      'release_notes_automation',
      'passes',
      updated('subprocess.check_output(["git", "log", "--oneline"])\n'),
    ],
    [
      'a script that asks the host',
      'release_notes_automation',
      'passes',
      updated('requests.get("https://api.github.com/repos/a/b/pulls")\n'),
    ],
    [
      'a condition of that name',
      'release_notes_automation',
      'fails',
      { ...library, ...ci('test "$update_changelog" = false') },
    ],
    [
      'a tool that lists commits',
      'release_notes_automation',
      'passes',
      {
        ...library,
        'package.json': npm([], { exports: './src/main.ts', devDependencies: { '@studio/changes': '3' } }),
      },
    ],
    [
      'an action',
      'release_notes_automation',
      'passes',
      {
        ...library,
        '.github/workflows/a.yml':
          'on: push\njobs:\n  a:\n    uses: a/.github/.github/workflows/update-changelog.yml@v1\n',
      },
    ],
  ])
})

const python = (test: string): Files => ({
  ...optim,
  'tests/test_a.py': 'def test_a(): pass\n',
  'pyproject.toml': `${optim['pyproject.toml']}\n[tool.poe.tasks]\ntest = "${test}"\n`,
})

/** A library whose tests name their runner in a file that the project imports. */
const dotnet = (test: string): Files => ({
  'src/A/A.csproj':
    '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><PackageId>A</PackageId></PropertyGroup></Project>\n',
  'src/A/A.cs': 'class A {}\n',
  'build/test.props': '<Project><ItemGroup><PackageReference Include="xunit" /></ItemGroup></Project>\n',
  'test/A.Tests/A.Tests.csproj':
    '<Project Sdk="Microsoft.NET.Sdk"><Import Project="../../build/test.props" /><ItemGroup><ProjectReference Include="../../src/A/A.csproj" /></ItemGroup></Project>\n',
  'test/A.Tests/ParseTests.cs': `public class ParseTests {\n  ${test}\n  public void A(int a) {}\n}\n`,
})

describe('tests side by side', () => {
  itJudges([
    ['after another program', 'test_isolation', 'passes', python('python -m compileall -q src && pytest -n auto')],
    ['through another program', 'test_isolation', 'passes', python('python -m poetry run pytest -n auto')],
    ['below another program', 'test_isolation', 'passes', python('python -m coverage run -m pytest -n 4')],
    ['as a program', 'test_isolation', 'passes', python('python -m pytest -n 4')],
    ['a number for another program', 'test_isolation', 'fails', python('python -Im argon2 -n 1 && pytest')],
    ['theories with data of a member', 'test_isolation', 'passes', dotnet('[Theory]\n  [MemberData(nameof(Cases))]')],
    ['theories with data of a class', 'test_isolation', 'passes', dotnet('[Theory, ClassData(typeof(Cases))]')],
    ['theories of NUnit', 'test_isolation', 'fails', dotnet('[Theory]\n  [TestCaseSource(nameof(Cases))]')],
  ])
})

const released = (command: string): Files => ({
  ...library,
  'package.json': npm([], { exports: './src/main.ts' }),
  ...ci(command),
})

describe('what is published', () => {
  itJudges([
    [
      'for this machine alone',
      'release_automation',
      'fails',
      released('./gradlew publishMavenPublicationToMavenLocal'),
    ],
    ['by no option', 'release_automation', 'fails', released('./gradlew :samples:check --no-publish-scan')],
    ['for others', 'release_automation', 'passes', released('./gradlew publishMavenPublicationToSonatypeRepository')],
    [
      'for both',
      'release_automation',
      'passes',
      released('./gradlew publishToMavenLocal publishAllPublicationsToCentral'),
    ],
  ])
})

const maven = (build: string): Files => ({
  'pom.xml': `<project><artifactId>a</artifactId><build><plugins>${build}</plugins></build></project>\n`,
  'src/main/java/A.java': 'class A {}\n',
})

describe('versions of Maven', () => {
  itJudges([
    [
      'a range after what a plug-in needs',
      'deps_pinned',
      'fails',
      maven(
        '<plugin><dependencies><dependency><version>1</version></dependency></dependencies><version>[1,2)</version></plugin>',
      ),
    ],
    [
      'a range of something else',
      'deps_pinned',
      'passes',
      maven('<plugin><version>1</version></plugin><other><version>[1,2)</version></other>'),
    ],
  ])
})
