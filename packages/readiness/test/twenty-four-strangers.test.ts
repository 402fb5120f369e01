import { describe, expect, it } from 'vitest'
import { copiedPackages, withoutCopies } from '../src/applications/copied-packages.ts'
import { findApplications } from '../src/applications/find-applications.ts'
import { judge } from '../src/judge.ts'
import { itJudges } from './meaning/it-judges.ts'
import { ci, type Files, json, library, npm, repositoryOf, service } from './mini.ts'

const kindsOf = (files: Files) => findApplications(repositoryOf({ files })).map(({ name, kind }) => `${name} ${kind}`)

const stored = service(['pg'])

/** A library of Java, built by Gradle. */
const gradle: Files = {
  'settings.gradle': "include 'lib'\n",
  'lib/build.gradle': "plugins {\n  id 'java-library'\n}\n",
  'lib/src/main/java/Lib.java': 'class Lib {}\n',
  'lib/src/test/java/LibTest.java': 'class LibTest { @Test void works() {} }\n',
}

const php: Files = {
  'composer.json': json({ name: 'mini/site', type: 'project' }),
  'index.php': '<?php\n',
  'src/Site.php': '<?php\nclass Site {}\n',
}

const python: Files = {
  'pyproject.toml': '[project]\nname = "mini"\n',
  'mini/__init__.py': 'x = 1\n',
}

const rust: Files = {
  'Cargo.toml': '[package]\nname = "mini"\nversion = "1.0.0"\n',
  'src/lib.rs': 'pub fn a() {}\n',
}

const ciOf = (command: string): Files => ({
  '.github/workflows/ci.yml': `on: push\njobs:\n  a:\n    steps:\n      - run: ${command}\n`,
})

/** A module of Go with one command, and a package for other programs that listens. */
const go = (main: string): Files => ({
  'go.mod': 'module example.org/mini\n\ngo 1.24\n',
  'README.md': '# Mini\n\nBuilds windows from pages.\n',
  'cmd/mini/main.go': `package main\n\n${main}func main() {}\n`,
  'web/server.go': 'package web\n\nimport "net/http"\n\nfunc Serve() { http.ListenAndServe(":80", nil) }\n',
})

