import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { type Files, json, npm, repositoryOf } from './mini.ts'

type Row = readonly [lesson: string, found: readonly string[], files: Files]

function itFinds(rows: readonly Row[]): void {
  it.each(rows)('%s', (_, expected, files) => {
    const found = findApplications(repositoryOf({ files }))
    expect(found.map(({ name, kind }) => `${name} ${kind}`)).toEqual(expected)
  })
}

const library: Files = {
  'package.json': json({ name: 'mini', exports: './index.js', version: '1.0.0' }),
  'index.js': '1\n',
  'a.js': '1\n',
  'b.js': '1\n',
  'c.js': '1\n',
}
const gem: Files = { 'mini.gemspec': 'Gem::Specification.new\n', 'lib/mini.rb': 'module Mini; end\n' }
const phoenix: Files = {
  'mix.exs': 'defmodule Mini do\n  mod: {Mini, []}\n  {:phoenix, "1.0.0"}\nend\n',
  'lib/mini.ex': 'defmodule Mini do\nend\n',
}
const crate: Files = {
  'Cargo.toml': '[workspace]\nmembers = ["core"]\n',
  'core/Cargo.toml': '[package]\nname = "core"\ndescription = "Core."\nversion = "1.0.0"\n',
  'core/src/lib.rs': 'pub fn core() {}\n',
  'core/src/a.rs': 'pub fn a() {}\n',
}
const dotnet: Files = {
  'src/Mini/Mini.csproj': '<Project Sdk="Microsoft.NET.Sdk"><PackageId>Mini</PackageId></Project>',
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((each) => [`src/Mini/A${each}.cs`, 'class A {}\n'])),
}
const program = '<Project Sdk="Microsoft.NET.Sdk"><OutputType>Exe</OutputType></Project>'
const module = (name: string) =>
  `<project><parent><artifactId>all</artifactId></parent><artifactId>${name}</artifactId>`

