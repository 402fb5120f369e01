import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { type Files, json, npm, repositoryOf } from './mini.ts'

type Row = readonly [lesson: string, kind: string, files: Files]

const readme = (words: string): Files => ({ 'README.md': `# Mini\n\n${words}\n` })
const go: Files = { 'go.mod': 'module a.b/mini\n', 'main.go': 'package main\n' }
const listening = 'package main\nvar a = http.ListenAndServe(":80", nil)\n'
const goListening: Files = { ...go, 'main.go': listening }
const imported = '\n\n```go\nimport (\n  "a.b/mini"\n)\n```'
/** A program of Rust that calls itself so. */
const rust = (description: string, dependencies = ''): Files => ({
  'Cargo.toml': `[package]\nname = "mini"\ndescription = "${description}"\n[dependencies]\n${dependencies}`,
  'src/main.rs': 'fn main() {}\n',
})

const words: readonly Row[] = [
  ['a client that people start', 'tool', { ...go, ...readme('Mini is a fast torrent client.') }],
  ['a tool that brings a server', 'tool', rust('Mini is a fast backup tool', 'axum = "1"\n')],
  ['the same, in words without its name', 'tool', rust('A fast backup tool', 'axum = "1"\n')],
  ['a program that brings a server', 'tool', rust('Mini is a small program for notes', 'axum = "1"\n')],
  ['a tool first, and then a library', 'tool', rust('A search tool, format and library')],
  ['a library first, and then a tool', 'library', rust('A search library, format and tool')],
  [
    'a framework that people start to measure others',
    'tool',
    { ...goListening, ...readme('Mini is a load testing framework.') },
  ],
  ['what its users make', 'tool', rust('Build and deploy servers')],
  ['a noun with the same first word', 'service', rust('Build automation server')],
  [
    'an editor with many words before the noun',
    'tool',
    { ...goListening, ...readme('Mini is a very fast and safe text editor.') },
  ],
  [
    'an editor of a website',
    'service',
    { ...goListening, ...readme('Mini is an editor for the website of your team.') },
  ],
  [
    'a command called like its module, which calls itself a tool by another noun',
    'tool',
    {
      'go.mod': 'module a.b/mini\n',
      'mini.go': 'package mini\n',
      'cmd/mini/main.go': 'package main\n',
      ...readme(`Mini is a linter of pages.${imported}`),
    },
  ],
  [
    'the same, in a file with another name',
    'tool',
    {
      'go.mod': 'module a.b/mini\n',
      'mini.go': 'package mini\n',
      'cmd/mini/root.go': 'package main\n',
      ...readme(`Mini is a linter of pages.${imported}`),
    },
  ],
  ['a scanner upon a framework for servers', 'service', rust('Fast scanner', 'axum = "1"\n')],
  [
    'a scanner whose image opens a port',
    'service',
    { ...go, ...readme('Mini is a scanner of ports.'), Dockerfile: 'FROM scratch\nEXPOSE 80\n' },
  ],
  ['a scanner that listens meanwhile', 'tool', { ...goListening, ...readme('Mini is a scanner of ports.') }],
]

const csharp = (properties: string, sdk = 'Microsoft.NET.Sdk'): string =>
  `<Project Sdk="${sdk}"><PropertyGroup>${properties}</PropertyGroup></Project>\n`
const program = '<OutputType>Exe</OutputType>'
const answering = 'WebApplication.CreateBuilder(args);\n'
const php: Files = { 'src/A.php': '<?php\n' }
const site = (more: object): Files => ({
  'package.json': npm(['vue'], { private: false, main: 'index.ts', ...more }),
  'src/app.vue': '<template/>\n',
})
const twoCommands: Files = {
  'go.mod': 'module a.b/mini\n',
  'cmd/mini/main.go': 'package main\n',
  'cmd/web/main.go': listening,
}
const c: Files = { Makefile: 'install:\n\tinstall mini $(PREFIX)/bin\n', 'src/main.c': 'int main() {}\n' }