describe('applications of twenty-four strangers', () => {
  it.each<readonly [lesson: string, files: Files, found: readonly string[]]>([
    [
      'a module that only the tests of others need',
      {
        ...gradle,
        'testlib/build.gradle': "plugins {\n  id 'java-library'\n}\n",
        'testlib/src/main/java/Harness.java': 'class Harness {}\n',
      },
      ['lib library'],
    ],
    [
      'samples among the resources of a program',
      {
        'settings.gradle': "include 'lib'\n",
        'lib/build.gradle': "plugins {\n  id 'application'\n}\n",
        'lib/src/main/java/Main.java': 'class Main { public static void main(String[] a) {} }\n',
        'lib/src/main/resources/go/sample.go':
          'package main\n\nimport "net/http"\n\nfunc main() { http.ListenAndServe(":80", nil) }\n',
      },
      ['lib tool'],
    ],
    [
      'a server that is called after tests',
      {
        'pom.xml': '<project><modules><module>mini-test-web</module></modules></project>',
        'mini-test-web/pom.xml':
          '<project><artifactId>mini-test-web</artifactId><dependencies><dependency><artifactId>spring-boot-starter-web</artifactId></dependency></dependencies></project>',
        'mini-test-web/src/main/java/W.java':
          '@SpringBootApplication\nclass W { public static void main(String[] a) {} }\n',
      },
      ['mini-test-web library'],
    ],
    ['what listens, and a command that does not use it', go(''), ['. tool']],
    [
      'what listens, and a command that does',
      go('import "example.org/mini/web"\n\nvar _ = web.Serve\n\n'),
      ['. service'],
    ],
    [
      'the same below a folder, in the package at its top',
      {
        'backend/go.mod': 'module example.org/shop\n\ngo 1.24\n',
        'backend/server.go': 'package shop\n\nimport "net/http"\n\nfunc Run() { http.ListenAndServe(":80", nil) }\n',
        'backend/cmd/shopd/main.go':
          '/*\nHere is one\ntype of order.\n*/\npackage main\n\nimport "example.org/shop"\n\nfunc main() { shop.Run() }\n',
      },
      ['backend service'],
    ],
    [
      'what another command uses',
      {
        ...go(''),
        'cmd/minid/main.go': 'package main\n\nimport "example.org/mini/web"\n\nfunc main() { web.Serve() }\n',
      },
      ['. service'],
    ],
    [
      'a program that is called after a wizard',
      {
        'go.mod': 'module example.org/taxwizard\n\ngo 1.24\n',
        'cmd/taxwizard/main.go':
          'package main\n\nimport "net/http"\n\nfunc main() { http.ListenAndServe(":80", nil) }\n',
      },
      ['. service'],
    ],
    [
      'a service for results of tests',
      {
        'services/test_results/package.json': npm(['fastify']),
        'services/test_results/main.js': 'listen()\n',
        'services/test_results/Dockerfile': 'FROM node\nEXPOSE 80\n',
      },
      ['services/test_results service'],
    ],
    [
      'a wizard that shows its pages to whoever started it',
      {
        ...go('import "example.org/mini/setupwizard"\n\nvar _ = setupwizard.Serve\n\n'),
        'setupwizard/wizard.go':
          'package setupwizard\n\nimport "net/http"\n\nfunc Serve() { http.ListenAndServe(":80", nil) }\n',
      },
      ['. tool'],
    ],
    [
      'a file that its program writes for its users',
      {
        ...go(''),
        'internal/build_assets/Dockerfile': 'FROM scratch\nEXPOSE 80\n',
      },
      ['. tool'],
    ],
    [
      'what answers those who look for a fault',
      {
        ...rust,
        'src/main.rs': 'fn main() {}\n',
        'src/inspector_server.rs': 'fn serve() { std::net::TcpListener::bind("a"); }\n',
      },
      ['. tool'],
    ],
    [
      'code that shows how a library is used',
      {
        'src/Mini/Mini.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>',
        'src/Mini/Mini.cs': 'class Mini {}\n',
        'src/DocumentationExamples/DocumentationExamples.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>',
        'src/DocumentationExamples/Shown.cs': 'class Shown {}\n',
      },
      ['src/Mini library'],
    ],
  ])('%s', (_, files, found) => {
    expect(kindsOf(files)).toEqual(found)
  })

  it.each<readonly [lesson: string, files: Files, leftOut: readonly string[]]>([
    ['code of others', { 'src/main.c': '', 'deps/lua/lua.c': '' }, ['/deps/']],
    ['parts that a build of Clojure takes from there', { 'deps.edn': '{:local/root "deps/db"}' }, []],
    ['a repository that is nothing else', { 'deps/a/src/a.erl': '', 'deps/b/src/b.erl': '', Makefile: '' }, []],
    ['what is more than the source of a program', { 'main.c': '', 'deps/b.c': '', 'deps/c.c': '' }, ['/deps/']],
    ['a name in capitals', { 'main.c': '', 'Deps/b.c': '' }, ['/deps/']],
    ['no such folder', { 'main.c': '' }, []],
  ])('a folder of dependencies: %s', (_, files, leftOut) => {
    expect(copiedPackages(repositoryOf({ files }))).toEqual(leftOut)
  })
})

it('looks for compiled files in what others wrote, too, and follows links to it', () => {
  const files = {
    ...library,
    'deps/lua/README.md': '# Lua\n',
    'deps/lua/liblua.so': new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 0]),
    'AGENTS.md': `# Instructions\n\nSee [our patches](deps/lua/README.md).\n\n${'Keep it simple.\n'.repeat(20)}`,
  }
  const { report, applications } = judge(withoutCopies(repositoryOf({ files })))
  expect(applications.map(({ name }) => name)).toEqual(['.'])
  expect(report.binary_artifacts).toMatchObject({ numerator: 0 })
  expect(report.agents_md_current).toMatchObject({ numerator: 1 })
})

