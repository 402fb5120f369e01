import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { judge } from '../src/judge.ts'
import { itJudges } from './meaning/it-judges.ts'
import { ci, type Files, json, npm, repositoryOf, service, tested } from './mini.ts'

const kindsOf = (files: Files) => findApplications(repositoryOf({ files })).map(({ name, kind }) => `${name} ${kind}`)

const swift = (delegate: string): Files => ({
  'Package.swift': 'let package = Package(name: "mini")\n',
  'Sources/Mini/App.swift': `class AppDelegate: NSObject,\n    ${delegate} {}\n`,
})
const c = (readme: string, more: Files): Files => ({
  'CMakeLists.txt': 'project(mini)\n',
  'README.md': `# mini - ${readme}\n`,
  'src/main.c': 'int main(void) { return 0; }\n',
  ...more,
})
const window = { 'src/window.c': 'void open(void) { glfwCreateWindow(640, 480, "mini", 0, 0); }\n' }
const entry = (more = '') => ({ 'dist/mini.desktop': `[Desktop Entry]\nType=Application\nName=Mini\n${more}` })
const rust = (more: Files = {}): Files => ({
  'Cargo.toml': '[workspace]\nmembers = ["cli", "pages"]\n',
  'cli/Cargo.toml': '[package]\nname = "mini"\n',
  'cli/src/main.rs': 'fn main() {}\n',
  'pages/Cargo.toml': '[package]\nname = "pages"\n[dependencies]\naxum = "0.8"\n',
  'pages/src/lib.rs': 'pub async fn serve() { axum::serve(listener, app).await }\n',
  'pages/Dockerfile': 'FROM scratch\nEXPOSE 80\nCMD ["pages"]\n',
  ...more,
})
const csharp = (name: string, references: readonly string[], more = '') =>
  `<Project Sdk="Microsoft.NET.Sdk${more}"><ItemGroup>${references
    .map((each) => `<ProjectReference Include="..\\${each}\\${each}.csproj" />`)
    .join('')}</ItemGroup><PropertyGroup><PackageId>${name}</PackageId></PropertyGroup></Project>`

