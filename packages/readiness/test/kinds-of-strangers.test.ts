import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { type Files, json, repositoryOf } from './mini.ts'

const kindsOf = (files: Files) => findApplications(repositoryOf({ files })).map(({ name, kind }) => `${name} ${kind}`)

const words = 'It is described here in some more words, so that the page tells enough of what it is for.\n'.repeat(6)

const module = (name: string, more = '') =>
  `<project><parent><groupId>org.example</groupId><artifactId>apache</artifactId></parent><artifactId>${name}</artifactId>${more}</project>\n`
const started = 'package org.example;\n\nclass Main {\n  public static void main(String[] args) {}\n}\n'
const plain = 'package org.example;\n\nclass Other {}\n'

/** A module of Maven with a start of one class, beside others, all of which are published. */
const ofMaven = (folder: string, more?: string): Files => ({
  'pom.xml':
    '<project><packaging>pom</packaging><modules><module>core</module></modules><distributionManagement/></project>\n',
  'core/pom.xml': module('core'),
  'core/src/main/java/org/example/Core.java': plain,
  'core/src/main/java/org/example/More.java': plain,
  [`${folder}/pom.xml`]: module('other', more),
  [`${folder}/src/main/java/org/example/Main.java`]: started,
  [`${folder}/src/main/java/org/example/Other.java`]: plain,
})

const jib = (container: string) =>
  `<build><plugins><plugin><artifactId>jib-maven-plugin</artifactId><configuration><container><mainClass>org.example.Main</mainClass>${container}</container></configuration></plugin></plugins></build>`

const crate = (name: string, more = '') => `[package]\nname = "${name}"\ndescription = "A part."\n${more}`

/** A crate with a library and a program, upon which another one is built. */
const ofRust = (folder: string, manifest: string, user: string): Files => ({
  'Cargo.toml': `[workspace]\nmembers = ["${folder}", "${user}"]\n`,
  [`${folder}/Cargo.toml`]: manifest,
  [`${folder}/src/lib.rs`]: 'pub fn a() {}\n',
  [`${folder}/src/main.rs`]: 'fn main() {}\n',
  [`${user}/Cargo.toml`]: crate(
    'user',
    `\n[dependencies]\n${/name = "([\w-]+)"/.exec(manifest)?.[1]} = { path = "../shop" }\n`,
  ),
  [`${user}/src/lib.rs`]: 'pub fn b() {}\n',
})

/** A gem that needs Rails, with an image in which it is tried. */
const ofRails = (engine: string): Files => ({
  'mini.gemspec': 'Gem::Specification.new do |s|\n  s.name = "mini"\n  s.add_dependency "rails"\nend\n',
  'README.md': `# Mini\n\nForums and messages. ${words}\n\`\`\`ruby\ngem 'mini'\n\`\`\`\n`,
  'lib/mini.rb': 'require "mini/engine"\n',
  'lib/mini/engine.rb': engine,
  'app/controllers/a_controller.rb': 'class AController; end\n',
  'app/views/a.rb': 'A = 1\n',
  'db/migrate/1_create.rb': 'class Create; end\n',
  Dockerfile: 'FROM ruby\nEXPOSE 3000\nCMD ["rails", "server"]\n',
  'docker-compose.yml': 'services:\n  app:\n    build: .\n    ports: ["3000:3000"]\n',
})

const project = (more = '') => `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>${more}</PropertyGroup></Project>\n`
const referring = (...names: string[]) =>
  `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><PackageId>mini</PackageId></PropertyGroup><ItemGroup>${names
    .map((name) => `<ProjectReference Include="..\\${name}\\${name}.csproj" />`)
    .join('')}</ItemGroup></Project>\n`

/** A command of .NET that is made of two libraries. */
const ofDotnet = (packs: string): Files => ({
  'src/Cli/Cli.csproj': referring('Parts', 'Shared'),
  'src/Cli/Program.cs': 'class Program { static void Main() {} }\n',
  'src/Parts/Parts.csproj': project(),
  'src/Parts/A.cs': 'class A {}\n',
  'src/Shared/Shared.csproj': project(),
  'src/Shared/B.cs': 'class B {}\n',
  '.github/workflows/release.yml': `on: push\njobs:\n  pack:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${packs}\n`,
})

const python = (description: string): Files => ({
  'setup.py': `from setuptools import setup\nsetup(\n    name='mini',\n    description='${description}',\n    # py_modules=["my_module"],\n    entry_points={'console_scripts': ['mini=mini.main:run']},\n)\n`,
  'README.md': `# Mini\n\n${words}\n`,
  'mini/__init__.py': '',
  'mini/main.py': 'def run(): pass\n',
})

