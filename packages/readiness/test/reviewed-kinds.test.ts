import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { type Files, json, npm, prose, repositoryOf } from './mini.ts'

const kindsOf = (files: Files) => findApplications(repositoryOf({ files })).map(({ name, kind }) => `${name} ${kind}`)

const many = (count: number, path: (index: number) => string, text: string): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [path(index), text]))

const page = (words: string) => `# Mini\n\n${words}\n\n${prose}\n`

/** A server and the pages that it serves, in one package. */
const bothEnds = (scripts: object): Files => ({
  'package.json': npm(['express', 'pg', 'react-dom'], { scripts: { ...scripts, start: 'node dist/server/index.js' } }),
  ...many(9, (index) => `src/server/s${index}.ts`, 'export const a = 1\n'),
  'src/server/index.ts': 'app.listen(80)\n',
  ...many(6, (index) => `src/client/C${index}.tsx`, 'export const C = () => null\n'),
})

const python = (more: Files): Files => ({
  'pyproject.toml': '[project]\nname = "dates"\nscripts = { dates = "dates.a:main" }\n',
  'dates/__init__.py': '',
  'dates/a.py': 'def main(): pass\n',
  ...more,
})

const war = (more: Files): Files => ({
  'pom.xml':
    '<project><artifactId>app</artifactId><packaging>war</packaging><dependencies><dependency><groupId>jakarta.servlet</groupId><artifactId>jakarta.servlet-api</artifactId></dependency></dependencies></project>',
  'src/main/java/a/A.java': 'package a;\nclass A {}\n',
  ...more,
})

const program = (words: string): Files => ({
  'Cargo.toml': `[package]\nname = "mini"\ndescription = "${words}"\n`,
  'src/main.rs': 'fn main() {}\n',
  'README.md': page(`mini is ${words.replace(/^A/, 'a')}.`),
})

const module = (folder: string, more = ''): Files => ({
  [`${folder}/build.gradle`]: `plugins { id "java-library" }\n${more}`,
  ...many(3, (index) => `${folder}/src/main/java/a/A${index}.java`, 'package a;\nclass A {}\n'),
})

const erlang = (settings: string): Files => ({
  'rebar.config': `${settings}{relx, [{release, {shop, "1"}, [one, two]}]}.\n`,
  'apps/one/rebar.config': '{deps, []}.\n',
  'apps/one/src/one.erl': '-module(one).\n',
  'apps/two/rebar.config': '{deps, []}.\n',
  'apps/two/src/two.erl': '-module(two).\n',
})

/** A published package, and another one beside it. */
const beside = (folder: string, manifest: object, more: Files = {}): Files => ({
  'package.json': json({ private: true, workspaces: ['packages/*', folder] }),
  'packages/core/package.json': json({ name: 'core', version: '1.0.0', exports: './a.js' }),
  'packages/core/a.js': 'export const a = 1\n',
  [`${folder}/package.json`]: json({ name: 'other', ...manifest }),
  [`${folder}/src/a.ts`]: 'export const b = 1\n',
  ...more,
})
const core = 'packages/core library'

/** A program of .NET with a part, and a client that is packed by a command. */
const dotnet = (build: Files): Files => ({
  'src/App/App.csproj':
    '<Project Sdk="Microsoft.NET.Sdk.Web"><ItemGroup><ProjectReference Include="../Inner/Inner.csproj" /></ItemGroup></Project>',
  'src/App/A.cs': 'class A {}\n',
  'src/Inner/Inner.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>',
  'src/Inner/A.cs': 'class A {}\n',
  'src/Client/Client.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>',
  'src/Client/A.cs': 'class A {}\n',
  ...build,
})
const packs = (step: string): Files => ({ '.github/workflows/release.yml': `jobs:\n  r:\n    steps:\n${step}` })
const withoutInner = ['src/App service', 'src/Client library']

const springBoot =
  'plugins { id("org.springframework.boot") }\nafterEvaluate {\n  jib {\n    container {\n      ports = listOf("8080")\n    }\n  }\n}\n'

const gem = (name: string, engine: string): Files => ({
  [`${name}.gemspec`]: 'Gem::Specification.new { |s| s.add_dependency "rails" }\n',
  Gemfile: 'gemspec\ngem "puma"\n',
  Dockerfile: 'FROM ruby\nEXPOSE 3000\n',
  [engine]: 'module A\n  class Engine < ::Rails::Engine\n  end\nend\n',
  'app/models/a.rb': 'class A\nend\n',
})