describe('applications of well-known projects', () => {
  it.each<readonly [lesson: string, files: Files, found: readonly string[]]>([
    [
      'modules of Gradle have build files that are called after them',
      {
        'settings.gradle': "include ':mini-core'\n",
        'build.gradle': "plugins { id 'base' }\n",
        'core/mini-core.gradle': "apply plugin: 'java-library'\n",
        'core/src/main/java/A.java': 'class A {}\n',
        'web/web.gradle.kts': 'dependencies { api(project(":mini-core")) }\n',
        'web/src/main/java/B.java': 'class B {}\n',
        'gradle/tests.gradle': 'test {}\n',
      },
      ['core library', 'web library'],
    ],
    [
      'packages of Deno are packages',
      {
        'deno.json': json({ workspace: ['./packages/*'], imports: {} }),
        'packages/core/deno.json': json({ name: '@mini/core', version: '1.0.0', exports: './mod.ts' }),
        'packages/core/mod.ts': 'Deno.serve(handler)\n',
      },
      ['packages/core library'],
    ],
    [
      'settings of Deno beside a manifest of npm are settings',
      {
        'package.json': npm([], { exports: './a.ts' }),
        'a.ts': 'export {}\n',
        'deno.json': json({ exports: './a.ts' }),
      },
      ['. library'],
    ],
    [
      'an application of Android names itself',
      {
        'settings.gradle.kts': 'include(":app", ":core")\n',
        'app/build.gradle.kts':
          'plugins { id(House.App.android) }\nandroid {\n  defaultConfig {\n    applicationId = "a.b"\n  }\n}\ndependencies { implementation(projects.core) }\n',
        'app/src/main/kotlin/A.kt': 'class A\n',
        'core/build.gradle.kts': 'plugins { id(House.Library.android) }\n',
        'core/src/main/kotlin/B.kt': 'class B\n',
      },
      ['app frontend'],
    ],
    ['a crate without a program is no service, though an image is beside it', rust(), ['cli tool', 'pages library']],
    ['a terminal with a window is opened', c('the fast, GPU based terminal', window), ['. frontend']],
    ['a library that opens windows is not', c('a library for windows and input', window), ['. library']],
    ['an editor that the desktop lists is opened', c('an editor for pictures', entry()), ['. frontend']],
    ['one for the terminal is typed', c('an editor for the terminal', entry('Terminal=true\n')), ['. tool']],
    ['a delegate may stand on a further line', swift('NSApplicationDelegate'), ['. frontend']],
    [
      'what a web server enters is a service, though it calls itself a tool',
      {
        'composer.json': json({ name: 'mini/mini', type: 'project', description: 'A tool for analytics' }),
        'index.php': '<?php run();\n',
        'core/Run.php': '<?php\n',
        'package.json': npm(['vue']),
      },
      ['. service'],
    ],
    [
      'a part of a site of PHP is installed into it',
      {
        'composer.json': json({ name: 'mini/mini', type: 'project', require: { 'mini/core': '*' } }),
        'index.php': '<?php run();\n',
        'core/composer.json': json({ name: 'mini/core', type: 'mini-core', bin: ['scripts/run'] }),
        'core/Run.php': '<?php\n',
      },
      ['. service', 'core library'],
    ],
    [
      'what npm brings and nothing imports is started',
      {
        'package.json': npm(['express'], {
          private: undefined,
          files: ['core'],
          keywords: ['blog'],
          scripts: { dev: 'nodemon index.js' },
        }),
        'index.js': 'app.listen(80)\n',
      },
      ['. service'],
    ],
    [
      'pages that stand in for a server make none',
      {
        'package.json': json({
          name: 'ui',
          private: true,
          scripts: { start: 'ember server' },
          devDependencies: { 'ember-source': '6' },
        }),
        'app/app.js': 'export default class App {}\n',
        'mirage/config.js': 'import { createServer } from "miragejs"\nexport default () => createServer({})\n',
        'lib/core/package.json': json({ name: 'core', keywords: ['ember-addon'], dependencies: { autosize: '*' } }),
        'lib/core/index.js': 'module.exports = {}\n',
      },
      ['. frontend'],
    ],
    [
      'an entry of a package is a part of it',
      {
        'packages/mini/package.json': json({ name: 'mini', exports: './a.js' }),
        'packages/mini/a.js': 'export {}\n',
        'packages/mini/web/package.json': json({ name: 'mini/web', main: './b.js', exports: './b.js' }),
        'packages/mini/web/b.js': 'export {}\n',
      },
      ['packages/mini library'],
    ],
    [
      'a copy of a project in C is built into the program',
      {
        ...c('a server for coins', {}),
        'src/leveldb/CMakeLists.txt': 'project(leveldb)\n',
        'src/leveldb/db.cc': 'int open() { return 0; }\n',
        'src/leveldb/LICENSE': 'BSD\n',
      },
      ['. service'],
    ],
    [
      'measurements and trials are none',
      {
        'pom.xml': '<project><packaging>pom</packaging><modules><module>core</module></modules></project>',
        'core/pom.xml': '<project><artifactId>core</artifactId></project>',
        'core/src/main/java/A.java': 'class A {}\n',
        'microbench/pom.xml': '<project><artifactId>microbench</artifactId></project>',
        'microbench/src/main/java/B.java': 'class B { public static void main(String[] a) { new JFrame(); } }\n',
        'its/one/pom.xml': '<project><artifactId>one</artifactId></project>',
        'its/one/src/main/java/C.java': 'class C {}\n',
      },
      ['core library'],
    ],
    [
      'a tool that listens to sign in stays a tool',
      {
        'go.mod': 'module mini\n',
        'cmd/mini/main.go': 'package main\n\nfunc main() {}\n',
        'cmd/mini/login.go': 'package main\n\nvar s = http.Server{Addr: ":9000"}\n',
      },
      ['. tool'],
    ],
    [
      'a system for versions is a tool',
      {
        Makefile: 'all:\n\tcc main.c\n',
        'main.c': 'int main(void) { return accept(s, 0, 0) + AF_INET; }\n',
        'README.md': 'Mini - fast, scalable, distributed revision control system\n====\n',
      },
      ['. tool'],
    ],
  ])('%s', (_, files, found) => {
    expect(kindsOf(files)).toEqual(found)
  })
})

