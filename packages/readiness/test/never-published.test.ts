import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { type Files, json, npm, repositoryOf } from './mini.ts'

type Row = readonly [lesson: string, found: readonly string[], files: Files]

const crate = (name: string, more = '') => `[package]\nname = "${name}"\nversion = "1.0.0"\n${more}`
const crates: Files = {
  'Cargo.toml': '[workspace]\nmembers = ["mini", "codegen"]\n',
  'mini/Cargo.toml': crate('mini', 'description = "Reads dates"\n'),
  'mini/src/lib.rs': 'pub mod a;\n',
  'mini/src/a.rs': 'pub fn a() {}\n',
  'mini/src/b.rs': 'pub fn b() {}\n',
  'codegen/src/lib.rs': 'pub fn b() {}\n',
}
const pom = (name: string, more = '') => `<project><artifactId>${name}</artifactId>${more}</project>\n`
const maven: Files = {
  'pom.xml': '<project><packaging>pom</packaging><modules><module>core</module></modules></project>\n',
  'core/pom.xml': pom('core'),
  'core/src/main/java/A.java': 'class A {}\n',
  'core/src/main/java/B.java': 'class B {}\n',
  'coverage/src/main/java/C.java': 'class C {}\n',
}
const project = (properties: string, sdk = 'Microsoft.NET.Sdk') =>
  `<Project Sdk="${sdk}"><PropertyGroup>${properties}</PropertyGroup></Project>\n`
const packages: Files = {
  'src/Mini/Mini.csproj': project('<PackageId>Mini</PackageId>'),
  'src/Mini/A.cs': 'class A {}\n',
  'src/Mini/B.cs': 'class B {}\n',
}
const gradle = (names: readonly string[], published: readonly string[]): Files => ({
  'settings.gradle': names.map((name) => `include ":${name}"\n`).join(''),
  ...Object.fromEntries(
    names.flatMap((name) => [
      [`${name}/build.gradle`, published.includes(name) ? 'plugins { id "maven-publish" }\n' : 'plugins { }\n'],
      [`${name}/src/main/java/A.java`, 'class A {}\n'],
    ]),
  ),
})

