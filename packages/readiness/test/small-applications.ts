import { type Files, frontend, json, library, npm, pair, service } from './mini.ts'
import { elixir, goModule, goService, javaService, rails } from './small-programs.ts'

const many = (count: number, name: (index: number) => string): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), 'x\n']))

const goProgram: Files = { 'go.mod': 'module mini\n', 'main.go': 'package main\nfunc main() {}\n' }
const answering: Files = { ...goProgram, 'server/server.go': 'var s = &http.Server{Addr: ":80"}\n' }
const forPeople: Files = { '.goreleaser.yml': 'builds: []\nbrews:\n  - name: mini\n' }
const gem: Files = { 'mini.gemspec': '\n', 'lib/mini.rb': '\n', 'bin/mini': '\n' }
const spring = 'dependencies { implementation("org.springframework.boot:spring-boot-starter-web:3.0.0") }\n'

const further: readonly (readonly [what: string, found: readonly string[], files: Files])[] = [
  [
    'a port of this machine alone, for profiles',
    ['. tool go'],
    { ...goProgram, 'app.go': 'package main\nfunc f() { http.ListenAndServe("localhost:6060", nil) }\n' },
  ],
  [
    'a server of fasthttp',
    ['. service go'],
    { ...goProgram, 'server.go': 'package main\nvar s = &fasthttp.Server{}\n' },
  ],
  [
    'a server that stands in for another one in tests',
    ['. tool go'],
    { ...goProgram, 'pkg/integration/fake.go': 'func f() { http.ListenAndServe(":80", nil) }\n' },
  ],
  [
    'the same, with an image that opens a port for others',
    ['. service go'],
    { ...answering, ...forPeople, 'build/Dockerfile': 'FROM scratch\nEXPOSE 80\n' },
  ],
  [
    'a client of both ends of a connection',
    ['. tool python'],
    { 'requirements.txt': 'aiohttp\n', 'fetch.py': 'import aiohttp\n' },
  ],
  [
    'a server of both ends of a connection',
    ['. service python'],
    { 'requirements.txt': 'aiohttp\n', 'serve.py': 'web.run_app(app)\n' },
  ],
  [
    'a framework that says that programs are made with it',
    ['. library python'],
    {
      'pyproject.toml':
        '[build-system]\n[project]\nname = "mini"\ndependencies = ["flask"]\nclassifiers = ["Topic :: Software Development :: Libraries :: Application Frameworks"]\n[project.scripts]\nmini = "mini:run"\n',
      'mini/__init__.py': '__all__ = [\n  "a",\n  "b",\n  "c",\n  "d",\n  "e",\n]\n',
      'mini/__main__.py': 'run()\n',
    },
  ],
  [
    'a module of Gradle that passes a server on to what is built with it',
    ['kit library kotlin'],
    {
      'settings.gradle.kts': 'include("kit")\n',
      'kit/build.gradle.kts': 'dependencies {\n  api("io.ktor:ktor-server-core:3.0.0")\n}\n',
      'kit/src/main/kotlin/Kit.kt': 'fun Route.kit() {}\n',
    },
  ],
  ['a gem that programs name', ['. library ruby'], { ...gem, 'README.md': "gem install mini\n\ngem 'mini'\n" }],
  [
    'a site below a gem, which shows how it is used',
    ['. library ruby'],
    { ...gem, 'demoapp/Gemfile': "gem 'rails'\n", 'demoapp/app/user.rb': '\n' },
  ],
  [
    'a module of Gradle that an application is made of',
    ['api library java', 'app service java'],
    {
      'settings.gradle': 'include ":api", ":app"\n',
      'api/build.gradle': spring,
      'api/src/main/java/Api.java': 'class Api {}\n',
      'app/build.gradle': `${spring}dependencies { implementation project(':api') }\n`,
      'app/src/main/java/App.java': '@SpringBootApplication\nclass App {}\n',
    },
  ],
  [
    'a module of Maven that an application is made of',
    ['app service java', 'core library java'],
    {
      'core/pom.xml':
        '<project><artifactId>core</artifactId><artifactId>spring-boot-starter-web</artifactId></project>',
      'core/src/main/java/Core.java': 'class Core {}\n',
      'app/pom.xml': '<project><artifactId>app</artifactId><artifactId>core</artifactId></project>',
      'app/src/main/java/App.java': '@SpringBootApplication\nclass App {}\n',
    },
  ],
  [
    'a server that also is a command',
    ['. service javascript'],
    {
      'package.json': npm(['express'], { name: 'sync-server', bin: './a.js', scripts: { start: 'x' } }),
      'a.js': 'x\n',
    },
  ],
  [
    'a window made of pages',
    ['. frontend javascript'],
    {
      'package.json': json({ name: 'desk', main: 'a.js', devDependencies: { electron: '1', 'electron-builder': '1' } }),
      'a.js': 'x\n',
    },
  ],
  [
    'pages whose libraries a bundler takes from the packages for development',
    ['. frontend javascript'],
    {
      'package.json': json({ private: true, scripts: { build: 'x' }, devDependencies: { vue: '3' } }),
      'app.js': 'x\n',
    },
  ],
  [
    'pages that more files make than the program that serves them',
    ['. service ruby'],
    {
      Gemfile: "gem 'rails'\n",
      'package.json': npm(['vue']),
      ...many(9, (index) => `app/javascript/${index}.js`),
      ...many(4, (index) => `app/models/${index}.rb`),
    },
  ],
  [
    'components beside TypeScript',
    ['. frontend typescript'],
    { 'package.json': npm(['vue']), ...many(9, (index) => `src/${index}.vue`), 'src/main.ts': 'x\n' },
  ],
  [
    'an application of Xcode with packages of its own',
    ['. frontend swift', 'Packages/Core library swift'],
    {
      'Shop.xcodeproj/project.pbxproj': 'productType = "com.apple.product-type.application";\n',
      'Shop/Info.plist': '<plist/>\n',
      'Shop/ShopApp.swift': '@main\nstruct ShopApp: App {\n}\n',
      'Packages/Core/Package.swift': '\n',
      'Packages/Core/Sources/Core.swift': 'struct Core {}\n',
    },
  ],
  [
    'the shells around one program for several systems',
    ['app frontend dart'],
    {
      'app/pubspec.yaml': 'dependencies:\n  flutter:\n    sdk: flutter\nflutter:\n',
      'app/lib/main.dart': 'void main() {}\n',
      'app/android/app/build.gradle': "id 'com.android.application'\n",
      'app/android/app/src/main/kotlin/Main.kt': 'class Main\n',
      'app/windows/CMakeLists.txt': 'project(app)\n',
      'app/windows/runner.cpp': 'x\n',
    },
  ],
  [
    'what surrounds a program: tools, and directories that Go leaves out',
    ['. library go'],
    {
      'go.mod': 'module mini\n',
      'mini.go': 'package mini\n',
      'tools/serve/requirements.txt': 'flask\n',
      'tools/serve/serve.py': 'x\n',
      '_codegen/go.mod': 'module gen\n',
      '_codegen/main.go': 'package main\n',
    },
  ],
]

