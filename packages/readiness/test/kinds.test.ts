import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { type Files, json, npm, repositoryOf } from './mini.ts'

const many = (count: number, name: (index: number) => string): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), 'x\n']))

const goProgram: Files = { 'go.mod': 'module mini\n', 'main.go': 'package main\nfunc main() {}\n' }
const answering: Files = { ...goProgram, 'server/server.go': 'var s = &http.Server{Addr: ":80"}\n' }
const forPeople: Files = { '.goreleaser.yml': 'builds: []\nbrews:\n  - name: mini\n' }
const gem: Files = { 'mini.gemspec': '\n', 'lib/mini.rb': '\n', 'bin/mini': '\n' }
const spring = 'dependencies { implementation("org.springframework.boot:spring-boot-starter-web:3.0.0") }\n'

/** Each row was found wrongly before, in a repository that nobody had tuned on. */
const rows: readonly (readonly [lesson: string, found: readonly string[], files: Files])[] = [
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
  ['a program for people’s own computers that also answers', ['. tool go'], { ...answering, ...forPeople }],
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
  ['a gem that people install', ['. tool ruby'], { ...gem, 'README.md': 'gem install mini\n' }],
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
      'Shop.xcodeproj/project.pbxproj': '// !$*UTF8*$!\n',
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
    'what surrounds a program: tools, dependencies of pages, directories that Go leaves out',
    ['. library go'],
    {
      'go.mod': 'module mini\n',
      'mini.go': 'package mini\n',
      'tools/serve/requirements.txt': 'flask\n',
      'tools/serve/serve.py': 'x\n',
      'docs/package.json': json({ private: true, scripts: { lint: 'x' }, devDependencies: { prettier: '3' } }),
      'docs/theme.js': 'x\n',
      '_codegen/go.mod': 'module gen\n',
      '_codegen/main.go': 'package main\n',
    },
  ],
  [
    'scripts of a shell with a few programs among them, without a manifest',
    ['. tool shell'],
    {
      Makefile: 'test:\n',
      ...many(9, (index) => `plugins/${index}.zsh`),
      'plugins/a.py': 'x\n',
      'plugins/b.py': 'x\n',
    },
  ],
]

describe('kinds and applications', () => {
  it.each(rows)('%s', (_, expected, files) => {
    const found = findApplications(repositoryOf({ files }))
    expect(found.map(({ name, kind, language }) => `${name} ${kind} ${language}`)).toEqual(expected)
  })
})