describe('what only looks like them', () => {
  it.each<readonly [lesson: string, files: Files, found: readonly string[]]>([
    [
      'packages of a scope are no entries of its root',
      {
        'package.json': json({ name: '@acme', private: true, workspaces: ['apps/*'] }),
        'apps/api/package.json': npm(['fastify'], { name: '@acme/api', scripts: { start: 'node a.js' } }),
        'apps/api/a.js': 'listen()\n',
        'apps/web/package.json': npm(['react-dom'], { name: '@acme/web' }),
        'apps/web/a.jsx': 'export {}\n',
      },
      ['apps/api service', 'apps/web frontend'],
    ],
    [
      'a program of Deno that exports itself is started',
      {
        'deno.json': json({ name: '@a/b', exports: './main.ts', tasks: { serve: 'deno run main.ts' }, imports: {} }),
        'main.ts': 'Deno.serve(handler)\n',
        Dockerfile: 'FROM denoland/deno\nEXPOSE 80\nCMD ["serve"]\n',
      },
      ['. service'],
    ],
    [
      'functions of Supabase belong to the application above',
      {
        'package.json': npm(['react-dom']),
        'src/app.jsx': 'export {}\n',
        'supabase/functions/hello/deno.json': json({ imports: { a: 'npm:a' } }),
        'supabase/functions/hello/index.ts': 'Deno.serve(handler)\n',
      },
      ['. frontend'],
    ],
    [
      'programs of one repository in C are no copies',
      {
        'CMakeLists.txt': 'cmake_minimum_required(VERSION 3)\nadd_subdirectory(src/one)\nadd_subdirectory(src/two)\n',
        'src/one/CMakeLists.txt': 'project(one)\nadd_executable(one main.c)\n',
        'src/one/main.c': 'int main(void) { return 0; }\n',
        'src/two/CMakeLists.txt': 'project(two)\nadd_executable(two main.c)\n',
        'src/two/main.c': 'int main(void) { return 0; }\n',
      },
      ['src/one tool', 'src/two tool'],
    ],
    [
      'a command that is a program of its own may listen',
      {
        'go.mod': 'module mini\n',
        'cmd/oauth/oauth.go': 'package main\n\nfunc main() { http.ListenAndServe(":80", nil) }\n',
      },
      ['. service'],
    ],
    ['an emulator of machines is not opened', c('a machine emulator and virtualizer', window), ['. tool']],
    [
      'a server on a desktop stays a server',
      c('a self-hosted game server', {
        ...entry(),
        'src/a.c': 'int a = AF_INET;\nint b(int s) { return accept(s, 0, 0); }\n',
      }),
      ['. service'],
    ],
    [
      'an identity of a cloud is no application of Android',
      {
        'build.gradle':
          "dependencies { implementation 'org.springframework.boot:spring-boot-starter-web' }\nazure {\n  applicationId = 'x'\n}\n",
        'src/main/java/A.java': '@SpringBootApplication class A { public static void main(String[] a) {} }\n',
      },
      ['. service'],
    ],
    [
      'a script that a build applies is no module',
      {
        'build.gradle': "apply from: 'publish/publish.gradle'\n",
        'src/main/java/A.java': 'class A {}\n',
        'publish/publish.gradle': 'publishing {}\n',
        'publish/Helper.java': 'class Helper {}\n',
      },
      ['. library'],
    ],
    [
      'a service may be called after documents',
      {
        'go.mod': 'module mini\n',
        'main.go': 'package main\n\nfunc main() { http.ListenAndServe(":80", nil) }\n',
        'services/google-docs/go.mod': 'module docs\n',
        'services/google-docs/main.go': 'package main\n\nfunc main() { http.ListenAndServe(":81", nil) }\n',
      },
      ['. service', 'services/google-docs service'],
    ],
  ])('%s', (_, files, found) => {
    expect(kindsOf(files)).toEqual(found)
  })

  it('modules of Gradle are found by their folder before their name', () => {
    const [app] = findApplications(
      repositoryOf({
        files: {
          'settings.gradle': "include ':client:app', ':client:core', ':server:core'\n",
          'client/app/build.gradle': "dependencies { implementation project(':client:core') }\n",
          'client/app/src/main/java/A.java': 'class A {}\n',
          'client/core/build.gradle': "apply plugin: 'java'\n",
          'client/core/src/main/java/B.java': 'class B {}\n',
          'server/core/core.gradle': "apply plugin: 'java'\n",
          'server/core/src/main/java/C.java': 'class C {}\n',
        },
      }),
    )
    expect(app?.parts.map(({ name }) => name)).toEqual(['client/core'])
  })
})

