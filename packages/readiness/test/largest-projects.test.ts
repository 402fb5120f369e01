import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { itJudges } from './meaning/it-judges.ts'
import { ci, type Files, json, npm, repositoryOf, tested } from './mini.ts'

const kindsOf = (files: Files) => findApplications(repositoryOf({ files })).map(({ name, kind }) => `${name} ${kind}`)

const many = (count: number, path: (index: number) => string, text: string): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [path(index), text]))

const listening = 'package main\n\nfunc main() { http.ListenAndServe(":80", nil) }\n'
const go = (readme: string, more: Files): Files => ({
  'go.mod': 'module example.org/mini\n',
  'main.go': 'package main\n\nfunc main() {}\n',
  'README.md': `# mini\n\n${readme}\n`,
  ...more,
})
const csharp = (properties: string) =>
  `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>${properties}</PropertyGroup></Project>`
const dotnet = (properties: string): Files => ({
  'src/Mini/Mini.csproj': csharp(properties),
  'src/Mini/Program.cs': 'class Program {}\n',
})
const shared = (manifest: object, more: Files = {}): Files => ({
  'apps/web/package.json': npm(['next', '@mini/ui'], { name: 'web', scripts: { dev: 'next dev' } }),
  'apps/web/pages/index.tsx': 'export default () => null\n',
  'packages/ui/package.json': npm(['next', 'react-dom'], { name: '@mini/ui', ...manifest }),
  'packages/ui/src/button.tsx': 'export const Button = () => null\n',
  ...more,
})
const left = (more: Files): Files => ({
  'packages/core/package.json': npm([], { name: 'core', private: false, exports: './index.ts' }),
  'packages/core/index.ts': 'export const a = 1\n',
  'services/api/package.json': npm(['core'], { name: 'api' }),
  'services/api/index.ts': 'import "core"\n',
  ...more,
})
const library = (name: string): Files => ({
  [`packages/${name}/package.json`]: npm([], { name, private: false, exports: './index.ts' }),
  ...many(120, (index) => `packages/${name}/src/a${index}.ts`, 'export const a = 1\n'),
})
const helper = (more: Files = {}): Files => ({
  'trial/package.json': npm(['fastify'], { name: 'trial', scripts: { dev: 'node main.js' } }),
  'trial/main.js': 'fastify().listen()\n',
  ...more,
})