describe('kinds and applications that a review found', () => {
  it.each<readonly [lesson: string, files: Files, found: readonly string[]]>([
    [
      'a server with pages is a service, though developers can start the pages alone',
      bothEnds({ 'dev:client': 'vite', 'dev:server': 'tsx watch src/server/index.ts' }),
      ['. service'],
    ],
    [
      'pages that a server of their own renders stay a front end, though developers can start it, too',
      {
        'package.json': npm(['express', 'react-dom'], {
          scripts: { 'dev:csr': 'vite', 'dev:ssr': 'node server.js', start: 'node server.js' },
        }),
        'server.js': 'app.listen(80)\n',
        'index.html': '<html></html>\n',
        ...many(12, (index) => `src/C${index}.tsx`, 'export const C = () => null\n'),
      },
      ['. frontend'],
    ],
    ['a server below its folder counts against pages', bothEnds({ dev: 'vite' }), ['. service']],
    [
      'a list below the tests of a package is not what the package needs',
      python({
        'dates/tests/__init__.py': '',
        'dates/tests/test_a.py': 'def test_a(): pass\n',
        'dates/tests/requirements.txt': 'flask\nsqlalchemy\n',
      }),
      ['. tool'],
    ],
    [
      'an archive with servlets that name themselves is a service',
      war({ 'src/main/java/a/B.java': 'package a;\n\n@WebServlet("/x")\npublic class B extends HttpServlet {}\n' }),
      ['. service'],
    ],
    [
      'an archive with pages of Java is a service',
      war({ 'src/main/webapp/index.jsp': '<html></html>' }),
      ['. service'],
    ],
    ['an archive without either is none', war({}), ['. library']],
    ['a controller of a cluster is a service', program('A Kubernetes controller for certificates'), ['. service']],
    ['an exporter for Prometheus is a service', program('A Prometheus exporter for Postfix'), ['. service']],
    ['an exporter of pictures is a tool', program('A fast exporter of pictures'), ['. tool']],
    [
      'published modules about archives stay',
      {
        'settings.gradle': 'include "core", "archive:zip", "old-archive:tar"\n',
        ...module('core', 'publishing {}\n'),
        ...module('archive/zip', 'publishing {}\n'),
        ...module('old-archive/tar', 'publishing {}\n'),
      },
      ['archive/zip library', 'core library', 'old-archive/tar library'],
    ],
    ['a release whose parts are not published is one', erlang('{plugins, [rebar3_hex]}.\n'), ['. service']],
    ['a plugin in a comment is none', erlang('%% {plugins, [rebar3_hex]}.\n'), ['. service']],
    [
      'a server below dev that is started stays',
      beside('dev/api', { private: true, dependencies: { express: '5' }, scripts: { start: 'node a.js' } }),
      ['dev/api service', core],
    ],
    ['what only tests is none', beside('tests-ui', { private: true, devDependencies: { playwright: '1' } }), [core]],
    ['a plugin for tests is none', beside('test-plugin', { version: '1.0.0', main: 'src/a.ts' }), [core]],
    [
      'what helps all packages is none',
      beside('kit/__utils__/prepare', { version: '1.0.0', main: 'src/a.ts' }),
      [core],
    ],
    [
      'published packages below a folder called deps stay',
      beside('kit/deps/graph', { version: '1.0.0', license: 'MIT', exports: './src/a.ts' }),
      ['kit/deps/graph library', core],
    ],
    [
      'programs beside each other are no package if the manifest above says so',
      {
        'pyproject.toml': '[tool.poetry]\npackage-mode = false\n',
        'services/__init__.py': '',
        'services/api/__init__.py': '',
        'services/api/requirements.txt': 'fastapi\n',
        'services/api/main.py': 'app = FastAPI()\n',
        'services/api/Dockerfile.prod': 'FROM python\nEXPOSE 80\n',
      },
      ['services/api service'],
    ],
    ['an engine of Rails in a folder with another name', gem('spree_core', 'lib/spree/core/engine.rb'), ['. library']],
    [
      'an engine that a generator copies is none of its own',
      gem('spree_core', 'lib/generators/templates/engine.rb'),
      ['. service'],
    ],
    [
      'a step that is only called after packing',
      dotnet(packs('      - name: dotnet pack\n        run: dotnet pack src/Client/Client.csproj\n')),
      withoutInner,
    ],
    ['a folder that is packed', dotnet(packs('      - run: dotnet pack src/Client -c Release\n')), withoutInner],
    [
      'a command over two lines',
      dotnet(packs('      - run: |\n          dotnet pack \\\n            src/Client/Client.csproj\n')),
      withoutInner,
    ],
    [
      'the word “for” is no loop',
      dotnet({ 'build.sh': '# Packs it for all.\nproject=src/Client/Client.csproj\ndotnet pack $project\n' }),
      ['src/App service'],
    ],
    [
      'a loop packs all',
      dotnet({ 'build.sh': 'for project in src/*; do\n  dotnet pack "$project"\ndone\n' }),
      ['src/App service', 'src/Client library', 'src/Inner library'],
    ],
    [
      'an image by Jib in an inner block keeps a program running',
      {
        'settings.gradle.kts': 'include("api")\n',
        'api/build.gradle.kts': springBoot,
        'api/src/main/java/a/A.java': 'package a;\nclass A { public static void main(String[] args) {} }\n',
      },
      ['api service'],
    ],
    [
      'a large program with a window that calls itself an editor is a front end',
      {
        'build.gradle.kts': 'plugins { java }\n',
        'src/main/java/Main.java':
          'import javax.swing.*;\npublic class Main extends JFrame { public static void main(String[] a) { new JFrame(); } }\n',
        ...many(30, (index) => `src/main/java/V${index}.java`, 'class V {}\n'),
        'README.md': '# Editor of notes\n\nIt keeps what you write.\n',
      },
      ['. frontend'],
    ],
  ])('%s', (_, files, found) => {
    expect(kindsOf(files)).toEqual(found)
  })

  it('a catalogue of a build is not what its modules need', () => {
    const files = {
      'server/settings.gradle': 'include "core"\n',
      'server/build.gradle': 'plugins { id "java" }\n',
      'server/dependencies.gradle': 'ext.libs = [sentry: "io.sentry:sentry:1.0"]\n',
      'server/src/main/java/a/A.java': 'package a;\nclass A {}\n',
    }
    const needed = (all: Files) =>
      findApplications(repositoryOf({ files: all })).flatMap(({ dependencies }) => dependencies.map(({ name }) => name))
    expect(needed(files)).toEqual([])
    const block = {
      ...files,
      'server/dependencies.gradle': 'dependencies {\n  implementation "io.sentry:sentry:1.0"\n}\n',
    }
    expect(needed(block)).toEqual(['io.sentry:sentry'])
  })
})