/** One application at the root of each. */
const wholes: readonly (readonly [what: string, found: string, files: Files])[] = [
  [
    'a package of Dart with Flutter that only exports names',
    '. library dart',
    { 'pubspec.yaml': 'name: a\ndependencies:\n  flutter:\n    sdk: flutter\n', 'lib/a.dart': 'library a;\n' },
  ],
  [
    'an application of Flutter',
    '. frontend dart',
    {
      'pubspec.yaml': 'name: a\ndependencies:\n  flutter:\n    sdk: flutter\nflutter:\n  uses-material-design: true\n',
      'lib/main.dart': 'void main() => runApp(App());\n',
    },
  ],
  [
    'an application for Android',
    '. frontend kotlin',
    { 'build.gradle.kts': 'plugins { id("com.android.application") }\n', 'src/main/kotlin/App.kt': 'class App\n' },
  ],
  [
    'an application for iOS',
    '. frontend swift',
    { 'Mini/Info.plist': '<plist/>\n', 'Mini/MiniApp.swift': 'import SwiftUI\n@main\nstruct MiniApp: App {}\n' },
  ],
  [
    'a program of Haskell with a library for its tests',
    '. tool haskell',
    { 'mini.cabal': 'name: mini\nlibrary\nexecutable mini\n', 'src/Mini.hs': 'module Mini where\n' },
  ],
  [
    'a service of Scala',
    '. service scala',
    {
      'build.sbt': 'libraryDependencies ++= Seq("org.http4s" %% "http4s-ember-server" % "1.0.0")\n',
      'src/main/scala/Main.scala': 'object Main extends IOApp\n',
    },
  ],
  [
    'a program in C that autotools build',
    '. tool cpp',
    { 'configure.ac': 'AC_INIT\n', 'Makefile.am': 'bin_PROGRAMS = mini\n', 'src/main.c': 'int main() {}\n' },
  ],
  [
    'a library in C++ that builds an example',
    '. library cpp',
    {
      'CMakeLists.txt': 'project(mini)\nadd_library(mini a.cc)\nadd_executable(mini_example b.cc)\n',
      'src/a.cc': 'int a() { return 1; }\n',
    },
  ],
  ['a plugin of an editor in Lua', '. library lua', { 'lua/mini/init.lua': 'return {}\n' }],
  ['scripts of a shell with tests', '. tool shell', { 'mini.sh': 'echo\n', 'test/mini.bats': '' }],
]