describe('applications of the largest projects', () => {
  it.each<readonly [lesson: string, files: Files, found: readonly string[]]>([
    ['a window of .NET', dotnet('<OutputType>WinExe</OutputType>'), ['src/Mini frontend']],
    ['WinUI', dotnet('<OutputType>Exe</OutputType><UseWinUI>true</UseWinUI>'), ['src/Mini frontend']],
    [
      'an application of .NET for telephones',
      dotnet('<OutputType>Exe</OutputType><TargetFramework>net8.0-android</TargetFramework>'),
      ['src/Mini frontend'],
    ],
    ['controls for windows', dotnet('<UseWPF>true</UseWPF>'), ['src/Mini library']],
    ['a command of .NET', dotnet('<OutputType>Exe</OutputType>'), ['src/Mini tool']],
    [
      'components that other packages import',
      shared({ exports: './src/*' }),
      ['apps/web frontend', 'packages/ui library'],
    ],
    [
      'pages that developers start, though others import them',
      shared({ exports: './src/*', scripts: { dev: 'next dev' } }),
      ['apps/web frontend', 'packages/ui frontend'],
    ],
    [
      'a private package that a host keeps running',
      left({ 'services/api/fly.toml': 'app = "api"\n' }),
      ['packages/core library', 'services/api service'],
    ],
    [
      'a private package whose image opens a port',
      left({ 'services/api/Dockerfile': 'FROM node\nEXPOSE 3000\nCMD ["node", "index.js"]\n' }),
      ['packages/core library', 'services/api service'],
    ],
    [
      'a helper that answers amid something much larger',
      { ...library('core'), ...helper() },
      ['packages/core library', 'trial tool'],
    ],
    [
      'the same with an image',
      { ...library('core'), ...helper({ 'trial/Dockerfile': 'FROM node\nCMD ["node", "main.js"]\n' }) },
      ['packages/core library', 'trial service'],
    ],
    [
      'a package with a command that calls itself a parser',
      {
        'package.json': json({
          name: '@mini/parser',
          description: 'A JavaScript parser',
          main: 'index.js',
          bin: { parser: 'bin.js' },
        }),
        'index.js': 'exports.parse = () => null\n',
        'bin.js': 'require(".")\n',
      },
      ['. library'],
    ],
    [
      'pages about components that developers start beside them',
      {
        'package.json': json({
          name: 'mini',
          main: 'lib/index.js',
          files: ['lib'],
          scripts: { start: 'cross-env PORT=1 dumi dev' },
          dependencies: { 'react-dom': '1' },
        }),
        'src/button.tsx': 'export const Button = () => null\n',
      },
      ['. library'],
    ],
    [
      'a package of Zig that is taken from its folder',
      {
        'build.zig': 'b.addExecutable(.{});\n',
        'build.zig.zon': '.{ .name = .mini, .dependencies = .{ .png = .{ .path = "./pkg/png" } } }\n',
        'src/main.zig': 'pub fn main() void {}\n',
        'pkg/png/build.zig': 'b.addStaticLibrary(.{});\n',
        'pkg/png/build.zig.zon': '.{ .name = .png }\n',
        'pkg/png/main.zig': 'const a = 1;\n',
      },
      ['. tool'],
    ],
    [
      'what is amid the source of a package is built into it',
      {
        ...library('core'),
        'apps/desk/package.json': npm(['electron'], { name: 'desk', devDependencies: { 'electron-builder': '1' } }),
        'apps/desk/src/main.ts': 'export const a = 1\n',
        'apps/desk/src/inner/package.json': json({ name: 'inner', version: '1.0.0', main: 'a.js', scripts: {} }),
        'apps/desk/src/inner/a.ts': 'export const a = 1\n',
      },
      ['apps/desk frontend', 'packages/core library'],
    ],
    [
      'modules that join the program with another one are published',
      {
        'settings.gradle': "include 'library', 'integration:okhttp', 'integration:trial'\n",
        'library/build.gradle': "apply plugin: 'maven-publish'\n",
        'library/src/main/java/A.java': 'class A {}\n',
        'integration/okhttp/build.gradle': "apply plugin: 'maven-publish'\n",
        'integration/okhttp/src/main/java/B.java': 'class B {}\n',
        'integration/trial/build.gradle': '\n',
        'integration/trial/src/main/java/C.java': 'class C {}\n',
      },
      ['integration/okhttp library', 'library library'],
    ],
    [
      'a project of Nx that only tries another one',
      {
        'nx.json': '{}',
        'package.json': npm([], { workspaces: ['packages/*'] }),
        ...library('core'),
        'site-e2e/project.json': json({ projectType: 'application', targets: { 'pw-e2e': {} } }),
        'site-e2e/src/main.ts': 'export const a = 1\n',
      },
      ['packages/core library'],
    ],
    [
      'a plugin that a comment of Gradle names',
      {
        'settings.gradle': "include 'core'\n",
        'core/build.gradle.kts': '// Not com.android.application.\nplugins { id("com.android.library") }\n',
        'core/src/main/java/A.java': 'class A {}\n',
      },
      ['core library'],
    ],
    [
      'a compiler of Haskell whose command is not called like it',
      {
        'mini.cabal': 'name: minilang\nsynopsis: A compiler for Mini\nexecutable mini\n  main-is: Main.hs\nlibrary\n',
        'app/Main.hs': 'main = pure ()\n',
        'src/A.hs': 'module A where\n',
      },
      ['. tool'],
    ],
    [
      'a profiler beside a command',
      go('Mini is a command-line tool.', { 'debug.go': `${listening}// pprof\n` }),
      ['. tool'],
    ],
    [
      'a client that lets the other end call back',
      go('Mini is a command-line tool.', { 'rpc/client.go': 'package rpc\n\nvar s = grpc.NewServer()\n' }),
      ['. tool'],
    ],
    [
      'a program that listens',
      go('Mini keeps notes.', { 'web.go': listening, Dockerfile: 'FROM scratch\nEXPOSE 80\n' }),
      ['. service'],
    ],
    [
      'a service with profiles',
      go('Mini keeps notes.', { 'web.go': 'package main\n\nimport _ "net/http/pprof"\n\nvar s = grpc.NewServer()\n' }),
      ['. service'],
    ],
    ['a file called after serving', go('Mini keeps notes.', { 'serve.go': listening }), ['. service']],
    [
      'many small services',
      Object.assign(
        {},
        ...Array.from({ length: 120 }, (_, index) => ({
          [`services/s${index}/package.json`]: npm(['fastify'], { name: `s${index}` }),
          [`services/s${index}/main.js`]: 'fastify().listen()\n',
        })),
      ),
      Array.from({ length: 120 }, (_, index) => `services/s${index} service`).sort(),
    ],
    [
      'a command that Nx builds as a library',
      {
        'nx.json': '{}',
        ...library('core'),
        'packages/create/package.json': npm([], {
          name: 'create-mini',
          private: false,
          bin: { 'create-mini': 'a.js' },
        }),
        'packages/create/project.json': json({ projectType: 'library' }),
        'packages/create/src/a.ts': 'export const a = 1\n',
      },
      ['packages/core library', 'packages/create tool'],
    ],
    [
      'a worker without a console',
      {
        'src/Mini/Mini.csproj':
          '<Project Sdk="Microsoft.NET.Sdk.Worker"><PropertyGroup><OutputType>WinExe</OutputType></PropertyGroup></Project>',
        'src/Mini/Program.cs': 'class Program {}\n',
      },
      ['src/Mini service'],
    ],
    [
      'a program of Rust below its tests',
      {
        'Cargo.toml': '[package]\nname = "mini"\n[dependencies]\naxum = "0.8"\n',
        'src/main.rs': '#[cfg(test)]\nmod tests {\n  fn a() {}\n}\n\nfn main() { axum::serve(listener, app); }\n',
      },
      ['. service'],
    ],
    [
      'a port that only tests of Rust open',
      {
        'Cargo.toml': '[package]\nname = "mini"\n',
        'src/main.rs':
          'fn main() {}\n\n#[cfg(test)]\nmod tests {\n  use tokio::net::TcpListener;\n  fn a() { TcpListener::bind("127.0.0.1:0"); }\n}\n',
      },
      ['. tool'],
    ],
  ])('%s', (_, files, found) => {
    expect(kindsOf(files)).toEqual(found)
  })

  it('a programming language is a tool, however much of it answers requests', () => {
    const readme = (words: string) =>
      `# Mini\n\nMini is ${words}.\n\n${'Run the server on your platform and deploy it. '.repeat(12)}\n`
    const files = (words: string): Files => ({
      'go.mod': 'module example.org/mini\n\nrequire google.golang.org/grpc v1.0.0\n',
      'main.go': listening,
      Dockerfile: 'FROM scratch\nEXPOSE 80\nENTRYPOINT ["/mini"]\n',
      'README.md': readme(words),
    })
    expect(kindsOf(files('a server for notes'))).toEqual(['. service'])
    expect(kindsOf(files('a server written in Elixir, a functional programming language'))).toEqual(['. service'])
    expect(kindsOf(files('a server.\n\nElixir is a functional programming language'))).toEqual(['. service'])
    expect(kindsOf(files('an interpreted programming language often used for pages'))).toEqual(['. tool'])
    expect(kindsOf(files('a JavaScript, TypeScript, and WebAssembly runtime with secure defaults'))).toEqual(['. tool'])
  })
})

