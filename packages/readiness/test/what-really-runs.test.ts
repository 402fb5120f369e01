import { expect, it } from 'vitest'
import { copiedPackages } from '../src/applications/copied-packages.ts'
import { findApplications } from '../src/applications/find-applications.ts'
import { narrow } from '../src/repository/narrow.ts'
import { type Files, json, npm, repositoryOf } from './mini.ts'

const accepting = 'int fd = accept(s, 0, 0);\nhints.ai_family = AF_INET;\n'
const worker: Files = {
  'apps/edge/package.json': npm([], { main: './src/worker.ts' }),
  'apps/edge/src/worker.ts': 'export default {}\n',
  'apps/edge/wrangler.toml': 'main = "src/worker.ts"\n',
}
const nx = {
  'nx.json': '{}\n',
  'package.json': npm([], { workspaces: ['apps/*'] }),
  'apps/mini/project.json': json({ projectType: 'application', targets: { start: { command: 'webpack-dev-server' } } }),
  'apps/mini/src/main.ts': 'export {}\n',
}
const cluster = 'spec:\n  containers:\n    - ports:\n        - containerPort: 80\n'
const gem = {
  'mini.gemspec': 'Gem::Specification.new\n',
  'lib/mini.rb': 'module Mini\nend\n',
  'bin/mini': '#!/usr/bin/env ruby\n',
}