describe('what makes something for its neighbours is no application', () => {
  itFinds([
    [
      'a crate that no workspace names, beside a published one',
      ['. tool'],
      {
        'Cargo.toml': '[package]\nname = "mini"\ndescription = "A load generator."\nversion = "1.0.0"\n',
        'src/main.rs': 'fn main() {}\n',
        'pgo/server/Cargo.toml': '[package]\nname = "server"\nversion = "1.0.0"\n[dependencies]\naxum = "1"\n',
        'pgo/server/src/main.rs': 'fn main() {}\n',
      },
    ],
    [
      'the same, with a page of its own, is one',
      ['. tool', 'relay tool'],
      {
        'Cargo.toml': '[package]\nname = "mini"\ndescription = "A load generator."\nversion = "1.0.0"\n',
        'src/main.rs': 'fn main() {}\n',
        'relay/Cargo.toml': '[package]\nname = "relay"\nversion = "1.0.0"\n',
        'relay/src/main.rs': 'fn main() {}\n',
        'relay/README.md': '# Relay\n',
      },
    ],
    [
      'snippets of documentation',
      ['. library'],
      {
        ...library,
        'documentation-website/topics/snippets/first/package.json': json({ name: 'first', main: './index.js' }),
        'documentation-website/topics/snippets/first/index.js': '1\n',
      },
    ],
    [
      'targets of Mage, and input of tests',
      ['. tool'],
      {
        'go.mod': 'module mini\n',
        'main.go': 'package main\nfunc main() {}\n',
        'magefiles/go.mod': 'module magefiles\n',
        'magefiles/build.go': 'package main\nfunc main() {}\n',
        'test-resources/one/go.mod': 'module one\n',
        'test-resources/one/main.go': 'package main\nfunc main() {}\n',
      },
    ],
    [
      'what the compiler loads',
      ['src/Mini library'],
      {
        ...dotnet,
        'src/Mini.Gen/Mini.Gen.csproj':
          '<Project Sdk="Microsoft.NET.Sdk"><IsRoslynComponent>true</IsRoslynComponent></Project>',
        'src/Mini.Gen/Gen.cs': 'class Gen {}\n',
      },
    ],
    [
      'examples and trials beside the source of .NET',
      ['src/Mini library'],
      {
        ...dotnet,
        'src/examples/Issue/Issue.csproj': program,
        'src/examples/Issue/Program.cs': 'class P {}\n',
        'ConsoleApp1/ConsoleApp1.csproj': program,
        'ConsoleApp1/Program.cs': 'class P {}\n',
        'src/Mini.Stress/Mini.Stress.csproj': program,
        'src/Mini.Stress/Program.cs': 'class P {}\n',
      },
    ],
    [
      'pages that take the package above them',
      ['. library'],
      {
        ...library,
        'app/package.json': json({ name: 'app', dependencies: { mini: 'file:..', 'react-dom': '1.0.0' } }),
        'app/src/main.tsx': '1\n',
      },
    ],
    [
      'a crate that writes source',
      ['core library'],
      {
        ...crate,
        'util/Cargo.toml': '[package]\nname = "gen"\nversion = "1.0.0"\n',
        'util/src/main.rs': 'fn main() {}\n',
      },
    ],
    [
      'modules of Android that test or repeat something',
      ['lib library'],
      {
        'settings.gradle': 'include "lib"\n',
        'lib/build.gradle': "plugins {\n  id 'com.android.library'\n  id 'maven-publish'\n}\n",
        'lib/src/main/java/A.java': 'class A {}\n',
        'profile/build.gradle': "plugins {\n  id 'com.android.test'\n}\n",
        'profile/src/main/java/B.java': 'class B {}\n',
        'issue-repro/build.gradle': "plugins {\n  id 'com.android.application'\n}\n",
        'issue-repro/src/main/java/C.java': 'class C {}\n',
      },
    ],
    [
      'styles of a gem',
      ['. library'],
      {
        ...gem,
        'src/styles/package.json': json({ private: true, scripts: { build: 'postcss a.css -o ../../a.css' } }),
        'src/styles/lib/minify.js': '1\n',
      },
    ],
    [
      'what a browser loads with pages of Phoenix',
      ['. service'],
      {
        ...phoenix,
        'assets/package.json': json({ name: 'assets', dependencies: { phoenix: 'file:../deps/phoenix' } }),
        'assets/js/app.js': '1\n',
      },
    ],
    [
      'the same, where it draws pages itself',
      ['. service', 'assets frontend'],
      {
        ...phoenix,
        'assets/package.json': json({
          name: 'assets',
          scripts: { start: 'vite' },
          dependencies: { phoenix: 'file:../deps/phoenix', 'react-dom': '18.0.0' },
        }),
        'assets/js/app.js': '1\n',
      },
    ],
    [
      'an application whose page says that it tests the package',
      ['. library'],
      {
        ...library,
        'app/package.json': npm(['next', 'react-dom', 'mini'], { scripts: { start: 'next start' } }),
        'app/pages/index.js': '1\n',
        'app/README.md': '# Mini Integration Test App\n',
      },
    ],
    [
      'pages of MkDocs with a project of Python',
      ['. library'],
      {
        ...library,
        'site/mkdocs.yml': 'site_name: a\n',
        'site/pyproject.toml': '[project]\nname = "site"\ndependencies = ["mkdocs-material>=9"]\n',
        'site/hooks/a.py': 'a = 1\n',
      },
    ],
    [
      'crates that write bindings or source',
      ['core library'],
      {
        ...crate,
        'ffi/bindgen/Cargo.toml': '[package]\nname = "bindgen"\n[dependencies]\nuniffi = "0.3"\n',
        'ffi/bindgen/src/main.rs': 'fn main() {}\n',
        'codegen/Cargo.toml': '[package]\nname = "codegen"\n[dependencies]\nsyn = "2"\n',
        'codegen/src/main.rs': 'fn main() {}\n',
        'core/macros/Cargo.toml': '[package]\nname = "macros"\n',
        'core/macros/src/lib.rs': 'pub fn a() {}\n',
        'core/Cargo.toml':
          '[package]\nname = "core"\ndescription = "Core."\n[dependencies]\nmacros = { path = "./macros" }\n',
        'test-utils/Cargo.toml': '[package]\nname = "test-utils"\n',
        'test-utils/src/lib.rs': 'pub fn a() {}\n',
      },
    ],
    [
      'projects of .NET that build, release, try or show',
      ['src/Mini library'],
      Object.fromEntries([
        ...Object.entries(dotnet),
        ...['BuildTools/License', 'ReleaseBuilder', 'CakeScripts', 'Mini.UsageExample', 'Tools/Debugger'].flatMap(
          (folder) => [
            [`${folder}/A.csproj`, program],
            [`${folder}/A.cs`, 'class A { static void Main() {} }\n'],
          ],
        ),
        ['Aot/Aot.csproj', program.replace('</Project>', '<TrimmerRootAssembly Include="Mini" /></Project>')],
        ['Aot/Program.cs', 'class A { static void Main() {} }\n'],
      ]),
    ],
    [
      'bindings for Perl that a build of C installs',
      ['. library'],
      {
        'configure.ac': 'AC_INIT\n',
        'Makefile.am': 'EXTRA_DIST = bindings/perl/Makefile.PL\n',
        'src/a.c': 'int a;\n',
        'src/b.c': 'int b;\n',
        'bindings/perl/Makefile.PL': 'use ExtUtils::MakeMaker;\n',
        'bindings/perl/lib/Mini.pm': 'package Mini;\n1;\n',
      },
    ],
    [
      'a page for the tools of Flutter',
      ['packages/mini library'],
      {
        'packages/mini/pubspec.yaml': 'name: mini\ndescription: A.\n',
        'packages/mini/lib/mini.dart': 'class A {}\n',
        'packages/mini_devtools_extension/pubspec.yaml':
          'name: a\npublish_to: none\ndependencies:\n  flutter:\n    sdk: flutter\n  devtools_extensions: ^0.1.0\nflutter:\n  uses-material-design: true\n',
        'packages/mini_devtools_extension/lib/main.dart': 'void main() {}\n',
      },
    ],
    [
      'a build of Gradle that needs a plugin which publishes',
      ['core library'],
      {
        'settings.gradle.kts': 'pluginManagement {\n  includeBuild("gradle/plugins")\n}\ninclude("core")\n',
        'core/build.gradle.kts': 'plugins { `maven-publish` }\n',
        'core/src/main/java/A.java': 'class A {}\n',
        'gradle/plugins/build.gradle.kts': 'dependencies {\n  implementation(plugin(libs.plugins.nexus.publish))\n}\n',
        'gradle/plugins/src/main/kotlin/A.kt': 'class A\n',
      },
    ],
    [
      'a few scripts of Python with a list of what they need',
      ['. library'],
      { ...library, 'admin/estimate/requirements.txt': 'lxml\n', 'admin/estimate/estimate.py': 'print(1)\n' },
    ],
    [
      'machines that are asked of a stand-in, and tests in other languages',
      ['. library'],
      {
        ...library,
        'other/acm/provider.tf': 'provider "aws" {\n  endpoints {\n    acm = "http://localhost:5000"\n  }\n}\n',
        'other/acm/acm.tf': 'resource "aws_acm_certificate" "a" {}\n',
        'other/tests_java/pom.xml': '<project></project>',
        'other/tests_java/src/main/java/A.java': 'class A {}\n',
        'Utils/FormatterFixtures/Package.swift': 'let package = 1\n',
        'Utils/FormatterFixtures/Sources/A.swift': 'struct A {}\n',
      },
    ],
    [
      'folders of a workspace of which a package is built',
      ['packages/mini tool'],
      {
        'package.json': npm([], { workspaces: ['packages/mini'], dependencies: undefined }),
        'packages/mini/package.json': json({ name: 'mini', bin: 'cli.js' }),
        'packages/mini/cli.js': '#!/usr/bin/env node\n',
        'libs/a/a.ts': 'export const a = 1\n',
        'libs/a/b.ts': 'export const b = 1\n',
      },
    ],
  ])
})

