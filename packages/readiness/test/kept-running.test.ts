import { expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { type Files, json, npm, repositoryOf } from './mini.ts'

const spring =
  'package org.samples.mini;\n@SpringBootApplication\npublic class App { public static void main(String[] a) {} }\n'
const pom = (name: string, dependency: string) =>
  `<project><artifactId>${name}</artifactId><dependencies><dependency><groupId>mini</groupId><artifactId>${dependency}</artifactId></dependency></dependencies></project>`

/** What is left running for others, what a person types, and what a person looks at. */
const rows: readonly (readonly [lesson: string, found: readonly string[], files: Files])[] = [
  [
    'a program whose image opens a port',
    ['. service go'],
    { 'go.mod': 'module mini\n', 'main.go': 'package main\n', Dockerfile: 'FROM scratch\nEXPOSE 8025\n' },
  ],
  [
    'a program of which one command serves, in an image that opens a port',
    ['. tool go'],
    {
      'go.mod': 'module mini\n',
      'main.go': 'package main\n',
      'commands/server.go': 'package commands\nfunc a() { http.ListenAndServe(":1313", nil) }\n',
      'README.md': '# Mini\n\nbrew install mini\n',
      Dockerfile: 'FROM scratch\nEXPOSE 1313\n',
    },
  ],
  [
    'a program in C that the system starts',
    ['. service cpp'],
    {
      'configure.ac': 'AC_INIT([mini])\n',
      'Makefile.am': 'bin_PROGRAMS = mini\n',
      'mini.c': 'int main() {}\n',
      'scripts/mini.service': '[Unit]\n',
    },
  ],
  [
    'an application of Spring in a package called samples',
    ['. service java'],
    {
      'pom.xml': pom('mini', 'spring-cloud-config-server'),
      'src/main/java/org/samples/mini/App.java': spring,
    },
  ],
  [
    'an application of Spring whose part brings the server',
    ['admin service java', 'common library java'],
    {
      'admin/pom.xml': pom('admin', 'common'),
      'admin/src/main/java/org/mini/App.java': spring,
      'common/pom.xml': pom('common', 'spring-boot-starter-web').replace(
        '<project>',
        '<project><distributionManagement></distributionManagement>',
      ),
      'common/src/main/java/org/mini/Common.java': 'class Common {}\n',
    },
  ],
  [
    'a server with a command that its own script starts',
    ['. service typescript'],
    {
      'package.json': json({
        name: 'mini',
        bin: { mini: 'server.ts' },
        dependencies: { express: '5' },
        scripts: { prod: 'node server.ts' },
      }),
      'server.ts': 'export {}\n',
    },
  ],
  [
    'pages of a bundler without the usual name',
    ['. frontend typescript'],
    {
      'package.json': json({ private: true, scripts: { dev: 'vite' }, devDependencies: { vite: '7' } }),
      'login.html': '<p>\n',
      'src/main.ts': 'export {}\n',
    },
  ],
  [
    'pages with the main file that npm writes by itself',
    ['. frontend javascript'],
    {
      'package.json': json({ name: 'mini', main: 'index.js', dependencies: { 'react-dom': '19' } }),
      'src/app.jsx': '1\n',
    },
  ],
  [
    'a theme that shows the pages of others',
    ['. frontend javascript'],
    { 'package.json': json({ name: 'mini', scripts: { dev: 'gulp' } }), 'index.hbs': '<p>\n', 'assets/a.js': '1\n' },
  ],
  [
    'a window of Tauri',
    ['src-tauri frontend rust'],
    {
      'src-tauri/Cargo.toml': '[package]\nname = "mini"\n',
      'src-tauri/src/main.rs': 'fn main() {}\n',
      'src-tauri/tauri.conf.json': '{}\n',
    },
  ],
  [
    'an application of Nx whose targets are inferred',
    ['apps/cart frontend typescript'],
    {
      'nx.json': '{}\n',
      'package.json': npm([]),
      'apps/cart/project.json': json({ projectType: 'application', targets: {} }),
      'apps/cart/src/index.html': '<p>\n',
      'apps/cart/src/main.ts': 'export {}\n',
    },
  ],
]

it.each(rows)('finds %s', (_, expected, files) => {
  const found = findApplications(repositoryOf({ files }))
  expect(found.map(({ name, kind, language }) => `${name} ${kind} ${language}`)).toEqual(expected)
})