const beside = (folder: string): Files => ({
  'package.json': json({ name: 'mini', version: '1.0.0', main: 'lib/a.js' }),
  'lib/a.js': 'exports.a = 1\n',
  [`${folder}/package.json`]: json({ name: 'other', version: '1.0.0', main: 'b.js' }),
  [`${folder}/b.js`]: 'exports.b = 1\n',
})

const erlang = (settings: string): Files => ({
  'rebar.config': settings,
  'apps/one/rebar.config': '{deps, []}.\n',
  'apps/one/src/one.erl': '-module(one).\n',
  'apps/two/rebar.config': '{deps, []}.\n',
  'apps/two/src/two.erl': '-module(two).\n',
})

/** Many libraries of Rust, and one small crate that needs a server. */
const libraries = (name: string, more: Files = {}): Files => ({
  'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
  'README.md': `# Mini\n\nA library for queries. ${words}`,
  'crates/core/Cargo.toml': crate('mini-core'),
  'crates/core/src/lib.rs': 'pub fn a() {}\n',
  ...Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`crates/core/src/m${index}.rs`, 'pub fn a() {}\n'])),
  [`crates/${name}/Cargo.toml`]: crate(`mini-${name}`, '\n[dependencies]\naxum = "0.8"\n'),
  [`crates/${name}/src/main.rs`]: 'async fn main() { axum::serve(listener, app).await }\n',
  ...more,
})