it('says where it looked for compiled files', () => {
  const { report } = judge(repositoryOf({ files: { ...library, 'src/a.ts': '', '.gitignore': 'dist\n' } }))
  expect(report.binary_artifacts?.rationale).toBe(
    'No compiled file is tracked, as the host would show them, neither below src/ nor elsewhere; .gitignore:1 says what git leaves out.',
  )
})

describe('verdicts on twenty-four strangers', () => {
  itJudges([
    [
      'values that are stored encrypted',
      'pii_handling',
      'passes',
      { ...stored, 'src/secrets.ts': 'export const a = crypto.createCipheriv("aes-256-gcm", key, nonce)\n' },
    ],
    ['values that are stored as they are', 'pii_handling', 'fails', stored],
    [
      'what is encrypted without a database',
      'pii_handling',
      'absent',
      { ...service(), 'src/cookies.ts': 'export const a = crypto.createCipheriv("aes-256-gcm", key, nonce)\n' },
    ],
    [
      'a cookie that is sealed',
      'pii_handling',
      'fails',
      { ...stored, 'src/session-cookie.ts': 'export const a = crypto.createCipheriv("aes-256-gcm", key, nonce)\n' },
    ],
    [
      'a page of AsciiDoc about personal data',
      'pii_handling',
      'passes',
      { ...stored, 'docs/data.adoc': '= Personal data that is collected\n\nNames.\n' },
    ],
    [
      'a database that PHP itself can reach',
      'database_schema',
      'passes',
      { ...php, 'src/Setup.php': "<?php\n$db->query('CREATE TABLE faq (id INT)');\n" },
    ],
    ['no database of PHP', 'database_schema', 'absent', php],
    [
      'a catalogue of Yarn',
      'version_drift_detection',
      'passes',
      {
        'package.json': json({ name: 'all', private: true, workspaces: ['a', 'b'] }),
        '.yarnrc.yml': 'catalog:\n  react: 19.0.0\n',
        'a/package.json': npm([], { name: 'a', exports: './a.js' }),
        'a/a.js': '',
        'b/package.json': npm([], { name: 'b', exports: './b.js' }),
        'b/b.js': '',
      },
    ],
    [
      'a limit of PHP_CodeSniffer',
      'cyclomatic_complexity',
      'passes',
      { ...php, 'phpcs.xml': '<ruleset><rule ref="Generic.Metrics.CyclomaticComplexity"></rule></ruleset>\n' },
    ],
    [
      'a limit of Mago',
      'cyclomatic_complexity',
      'passes',
      { ...php, 'mago.toml': '[linter.rules]\ncyclomatic-complexity = { threshold = 15 }\n' },
    ],
    [
      'a limit of Mago that is off',
      'cyclomatic_complexity',
      'fails',
      { ...php, 'mago.toml': '[linter.rules]\ncyclomatic-complexity = { enabled = false }\n' },
    ],
    [
      'retries in a script that modules of Gradle apply',
      'flaky_test_detection',
      'passes',
      {
        ...gradle,
        ...ci(),
        'gradle/tests.gradle': 'develocity {\n  testRetry {\n    maxRetries = 2\n  }\n}\n',
      },
    ],
    [
      'forks in a script that modules of Gradle apply',
      'test_isolation',
      'passes',
      { ...gradle, 'gradle/tests.gradle': 'maxParallelForks = 4\n' },
    ],
    [
      'recipes that remove unused code',
      'dead_code_detection',
      'passes',
      {
        ...gradle,
        'rewrite.yml': 'recipeList:\n  - org.openrewrite.staticanalysis.RemoveUnusedPrivateMethods\n',
      },
    ],
    [
      'checks of the compiler in a build that modules share',
      'dead_code_detection',
      'passes',
      { ...gradle, 'build-logic/src/main/kotlin/checks.gradle.kts': 'error(\n  "UnusedVariable",\n)\n' },
    ],
    [
      'a check of the compiler that is off',
      'dead_code_detection',
      'fails',
      { ...gradle, 'gradle/java.gradle': 'options.errorprone.disable("UnusedVariable")\ncheck("UnusedMethod", OFF)\n' },
    ],
    [
      'a command that Nox gets word by word',
      'formatter',
      'passes',
      {
        ...rust,
        'noxfile.py':
          'import nox\n\n\n@nox.session\ndef rust(session):\n    session.run(\n        "cargo",\n        "fmt",\n        "--check",\n    )\n',
        '.github/workflows/ci.yml': 'on: push\njobs:\n  a:\n    steps:\n      - run: nox -s rust\n',
      },
    ],
    [
      'keys among vectors for tests',
      'secrets_management',
      'passes',
      {
        ...python,
        'vectors/cryptography_vectors/dh.pem': '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
      },
    ],
    [
      'keys of a program about vectors',
      'secrets_management',
      'fails',
      { ...python, 'mini/vectors/dh.pem': '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n' },
    ],
    [
      'keys elsewhere',
      'secrets_management',
      'fails',
      { ...python, 'mini/dh.pem': '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n' },
    ],
    [
      'packages of Composer in a folder of another name',
      'gitignore_comprehensive',
      'passes',
      {
        ...php,
        'composer.json': json({ name: 'mini/site', type: 'project', config: { 'vendor-dir': 'site/libs' } }),
        '.gitignore': 'site/libs\n.idea\n',
      },
    ],
    [
      'packages of Composer outside of the repository',
      'gitignore_comprehensive',
      'fails',
      {
        ...php,
        'composer.json': json({ name: 'mini/site', type: 'project', config: { 'vendor-dir': '../libs' } }),
        '.gitignore': '.idea\n',
      },
    ],
    [
      'packages of Composer in a folder that is named from here',
      'gitignore_comprehensive',
      'passes',
      {
        ...php,
        'composer.json': json({ name: 'mini/site', type: 'project', config: { 'vendor-dir': './packages' } }),
        '.gitignore': '/packages/\n.idea\n',
      },
    ],
    [
      'variables of tests alone are ignored',
      'gitignore_comprehensive',
      'fails',
      { ...service(['dotenv']), 'e2e/a.ts': '', '.gitignore': 'node_modules/\n.DS_Store\n/e2e/.env\n' },
    ],
    [
      'what somebody owes',
      'tech_debt_tracking',
      'fails',
      { ...library, 'docs/debt-accounts.md': 'Loans and their accounts.\n'.repeat(20) },
    ],
    [
      'a plan to pay back debt',
      'tech_debt_tracking',
      'passes',
      {
        ...library,
        'STATIC_ANALYSIS_DEBT_REDUCTION.md': `# How the debt is paid back\n\n${'First the old modules, then the others.\n'.repeat(9)}`,
      },
    ],
    [
      'notes that are made from a milestone',
      'release_notes_automation',
      'passes',
      { ...library, ...ci('dotnet-gitreleasemanager create -m v1') },
    ],
    [
      'a script that fails below a share',
      'test_coverage_thresholds',
      'passes',
      { ...php, 'tests/SiteTest.php': '<?php\n', ...ci('php scripts/check-coverage.php clover.xml 50') },
    ],
    [
      'a script that uploads what was covered',
      'test_coverage_thresholds',
      'fails',
      { ...php, 'tests/SiteTest.php': '<?php\n', ...ci('php scripts/check-coverage.php --upload node22/clover.xml') },
    ],
    [
      'code that looks like a command',
      'build_cmd_doc',
      'fails',
      { ...library, 'AGENTS.md': '```go\nall := make([]T, 0)\n```\n\nUse `make([]T, 0)` for lists.\n' },
    ],
    [
      'a package that is installed to report tests',
      'unit_tests_runnable',
      'fails',
      { ...python, 'tests/test_a.py': 'def test_a(): pass\n', ...ciOf('pip install pytest-reportlog tabulate') },
    ],
    [
      'a dashboard among the pages',
      'deployment_observability',
      'passes',
      { ...service(), ...ci(), 'docs/mini-grafana.json': '{"panels": []}\n' },
    ],
    [
      'a folder that is called after the cluster',
      'rollback_automation',
      'fails',
      { ...service(), 'kubernetes-deploy/01-deployment.yaml': 'kind: Deployment\n' },
    ],
    [
      'a site of Zola beside the program',
      'automated_doc_generation',
      'passes',
      { ...rust, 'docs-site/config.toml': 'base_url = "https://example.org"\ncompile_sass = true\n' },
    ],
    [
      'a flag that an option explains',
      'feature_flag_infrastructure',
      'passes',
      { ...service(), 'src/options.ts': 'option("hydrate", "Feature flag to enable the hydrator")\n' },
    ],
    [
      'a page about flags that the code calls otherwise',
      'feature_flag_infrastructure',
      'passes',
      { ...service(), 'docs/dev/feature-flags/README.md': '# Feature flags\n' },
    ],
    [
      'machines on which tests run',
      'rollback_automation',
      'absent',
      { ...service(), 'deps/mini_ct_helpers/tools/terraform/vms/main.tf': 'provider "aws" {}\n' },
    ],
    [
      'a sentence about flags',
      'feature_flag_infrastructure',
      'fails',
      { ...service(), 'src/help.ts': 'say("Feature flags are explained elsewhere")\n' },
    ],
    [
      'a bit of a number',
      'feature_flag_infrastructure',
      'fails',
      { ...service(), 'src/bits.ts': 'export const SORTED_FEATURE_FLAG = 1 << 2\n' },
    ],
    [
      'a field of somebody else',
      'feature_flag_infrastructure',
      'fails',
      { ...service(), 'src/fields.ts': "export const fields = 'title,featureFlag,level'\n" },
    ],
    [
      'a bit that is compared',
      'feature_flag_infrastructure',
      'fails',
      { ...service(), 'src/bits.ts': 'export const isSorted = (flags & SORTED_FEATURE_FLAG) !== 0\n' },
    ],
    [
      'a filter for somebody else',
      'feature_flag_infrastructure',
      'fails',
      { ...service(), 'src/fields.ts': 'export const filter = `featureFlag:=true`\n' },
    ],
    [
      'what a device can do, in C',
      'feature_flag_infrastructure',
      'fails',
      {
        'src/Makefile': 'INSTALL_BIN=$(PREFIX)/bin\n',
        'src/server.c': 'int fd = accept(s, 0, 0);\nhints.ai_family = AF_INET;\nint format_feature_flags(void);\n',
      },
    ],
    [
      'a log whose entries are masked',
      'log_scrubbing',
      'passes',
      { ...service(), 'src/audit-log/logger.ts': 'entry = this.mask(auditLog)\n' },
    ],
    [
      'keys whose values are kept out of a log',
      'log_scrubbing',
      'passes',
      { ...service(), 'src/log-service.ts': "const SENSITIVE_KEYS = ['password']\n" },
    ],
    [
      'a tool for databases of others',
      'local_services_setup',
      'absent',
      {
        'go.mod': 'module example.org/mini\n\ngo 1.24\n\nrequire github.com/lib/pq v1.0.0\n',
        'main.go': 'package main\n\nfunc main() {}\n',
      },
    ],
    [
      'a program that makes a library for databases',
      'local_services_setup',
      'absent',
      {
        'orm/package.json': npm([], { name: 'drizzle-orm', private: false, exports: './index.js' }),
        'orm/index.js': '',
        'kit/package.json': npm(['pg', 'drizzle-orm'], { name: 'kit', private: false, bin: './cli.js' }),
        'kit/cli.js': '',
        'compose.yaml': 'services:\n  db:\n    image: postgres\n',
      },
    ],
    [
      'an application for devices and browsers',
      'heavy_dependency_detection',
      'fails',
      {
        'package.json': npm(['react-native', 'react-native-web', 'react-dom', 'expo']),
        'src/App.tsx': 'export const App = () => null\n',
      },
    ],
    [
      'an application for devices',
      'heavy_dependency_detection',
      'absent',
      { 'package.json': npm(['react-native', 'expo']), 'src/App.tsx': 'export const App = () => null\n' },
    ],
    [
      'metrics by a library of the router',
      'metrics_collection',
      'passes',
      {
        'go.mod': 'module example.org/mini\n\ngo 1.24\n\nrequire github.com/labstack/echo/v4 v4.0.0\n',
        'main.go':
          'package main\n\nimport "github.com/labstack/echo-contrib/echoprometheus"\n\nfunc main() { http.ListenAndServe(":80", nil) }\n',
        Dockerfile: 'FROM scratch\nEXPOSE 80\nCMD ["/mini"]\n',
      },
    ],
    [
      'a queue that the code needs',
      'local_services_setup',
      'fails',
      {
        'go.mod': 'module example.org/mini\n\ngo 1.24\n\nrequire github.com/apache/pulsar-client-go v0.19.0\n',
        'main.go': 'package main\n\nfunc main() { http.ListenAndServe(":80", nil) }\n',
        Dockerfile: 'FROM scratch\nEXPOSE 80\nCMD ["/mini"]\n',
      },
    ],
    [
      'variables that reStructuredText marks',
      'env_template',
      'passes',
      {
        ...service(),
        'docs/glossary.rst': '.. envvar:: MINI_A\n\n.. envvar:: MINI_B\n\n.. envvar:: MINI_C\n',
      },
    ],
    [
      'variables of an option, in two backticks',
      'env_template',
      'passes',
      {
        ...service(),
        'docs/configure.rst': ['A', 'B', 'C']
          .map((name) => `- **Environment variable:** \`\`MINI_${name}\`\`\n`)
          .join(''),
      },
    ],
    [
      'variables of a release',
      'env_template',
      'fails',
      {
        ...service(),
        'docs/release/automation.md': '- `SIGN_KEY`: a\n- `SIGN_USER`: b\n- `SIGN_HOST`: c\n',
      },
    ],
    [
      'variables of the program, on a page for a release',
      'env_template',
      'passes',
      {
        ...service(),
        'docs/release/configuration.md': '- `MINI_A`: a\n- `MINI_B`: b\n- `MINI_C`: c\n',
      },
    ],
    [
      'a product that is called after those who are woken up',
      'runbooks_documented',
      'fails',
      { ...service(), 'docs/outputs/grafana.md': '# Grafana OnCall\n' },
    ],
    [
      'a plug-in that describes the API',
      'api_schema_docs',
      'passes',
      {
        'build.gradle':
          'plugins {\n  id "io.swagger.core.v3.swagger-gradle-plugin" version "2"\n}\ndependencies {\n  implementation "org.springframework.boot:spring-boot-starter-web:3"\n}\n',
        'src/main/java/A.java': '@SpringBootApplication\nclass A { public static void main(String[] a) {} }\n',
      },
    ],
    [
      'a workflow that brings pages to browsers',
      'rollback_automation',
      'fails',
      {
        'App/App.csproj': '<Project Sdk="Microsoft.NET.Sdk.BlazorWebAssembly"></Project>',
        'App/Program.cs': 'class Program { static void Main() {} }\n',
        'App/Pages/Index.razor': '<h1>Hi</h1>\n',
        '.github/workflows/deploy.yml': 'on: push\njobs:\n  a:\n    steps:\n      - run: dotnet publish\n',
      },
    ],
    [
      'a workflow that brings a program for desktops and phones to its users',
      'rollback_automation',
      'absent',
      {
        'game.Desktop/game.Desktop.csproj':
          '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>WinExe</OutputType></PropertyGroup></Project>',
        'game.Desktop/Program.cs': 'class Program { static void Main() {} }\n',
        'game.Android/game.Android.csproj':
          '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net8.0-android</TargetFramework></PropertyGroup></Project>',
        'game.Android/Main.cs': 'class Main {}\n',
        '.github/workflows/deploy.yml': 'on: push\njobs:\n  a:\n    steps:\n      - run: dotnet publish\n',
      },
    ],
  ])
})