describe('what reaches people is an application, whatever the folder is called', () => {
  itFinds([
    [
      'modules of Maven in groups called after support and tools',
      ['core library', 'support/guice library', 'tools/hasher tool'],
      {
        'pom.xml': '<project><packaging>pom</packaging><modules><module>core</module></modules></project>',
        'core/pom.xml': module('core'),
        'core/src/main/java/A.java': 'class A {}\n',
        'support/pom.xml': '<project><packaging>pom</packaging><modules><module>guice</module></modules></project>',
        'support/guice/pom.xml': module('guice'),
        'support/guice/src/main/java/A.java': 'class A {}\n',
        'tools/pom.xml': '<project><packaging>pom</packaging><modules><module>hasher</module></modules></project>',
        'tools/hasher/pom.xml': `${module('hasher')}<artifactId>maven-assembly-plugin</artifactId><mainClass>A</mainClass>`,
        'tools/hasher/src/main/java/A.java': 'class A { public static void main(String[] a) {} }\n',
        'spec/support/helper/pom.xml': module('helper'),
        'spec/support/helper/src/main/java/A.java': 'class A {}\n',
      },
    ],
    [
      'a program of Rust that only packages of systems bring',
      ['cli tool', 'core library'],
      {
        ...crate,
        'cli/Cargo.toml': '[package]\nname = "cli"\npublish = false\n[package.metadata.dist]\ndist = true\n',
        'cli/src/main.rs': 'fn main() {}\n',
      },
    ],
    [
      'modules of Terraform that a registry gets at once',
      ['. infrastructure'],
      { 'modules/a/main.tf': 'resource "a" "b" {}\n', 'wrappers/a/main.tf': 'module "a" {}\n', 'README.md': '# A\n' },
    ],
    [
      'a program of Swift whose entry has another name than main',
      ['. tool'],
      {
        'Package.swift':
          'Package(\n  name: "Mini",\n  products: [.executable(name: "mini", targets: ["a"]), .library(name: "MiniKit", targets: ["b"])])\n',
        'Sources/a/Mini.swift': '@main\nstruct Mini {}\n',
      },
    ],
  ])
})