/** What a person would say of small repositories: directory, kind and language of each application. */
export const smallApplications: readonly (readonly [what: string, files: Files, found: readonly string[]])[] = [
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
      'shop-cli/pyproject.toml': '[project]\nname = "tool"\n[project.scripts]\ntool = "tool:main"\n',
      'shop-cli/tool.py': '',
    },
    ['api service python', 'shop-cli tool python'],
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
  [
    'MAUI, Aspire and class libraries',
    {
      'App/App.csproj': '<UseMaui>true</UseMaui><PackageReference Include="Microsoft.AspNetCore.Components" />',
      'App/A.cs': '',
      'App/Platforms/Android/AndroidManifest.xml': '<manifest/>',
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
    'a program that can also serve, as one of its commands',
    {
      'Cargo.toml': '[package]\nname = "m"\n[dependencies]\naxum = { version = "1", optional = true }\n',
      'src/main.rs': 'fn main() {}\n',
      'src/cmd/serve.rs': 'TcpListener::bind(&address)\n',
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
  ['a server of Node.js', service(), ['. service typescript']],
  ['a server of Node.js with a database', service(['pg', 'pino']), ['. service typescript']],
  ['pages of React', frontend(), ['. frontend typescript']],
  ['pages of React with a router', frontend(['react-router-dom']), ['. frontend typescript']],
  ['a library of Node.js', library, ['. library typescript']],
  ['two libraries of Node.js', pair, ['a library javascript', 'b library javascript']],
  ['a server of Go', goService, ['. service go']],
  ['a module of Go', goModule, ['. library go']],
  ['a site of Rails', rails, ['. service ruby']],
  ['a server of Java', javaService, ['. service java']],
  ['a site of Phoenix', elixir, ['. service elixir']],
  [
    'a site of .NET',
    {
      'm.csproj':
        '<Project Sdk="Microsoft.NET.Sdk.Web"><PackageReference Include="Npgsql.EntityFrameworkCore.PostgreSQL" /></Project>',
      'Program.cs': 'WebApplication.CreateBuilder(args);\n',
    },
    ['. service csharp'],
  ],
  [
    'a site of Django',
    { 'requirements.txt': 'django\n', 'manage.py': 'import django\n', 'shop/wsgi.py': 'application = 1\n' },
    ['. service python'],
  ],
  [
    'an API of Python',
    {
      'pyproject.toml': '[project]\nname = "m"\ndependencies = ["fastapi", "uvicorn"]\n',
      'm/main.py': 'app = FastAPI()\n',
    },
    ['. service python'],
  ],
  ...wholes.map(([what, found, files]) => [what, files, [found]] as const),
  ...further.map(([what, found, files]) => [what, files, found] as const),
]