describe('what could go on without end', () => {
  it('settings of TypeScript that name each other are each read once', () => {
    const names = Array.from({ length: 40 }, (_, at) => `p${at}`)
    const references = names.map((name) => ({ path: `../${name}` }))
    const files = Object.fromEntries(
      names.flatMap((name) => [
        [`${name}/package.json`, npm([], { name, exports: './a.ts' })],
        [`${name}/a.ts`, 'export {}\n'],
        [`${name}/tsconfig.json`, json({ references })],
      ]),
    )
    expect(judge(repositoryOf({ files })).report.strict_typing?.numerator).toBe(0)
  })

  it('scripts that start themselves are each read once', () => {
    const files: Files = {
      ...tested,
      '.github/workflows/ci.yml': 'jobs:\n  a:\n    steps:\n      - run: tools/a.sh\n',
      'tools/a.sh': './a.sh\n'.repeat(200),
    }
    const { report } = judge(repositoryOf({ files }))
    expect(report.ci_runs_tests?.numerator).toBe(0)
  })

  it('projects of .NET may name each other in a long row', () => {
    const files = Object.fromEntries(
      Array.from({ length: 800 }, (_, at) => [
        `p${at}/p${at}.csproj`,
        `<Project Sdk="Microsoft.Build.NoTargets/1.0"><ItemGroup><ProjectReference Include="..\\p${(at + 1) % 800}\\p${(at + 1) % 800}.csproj" /></ItemGroup></Project>`,
      ]),
    )
    const web =
      '<Project Sdk="Microsoft.NET.Sdk.Web"><ItemGroup><ProjectReference Include="..\\p0\\p0.csproj" /></ItemGroup></Project>'
    expect(kindsOf({ ...files, 'web/web.csproj': web, 'web/Program.cs': 'app.Run();\n' })).toEqual(['web service'])
  })

  it('long names and lines take no longer than others', () => {
    const long = 'a'.repeat(4000)
    const files = {
      ...tested,
      [`src/${long}.ts`]: 'export {}\n',
      'sub/meson.build': '\n\u00a0'.repeat(20_000),
      '.github/workflows/ci.yml': `jobs:\n  a:\n    steps:\n      - run: ${'gradle fastlane '.repeat(1000)}\n`,
    }
    expect(judge(repositoryOf({ files })).report.readme).toBeDefined()
  })
})

