import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { type Files, json, npm, repositoryOf } from './mini.ts'

type Row = readonly [lesson: string, kind: string, files: Files]

const readme = (words: string): Files => ({ 'README.md': `# Mini\n\n${words}\n` })
const listening = 'package main\nvar a = http.ListenAndServe(":80", nil)\n'
const go: Files = { 'go.mod': 'module a.b/mini\n', 'main.go': 'package main\n' }
const goListening: Files = { ...go, 'main.go': listening }
/** It listens, and no noun says what it is. */
const downloader: Files = { ...goListening, ...readme('Mini is a fast downloader.') }
const installed = readme('Mini is a fast downloader.\n\n    brew install mini\n    go install a.b/mini@latest')
const scanner = readme('Mini is a scanner of ports.')
const roles: Files = { 'galaxy.yml': 'name: mini\n', 'roles/a/tasks/main.yml': '- ping:\n' }
const hex: Files = {
  'mix.exs': 'defmodule Mini do\n  app: :mini,\n  package: [],\n  deps: [{:phoenix, "~> 1.7"}]\nend\n',
  'lib/mix/tasks/mini.ex': 'defmodule Mix.Tasks.Mini do\nend\n',
}
const port = 'FROM scratch\nEXPOSE 80\n'

const words: readonly Row[] = [
  [
    'a private package that names the framework it is made with',
    'service',
    { 'package.json': npm(['fastify'], { description: 'A small framework' }), 'a.ts': 'listen()\n' },
  ],
  [
    'a package for others that calls itself a framework',
    'library',
    { 'package.json': npm(['fastify'], { private: false, description: 'A small framework' }), 'a.ts': 'listen()\n' },
  ],
  [
    'a program that people install, with a title that says what is left running',
    'service',
    { ...goListening, 'README.md': '# Mini Exporter\n\nIt reads numbers.\n\n    brew install mini\n' },
  ],
  ['the same with another title', 'tool', { ...goListening, ...readme('It reads numbers.\n\n    brew install mini') }],
  [
    'roles of Ansible with what Python needs to run them',
    'infrastructure',
    { ...roles, 'requirements.txt': 'ansible==9.0.0\n', 'plugins/modules/a.py': 'a = 1\n' },
  ],
  [
    'a program of Python with settings of Ansible and without roles',
    'tool',
    { 'ansible.cfg': '[defaults]\n', 'requirements.txt': 'requests==2.0.0\n', 'main.py': 'a = 1\n' },
  ],
  [
    'a package of Hex that shows another archive',
    'library',
    { ...hex, 'README.md': '    $ mix archive.install hex other_new\n' },
  ],
  ['an archive of Mix', 'tool', { ...hex, 'README.md': '    $ mix archive.install hex mini\n' }],
  ['a program that calls itself a service', 'service', { ...go, ...readme('Mini is a notification service.') }],
  ['a program with two ends', 'service', { ...go, ...readme('Mini is a client/server system for notes.') }],
  ['a program with one end', 'tool', { ...go, ...readme('Mini is a system for notes.') }],
  ...['released', 'distributed', 'licensed', 'aimed', 'meant', 'available', 'maintained', 'under'].map(
    (word): Row => [
      `a server “${word}” in some way`,
      'service',
      { ...go, ...readme(`Mini is a mail server ${word} everywhere.`) },
    ],
  ),
  [
    'a program whose page is beside a link to it',
    'service',
    { ...go, README: 'README.md', ...readme('Mini is a mail server.') },
  ],
  ['a program whose page is one line', 'service', { ...go, README: 'Mini is a mail server.' }],
]

const released: readonly Row[] = [
  ['a program that listens', 'service', downloader],
  ...['nsi', 'iss', 'wxs'].map(
    (ending): Row => [
      `a program that listens, with an installer (${ending})`,
      'tool',
      { ...downloader, [`win/mini.${ending}`]: 'Name "Mini"\n' },
    ],
  ),
  [
    'a program that listens, with an example of an installer',
    'service',
    { ...downloader, 'examples/mini.nsi': 'Name "Mini"\n' },
  ],
  [
    'a program that people install, with an image without a port',
    'tool',
    { ...goListening, ...installed, Dockerfile: 'FROM scratch\n' },
  ],
  [
    'a program that people install, with an image that opens a port',
    'service',
    { ...goListening, ...installed, Dockerfile: port },
  ],
  [
    'a program with an image without a port that nobody builds from its source',
    'service',
    {
      ...goListening,
      ...readme('Mini is a fast downloader.\n\n    brew install mini'),
      Dockerfile: 'FROM scratch\n',
    },
  ],
  [
    'a scanner for people whose image opens a port',
    'tool',
    { ...go, ...readme('Mini is a scanner of ports.\n\n    brew install mini'), Dockerfile: port },
  ],
  ['a scanner that the system starts', 'service', { ...goListening, ...scanner, 'mini.service': '[Service]\n' }],
  [
    'a scanner for people that the system can start',
    'tool',
    {
      ...goListening,
      ...readme('Mini is a scanner of ports.\n\n    brew install mini'),
      'mini.service': '[Service]\n',
    },
  ],
]

/** A tool upon a framework for servers, which people install. */
const upon: Files = {
  'Cargo.toml': '[package]\nname = "mini"\n[dependencies]\naxum = "1"\n',
  'src/main.rs': 'fn main() {}\n',
  ...readme('Mini is a small tool.\n\n    brew install mini'),
}