const neverPublished: readonly Row[] = [
  [
    'a server of Dart that is only tested with',
    ['mini library'],
    {
      'mini/pubspec.yaml': 'name: mini\ndescription: Handles requests.\n',
      'mini/lib/a.dart': '1\n',
      'mini/lib/b.dart': '1\n',
      'trial/pubspec.yaml':
        'name: trial\ndescription: Compliance tests for mini.\npublish_to: none\ndependencies:\n  shelf: any\n',
      'trial/bin/server.dart': 'void main() { serve(handler, "localhost", 8080); }\n',
    },
  ],
  [
    'a crate that is never published',
    ['mini library'],
    { ...crates, 'codegen/Cargo.toml': crate('codegen', 'publish = false\n') },
  ],
  [
    'a crate that no registry gets',
    ['mini library'],
    { ...crates, 'codegen/Cargo.toml': crate('codegen', 'publish = []\n') },
  ],
  [
    'a crate that one registry gets',
    ['codegen library', 'mini library'],
    { ...crates, 'codegen/Cargo.toml': crate('codegen', 'publish = ["house"]\n') },
  ],
  [
    'crates none of which is published',
    ['codegen library', 'mini library'],
    {
      ...crates,
      'mini/Cargo.toml': crate('mini', 'publish = false\n'),
      'codegen/Cargo.toml': crate('codegen', 'publish = false\n'),
    },
  ],
  [
    'a service that is never published',
    ['hub service', 'mini library'],
    {
      ...crates,
      'hub/Cargo.toml': crate('hub', 'publish = false\n[dependencies]\naxum = "1"\n'),
      'hub/src/main.rs': 'fn main() {}\n',
    },
  ],
  [
    'a root that is never published',
    ['. tool', 'mini library'],
    { ...crates, 'Cargo.toml': crate('whole', 'publish = false\n'), 'src/main.rs': 'fn main() {}\n' },
  ],
  [
    'a crate that is never published and larger than all others',
    ['engine tool', 'mini library'],
    {
      ...crates,
      'engine/Cargo.toml': crate('engine', 'publish = false\n'),
      'engine/src/main.rs': 'fn main() {}\n',
      'engine/src/a.rs': 'pub fn a() {}\n',
      'engine/src/b.rs': 'pub fn b() {}\n',
      'engine/src/c.rs': 'pub fn c() {}\n',
    },
  ],
  [
    'a package of Dart that is never published',
    ['mini library'],
    {
      'mini/pubspec.yaml': 'name: mini\ndescription: Reads dates.\n',
      'mini/lib/mini.dart': 'class A {}\n',
      'mini/lib/more.dart': 'class B {}\n',
      'lints/pubspec.yaml': 'name: lints\npublish_to: none\n',
      'lints/lib/lints.dart': 'class C {}\n',
    },
  ],
  [
    'a module of Maven whose property skips the deployment',
    ['core library'],
    {
      ...maven,
      'coverage/pom.xml': pom('coverage', '<properties><maven.deploy.skip>true</maven.deploy.skip></properties>'),
    },
  ],
  [
    'a module of Maven that skips the central registry',
    ['core library'],
    {
      ...maven,
      'coverage/pom.xml': pom('coverage', '<configuration><skipPublishing>true</skipPublishing></configuration>'),
    },
  ],
  [
    'a module of Maven whose plugin for deployment is skipped',
    ['core library'],
    {
      ...maven,
      'coverage/pom.xml': pom(
        'coverage',
        '<plugin>\n<artifactId>maven-deploy-plugin</artifactId>\n<configuration><skip>true</skip></configuration>\n</plugin>',
      ),
    },
  ],
  [
    'a module of Maven that skips something else',
    ['core library', 'coverage library'],
    {
      ...maven,
      'coverage/pom.xml': pom(
        'coverage',
        '<plugin><artifactId>maven-deploy-plugin</artifactId></plugin><plugin><artifactId>a</artifactId><skip>true</skip></plugin>',
      ),
    },
  ],
  [
    'a project of .NET that is never packed',
    ['src/Mini library'],
    {
      ...packages,
      'src/Gen/Gen.csproj': project('<OutputType>Exe</OutputType><IsPackable>false</IsPackable>'),
      'src/Gen/Program.cs': 'return;\n',
    },
  ],
  [
    'modules of Gradle that are silent where most say that they are published',
    ['a library', 'b library', 'c library'],
    gradle(['a', 'b', 'c', 'checks'], ['a', 'b', 'c']),
  ],
  [
    'modules of Gradle most of which are silent',
    ['a library', 'b library', 'c library', 'd library'],
    gradle(['a', 'b', 'c', 'd'], ['a']),
  ],
  ['too few modules of Gradle to tell', ['a library', 'b library', 'c library'], gradle(['a', 'b', 'c'], ['a', 'b'])],
  [
    'a silent module of Gradle that is a service',
    ['a library', 'b library', 'c library', 'hub service'],
    {
      ...gradle(['a', 'b', 'c', 'hub'], ['a', 'b', 'c']),
      'hub/build.gradle': 'plugins { id "application" }\ndependencies { implementation "io.javalin:javalin:6" }\n',
      'hub/src/main/java/A.java': 'class A { public static void main(String[] a) {} }\n',
    },
  ],
  [
    'a library of .NET that a program loads without a reference, where nothing is packed',
    ['src/Hub service'],
    {
      'src/Hub/Hub.csproj': project('', 'Microsoft.NET.Sdk.Web'),
      'src/Hub/Program.cs': 'WebApplication.CreateBuilder(args);\n',
      'src/Plugin/Plugin.csproj': project(''),
      'src/Plugin/A.cs': 'class A {}\n',
    },
  ],
  [
    'a library of .NET beside a program, where something is packed',
    ['src/Hub service', 'src/Mini library', 'src/Plugin library'],
    {
      ...packages,
      'src/Hub/Hub.csproj': project('', 'Microsoft.NET.Sdk.Web'),
      'src/Hub/Program.cs': 'WebApplication.CreateBuilder(args);\n',
      'src/Plugin/Plugin.csproj': project(''),
      'src/Plugin/A.cs': 'class A {}\n',
    },
  ],
]

const goRoot: Files = { 'go.mod': 'module a.b/mini\n', 'mini.go': 'package mini\n' }
const hugo: Files = {
  ...goRoot,
  'site/hugo.toml': 'title = "Mini"\n',
  'site/layouts/index.html': '<html/>\n',
}
const included: Files = {
  'settings.gradle': 'pluginManagement {\n    includeBuild("./gradle-parts")\n}\ninclude ":core"\n',
  'core/build.gradle': 'plugins { id "java-library" }\n',
  'core/src/main/java/A.java': 'class A {}\n',
  'gradle-parts/conventions/build.gradle.kts': 'plugins { `kotlin-dsl` }\n',
  'gradle-parts/conventions/src/main/kotlin/A.kt': 'class A\n',
}
const linked = (types: string) => crate('glue', `[lib]\ncrate-type = ${types}\n`)
const cmake: Files = {
  'CMakeLists.txt': 'project(mini)\nadd_library(mini a.c)\n',
  'a.c': 'int a;\n',
  'rust/glue/src/lib.rs': 'pub fn a() {}\n',
}
/** A package of npm in a folder beside another one. */
const beside = (folder: string): Files => ({
  'mini/package.json': npm([], { name: 'mini', exports: './a.js' }),
  'mini/a.js': 'exports.a = 1\n',
  [`${folder}/package.json`]: npm([], { name: 'other', exports: './b.js' }),
  [`${folder}/b.js`]: 'exports.b = 1\n',
})
/** A project of .NET in a folder beside another one. */
const projectIn = (folder: string): Files => ({
  'src/Mini/Mini.csproj': project(''),
  'src/Mini/A.cs': 'class A {}\n',
  [`${folder}/Other.csproj`]: project(''),
  [`${folder}/B.cs`]: 'class B {}\n',
})