const rows: readonly (readonly [lesson: string, expected: readonly string[], files: Files])[] = [
  [
    'a server of C whose Makefile beside the source installs it, and takes no application out of what others wrote',
    ['. service cpp'],
    {
      'src/Makefile': 'INSTALL_BIN=$(PREFIX)/bin\nserver: ../deps/small/libsmall.a\n\tcc -o server\n',
      'src/server.c': accepting,
      'deps/small/CMakeLists.txt': 'project(small)\nadd_library(small small.c)\n',
      'deps/small/small.c': 'int a;\n',
    },
  ],
  [
    'a Makefile that makes a library, too',
    ['. library cpp'],
    { Makefile: 'BIN=$(PREFIX)/bin\nlibmini.so: mini.o\n\tcc\n', 'mini.c': accepting },
  ],
  [
    'a server of C++ called like its project, with libraries that others built',
    ['. service cpp'],
    {
      'CMakeLists.txt':
        'project("mini")\nadd_executable(mini-server src/a.cpp)\nadd_library(other STATIC IMPORTED)\nadd_executable(mini-test t.cpp)\n',
      'src/a.cpp': accepting,
      Dockerfile: 'FROM scratch\nEXPOSE 80\n',
    },
  ],
  [
    'a program of C++ whose objects are gathered first',
    ['. tool cpp'],
    {
      'CMakeLists.txt': 'project("mini"\n)\nadd_library(parts OBJECT a.cpp)\nadd_executable(top src/main.cpp)\n',
      'src/main.cpp': 'int main() {}\n',
    },
  ],
  [
    'a proxy of C that is put where the system keeps its programs',
    ['. service cpp'],
    {
      Makefile: 'SBINDIR = $(PREFIX)/sbin\ninstall-bin:\n\tinstall mini "$(DESTDIR)$(SBINDIR)"\n',
      'src/mini.c': accepting,
      'README.md': '# Mini\n\nMini is a free, very fast and reliable reverse-proxy offering rest.\n',
    },
  ],
  [
    'a package of .NET, and hosts that its tests harness',
    ['src/Mini library csharp'],
    {
      'src/Mini/Mini.csproj': '<Project Sdk="Microsoft.NET.Sdk"><PackageId>Mini</PackageId></Project>\n',
      'src/Mini/Mini.cs': 'class Mini {}\n',
      'TestHarness/Web/Web.csproj': '<Project Sdk="Microsoft.NET.Sdk.Web" />\n',
      'TestHarness/Web/Program.cs': 'WebApplication.CreateBuilder(args);\n',
    },
  ],
  [
    'a tool of Go that can be imported, too',
    ['. tool go'],
    {
      'go.mod': 'module a.b/mini/v3\n',
      'mini.go': 'package mini\n',
      'cmd/mini/main.go': 'package main\n',
      'README.md':
        '# Mini\n\nMini is a migration tool, both a CLI and a library.\n\n```go\nimport (\n  "a.b/mini/v3"\n)\n```\n',
    },
  ],
  [
    'a crate for the command line of a library',
    ['mini library rust', 'mini-cli tool rust'],
    {
      'Cargo.toml': '[workspace]\nmembers = ["mini", "mini-cli"]\n',
      'mini/Cargo.toml': '[package]\nname = "mini"\ndescription = "Makes bindings"\n',
      'mini/src/lib.rs': 'pub fn a() {}\n',
      'mini-cli/Cargo.toml': '[package]\nname = "mini-cli"\ndescription = "Makes bindings"\n',
      'mini-cli/src/main.rs': 'fn main() {}\n',
    },
  ],
  ['what starts at the edge of a network', ['apps/edge service typescript'], worker],
  [
    'pages that are only kept at the edge',
    ['apps/edge frontend typescript'],
    { ...worker, 'apps/edge/package.json': npm(['astro']) },
  ],
  [
    'a part of a workspace of Nx with a package of its own, which shows pages',
    ['apps/mini frontend typescript'],
    { ...nx, 'apps/mini/package.json': npm(['react-dom'], { scripts: { start: 'nx start' } }) },
  ],
  [
    'a part of a workspace of Nx with a window',
    ['apps/mini frontend typescript'],
    {
      ...nx,
      'apps/mini/package.json': npm(['electron', 'electron-builder'], { main: 'main.js', exports: './main.js' }),
    },
  ],
  [
    'pages whose tests start a server',
    ['. frontend typescript'],
    {
      'package.json': npm(['react-dom'], { scripts: { start: 'webpack-dev-server' } }),
      'src/main.ts': 'export {}\n',
      'playwright/server.ts': 'http.createServer(answer)\n',
      Dockerfile: 'FROM nginx\n',
    },
  ],
  [
    'a command of Go, beside which others gave a server',
    ['. tool go'],
    {
      'go.mod': 'module a.b/mini\n',
      'cmd/mini/main.go': 'package main\n',
      'contrib/lock/a.go': 'http.ListenAndServe(":80", nil)\n',
    },
  ],
  [
    'a program of Go that a chart keeps running',
    ['. service go'],
    {
      'go.mod': 'module a.b/mini\n',
      'main.go': 'package main\n',
      'helm/mini/Chart.yaml': 'name: mini\n',
      'helm/mini/templates/deployment.yaml': cluster,
    },
  ],
  [
    'crates that their workspace leaves out',
    ['mini library rust'],
    {
      'Cargo.toml': '[workspace]\nmembers = ["mini"]\nexclude = ["projects"]\n',
      'mini/Cargo.toml': '[package]\nname = "mini"\n',
      'mini/src/lib.rs': 'pub fn a() {}\n',
      'projects/shop/Cargo.toml': '[package]\nname = "shop"\n[dependencies]\naxum = "1"\n',
      'projects/shop/src/main.rs': 'fn main() { axum::serve(a, b) }\n',
    },
  ],
  [
    'a package with a folder for bundlers that only says where it is entered',
    ['. library javascript'],
    {
      'package.json': json({ name: 'mini', version: '1.0.0', main: 'index.js', exports: './index.js' }),
      'index.js': 'module.exports = 1\n',
      'auto/package.json': json({ name: 'mini-auto', private: true, description: 'All at once.', main: './auto.js' }),
      'auto/auto.js': 'require("..")\n',
    },
  ],
  [
    'a framework of Scala with starts in its pages and in tests of its build',
    ['. library scala'],
    {
      'build.sbt': 'name := "mini"\n',
      'README.md': '# Mini - The Fast Web Framework\n\nMini combines speed with rest.\n',
      'core/a/src/main/scala/A.scala': 'class A\n',
      'documentation/code/B.scala': 'def main(args: Array[String]): Unit = {}\n',
      'plugin/src/sbt-test/C.scala': 'def main(args: Array[String]): Unit = {}\n',
    },
  ],
  [
    'pages about a project that hold nothing but text',
    ['. library javascript', 'docs frontend javascript'],
    {
      'package.json': json({ name: 'mini', version: '1.0.0', main: 'index.js', exports: './index.js' }),
      'index.js': 'module.exports = 1\n',
      'docs/package.json': npm([], { devDependencies: { vitepress: '1' } }),
      'docs/.vitepress/config.js': 'export default {}\n',
      'docs/index.md': '# Mini\n',
    },
  ],
  [
    'packages without one at the root, beside tools of their developers',
    ['mini library python'],
    {
      'mini/pyproject.toml': '[project]\nname = "mini"\n[build-system]\n',
      'mini/mini/__init__.py': 'a = 1\n',
      'tools/sort/pyproject.toml': '[project]\nname = "sort"\n[build-system]\n',
      'tools/sort/sort.py': 'a = 1\n',
    },
  ],
  [
    'a package that looks for a free port',
    ['. library typescript'],
    {
      'package.json': json({ name: 'mini', version: '1.0.0', main: 'lib/index.js', bin: { shots: 'shots.sh' } }),
      'src/port.ts': 'const server = net.createServer()\n',
      Dockerfile: 'FROM scratch\n',
    },
  ],
  [
    'a module of Go with programs for trials with other languages',
    ['. library go'],
    {
      'go.mod': 'module a.b/mini\n',
      'mini.go': 'package mini\n',
      'interop/watch/go.mod': 'module a.b/mini/interop/watch\n',
      'interop/watch/server/main.go': 'package main\nvar s = grpc.NewServer()\n',
      'interop/watch/Dockerfile': 'FROM scratch\nEXPOSE 80\n',
    },
  ],
  [
    'a program of .NET that cleans up after the build of another one',
    ['src/Web service csharp'],
    {
      'src/Web/Web.csproj': '<Project Sdk="Microsoft.NET.Sdk.Web" />\n',
      'src/Web/Program.cs': 'WebApplication.CreateBuilder(args);\n',
      'src/Build/src/Clear/Clear.csproj':
        '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType></PropertyGroup></Project>\n',
      'src/Build/src/Clear/Program.cs': 'return;\n',
    },
  ],
  [
    'a gem with a command whose page shows code first',
    ['. library ruby'],
    { ...gem, 'README.md': '# Mini\n\n    gem install mini\n\n```ruby\nMini.get "/"\n```\n\n    $ mini /\n' },
  ],
  [
    'a gem with a command whose page types it first',
    ['. tool ruby'],
    { ...gem, 'README.md': '# Mini\n\n```\n$ gem install mini\n$ mini\n```\n\n```ruby\nMini.run\n```\n' },
  ],
]

it.each(rows)('finds %s', (_, expected, files) => {
  const repository = repositoryOf({ files })
  const found = findApplications(narrow(repository, copiedPackages(repository)))
  expect(found.map(({ name, kind, language }) => `${name} ${kind} ${language}`)).toEqual(expected)
})