const gem = (summary: string, more: string): Files => ({
  'mini.gemspec': `Gem::Specification.new do |s|\n  s.name = "mini"\n  s.summary = "${summary}"\n${more}end\n`,
  'lib/mini.rb': 'module Mini\nend\n',
})
const command = '  s.executables = ["mini"]\n'
const c: Files = { Makefile: 'mini:\n\tcc mini.c\n', 'mini.c': 'int a;\n' }
const php = (entry: string): Files => ({ 'composer.json': json({}), 'src/A.php': '<?php\n', [entry]: '<?php\n' })
const python = (dependency: string): Files => ({
  'pyproject.toml': `[project]\nname = "mini"\ndependencies = ["${dependency}"]\n`,
  'mini.py': 'a = 1\n',
})
const rust = (dependency: string): Files => ({
  'Cargo.toml': `[package]\nname = "mini"\n[dependencies]\n${dependency} = "1"\n`,
  'src/main.rs': 'fn main() {}\n',
})

const started: readonly Row[] = [
  ['a tool for people upon a framework for servers', 'tool', upon],
  ['the same, if the system can start it', 'service', { ...upon, 'mini.service': '[Service]\n' }],
  ['a gem with a command that calls itself a tool', 'tool', gem('A fast linter', command)],
  ['the same, with one more command', 'tool', gem('A fast linter', '  s.executables << "mini"\n')],
  ['a gem with a command that calls itself nothing', 'library', gem('Reads dates', command)],
  ['a gem without a command that calls itself a tool', 'library', gem('A fast linter', '')],
  ['a program of C whose build installs nothing', 'tool', { ...c, ...readme('Mini is a small debugger.') }],
  ['source of C that calls itself nothing', 'library', { ...c, ...readme('Mini reads dates.') }],
  [
    'source of C that CMake builds into a library, whatever it is called',
    'library',
    { 'CMakeLists.txt': 'project(a)\nadd_library(a mini.c)\n', 'mini.c': 'int a;\n', ...scanner },
  ],
  [
    'a module of Go that starts below cli',
    'tool',
    { 'go.mod': 'module a.b/mini\n', 'mini.go': 'package mini\n', 'cli/main.go': 'package main\n' },
  ],
  [
    'a module of Go that starts in another folder',
    'library',
    { 'go.mod': 'module a.b/mini\n', 'mini.go': 'package mini\n', 'gen/main.go': 'package main\n' },
  ],
  ['a program at the top of a module, beside one that listens', 'tool', { ...go, 'cmd/web/main.go': listening }],
  [
    'a program at the top that starts what listens',
    'service',
    { ...go, 'cmd/web/main.go': listening, 'hub/a.go': listening.replace('main', 'hub') },
  ],
  ['a program upon CherryPy', 'service', python('cherrypy')],
  ['a program upon what does not answer', 'tool', python('cherries')],
  ['a program of PHP that a folder of its own enters', 'service', php('htmlpages/index.php')],
  ['a program of PHP that only tests enter', 'tool', php('browser-tests/index.php')],
  ['a program of PHP that only its pages enter', 'tool', php('docs/index.php')],
  ['a program of PHP that only an example enters', 'tool', php('examples/index.php')],
  ['a page of Rust', 'frontend', { ...rust('yew'), 'index.html': '<html></html>\n' }],
  ['a program of Rust with the same library and no page', 'tool', rust('yew')],
  ['a page beside a program of Rust', 'tool', { ...rust('clap'), 'index.html': '<html></html>\n' }],
]

const project = (properties: string): string =>
  `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>${properties}</PropertyGroup></Project>\n`
const program = project('<OutputType>Exe</OutputType>')
const named = (name: string): Files => ({ [`${name}.csproj`]: program, 'Program.cs': 'return;\n' })

const dotnet: readonly Row[] = [
  ...['MiniServer', 'Mini.Service', 'MiniDaemon'].map(
    (name): Row => [`a program of .NET called ${name}`, 'service', named(name)],
  ),
  ['a program of .NET that installs a service', 'tool', named('ServiceSetup')],
  ['a program of .NET called after nothing', 'tool', named('Mini')],
]

/** A start of .NET that refers to a library which listens, and files of its own. */
const host = (files: number, library = 'WebApplication.CreateBuilder(args);\n'): Files => ({
  'host/Host.csproj': program.replace(
    '</PropertyGroup>',
    '</PropertyGroup><ItemGroup><ProjectReference Include="../core/Core.csproj" /></ItemGroup>',
  ),
  ...Object.fromEntries(Array.from({ length: files }, (_, index) => [`host/A${index}.cs`, 'class A {}\n'])),
  'core/Core.csproj': project(''),
  'core/Core.cs': library,
})
const below = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))

const parts: readonly (readonly [lesson: string, found: readonly string[], files: Files])[] = [
  ['a start of .NET whose part listens', ['host service'], host(3)],
  ['a start of .NET whose part does not listen', ['host tool'], host(3, 'class Core {}\n')],
  ['a program of .NET whose part can listen', ['host tool'], host(4)],
  ['a bot', ['chat-bot service'], below('chat-bot', go)],
  ['what is called otherwise', ['robot tool'], below('robot', go)],
  [
    'a program at the top of an inner module, beside one that listens',
    ['app tool'],
    below('app', { ...go, 'cmd/web/main.go': listening }),
  ],
]

describe('what is left running, and what people type', () => {
  it.each([...words, ...released, ...started, ...dotnet])('takes %s for a %s', (_, kind, files) => {
    expect(findApplications(repositoryOf({ files })).map(({ name, kind }) => `${name} ${kind}`)).toEqual([`. ${kind}`])
  })

  it.each(parts)('%s: finds %j', (_, expected, files) => {
    expect(findApplications(repositoryOf({ files })).map(({ name, kind }) => `${name} ${kind}`)).toEqual(expected)
  })
})