describe('kinds that strangers told', () => {
  it.each<readonly [lesson: string, files: Files, found: readonly string[]]>([
    ['a module called after the command line is a tool', ofMaven('mini-cli'), ['core library', 'mini-cli tool']],
    ['a module called after anything else is a library', ofMaven('mini-util'), ['core library', 'mini-util library']],
    [
      'an image that a build of Java makes keeps a program running if it opens a port',
      ofMaven('distributed-app', jib('<ports><port>25</port></ports>')),
      ['core library', 'distributed-app service'],
    ],
    [
      'without a port, it is one more way to get a tool',
      ofMaven('distributed-app', jib('')),
      ['core library', 'distributed-app tool'],
    ],
    [
      'a program called like the end of its crate is what the crate is for',
      ofRust('shop', crate('mini-shop', '\n[[bin]]\nname = "shop"\npath = "src/main.rs"\n'), 'user'),
      ['shop tool', 'user library'],
    ],
    [
      'a program of another name is one more thing that comes with a library',
      ofRust('shop', crate('shop', '\n[[bin]]\nname = "other"\npath = "src/main.rs"\n'), 'user'),
      ['shop library', 'user library'],
    ],
    [
      'tests do not build upon what they test',
      ofRust('shop', crate('shop', '\n[[bin]]\nname = "other"\npath = "src/main.rs"\n'), 'tests-integration'),
      ['shop tool'],
    ],
    [
      'an engine that others mount is a library, however it is tried',
      ofRails('module Mini\n  class Engine < ::Rails::Engine\n  end\nend\n'),
      ['. library'],
    ],
    [
      'a gem that only needs Rails and has an image is a service',
      ofRails('module Mini\n  class Engine\n  end\nend\n'),
      ['. service'],
    ],
    [
      'a gem called after the command line is a tool',
      {
        'cli/mini-cli.gemspec': 'Gem::Specification.new do |s|\n  s.name = "mini-cli"\n  s.executable = "mini"\nend\n',
        'cli/lib/mini-cli.rb': 'A = 1\n',
        'cli/bin/mini': '#!/usr/bin/env ruby\n',
        'core/mini-core.gemspec': 'Gem::Specification.new do |s|\n  s.name = "mini-core"\nend\n',
        'core/lib/mini-core.rb': 'A = 1\n',
      },
      ['cli tool', 'core library'],
    ],
    [
      'a command that packs one project leaves its parts to it',
      ofDotnet('dotnet pack src/Cli/Cli.csproj -c Release'),
      ['src/Cli tool'],
    ],
    [
      'a command that packs a project of which a variable has the name does so, too',
      ofDotnet('dotnet pack $ToolProject --output out'),
      ['src/Cli tool'],
    ],
    [
      'a library that is packed by its name reaches others',
      ofDotnet('dotnet pack src/Parts/Parts.csproj'),
      ['src/Cli tool', 'src/Parts library'],
    ],
    [
      'a command that packs all brings all to others',
      ofDotnet('dotnet pack -c Release'),
      ['src/Cli tool', 'src/Parts library', 'src/Shared library'],
    ],
    ['a comment about modules does not take a command away', python('A package manager'), ['. tool']],
    [
      'a list amid the modules of a package is no application',
      { ...python('A package manager'), 'mini/requirements.txt': 'requests\n' },
      ['. tool'],
    ],
    [
      'styles among the static files of a package of Python are parts of it',
      {
        ...python('A package manager'),
        'mini/static/themes/simple/package.json': json({
          devDependencies: { grunt: '1' },
          scripts: { start: 'grunt watch' },
        }),
        'mini/static/themes/simple/src/a.js': 'var a\n',
      },
      ['. tool'],
    ],
    [
      'parts of a release of Erlang are one application',
      erlang('{deps, []}.\n{relx, [{release, {mini, "1"}, [one, two]}]}.\n'),
      ['. service'],
    ],
    [
      'parts of a command of Erlang are one application',
      erlang('{escript_main_app, one}.\n{escript_name, mini}.\n'),
      ['. tool'],
    ],
    ['parts that nobody releases stay apart', erlang('{deps, []}.\n'), ['apps/one library', 'apps/two library']],
    [
      'data of a suite of Erlang is no application',
      {
        'rebar.config': '{escript_name, mini}.\n',
        'src/one.erl': '-module(one).\n',
        'checks/all_SUITE_data/app/rebar.config': '{deps, []}.\n',
        'checks/all_SUITE_data/app/src/two.erl': '-module(two).\n',
      },
      ['. tool'],
    ],
    [
      'a private package with an image that works off what others leave is a service',
      {
        'package.json': json({ private: true, workspaces: ['packages/*'] }),
        'packages/scheduler/package.json': json({
          name: 'scheduler',
          private: true,
          main: 'dist/index.js',
          scripts: { build: 'tsc', worker: 'node dist/worker.js' },
        }),
        'packages/scheduler/Dockerfile': 'FROM node\nCMD ["node", "dist/worker.js"]\n',
        'packages/scheduler/src/index.ts': 'export const a = 1\n',
      },
      ['packages/scheduler service'],
    ],
    [
      'a small part of many libraries that needs a server is one of them',
      libraries('adapter'),
      ['crates/adapter library', 'crates/core library'],
    ],
    [
      'called after a server, it is one',
      libraries('query-server'),
      ['crates/core library', 'crates/query-server service'],
    ],
    [
      'with an image, it is a service',
      libraries('adapter', { 'crates/adapter/Dockerfile': 'FROM rust\nEXPOSE 80\n' }),
      ['crates/adapter service', 'crates/core library'],
    ],
  ])('%s', (_, files, found) => {
    expect(kindsOf(files)).toEqual(found)
  })

  it.each([
    'test cases/cmake/1 basic',
    'manual tests/1 wrap',
    'tests-fuzz',
    'systest/app',
    'cookbook/agents',
    'binder/server',
    'mini-demo-petclinic',
    'apps/showcase',
    'mini-e2e-core',
    'testbench',
    'features/test_plugin',
    'pages/{{ name }}',
  ])('nobody deploys or publishes %s alone', (folder) => {
    expect(kindsOf(beside(folder))).toEqual(['. library'])
  })

  it.each(['demolition', 'contests', 'cookbooks', 'attestations'])('%s is no trial', (folder) => {
    expect(kindsOf(beside(`packages/${folder}`))).toHaveLength(2)
  })

  it.each<readonly [words: string, kind: string]>([
    ['Interactive plots and applications in the browser', 'library'],
    ['An interactive visualization library', 'library'],
    ['An interactive HTTPS proxy', 'tool'],
    ['A library and CLI app for templates', 'tool'],
  ])('a package of Python with a command that says “%s” is a %s', (description, kind) => {
    const page = `# Mini\n\n${words}\n\n\`\`\`sh\npip install mini\nmini --help\nmini copy a b\n\`\`\`\n`
    const shown = `${page}\n\`\`\`python\nimport mini\nfrom mini import a\n\`\`\`\n`
    const files = {
      'pyproject.toml': `[build-system]\nrequires = ["setuptools"]\n\n[project]\nname = "mini"\ndescription = "${description}"\nscripts = { mini = "mini.main:run" }\n`,
      'README.md': kind === 'tool' ? page : shown,
      'mini/__init__.py': '',
      'mini/main.py': 'def run(): pass\n',
    }
    expect(kindsOf(files)).toEqual([`. ${kind}`])
  })
})