const started: readonly Row[] = [
  [
    'a project of .NET for the web that is a library',
    'library',
    {
      'Mini.csproj': csharp('<OutputType>Library</OutputType>', 'Microsoft.NET.Sdk.Web'),
      'A.cs': 'class A {}\n',
    },
  ],
  ['a program of .NET that listens', 'service', { 'Mini.csproj': csharp(program), 'Program.cs': answering }],
  ['a program of .NET that does not listen', 'tool', { 'Mini.csproj': csharp(program), 'Program.cs': 'return;\n' }],
  [
    'a program of .NET that listens while it installs',
    'tool',
    { 'Setup.csproj': csharp(program), 'Program.cs': answering },
  ],
  ['a project of Composer without a command', 'service', { ...php, 'composer.json': json({ type: 'project' }) }],
  [
    'a project of Composer with a command',
    'tool',
    { ...php, 'composer.json': json({ type: 'project', bin: ['bin/mini'] }) },
  ],
  ['a main file of TypeScript that is not there', 'frontend', site({})],
  ['a main file of TypeScript', 'library', { ...site({}), 'index.ts': 'export {}\n' }],
  [
    'a published package of Dart with a file called main',
    'library',
    { 'pubspec.yaml': 'name: mini\ndescription: Reads dates.\n', 'lib/main.dart': 'void main() {}\n' },
  ],
  [
    'a program of Dart with a file called main',
    'tool',
    { 'pubspec.yaml': 'name: mini\npublish_to: none\n', 'lib/main.dart': 'void main() {}\n' },
  ],
  [
    'a published package of Dart with a command',
    'tool',
    { 'pubspec.yaml': 'name: mini\ndescription: Reads dates.\n', 'bin/mini.dart': 'void main() {}\n' },
  ],
  ['a module of Go of which only another command listens', 'tool', twoCommands],
  ['a module of Go whose own command listens', 'service', { ...twoCommands, 'cmd/mini/main.go': listening }],
  [
    'a module of Go whose own command starts what listens',
    'service',
    {
      ...twoCommands,
      'cmd/mini/main.go': 'package main\n\nimport "a.b/mini/hub"\n',
      'hub/a.go': listening.replace('main', 'hub'),
    },
  ],
  [
    'a module of Go whose own command has an image that opens a port',
    'service',
    { ...twoCommands, 'cmd/mini/Dockerfile': 'FROM scratch\nEXPOSE 80\n' },
  ],
  [
    'a module of Go another command of which has such an image',
    'tool',
    { ...twoCommands, 'cmd/web/Dockerfile': 'FROM scratch\nEXPOSE 80\n' },
  ],
  ['a program of C with a unit that others contributed', 'tool', { ...c, 'contrib/mini.service': '[Service]\n' }],
  ['a program of C with a unit of its own', 'service', { ...c, 'mini.service': '[Service]\n' }],
]

const twoEnds = (folder: string): Files => ({
  'go.mod': 'module a.b/mini\n',
  'main.go': listening,
  [`${folder}/go.mod`]: `module a.b/mini/${folder}\n`,
  [`${folder}/main.go`]: listening,
})

const parts: readonly (readonly [lesson: string, found: readonly string[], files: Files])[] = [
  ['a folder for clients', ['. service', 'client library'], twoEnds('client')],
  ['a folder for clients of one language', ['. service', 'pkg/client-go library'], twoEnds('pkg/client-go')],
  ['a folder with another name', ['. service', 'hub service'], twoEnds('hub')],
  [
    'a website with programs of Dart beside its pages',
    ['mini library', 'website frontend'],
    {
      'mini/pubspec.yaml': 'name: mini\ndescription: Reads dates.\n',
      'mini/lib/mini.dart': 'class A {}\n',
      'website/package.json': npm(['@docusaurus/core'], { name: 'website' }),
      'website/pubspec.yaml': 'name: pages\n',
      ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`website/pages/a${index}.dart`, 'class A {}\n'])),
    },
  ],
]

describe('what a program is called and how it is started', () => {
  it.each([...words, ...started])('takes %s for a %s', (_, kind, files) => {
    expect(findApplications(repositoryOf({ files })).map((app) => `${app.name} ${app.kind}`)).toEqual([`. ${kind}`])
  })

  it.each(parts)('%s: finds %j', (_, expected, files) => {
    expect(findApplications(repositoryOf({ files })).map(({ name, kind }) => `${name} ${kind}`)).toEqual(expected)
  })
})
