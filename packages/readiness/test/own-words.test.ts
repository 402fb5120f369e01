import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { type Files, json, library, npm, repositoryOf, service } from './mini.ts'
import { programs } from './programs.ts'

const listening = 'use std::net::TcpListener;\nfn main() { TcpListener::bind(a); }\n'
const crate = (description: string, more: Files = {}): Files => ({
  'Cargo.toml': `[package]\nname = "mini"\ndescription = "${description}"\n`,
  'src/main.rs': listening,
  ...more,
})
const program = (page: string): Files => ({ ...programs.go, 'README.md': page })
const django = (manifest: string, more: Files = {}): Files => ({
  'pyproject.toml': `[project]\nname = "mini"\ndependencies = ["django"]\nclassifiers = ["Framework :: Django"]\n${manifest}\n[build-system]\n`,
  'manage.py': 'import django\n',
  'mini/models.py': 'a = 1\n',
  ...more,
})
const makefile = 'AC_INIT([mini], [1])\n'

/** Each row was found wrongly in a repository of which strangers had labelled the kinds. */
const kinds: readonly (readonly [lesson: string, found: readonly string[], files: Files])[] = [
  [
    'a program that opens a port and calls itself a package manager',
    ['. tool'],
    crate('Mini, a package manager for Rust'),
  ],
  [
    'a command-line program that serves meanwhile, with an image',
    ['. tool'],
    crate('A small command-line tool for files', { Dockerfile: 'EXPOSE 80\n' }),
  ],
  [
    'the same, started by a unit of the system',
    ['. service'],
    crate('A small command-line tool for files', { 'mini.service': '[Service]\n' }),
  ],
  ['a program with two adjectives', ['. tool'], crate('A fast and simple scanner for files')],
  ['a library and more', ['. library'], crate('A library and tools for files')],
  ['a command that keeps servers of an interface', ['. tool'], program('# Mini\n\nMini is a small WSGI server.\n')],
  ['a program that is called a collector', ['. service'], program('# Mini\n\nMini is an event collector for logs.\n')],
  [
    'words after a notice, a badge and a line of links',
    ['. service'],
    program(
      'NOTICE\n======\n\nRead this first, please: https://a.b\n\n[![](https://a.b/c.svg)](https://a.b)\n\nThis is Mini, the fast HTTP accelerator.\n',
    ),
  ],
  ['a program that says what it does with a server', ['. tool'], program('# Mini\n\nCreates a new HTTP server.\n')],
  ['prose that names other things', ['. tool'], program('# Mini\n\nSome good old servers\n')],
  [
    'a skeleton that is built with a framework',
    ['. service'],
    { ...service(), 'README.md': '# Mini\n\nThe starter framework.\n' },
  ],
  [
    'a gem that is a collector',
    ['. service'],
    {
      'mini.gemspec': 'Gem::Specification.new do |gem|\n  gem.summary = %q{Mini event collector}\nend\n',
      'exe/mini': '#!/usr/bin/env ruby\n',
      'lib/mini.rb': 'A = 1\n',
    },
  ],
  ['an addition to Django that starts its own tests', ['. library'], django('')],
  ['an addition to Django with a command', ['. library'], django('[project.scripts]\nmini = "mini:run"')],
  [
    'a site of Django that is classified as a library, too, and calls itself self-hosted',
    ['. service'],
    django('', {
      'README.md': '# Mini\n\nMini is a self-hosted app for pages.\n',
      'pyproject.toml':
        '[project]\nname = "mini"\ndependencies = ["django"]\nclassifiers = ["Topic :: Software Development :: Libraries"]\n',
      Dockerfile: 'FROM python\nEXPOSE 80\n',
    }),
  ],
  [
    'an addition to Laravel with pages for the programs that use it',
    ['. library'],
    {
      'composer.json': json({
        name: 'mini/mini',
        require: { 'laravel/framework': '1' },
        extra: { laravel: { providers: ['Mini'] } },
      }),
      'public/index.php': '<?php\n',
      'src/Mini.php': '<?php\n',
    },
  ],
  [
    'a program that makes the pages of a package',
    ['. library'],
    {
      'composer.json': json({ name: 'mini/mini', type: 'library' }),
      'src/Mini.php': '<?php\n',
      'docs/composer.json': json({ require: { 'symfony/framework-bundle': '1' } }),
      'docs/public/index.php': '<?php\n',
    },
  ],
  [
    'a program that builds a package of .NET',
    ['src library'],
    {
      'src/Mini.csproj': '<Project Sdk="Microsoft.NET.Sdk"><PackageId>Mini</PackageId></Project>\n',
      'src/Mini.cs': 'class Mini {}\n',
      'build/build.csproj': '<Project Sdk="Microsoft.NET.Sdk"><OutputType>Exe</OutputType></Project>\n',
      'build/Program.cs': 'class Program {}\n',
    },
  ],
  ['a site of Django', ['. service'], django('', { Dockerfile: 'FROM python\n' })],
  ['a site of Django with a file for its server', ['. service'], django('', { 'mini/wsgi.py': 'import django\n' })],
  [
    'modules of Go below a folder of contributions',
    ['. library', 'contrib/log library'],
    {
      'go.mod': 'module mini\n',
      'a.go': 'package mini\n',
      'contrib/log/go.mod': 'module mini/contrib/log\n',
      'contrib/log/a.go': 'package log\n',
      'contrib/log/test/go.mod': 'module mini/contrib/log/test\n',
      'contrib/log/test/a.go': 'package test\n',
    },
  ],
  [
    'a program among the tools with an image and a page of its own, and one without',
    ['. library', 'tools/make tool'],
    {
      'go.mod': 'module mini\n',
      'a.go': 'package mini\n',
      'tools/make/go.mod': 'module mini/tools/make\n',
      'tools/make/main.go': 'package main\nfunc main() { http.ListenAndServe(a, nil) }\n',
      'tools/make/Dockerfile': 'FROM go\n',
      'tools/make/readme.md': '# Make\n',
      'tools/lint/go.mod': 'module mini/tools/lint\n',
      'tools/lint/main.go': 'package main\n',
    },
  ],
  [
    'crates that nobody gets: tasks, inputs of tests, and a program without a word about itself',
    ['. library'],
    {
      'Cargo.toml': '[package]\nname = "mini"\n',
      'src/lib.rs': 'pub fn mini() {}\n',
      ...Object.fromEntries(
        ['xtask-man', 'build-test-lib', 'check', 'man'].flatMap((name) => [
          [`crates/${name}/Cargo.toml`, `[package]\nname = "${name}"\nversion = "0.0.0"\npublish = false\n`],
          [`crates/${name}/src/main.rs`, 'fn main() {}\n'],
        ]),
      ),
      'crates/man/README.md': '# Man\n',
      'crates/mini-test-support/images/a/Cargo.toml': '[package]\nname = "a"\n',
      'crates/mini-test-support/images/a/src/lib.rs': 'pub fn a() {}\n',
    },
  ],
  [
    'a package that npm once put here, a starter that is copied, and a script of developers',
    ['. library'],
    {
      ...library,
      'src/part/package.json': json({ name: 'part', main: 'a', _resolved: 'https://registry.npmjs.org/part.tgz' }),
      'src/part/a.js': 'exports.a = 1\n',
      'create/starter/package.json': npm(['next', 'react-dom'], { scripts: { dev: 'next' } }),
      'create/starter/a.ts': 'export {}\n',
      'checks/package.json': json({
        name: 'checks',
        private: true,
        scripts: { verify: 'node main.ts' },
        devDependencies: { a: '1' },
      }),
      'checks/main.ts': 'export {}\n',
    },
  ],
  [
    'a package whose script starts what its tests need',
    ['. library'],
    {
      'package.json': npm(['express'], {
        private: false,
        main: 'lib/',
        files: ['lib'],
        scripts: { start: 'ts-node test/app' },
      }),
      'src/a.ts': 'export {}\n',
    },
  ],
  [
    'modules of Java that are published from a parent for all, and the one that is called a server',
    ['client library', 'core library', 'server service'],
    {
      'pom.xml':
        '<project><parent><groupId>org.apache</groupId><artifactId>apache</artifactId></parent><artifactId>jetty-server</artifactId></project>',
      ...Object.fromEntries(
        ['client', 'core', 'server'].flatMap((name) => [
          [
            `${name}/pom.xml`,
            `<project><artifactId>${name}</artifactId><description>Mini ${name}</description></project>`,
          ],
          [
            `${name}/src/main/java/A.java`,
            `class A { ${name === 'core' ? '' : 'public static void main(String[] a) {}'} }\n`,
          ],
          [`${name}/src/main/java/B.java`, 'class B {}\n'],
        ]),
      ),
    },
  ],
  [
    'an archive for a server of Java that is made of other modules alone',
    ['core library', 'server service'],
    {
      'core/build.gradle': 'plugins { id "java-library" }\n',
      'core/src/main/java/A.java': 'class A {}\n',
      'server/build.gradle': "apply plugin: 'war'\ndependencies { api 'jakarta.servlet:jakarta.servlet-api:6' }\n",
      'server/src/main/webapp/WEB-INF/web.xml': '<web-app/>\n',
    },
  ],
  [
    'a program of Java that opens a window',
    ['. frontend'],
    {
      'pom.xml': '<project></project>',
      'src/main/java/A.java': 'class A { public static void main(String[] a) { new JFrame("A"); } }\n',
    },
  ],
  [
    'pages for another program of PHP',
    ['. frontend'],
    {
      'composer.json': json({ config: {} }),
      'lib/A.php': '<?php\n',
      'lib/B.php': '<?php\n',
      'package.json': npm(['vue']),
      'src/a.js': 'export {}\n',
    },
  ],
  [
    'a server whose programs have a folder each',
    ['. service'],
    {
      'configure.ac': makefile,
      'Makefile.am': 'SUBDIRS = bin\n',
      'bin/minid/Makefile.am': 'sbin_PROGRAMS = minid\n',
      'bin/minid/a.c': 'int s = AF_INET;\nint a = accept(s, 0, 0);\n',
    },
  ],
  [
    'a server that its own script builds, with a module of Perl inside',
    ['. service'],
    {
      'auto/configure': '#!/bin/sh\n',
      'README.md': '# Mini\n\nMini (say “min”) is the most popular Web Server, Load Balancer and Reverse Proxy.\n',
      'src/core/a.c': 'int a = accept(s, 0, 0);\nint f = AF_INET;\n',
      'src/perl/Makefile.PL': 'WriteMakefile();\n',
      'src/perl/mini.pm': 'package mini;\n',
    },
  ],
  [
    'what a framework of Python for pages bundles, and pages that it needs itself',
    ['. library'],
    {
      'pyproject.toml':
        '[project]\nname = "mini"\nclassifiers = ["Topic :: Software Development :: Libraries"]\n[build-system]\n',
      'package.json': json({ dependencies: { vue: '3' } }),
      'fly.toml': 'app = "mini"\n',
      'mini/__init__.py': '',
      'mini/a.py': 'a = 1\n',
      'mini/grid/__init__.py': '',
      'mini/grid/package.json': npm(['other'], { scripts: { build: 'rollup -c' } }),
      'mini/grid/a.js': 'export {}\n',
    },
  ],
  [
    'pages that talk to a server of Phoenix',
    ['assets frontend'],
    {
      'assets/package.json': npm(['phoenix', 'react-dom'], { scripts: { start: 'react-scripts start' } }),
      'assets/src/a.tsx': 'export {}\n',
    },
  ],
  [
    'charts with a helper of developers',
    ['. infrastructure'],
    {
      'charts/mini/Chart.yaml': 'name: mini\n',
      'charts/mini/hack/requirements.txt': 'requests\n',
      'charts/mini/hack/sync.py': 'a = 1\n',
    },
  ],
  [
    'components and modules that others are tested with',
    ['. library'],
    {
      ...library,
      'parts/mini-test-components/package.json': npm(['react-dom']),
      'parts/mini-test-components/a.js': 'export {}\n',
      'integration-testing/smoke/build.gradle': 'plugins {}\n',
      'integration-testing/smoke/src/main/java/A.java': 'class A {}\n',
    },
  ],
  [
    'a website beside the parts that it shows',
    ['js/_website frontend'],
    {
      'js/_website/package.json': npm(['@sveltejs/kit', 'svelte'], { scripts: { dev: 'vite' } }),
      ...Object.fromEntries(
        ['a', 'b', 'c'].map((each) => [`js/_website/src/routes/${each}/+server.ts`, 'export {}\n']),
      ),
    },
  ],
  [
    'a binding of Perl beside its manifest',
    ['. library'],
    { 'Makefile.PL': 'WriteMakefile();\n', 'Mini.pm': 'package Mini;\n' },
  ],
]

describe('kinds of repositories that call themselves something', () => {
  it.each(kinds)('%s', (_, found, files) => {
    const applications = findApplications(repositoryOf({ files }))
    expect(applications.map(({ name, kind }) => `${name} ${kind}`)).toEqual(found)
  })
})