describe('verdicts on the largest projects', () => {
  const java: Files = {
    'pom.xml': '<project><artifactId>mini</artifactId></project>',
    ...many(60, (index) => `src/main/java/A${index}.java`, 'class A {}\n'),
  }
  const checkstyle = (name: string) => `<module name="Checker"><module name="${name}"/></module>`
  const dependabot = (ignore: string): Files => ({
    ...tested,
    ...ci(),
    '.github/dependabot.yml': `version: 2\nupdates:\n  - package-ecosystem: npm\n    directory: /\n    schedule: { interval: weekly }\n    ignore: ${ignore}\n`,
  })
  itJudges([
    [
      'imports that Checkstyle controls',
      'code_modularization',
      'passes',
      { ...java, 'config/checkstyle/checkstyle.xml': checkstyle('ImportControl') },
    ],
    [
      'the order of imports holds nothing apart',
      'code_modularization',
      'fails',
      { ...java, 'config/checkstyle/checkstyle.xml': checkstyle('ImportOrder') },
    ],
    [
      'updates that ignore everything',
      'dependency_update_automation',
      'fails',
      dependabot('[{ dependency-name: "*" }]'),
    ],
    [
      'updates that ignore large steps',
      'dependency_update_automation',
      'passes',
      dependabot('[{ dependency-name: "*", update-types: ["version-update:semver-major"] }]'),
    ],
    [
      'updates by another tool',
      'dependency_update_automation',
      'passes',
      { ...dependabot('[{ dependency-name: "*" }]'), '.scala-steward.conf': 'updates.limit = 5\n' },
    ],
    [
      'a bracket that stands too far to the left is read all the same',
      'formatter',
      'passes',
      {
        ...go('Mini is a command-line tool.', {}),
        '.golangci.yml':
          'version: "2"\nlinters:\n  settings:\n    revive:\n      rules:\n        - name: defer\n          arguments: [[\n              "return",\n          ]]\nformatters:\n  enable:\n    - gofmt\n',
      },
    ],
    [
      'translations by Fluent need no service',
      'local_services_setup',
      'absent',
      {
        'Cargo.toml': '[package]\nname = "mini"\n[dependencies]\nfluent = "0.16"\n',
        'src/main.rs': 'fn main() {}\n',
      },
    ],
  ])
})
