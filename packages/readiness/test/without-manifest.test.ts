import { expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { type Files, npm, repositoryOf } from './mini.ts'

const pages = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((each) => [`docs/${each}.md`, '# Page\n']))

/** Where there is source, there is an application, whatever describes it. */
const rows: readonly (readonly [lesson: string, found: readonly string[], files: Files])[] = [
  [
    'a program of Go from the time before modules, with many pages',
    ['. tool go'],
    { ...pages, 'main.go': 'package main\n', 'config/config.go': 'package config\n' },
  ],
  [
    'one script without an ending',
    ['. tool shell'],
    { mini: '#!/usr/bin/env bash\necho mini\n', 'README.md': '# Mini\n' },
  ],
  ['a script at the root that nobody builds or tests', ['. tool shell'], { 'mini.sh': 'echo mini\n' }],
  ['scripts that only set a machine up', [], { 'zsh/path.zsh': 'export PATH\n', 'README.md': '# Mini\n' }],
  ['a plugin of an editor', ['. library other'], { 'plugin/mini.vim': 'let g:mini = 1\n' }],
  [
    'settings of a cluster, with a script that checks them',
    ['. infrastructure other'],
    { 'apps/kustomization.yaml': 'resources: []\n', 'scripts/validate.sh': 'kubeconform apps\n' },
  ],
  ['settings of a cluster alone', ['. infrastructure other'], { 'apps/kustomization.yaml': 'resources: []\n' }],
  [
    'a theme that a gem publishes',
    ['. library ruby'],
    { 'mini.gemspec': 'Gem::Specification.new\n', '_layouts/page.html': '<p>\n', '_sass/mini.scss': 'a {}\n' },
  ],
  [
    'a program without a manifest, and a small module that has one',
    ['. library cpp', 'modules/perl library perl'],
    {
      'src/a.c': 'int a;\n',
      'src/b.c': 'int b;\n',
      'modules/perl/Makefile.PL': 'use ExtUtils::MakeMaker;\n',
      'modules/perl/lib/Mini.pm': 'package Mini;\n1;\n',
    },
  ],
  [
    'a project whose tests have more files than itself',
    ['src/Mini library csharp'],
    {
      'src/Mini/Mini.csproj': '<Project Sdk="Microsoft.NET.Sdk"/>',
      'src/Mini/A.cs': 'class A {}\n',
      'src/UnitTests/UnitTests.csproj': '<PackageReference Include="Microsoft.NET.Test.Sdk" />\n',
      'src/UnitTests/B.cs': 'class B {}\n',
      'src/UnitTests/C.cs': 'class C {}\n',
    },
  ],
  ['commands of one person', [], { 'bin/mini': '#!/usr/bin/env ruby\n', 'zsh/path.zsh': 'export PATH\n' }],
  [
    'what is input of tests, shown in a book, or brought by others',
    ['. library javascript'],
    {
      'package.json': npm([], { exports: './index.js', private: false }),
      'index.js': '1\n',
      'testassets/server/package.json': npm(['express']),
      'testassets/server/index.js': '1\n',
      'listings/ch01/Cargo.toml': '[package]\nname = "a"\n',
      'listings/ch01/src/main.rs': 'fn main() {}\n',
      'Snapshots/A/Package.swift': 'let package = 1\n',
      'Snapshots/A/Sources/A.swift': 'struct A {}\n',
      'plugins/team.example.com/go.mod': 'module a\n',
      'plugins/team.example.com/a.go': 'package main\n',
      'java/src/main/resources/pages/package.json': npm([]),
      'java/src/main/resources/pages/a.js': '1\n',
    },
  ],
]

it.each(rows)('finds %s', (_, expected, files) => {
  const found = findApplications(repositoryOf({ files }))
  expect(found.map(({ name, kind, language }) => `${name} ${kind} ${language}`)).toEqual(expected)
})
