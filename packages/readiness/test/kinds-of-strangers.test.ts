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

/** A large library of npm, and one small private package that needs a server. */
const libraries = (folder: string, more: object = {}, files: Files = {}): Files => ({
  'package.json': json({ private: true, workspaces: ['packages/*'] }),
  'README.md': `# Mini\n\nA library for queries. ${words}`,
  'packages/core/package.json': json({ name: 'core', version: '1.0.0', exports: './src/a.ts' }),
  'packages/core/src/a.ts': 'export const a = 1\n',
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`packages/core/src/m${index}.ts`, 'export const a = 1\n']),
  ),
  [`packages/${folder}/package.json`]: json({
    name: folder,
    private: true,
    dependencies: { fastify: '5.0.0' },
    ...more,
  }),
  [`packages/${folder}/src/a.ts`]: 'export const routes = []\n',
  ...files,
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
      'ports of another plugin are not its own',
      ofMaven('mini-app', `${jib('')}<plugin><artifactId>docker-maven-plugin</artifactId><ports>5432</ports></plugin>`),
      ['core library', 'mini-app tool'],
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
      'an engine of what calls itself a server only helps what is started',
      {
        ...ofRails('module Mini\n  class Engine < ::Rails::Engine\n  end\nend\n'),
        'mini.gemspec':
          'Gem::Specification.new do |s|\n  s.name = "mini"\n  s.summary = "A self-hosted mail server"\n  s.add_dependency "rails"\nend\n',
      },
      ['. service'],
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
      'a variable that a loop fills stands for all projects',
      ofDotnet('for project in src/*/*.csproj; do dotnet pack "$project"; done'),
      ['src/Cli tool', 'src/Parts library', 'src/Shared library'],
    ],
    [
      'two that are packed on one line reach others, in whatever case',
      ofDotnet('dotnet pack src/parts/parts.csproj && dotnet pack src/Shared/Shared.csproj'),
      ['src/Cli tool', 'src/Parts library', 'src/Shared library'],
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
      'settings of a linter describe no package, so that services below them stay',
      {
        'pyproject.toml': '[tool.ruff]\nline-length = 100\n',
        ...Object.fromEntries(
          ['api', 'billing'].flatMap((name) => [
            [`${name}/__init__.py`, ''],
            [`${name}/requirements.txt`, 'fastapi\n'],
            [`${name}/main.py`, 'from fastapi import FastAPI\napp = FastAPI()\n'],
          ]),
        ),
      },
      ['api service', 'billing service'],
    ],
    [
      'a list amid the modules of a package tells what the package needs',
      {
        'setup.py': "from setuptools import setup\nsetup(\n    name='mini',\n)\n",
        'mini/__init__.py': '',
        'mini/requirements.txt': 'flask\n',
        'mini/main.py': 'from flask import Flask\napp = Flask("mini")\n',
        Dockerfile: 'FROM python\nEXPOSE 80\n',
      },
      ['. service'],
    ],
    [
      'pages among the static files that a framework makes are an application',
      {
        ...python('A package manager'),
        'mini/static/ui/package.json': json({
          private: true,
          scripts: { start: 'vite' },
          dependencies: { vue: '3' },
          devDependencies: { vite: '7' },
        }),
        'mini/static/ui/index.html': '<html></html>\n',
        'mini/static/ui/src/main.js': 'export const a = 1\n',
      },
      ['. tool', 'mini/static/ui frontend'],
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
      'parts that are published one by one stay apart',
      {
        ...erlang('{plugins, [rebar3_hex]}.\n{relx, [{release, {mini, "1"}, [one, two]}]}.\n'),
        'apps/one/src/one.app.src': '{application, one, [{licenses, ["MIT"]}]}.\n',
      },
      ['apps/one library', 'apps/two library'],
    ],
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
      ['packages/adapter library', 'packages/core library'],
    ],
    [
      'called after a server, it is one',
      libraries('hooks-api'),
      ['packages/core library', 'packages/hooks-api service'],
    ],
    [
      'with a script that starts it, it is one',
      libraries('adapter', { scripts: { start: 'node src/a.ts' } }),
      ['packages/adapter service', 'packages/core library'],
    ],
    [
      'with an image, it is one',
      libraries('adapter', {}, { 'packages/adapter/Dockerfile': 'FROM node\nEXPOSE 80\n' }),
      ['packages/adapter service', 'packages/core library'],
    ],
    [
      'calls itself one, it is one',
      libraries('adapter', { description: 'A self-hosted registry server' }),
      ['packages/adapter service', 'packages/core library'],
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

  it.each<readonly [lesson: string, folder: string, more: object, files: Files]>([
    ['published', 'binder', { files: ['b.js'] }, {}],
    ['published', 'chat-demo-kit', { publishConfig: { access: 'public' } }, {}],
    ['deployed', 'product-showcase', { private: true }, { 'packages/product-showcase/Dockerfile': 'FROM node\n' }],
    ['about encryption', 'chat-e2e-encryption', {}, {}],
    ['published', 'tests-runner', { files: ['b.js'] }, {}],
  ])('what is %s reaches others, though it is called %s', (_, folder, more, files) => {
    const manifest = json({ name: 'other', version: '1.0.0', main: 'b.js', ...more })
    const all = { ...beside(`packages/${folder}`), [`packages/${folder}/package.json`]: manifest, ...files }
    expect(kindsOf(all)).toHaveLength(2)
  })

  it.each(['demolition', 'contests', 'cookbooks', 'attestations'])('%s is no trial', (folder) => {
    expect(kindsOf(beside(`packages/${folder}`))).toHaveLength(2)
  })

  it.each<readonly [words: string, kind: string]>([
    ['Interactive plots and applications in the browser', 'library'],
    ['An interactive visualization library', 'library'],
    ['An interactive HTTPS proxy', 'tool'],
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