describe('verdicts of well-known projects', () => {
  itJudges([
    [
      'projects of .NET that only name others pass on what they name',
      'api_schema_docs',
      'passes',
      {
        'src/Web/Web.csproj': csharp('web', ['All'], '.Web').replace('<PackageId>web</PackageId>', ''),
        'src/Web/Program.cs': 'app.Run();\n',
        'src/All/All.csproj':
          '<Project Sdk="Microsoft.Build.NoTargets/1.0"><ItemGroup><ProjectReference Include="..\\Api\\Api.csproj" /></ItemGroup></Project>',
        'src/Api/Api.csproj': csharp('api', []),
        'src/Api/A.cs': 'class A {}\n',
        'src/Api/OpenApi.json': '{"openapi": "3.0.0"}',
      },
    ],
    [
      'who ignores everything and names what is not ignores the rest',
      'gitignore_comprehensive',
      'passes',
      { ...tested, '.gitignore': '/*\n!/src\n' },
    ],
    [
      'swap files of an editor may have any letter',
      'gitignore_comprehensive',
      'passes',
      { ...tested, '.gitignore': 'node_modules\n*.sw[a-z]\n' },
    ],
    [
      'a department that is off where settings are taken from stays off',
      'cyclomatic_complexity',
      'fails',
      {
        Gemfile: 'gem "rails"\n',
        'app/a.rb': 'class A\nend\n',
        '.rubocop.yml': 'inherit_from:\n  - lib/.rubocop.yml\n',
        'lib/.rubocop.yml': 'Metrics:\n  Enabled: false\n',
      },
    ],
    [
      'one of several containers can be started',
      'devcontainer_runnable',
      'passes',
      {
        ...tested,
        '.devcontainer/a/devcontainer.json': '{"extends": "../base.json"}',
        '.devcontainer/devcontainer.json': '{"image": "debian"}',
      },
    ],
    [
      'settings of pnpm alone are no workspace',
      'monorepo_tooling',
      'fails',
      {
        'a/package.json': npm([], { name: 'a', exports: './main.js' }),
        'a/main.js': 'exports.a = 1\n',
        'b/package.json': npm([], { name: 'b', exports: './main.js' }),
        'b/main.js': 'exports.b = 1\n',
        'pnpm-workspace.yaml': 'nodeLinker: hoisted\n',
      },
    ],
    [
      'a comment behind a line of Python runs nothing',
      'type_check',
      'fails',
      {
        'setup.py': 'setup(name="mini", zip_safe=False)  # Required for mypy to find the file\n',
        'mini/a.py': 'A = 1\n',
      },
    ],
    [
      'CI may start a script in a folder, by its whole path',
      'ci_runs_tests',
      'passes',
      {
        ...tested,
        '.github/workflows/a.yml':
          'jobs:\n  a:\n    steps:\n      - run: |\n          "$GITHUB_WORKSPACE/.github/scripts/run_ci.sh"\n',
        '.github/scripts/run_ci.sh': 'yarn test-ci\n',
      },
    ],
    [
      'text that a custom resource explains rolls nothing back',
      'rollback_automation',
      'fails',
      {
        ...service(),
        'manifests/deployment.yaml': 'kind: Deployment\n',
        'manifests/crds/a.yaml': 'description: set by a Rollback operation\n',
      },
    ],
    [
      'a choice between two words is no second try',
      'flaky_test_detection',
      'fails',
      { ...tested, ...ci(`echo $${"{{ matrix.a && 'pytest' || 'pytest pandas' }}"}`) },
    ],
    [
      'settings that come later count',
      'cyclomatic_complexity',
      'passes',
      {
        Gemfile: 'gem "rails"\n',
        'app/a.rb': 'class A\nend\n',
        '.rubocop.yml': 'inherit_from: [a.yml, b.yml]\n',
        'a.yml': 'Metrics:\n  Enabled: false\n',
        'b.yml': 'Metrics:\n  Enabled: true\n',
      },
    ],
    [
      'who ignores everything and takes it back ignores nothing',
      'gitignore_comprehensive',
      'fails',
      { ...tested, '.gitignore': '*\n!*\n' },
    ],
    [
      'a route behind a filter is one',
      'health_checks',
      'passes',
      { ...service(), 'src/app.ts': 'app.register(filters.auth).get("/healthz", ok)\n' },
    ],
    [
      'a workspace of Deno ties packages together',
      'monorepo_tooling',
      'passes',
      {
        'deno.json': json({ workspace: ['./a', './b'] }),
        'a/deno.json': json({ name: '@m/a', exports: './a.ts' }),
        'a/a.ts': 'export {}\n',
        'b/deno.json': json({ name: '@m/b', exports: './b.ts' }),
        'b/b.ts': 'export {}\n',
      },
    ],
    [
      'a sampler traces',
      'distributed_tracing',
      'passes',
      {
        'requirements.txt': 'flask\nsentry-sdk\n',
        'app.py': 'app = Flask(__name__)\nsentry_sdk.init(traces_sampler=choose)\napp.run()\n',
      },
    ],
    [
      'pages for those who take part have a folder of their own',
      'build_cmd_doc',
      'passes',
      { ...tested, 'contributing/building.md': '```\nmake build\n```\n' },
    ],
    [
      'the target that CI runs tidies, not the first one',
      'unused_dependencies_detection',
      'passes',
      {
        'go.mod': 'module mini\n',
        'a.go': 'package mini\n',
        Makefile: 'vendor:\n\t$(GO) mod tidy\n\nverify-vendor:\n\t$(GO) -C tmp mod tidy\n\tdiff -r . tmp\n',
        '.github/workflows/ci.yml': 'jobs:\n  a:\n    steps:\n      - run: make verify-vendor\n',
      },
    ],
    [
      'measurements have other names than tests',
      'test_naming_conventions',
      'passes',
      { ...tested, 'test/a.bench.ts': 'it()\n', 'test/b.bench.ts': 'it()\n' },
    ],
    [
      'a package of Python with more source in C is tested in Python',
      'test_naming_conventions',
      'passes',
      {
        'pyproject.toml': '[project]\nname = "mini"\n',
        ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`mini/src/part${at}.c`, 'int a;\n'])),
        'mini/__init__.py': '',
        'mini/check_cpu.c': 'int main(void) { assert(1); }\n',
        'mini/tests/cpu/check_one.c': 'int main(void) { assert(1); }\n',
        ...Object.fromEntries(
          Array.from({ length: 9 }, (_, at) => [`mini/tests/test_${at}.py`, 'def test_a(): pass\n']),
        ),
      },
    ],
  ])
})