describe('applications of twenty-nine strangers', () => {
  it('the source of a copy does not tell the language of what it is copied into', () => {
    const files = python({
      'src/sodium/configure.ac': 'AC_INIT\n',
      'src/sodium/LICENSE': 'ISC\n',
      ...many(9, (index) => `src/sodium/a${index}.c`, 'int a;\n'),
    })
    expect(findApplications(repositoryOf({ files })).map(({ language }) => language)).toEqual(['python'])
  })

  it.each<readonly [lesson: string, files: Files, found: readonly string[]]>([
    [
      'a copy of another repository says where it came from',
      beside('lib/mouse', { version: '1.0.0', main: 'src/a.ts' }, { 'lib/mouse/.gitrepo': '[subrepo]\n' }),
      [core],
    ],
    [
      'a server of sockets upon Express',
      beside('packages/server', { main: 'a.js', scripts: { start: 'node a.js' }, dependencies: { 'express-ws': '5' } }),
      [core, 'packages/server service'],
    ],
    [
      'a library of C inside of a package of Python',
      python({
        'src/sodium/configure.ac': 'AC_INIT\n',
        'src/sodium/build.zig': 'const std = 1;\n',
        'src/sodium/LICENSE': 'ISC\n',
        'src/sodium/a.c': 'int a;\n',
      }),
      ['. tool'],
    ],
    [
      'a list of packages amid the modules of Python',
      python({
        'dates/urls/__init__.py': '',
        'dates/urls/Pipfile': '[packages]\nflask = "*"\n',
        'dates/urls/b.py': 'b = 1\n',
      }),
      ['. tool'],
    ],
    [
      'projects of .NET that only tests need, that pack an installer, and that the compiler loads',
      {
        'Lib/Lib.csproj':
          '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><PackageId>Lib</PackageId></PropertyGroup></Project>',
        ...many(5, (index) => `Lib/A${index}.cs`, 'class A {}\n'),
        'TestTypes/TestTypes.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>',
        'TestTypes/A.cs': 'class A {}\n',
        'Installer/Installer.csproj':
          '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType></PropertyGroup><ItemGroup><PackageReference Include="WixSharp_wix4" /></ItemGroup></Project>',
        'Installer/A.cs': 'class A {}\n',
        'Lib.Generators/Lib.Generators.csproj':
          '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><EnforceExtendedAnalyzerRules>true</EnforceExtendedAnalyzerRules></PropertyGroup></Project>',
        'Lib.Generators/A.cs': 'class A {}\n',
      },
      ['Lib library'],
    ],
    [
      'a published project that helps others to test',
      {
        'TestTools/TestTools.csproj':
          '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><PackageId>TestTools</PackageId></PropertyGroup></Project>',
        'TestTools/A.cs': 'class A {}\n',
      },
      ['TestTools library'],
    ],
    [
      'a list of tools without a name, amid source',
      {
        'go.mod': 'module mini\n',
        'a.go': 'package mini\n',
        'html/package.json': json({ devDependencies: { gulp: '4' } }),
        'html/a.js': 'var a\n',
      },
      ['. library'],
    ],
    [
      'a program of Lua that a desktop lists',
      {
        'reader.lua': 'local a = 1\n',
        'frontend/ui.lua': 'local b = 1\n',
        'platform/linux/reader.desktop': '[Desktop Entry]\nType=Application\nExec=reader\n',
        'README.md': '# Reader\n\nReader is a document viewer for e-ink devices.\n',
      },
      ['. frontend'],
    ],
  ])('%s', (_, files, found) => {
    expect(kindsOf(files)).toEqual(found)
  })
})
