import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { type Files, json, npm, repositoryOf } from './mini.ts'

function found(files: Files) {
  return findApplications(repositoryOf({ files }))
}

function names(files: Files): string[] {
  return found(files).map(({ name, kind, language }) => `${name} ${kind} ${language}`)
}

describe('findApplications', () => {
  it.each<[string, Files, string[]]>([
    [
      'npm workspaces',
      {
        'package.json': json({ private: true, workspaces: ['packages/*'], devDependencies: { typescript: '1' } }),
        'scripts/release.ts': '',
        'test/all.test.ts': '',
        'packages/api/package.json': npm(['express']),
        'packages/api/src/main.ts': '',
        'packages/web/package.json': npm(['react-dom']),
        'packages/web/src/app.tsx': '',
        'packages/cli/package.json': npm([], { bin: './main.js' }),
        'packages/cli/main.js': '',
      },
      ['packages/api service typescript', 'packages/cli tool javascript', 'packages/web frontend typescript'],
    ],
    [
      'pnpm workspaces with a published library',
      {
        'pnpm-workspace.yaml': 'packages: [libs/*]\n',
        'package.json': npm([], { name: 'root' }),
        'libs/http/package.json': json({ name: 'http', main: './index.js', dependencies: { fastify: '5' } }),
        'libs/http/index.js': '',
      },
      ['libs/http library javascript'],
    ],
    [
      'Cargo',
      {
        'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
        'crates/core/Cargo.toml': '[package]\nname = "core"\n',
        'crates/core/src/lib.rs': '',
        'crates/server/Cargo.toml': '[package]\nname = "server"\n[dependencies]\naxum = "0.8"\n',
        'crates/server/src/main.rs': '',
      },
      ['crates/core library rust', 'crates/server service rust'],
    ],
    [
      'Go workspaces',
      {
        'go.work': 'go 1.24\nuse ./a\nuse ./b\n',
        'a/go.mod': 'module a\n',
        'a/main.go': 'package main\nfunc main() { http.ListenAndServe(":80", nil) }\n',
        'b/go.mod': 'module b\n',
        'b/b.go': 'package b\n',
      },
      ['a service go', 'b library go'],
    ],
    [
      'Maven modules',
      {
        'pom.xml': '<project><packaging>pom</packaging><modules><module>app</module></modules></project>',
        'app/pom.xml': '<project><artifactId>spring-boot-starter-web</artifactId></project>',
        'app/src/main/java/App.java': '',
      },
      ['app service java'],
    ],
    [
      'Gradle modules',
      {
        'settings.gradle.kts': 'include(":app", ":lib")\n',
        'build.gradle.kts': 'plugins {}\n',
        'app/build.gradle.kts': 'dependencies { implementation("io.ktor:ktor-server-netty:3.0.0") }\n',
        'app/src/main/kotlin/App.kt': '',
        'lib/build.gradle.kts': '',
        'lib/src/main/kotlin/Lib.kt': '',
      },
      ['app service kotlin', 'lib library kotlin'],
    ],
    [
      'Python packages',
      {
        'pyproject.toml': '[tool.uv.workspace]\nmembers = ["*"]\n',
        'api/pyproject.toml': '[project]\nname = "api"\ndependencies = ["fastapi>=0.1"]\n',
        'api/api/main.py': '',
        'tool/pyproject.toml': '[project]\nname = "tool"\n[project.scripts]\ntool = "tool:main"\n',
        'tool/tool.py': '',
      },
      ['api service python', 'tool tool python'],
    ],
    [
      'a .NET solution, whose test project tests the other one',
      {
        'Shop.sln': '',
        'src/Shop/Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk.Web"></Project>',
        'src/Shop/Program.cs': '',
        'tests/Shop.Tests/Shop.Tests.csproj':
          '<Project><PackageReference Include="xunit" /><ProjectReference Include="..\\..\\src\\Shop\\Shop.csproj" /></Project>',
        'tests/Shop.Tests/OrderTests.cs': '',
      },
      ['src/Shop service csharp'],
    ],
    ['Ruby', { Gemfile: "gem 'rails'\n", 'app/models/user.rb': '' }, ['. service ruby']],
    [
      'PHP',
      { 'composer.json': json({ require: { 'laravel/framework': '^12' } }), 'app/User.php': '' },
      ['. service php'],
    ],
    [
      'one module of Terraform inside of another',
      { 'infra/main.tf': '', 'infra/modules/net/main.tf': '' },
      ['infra infrastructure terraform'],
    ],
    [
      'two languages side by side',
      {
        'backend/go.mod': 'module b\n',
        'backend/main.go': '',
        'frontend/package.json': npm(['vue']),
        'frontend/src/a.vue': '',
      },
      ['backend tool go', 'frontend frontend javascript'],
    ],
    ['no manifest at all', { 'run.py': 'print(1)\n' }, ['. tool python']],
    [
      'a framework',
      { 'package.json': json({ name: 'web', version: '5.0.0', files: ['lib'] }), 'lib/a.js': 'createServer(handle)\n' },
      ['. library javascript'],
    ],
    [
      'a program that is started and could be imported',
      {
        'package.json': json({
          name: 'api',
          main: 'a.js',
          scripts: { start: 'node a.js' },
          dependencies: { express: '5' },
        }),
        'a.js': '',
      },
      ['. service javascript'],
    ],
    [
      'pages with routes of an API',
      {
        'package.json': npm(['next', 'react-dom']),
        'src/pages/api/a.ts': '',
        'src/pages/api/b.ts': '',
        'src/pages/api/c.ts': '',
        'src/pages/index.tsx': '',
      },
      ['. service typescript'],
    ],
    [
      'a Go library with servers in its tests and examples',
      {
        'go.mod': 'module m\nrequire github.com/go-chi/chi/v5 v5.0.0\n',
        'm.go': 'package m\n',
        'examples/a/main.go': 'package main\n',
      },
      ['. library go'],
    ],
    [
      'a Python library with a command',
      {
        'pyproject.toml': '[build-system]\n[project]\nname = "m"\nscripts = {m = "m:main"}\n',
        'm/__init__.py': 'from .a import a\n'.repeat(5),
        'm/a.py': '',
      },
      ['. library python'],
    ],
    [
      'a crate with a program elsewhere',
      { 'Cargo.toml': '[package]\nname = "rg"\n[[bin]]\nname = "rg"\npath = "core/main.rs"\n', 'core/main.rs': '' },
      ['. tool rust'],
    ],
    ['a gem with a command', { 'm.gemspec': '', 'exe/m': '', 'lib/m.rb': '' }, ['. tool ruby']],
    [
      'MAUI, Aspire and class libraries',
      {
        'App/App.csproj': '<UseMaui>true</UseMaui><PackageReference Include="Microsoft.AspNetCore.Components" />',
        'App/A.cs': '',
        'Host/Host.csproj': '<Sdk Name="Aspire.AppHost.Sdk" />',
        'Host/A.cs': '',
        'Lib/Lib.csproj': '<Project Sdk="Microsoft.NET.Sdk"><PackageId>Lib</PackageId></Project>',
        'Lib/A.cs': '',
      },
      ['App frontend csharp', 'Lib library csharp'],
    ],
    [
      'a program with fuzz targets, benchmarks, actions and demos',
      {
        'go.mod': 'module m\n',
        'main.go': 'package main\n',
        'fuzz/go.mod': 'module f\n',
        'fuzz/f.go': '',
        'benchmarks/a/package.json': npm(),
        'benchmarks/a/a.js': '',
        '.github/actions/a/package.json': npm(),
        '.github/actions/a/a.js': '',
        'demo/package.json': npm(),
        'demo/a.js': '',
        'test/browser/package.json': npm(),
        'test/browser/a.js': '',
      },
      ['. tool go'],
    ],
    [
      'a Go program that only asks others',
      {
        'go.mod': 'module m\nrequire google.golang.org/grpc v1.0.0\n',
        'main.go': 'package main\nfunc main() { grpc.Dial("x") }\n',
      },
      ['. tool go'],
    ],
    [
      'a Go service on a framework',
      {
        'go.mod': 'module m\nrequire github.com/gin-gonic/gin v1.0.0\n',
        'main.go': 'package main\nfunc main() { gin.Default().Run() }\n',
      },
      ['. service go'],
    ],
    [
      'a program with pages that are made',
      { 'go.mod': 'module m\n', 'main.go': 'package main\n', 'docs/requirements.txt': 'sphinx\n', 'docs/conf.py': '' },
      ['. tool go'],
    ],
    ['pages only', { 'README.md': 'Words.\n' }, []],
    ['nothing', {}, []],
    [
      'services that answer over gRPC',
      {
        'ad/build.gradle': '',
        'ad/src/main/java/Ad.java': 'static void main(String[] a) { ServerBuilder.forPort(9).build(); }\n',
        'currency/CMakeLists.txt': 'project(currency)\n',
        'currency/server.cpp': 'builder.AddListeningPort(address, credentials);\n',
        'payment/package.json': json({ name: 'payment', scripts: { start: 'node index.js' } }),
        'payment/index.js': 'const server = new grpc.Server()\n',
      },
      ['ad service java', 'currency service cpp', 'payment service javascript'],
    ],
    [
      'manifests that only bring tools',
      {
        'package.json': json({ name: 'all', private: true, devDependencies: { 'markdownlint-cli': '1' } }),
        'src/load/main.py': 'print(1)\n',
        'internal/tools/go.mod': 'module tools\n',
        'internal/tools/tools.go': 'package tools\n',
        'api/go.mod': 'module api\n',
        'api/main.go': 'package main\n',
      },
      ['api tool go'],
    ],
    [
      'PHP behind a web server, without a framework',
      { 'composer.json': json({ name: 'm/m', type: 'project' }), 'public/index.php': '<?php run();\n' },
      ['. service php'],
    ],
    [
      'a program that can also serve, as one of its commands, and a guide with an example',
      {
        'Cargo.toml': '[package]\nname = "m"\n[dependencies]\naxum = { version = "1", optional = true }\n',
        'src/main.rs': 'fn main() {}\n',
        'src/cmd/serve.rs': 'TcpListener::bind(&address)\n',
        'guide/src/plugin/Cargo.toml': '[package]\nname = "plugin"\n',
        'guide/src/plugin/src/main.rs': 'fn main() {}\n',
      },
      ['. tool rust'],
    ],
    [
      'a module of a program that is called setup.py',
      {
        'pyproject.toml': '[project]\nname = "shop"\n',
        'shop/main.py': 'run()\n',
        'shop/handlers/setup.py': 'def setup():\n    pass\n',
      },
      ['. tool python'],
    ],
    [
      'templates inside of a program, and demonstrations of it',
      {
        'package.json': npm([], { exports: './src/main.ts' }),
        'src/main.ts': '',
        'src/download/template/package.json': npm(['vue']),
        'src/download/template/main.ts': '',
        'packages/live-playground/package.json': npm(['vue']),
        'packages/live-playground/main.ts': '',
        'extra/push-examples/fetch/package.json': npm(['undici']),
        'extra/push-examples/fetch/main.ts': '',
      },
      ['. library typescript'],
    ],
    [
      'modules of Maven that only test',
      {
        'pom.xml': '<project><packaging>pom</packaging><modules><module>core</module></modules></project>',
        'core/pom.xml': '<project/>',
        'core/src/main/java/A.java': 'class A {}\n',
        'test-modules/pom.xml': '<project/>',
        'test-modules/src/main/java/B.java': 'class B {}\n',
      },
      ['core library java'],
    ],
    [
      'a gem whose developers need a framework',
      {
        'm.gemspec': 's.add_dependency("warden")\n',
        Gemfile: "gemspec\ngem 'rails'\n",
        'lib/m.rb': 'class M; end\n',
        Dockerfile: 'FROM ruby\n',
      },
      ['. library ruby'],
    ],
    [
      'a Composer package that names no type, with a Dockerfile for its tests',
      { 'composer.json': json({ name: 'acme/http' }), 'src/Client.php': '<?php\n', Dockerfile: 'FROM php\n' },
      ['. library php'],
    ],
  ])('finds those of %s', (_, files, expected) => {
    expect(names(files)).toEqual(expected)
  })

  it('leaves out what others wrote, examples and input of tests', () => {
    const files = Object.fromEntries(
      ['node_modules/a', 'vendor/a', 'test/fixtures/a', 'examples/a', 'testdata/a'].flatMap((directory) => [
        [`${directory}/package.json`, npm()],
        [`${directory}/main.js`, ''],
      ]),
    )
    expect(names({ ...files, 'package.json': npm(), 'main.js': '' })).toEqual(['. library javascript'])
  })

  it('gives each file to the nearest application', () => {
    const [root, inner] = found({
      'package.json': npm(),
      'main.js': '',
      'a/package.json': npm(),
      'a/b/c.js': '',
      'd/e.js': '',
    })
    expect(root?.sources).toEqual(['d/e.js', 'main.js'])
    expect(inner?.sources).toEqual(['a/b/c.js'])
  })

  it('counts the tests of a .NET project in its test project', () => {
    const [app] = found({
      'src/A/A.csproj': '<Project/>',
      'src/A/A.cs': '',
      'tests/A.Tests/A.Tests.csproj': '<ProjectReference Include="../../src/A/A.csproj" />',
      'tests/A.Tests/OneTests.cs': '',
    })
    expect(app?.tests).toEqual(['tests/A.Tests/OneTests.cs'])
  })

  it.each<[string, Files, string]>([
    ['its manifest', { 'package.json': npm([], { description: 'Sells   things.' }), 'a.js': '' }, 'Sells things.'],
    ['Cargo.toml', { 'Cargo.toml': '[package]\nname = "a"\ndescription = "Counts."\n', 'src/lib.rs': '' }, 'Counts.'],
    ['pom.xml', { 'pom.xml': '<description> Pays. </description>', 'src/A.java': '' }, 'Pays.'],
    [
      'the first sentence of its README',
      { 'go.mod': 'module a\n', 'a.go': '', 'README.md': '# A\n\n![badge](x)\n\nA **fast** counter of [things](x).\n' },
      'A fast counter of things.',
    ],
    ['a clean line', { 'package.json': '{"name": "a", "description": "a\\u0000b\\ud800"}', 'a.js': '' }, 'a b\ufffd'],
    ['what it is', { 'go.mod': 'module a\n', 'a.go': '' }, 'Go library'],
  ])('describes an application by %s', (_, files, description) => {
    expect(found(files)[0]?.description).toBe(description)
  })

  it('judges an application whose manifest is broken, and says so', () => {
    const [app] = found({ 'package.json': '{"name": "a",\n  oops', 'src/a.ts': '' })
    expect(app?.faults).toEqual([expect.stringMatching(/^package\.json:2 is not valid JSON/)])
  })
})
