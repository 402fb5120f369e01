import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { type Files, json, npm, repositoryOf } from './mini.ts'
import { programs } from './programs.ts'

const publishedModule: Files = {
  'build.gradle': 'subprojects { apply plugin: "maven-publish" }\n',
  'settings.gradle': 'include "core", "spring"\n',
  'core/build.gradle': 'dependencies { }\n',
  'core/src/main/java/Core.java': 'class Core {}\n',
  'core/src/jmh/java/CoreBenchmark.java': 'class CoreBenchmark { public static void main(String[] a) {} }\n',
  'spring/build.gradle': 'dependencies { compileOnly "org.springframework.boot:spring-boot-starter-web:3" }\n',
  'spring/src/main/java/Part.java': 'class Part {}\n',
}
const pageOfPython: Files = {
  'pyproject.toml': '[project]\nname = "mini"\n[project.scripts]\nmini = "mini.__main__:run"\n[build-system]\n',
  'mini/__main__.py': 'class Pages(http.server.HTTPServer): pass\n',
}

/** Each row was found wrongly before, in a repository that nobody had tuned on. */
const rows: readonly (readonly [lesson: string, found: readonly string[], files: Files])[] = [
  [
    'modules of Java that are published, one for a framework, one with measurements',
    ['core library', 'spring library'],
    publishedModule,
  ],
  [
    'the same, where a plugin packs the program',
    ['core library', 'spring service'],
    {
      ...publishedModule,
      'spring/build.gradle':
        'plugins { id "org.springframework.boot" }\ndependencies { implementation "org.springframework.boot:spring-boot-starter-web:3" }\n',
    },
  ],
  [
    'adapters of Clojure for a server',
    ['. library'],
    {
      'project.clj': '(defproject mini "1" :dependencies [[ring/ring-core "1.9.0"]])\n',
      'src/mini.clj': '(ns mini)\n',
    },
  ],
  [
    'a package of Swift with a project of Xcode that shows it, and a window',
    ['. library'],
    {
      'Package.swift': 'products: [.library(name: "Mini", targets: ["Mini"])]\n',
      'Sources/Mini/Mini.swift': 'struct Mini {}\n',
      'Demo/AppDelegate.swift': '@UIApplicationMain\nclass AppDelegate: UIResponder, UIApplicationDelegate {}\n',
      'Preview/Preview.xcodeproj/project.pbxproj': '// !$*UTF8*$!\n',
      'Preview/main.swift': 'run()\n',
    },
  ],
  [
    'a folder that the image of the repository copies and starts',
    ['service service'],
    {
      Dockerfile: 'FROM node\nCOPY ./service ./\nEXPOSE 3000\nCMD ["node", "index.js"]\n',
      'service/package.json': npm(['@mini/server'], { main: 'index.js' }),
      'service/index.js': 'require("@mini/server").start()\n',
    },
  ],
  ['a command of Python that shows pages to the person who typed it', ['. tool'], pageOfPython],
  ['the same, in an image', ['. service'], { ...pageOfPython, Dockerfile: 'FROM python\nEXPOSE 80\n' }],
  [
    'a program in C that a Makefile installs',
    ['. tool'],
    { Makefile: 'install:\n\tinstall mini $(DESTDIR)$(PREFIX)/bin\n', 'src/mini.c': 'int main(void) {}\n' },
  ],
  [
    'a worker of .NET that an image keeps running',
    ['worker service'],
    {
      'worker/Worker.csproj': '<Project Sdk="Microsoft.NET.Sdk"><OutputType>Exe</OutputType></Project>',
      'worker/Program.cs': 'class Program {}\n',
      'worker/Dockerfile': 'FROM dotnet\n',
    },
  ],
  [
    'samples, types that are tested, templates of bricks and tests of pages beside a library',
    ['. library'],
    {
      'package.json': json({ name: 'mini', main: 'index.js' }),
      'index.js': 'x\n',
      'mini-sample/package.json': npm(['react-dom']),
      'mini-sample/app.js': 'x\n',
      'test-types/package.json': npm([], { scripts: { test: 'tstyche' } }),
      'test-types/index.js': 'x\n',
      'bricks/one/package.json': npm(['a']),
      'bricks/one/index.js': 'x\n',
      'doctests/package.json': npm(['a']),
      'doctests/index.js': 'x\n',
    },
  ],
  [
    'a package of Dart for the tests of others',
    ['packages/mini_test library'],
    {
      'packages/mini_test/pubspec.yaml': 'name: mini_test\ndescription: Helps to test.\n',
      'packages/mini_test/lib/mini_test.dart': 'class A {}\n',
    },
  ],
  [
    'a server whose manifest has only the main file that npm writes by itself',
    ['. service'],
    {
      'package.json': json({
        name: 'm',
        main: 'index.js',
        scripts: { dev: 'nodemon' },
        dependencies: { express: '4' },
      }),
      'src/index.js': 'x\n',
    },
  ],
  [
    'a server that nitro builds',
    ['. service'],
    { 'package.json': npm([], { scripts: { start: 'node a' }, devDependencies: { nitropack: '2' } }), 'a.ts': 'x\n' },
  ],
  [
    'a program in Go below app',
    ['backend service'],
    {
      'backend/go.mod': 'module m\n',
      'backend/app/main.go': 'package main\nfunc main() { http.ListenAndServe(":80", nil) }\n',
    },
  ],
  [
    'a tool by its own words that can also answer',
    ['. tool'],
    {
      'go.mod': 'module m\n',
      'main.go': 'package main\nfunc main() { grpc.NewServer() }\n',
      'README.md': '# mini\n\nmini is an editor of encrypted files.\n',
    },
  ],
  [
    'a program without a manifest, beside pages of others',
    ['. service'],
    {
      'main.go': 'package main\nfunc main() { http.ListenAndServe(":80", nil) }\n',
      ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((each) => [`vendor/a/${each}.md`, '# Page\n'])),
    },
  ],
  ...(['julia', 'erlang', 'r', 'ocaml'] as const).map(
    (each) => [`a package of ${each}`, ['. library'], programs[each]] as const,
  ),
]

describe('applications and kinds of a hundred and seventy-eight unseen repositories', () => {
  it.each(rows)('%s', (_, found, files) => {
    const applications = findApplications(repositoryOf({ files }))
    expect(applications.map(({ name, kind }) => `${name} ${kind}`)).toEqual(found)
  })
})
