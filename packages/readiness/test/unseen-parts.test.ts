import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { type Files, json, npm, repositoryOf } from './mini.ts'

const project = (more = '') => `<Project Sdk="Microsoft.NET.Sdk">${more}</Project>`
const web = '<Project Sdk="Microsoft.NET.Sdk.Web"><ProjectReference Include="..\\Core\\Core.csproj" /></Project>'
const serviceOfTwo: Files = {
  'src/Api/Api.csproj': web,
  'src/Api/Program.cs': 'class P {}\n',
  'src/Core/Core.csproj': project(),
  'src/Core/A.cs': 'class A {}\n',
}
const workspace: Files = {
  'package.json': json({ name: 'root', private: true, workspaces: ['packages/*', 'integrations/*'] }),
  'packages/a/package.json': npm([], { name: 'a', private: false, exports: './main.js' }),
  'packages/a/main.js': 'exports.a = 1\n',
}
const crate = (name: string, more = '') => `[package]\nname = "${name}"\n${more}`
const storeOfGo: Files = {
  'go.mod': 'module example.org/store\n',
  'store.go': 'package store\n',
  'cmd/store/main.go': 'package main\n\nimport "example.org/store"\n',
}

/** Each row was found wrongly before, in a repository that the evaluator had not met. */
const rows: readonly (readonly [lesson: string, found: readonly string[], files: Files])[] = [
  ['a library of .NET that only a program here refers to', ['src/Api service csharp'], serviceOfTwo],
  [
    'a library of .NET that has the name of a package',
    ['src/Api service csharp', 'src/Core library csharp'],
    { ...serviceOfTwo, 'src/Core/Core.csproj': project('<PackageId>Mini.Core</PackageId>') },
  ],
  [
    'libraries of .NET that CI packs',
    ['src/Api service csharp', 'src/Core library csharp'],
    { ...serviceOfTwo, '.github/workflows/pack.yml': 'jobs:\n  a:\n    steps:\n      - run: dotnet pack\n' },
  ],
  [
    'an image of .NET that runs once',
    ['util/Migrate tool csharp'],
    {
      'util/Migrate/Migrate.csproj': project('<OutputType>Exe</OutputType>'),
      'util/Migrate/Program.cs': 'class P {}\n',
      'util/Migrate/Dockerfile': 'FROM runtime\nENTRYPOINT ["/app/Migrate"]\n',
    },
  ],
  [
    'an image of .NET that is left running',
    ['util/Worker service csharp'],
    {
      'util/Worker/Worker.csproj': project('<OutputType>Exe</OutputType>'),
      'util/Worker/Program.cs': 'class P {}\n',
      'util/Worker/Dockerfile': 'FROM runtime\n',
    },
  ],
  [
    'a console that runs the tests of .NET',
    ['src/Mini library csharp'],
    {
      'src/Mini/Mini.csproj': project(),
      'src/Mini/A.cs': 'class A {}\n',
      'src/Mini.TestConsole/Mini.TestConsole.csproj': project('<OutputType>Exe</OutputType>'),
      'src/Mini.TestConsole/Program.cs': 'class P {}\n',
    },
  ],
  [
    'private projects that try the packages',
    ['packages/a library javascript'],
    {
      ...workspace,
      'integrations/vite/package.json': npm(['vite', 'react-dom'], { name: 'vite-trial' }),
      'integrations/vite/src/main.tsx': 'export {}\n',
    },
  ],
  [
    'integrations that are published',
    ['integrations/vite library javascript', 'packages/a library javascript'],
    {
      ...workspace,
      'integrations/vite/package.json': npm([], { name: '@a/vite', private: false, exports: './main.js' }),
      'integrations/vite/main.js': 'exports.a = 1\n',
    },
  ],
  [
    'a private package that helps the tests of others',
    ['packages/a library javascript'],
    {
      ...workspace,
      'packages/a-test-utils/package.json': npm([], { name: 'a-test-utils', exports: './main.js' }),
      'packages/a-test-utils/main.js': 'exports.a = 1\n',
    },
  ],
  [
    'a file that only says how the files beside it are read',
    ['packages/a library javascript'],
    {
      ...workspace,
      'packages/a/lib/esm/package.json': json({ name: 'a', type: 'module' }),
      'packages/a/lib/esm/b.js': '1\n',
    },
  ],
  [
    'a plugin of others inside of the source',
    ['. library javascript'],
    {
      'package.json': npm([], { exports: './ui/main.js', repository: 'https://github.com/mini/mini' }),
      'ui/main.js': 'exports.a = 1\n',
      'ui/player/plugins/menu/package.json': json({
        name: 'menu',
        main: 'a.js',
        repository: 'https://github.com/other/menu.git',
      }),
      'ui/player/plugins/menu/a.js': '1\n',
    },
  ],
  [
    'crates that only test, or that only CI builds',
    ['mini library rust'],
    {
      'Cargo.toml': '[workspace]\nmembers = ["mini"]\n',
      'mini/Cargo.toml': crate('mini'),
      'mini/src/lib.rs': 'pub fn a() {}\n',
      'tests-build/Cargo.toml': crate('tests-build', 'publish = false\n'),
      'tests-build/src/lib.rs': 'pub fn a() {}\n',
      'ci/alternative/Cargo.toml': crate('alternative', 'publish = false\n'),
      'ci/alternative/src/lib.rs': 'pub fn a() {}\n',
    },
  ],
  [
    'tools of developers in a module of Go',
    ['. library go'],
    {
      'go.mod': 'module mini\n',
      'mini.go': 'package mini\n',
      'tools/go.mod': 'module mini/tools\n',
      'tools/tools.go': 'package tools\n',
    },
  ],
  [
    'requirements of plugins that tests try',
    ['. library python'],
    {
      'pyproject.toml': '[project]\nname = "mini"\n[build-system]\n',
      'mini/core.py': 'x = 1\n',
      'testing/plugins/requirements.txt': 'django==5\n',
      'testing/plugins/settings.py': 'x = 1\n',
    },
  ],
  [
    'a module of Go that its page imports, with a command',
    ['. library go'],
    { ...storeOfGo, 'README.md': '```go\nimport (\n\tstore "example.org/store"\n)\n```\n' },
  ],
  [
    'a module of Go that its page imports, and that answers requests',
    ['. service go'],
    {
      ...storeOfGo,
      'store.go': 'package store\nvar s = http.Server{}\n',
      'README.md': '```go\nimport (\n\tstore "example.org/store"\n)\n```\n',
    },
  ],
  ['a command of Go beside a package that no page imports', ['. tool go'], storeOfGo],
  [
    'a program of Go that its page calls a program',
    ['. tool go'],
    {
      'go.mod': 'module mini\n',
      'cmd/mini/main.go': 'package main\nvar s = http.Server{}\n',
      'README.md': 'mini is a backup program that is quick.\n',
    },
  ],
  [
    'a framework of PHP with a command of its name',
    ['. library php'],
    {
      'composer.json': json({ name: 'a/mini', type: 'library', description: 'A framework for tests', bin: ['mini'] }),
      'src/A.php': '<?php\n',
    },
  ],
  [
    'a wrapper of Maven that is written in Java',
    ['. library java'],
    {
      'pom.xml': '<project></project>',
      'src/main/java/A.java': 'class A {}\n',
      '.mvn/wrapper/Downloader.java': 'class D { public static void main(String[] a) {} }\n',
    },
  ],
  [
    'a program of Rust that opens a window',
    ['. frontend rust'],
    { 'Cargo.toml': `${crate('mini')}[dependencies]\nwinit = "0.30"\n`, 'src/main.rs': 'fn main() {}\n' },
  ],
  [
    'a program of Kotlin that opens a window',
    ['. frontend kotlin'],
    { 'build.gradle.kts': 'compose.desktop {\n}\n', 'src/main/kotlin/Main.kt': 'fun main() {}\n' },
  ],
  [
    'a module of Gradle that helps others to test, with the name of an artifact',
    ['core library kotlin', 'core-test library kotlin'],
    {
      'settings.gradle.kts': 'include(":core", ":core-test")\n',
      'core/build.gradle.kts': 'plugins {}\n',
      'core/src/main/kotlin/A.kt': 'class A\n',
      'core-test/build.gradle.kts': 'plugins {}\n',
      'core-test/gradle.properties': 'POM_ARTIFACT_ID=core-test\n',
      'core-test/src/main/kotlin/B.kt': 'class B\n',
    },
  ],
]

describe('applications of repositories that were met once', () => {
  it.each(rows)('%s', (_, expected, files) => {
    const found = findApplications(repositoryOf({ files }))
    expect(found.map(({ name, kind, language }) => `${name} ${kind} ${language}`)).toEqual(expected)
  })

  it('judges the tests of a library of .NET with the program that it is a part of', () => {
    const files = {
      ...serviceOfTwo,
      'test/Core.Test/Core.Test.csproj': project('<ProjectReference Include="..\\..\\src\\Core\\Core.csproj" />'),
      'test/Core.Test/ATest.cs': '[Fact]\n',
    }
    const [app] = findApplications(repositoryOf({ files }))
    expect(app?.tests).toEqual(['test/Core.Test/ATest.cs'])
  })

  it('takes no dependency from a list of requirements that a tool wrote', () => {
    const files = { 'requirements.in': 'flask\n', 'requirements.txt': 'flask==3\nsqlalchemy==2\n', 'app.py': 'x = 1\n' }
    const [app] = findApplications(repositoryOf({ files }))
    expect(app?.dependencies.map(({ name }) => name)).toEqual(['flask'])
  })
})
