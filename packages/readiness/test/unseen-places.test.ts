import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { type Files, json, npm, repositoryOf } from './mini.ts'

/** What repositories taught that nobody had tuned on: each row was a wrong application or a wrong kind before. */
const rows: readonly [lesson: string, files: Files, applications: readonly string[]][] = [
  [
    'examples that Go leaves out by an underscore',
    {
      'go.mod': 'module m\n',
      'm.go': 'package m\n',
      '_examples/rest/go.mod': 'module rest\n',
      '_examples/rest/main.go': 'package main\nfunc main() { http.ListenAndServe(":80", nil) }\n',
    },
    ['. library'],
  ],
  [
    'a crate of benchmarks, and a program that only tests start',
    {
      'Cargo.toml': '[package]\nname = "m"\n[[bin]]\nname = "stdio-fixture"\n[workspace]\nmembers = ["m_bench"]\n',
      'src/lib.rs': '',
      'src/bin/stdio-fixture.rs': 'fn main() {}\n',
      'm_bench/Cargo.toml': '[package]\nname = "m_bench"\n',
      'm_bench/src/lib.rs': '',
    },
    ['. library'],
  ],
  [
    'a framework with a module for WSGI inside',
    {
      'pyproject.toml': '[build-system]\nrequires = ["hatchling"]\n[project]\nname = "m"\n',
      'm/__init__.py': '',
      'm/middleware/wsgi.py': 'class Middleware: pass\n',
    },
    ['. library'],
  ],
  [
    'a site of Django whose requirements are in a folder',
    {
      'requirements.txt': '-r requirements/base.txt\n',
      'requirements/base.txt': 'Django>=6,<7\n',
      'manage.py': '',
      'site/wsgi.py': '',
    },
    ['. service'],
  ],
  [
    'a server of Java that embeds Jetty',
    {
      'build.gradle': 'dependencies { implementation "org.eclipse.jetty:jetty-server:12.1.8" }\n',
      'src/main/java/Main.java': 'class Main { public static void main(String[] args) {} }\n',
    },
    ['. service'],
  ],
  [
    'a package that is imported and brings a command of another name',
    {
      'package.json': json({ name: '@m/client', exports: './index.js', bin: { intent: './intent.js' } }),
      'index.js': '',
    },
    ['. library'],
  ],
  [
    'a package whose command is called after it',
    { 'package.json': json({ name: '@m/lint', exports: './index.js', bin: { lint: './lint.js' } }), 'index.js': '' },
    ['. tool'],
  ],
  [
    'pages with one route, for the shop behind them',
    {
      'package.json': npm(['next', 'react-dom']),
      'app/page.tsx': '',
      'app/api/revalidate/route.ts': '',
    },
    ['. frontend'],
  ],
  [
    'packages of others that Composer puts below lib',
    {
      'composer.json': json({ name: 'm/m', type: 'project' }),
      'public/index.php': '',
      'lib/composer.json': json({ config: { 'vendor-dir': './' } }),
      'lib/a/opml/composer.json': json({ name: 'a/opml' }),
      'lib/a/opml/src/Opml.php': '',
    },
    ['. service'],
  ],
  [
    'files for packagers below support',
    { 'CMakeLists.txt': 'project(m)\n', 'src/m.cc': '', 'support/build.gradle': '', 'support/a.py': '' },
    ['. library'],
  ],
  [
    'a service of Elixir',
    {
      'mix.exs':
        'def application do\n  [\n    mod: {M, []}\n  ]\nend\ndefp deps do\n  [\n    {:phoenix, "~> 1.8"}\n  ]\nend\n',
      'lib/m.ex': 'defmodule M do\nend\n',
      'assets/package.json': npm([], { scripts: { lint: 'eslint' } }),
    },
    ['. service'],
  ],
  [
    'a package of Elixir that others add',
    {
      'mix.exs':
        'def project do\n  [\n    package: package()\n  ]\nend\ndefp deps do\n  [\n    {:plug_cowboy, "~> 2.0"}\n  ]\nend\n',
      'lib/m.ex': 'defmodule M do\nend\n',
    },
    ['. library'],
  ],
  [
    'a helper that the scripts of a website enter',
    {
      'package.json': npm([], { name: 'root', exports: './a.js' }),
      'a.js': '',
      'www/package.json': npm(['react-dom'], { scripts: { 'dev:pictures': 'cd pictures && npm run dev' } }),
      'www/src/app.tsx': '',
      'www/pictures/package.json': npm(['next']),
      'www/pictures/pages/api/draw.tsx': '',
    },
    ['. library', 'www frontend'],
  ],
]

describe('an application', () => {
  it.each(rows)('is found in %s', (_, files, applications) => {
    const found = findApplications(repositoryOf({ files }))
    expect(found.map(({ name, kind }) => `${name} ${kind}`)).toEqual(applications)
  })
})