const places: readonly Row[] = [
  ...['mini-tests-common', 'stub', 'golden-files', 'mini-golden-files', 'mini-examples-basic', 'toys', 'eng'].map(
    (folder): Row => [`a package in a folder called ${folder}`, ['mini library'], beside(folder)],
  ),
  ['a package in a folder with another name', ['engine library', 'mini library'], beside('engine')],
  ['a project of .NET that helps several tests', ['src/Mini library'], projectIn('src/Mini.Tests.Common')],
  [
    'a module whose source only tests',
    ['mini library'],
    {
      'mini/package.json': npm([], { exports: './a.js' }),
      'mini/a.js': 'exports.a = 1\n',
      'mini/src/functionalTest/java/package.json': npm([], { name: 'input', exports: './b.js' }),
      'mini/src/functionalTest/java/b.js': 'exports.b = 1\n',
    },
  ],
  [
    'a package with nothing but a file that reviews changes',
    ['mini library'],
    {
      'mini/package.json': npm([], { exports: './a.js' }),
      'mini/a.js': 'exports.a = 1\n',
      'review/package.json': npm(['danger'], { name: 'review' }),
      'review/dangerfile.js': 'warn()\n',
    },
  ],
  ['a build that the build includes', ['core library'], included],
  [
    'a build that the build includes, and that is published',
    ['core library', 'gradle-parts/conventions library'],
    { ...included, 'gradle-parts/conventions/build.gradle.kts': 'plugins { `maven-publish` }\n' },
  ],
  [
    'pages that Hugo makes with packages of npm',
    ['. library'],
    { ...hugo, 'site/package.json': npm(['postcss'], { name: 'site' }), 'site/assets/a.js': 'a()\n' },
  ],
  [
    'pages that Hugo makes with modules of Go',
    ['. library'],
    { ...hugo, 'site/go.mod': 'module a.b/site\n', 'site/pages/a.go': 'package pages\n' },
  ],
  ['a crate that only C links', ['. library'], { ...cmake, 'rust/glue/Cargo.toml': linked('["staticlib"]') }],
  [
    'a crate that C and Rust link',
    ['. library', 'rust/glue library'],
    { ...cmake, 'rust/glue/Cargo.toml': linked('["staticlib", "rlib"]') },
  ],
  [
    'a crate that C links, with words for a registry',
    ['. library', 'rust/glue library'],
    { ...cmake, 'rust/glue/Cargo.toml': crate('glue', 'description = "Glue"\n[lib]\ncrate-type = ["cdylib"]\n') },
  ],
  [
    'scripts of developers with a list of what they need',
    ['. library'],
    { ...goRoot, 'tools/requirements.txt': 'requests\n', 'tools/notes.py': 'print(1)\n' },
  ],
  ['a package that builds the others', ['mini library'], beside('build/pack')],
  [
    'projects of .NET that only name others',
    ['src/Mini library'],
    {
      ...projectIn('all'),
      'all/Other.csproj': project('', 'Microsoft.Build.Traversal/4.1.0'),
    },
  ],
  [
    'the same, with steps of their own',
    ['src/Mini library'],
    { ...projectIn('all'), 'all/Other.csproj': project('', 'Microsoft.Build.NoTargets') },
  ],
  [
    'a site that is made of the pages beside it',
    ['. library', 'docs/site frontend'],
    {
      ...goRoot,
      'docs/a.md': 'A\n',
      'docs/site/package.json': npm(['@docusaurus/core'], { name: 'site' }),
      'docs/site/src/a.js': 'a()\n',
    },
  ],
  [
    'a package beside pages that makes no site',
    ['. library'],
    { ...goRoot, 'docs/site/package.json': npm(['postcss'], { name: 'site' }), 'docs/site/src/a.js': 'a()\n' },
  ],
  [
    'pages that undocs makes',
    ['. library', 'docs frontend'],
    {
      ...goRoot,
      'docs/package.json': json({ private: true, scripts: { dev: 'undocs dev' }, devDependencies: { undocs: '1' } }),
      'docs/a.ts': 'a()\n',
    },
  ],
]

describe('what a repository publishes, and what only helps it', () => {
  it.each([...neverPublished, ...places])('%s: finds %j', (_, expected, files) => {
    const found = findApplications(repositoryOf({ files }))
    expect(found.map(({ name, kind }) => `${name} ${kind}`)).toEqual(expected)
  })
})
