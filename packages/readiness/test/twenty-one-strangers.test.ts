import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { itJudges } from './meaning/it-judges.ts'
import { ci, type Files, json, library, repositoryOf, service, tested } from './mini.ts'

const kindsOf = (files: Files) => findApplications(repositoryOf({ files })).map(({ name, kind }) => `${name} ${kind}`)

/** A program of Java with one window, and so many classes that draw nothing. */
const withWindow = (others: number): Files => ({
  'pom.xml': '<project><artifactId>mini</artifactId><version>1</version></project>\n',
  'src/main/java/Main.java': 'class Main {\n  public static void main(String[] args) {}\n}\n',
  'src/main/java/View.java': 'import javax.swing.JFrame;\n\nclass View { JFrame frame = new JFrame("a"); }\n',
  ...Object.fromEntries(
    Array.from({ length: others }, (_, index) => [`src/main/java/C${index}.java`, `class C${index} {}\n`]),
  ),
})

const gem = (name: string) => `Gem::Specification.new do |s|\n  s.name = "${name}"\nend\n`
const python = (name: string) => `from setuptools import setup\nsetup(\n    name='${name}',\n)\n`

describe('applications of twenty-one strangers', () => {
  it.each<readonly [lesson: string, files: Files, found: readonly string[]]>([
    ['a program that mostly draws is for people', withWindow(3), ['. frontend']],
    ['a window among many classes only shows what goes on', withWindow(30), ['. tool']],
    [
      'a gem amid the source of another one is a part of it',
      {
        'mini.gemspec': gem('mini'),
        'lib/mini.rb': 'A = 1\n',
        'lib/plugins/mini-sign/mini-sign.gemspec': gem('mini-sign'),
        'lib/plugins/mini-sign/Gemfile': 'gemspec\n',
        'lib/plugins/mini-sign/lib/mini-sign.rb': 'A = 1\n',
      },
      ['. library'],
    ],
    [
      'a gem in any other folder is one of its own',
      {
        'mini.gemspec': gem('mini'),
        'lib/mini.rb': 'A = 1\n',
        'other/o.gemspec': gem('o'),
        'other/lib/o.rb': 'A = 1\n',
      },
      ['. library', 'other library'],
    ],
    [
      'a gem called after its program is a tool',
      {
        'mini-bin/mini-bin.gemspec':
          'Gem::Specification.new do |s|\n  s.name = "mini-bin"\n  s.executables = %w{mini}\nend\n',
        'mini-bin/bin/mini': '#!/usr/bin/env ruby\n',
        'mini-bin/lib/a.rb': 'A = 1\n',
        'core/core.gemspec': gem('core'),
        'core/lib/core.rb': 'A = 1\n',
      },
      ['core library', 'mini-bin tool'],
    ],
    [
      'a script for setup amid the modules of a package is a part of it',
      {
        'pyproject.toml': '[build-system]\nrequires = ["hatchling"]\n\n[project]\nname = "mini"\n',
        'mini/__init__.py': '',
        'mini/a.py': 'A = 1\n',
        'mini/providers/__init__.py': '',
        'mini/providers/flux/__init__.py': '',
        'mini/providers/flux/setup.py': python('flux'),
        'mini/providers/flux/flux.py': 'A = 1\n',
      },
      ['. library'],
    ],
    [
      'a package beside another one stays, though its own folder holds modules',
      {
        'pyproject.toml': '[build-system]\nrequires = ["hatchling"]\n\n[project]\nname = "mini"\n',
        'mini/__init__.py': '',
        'mini/a.py': 'A = 1\n',
        'other/setup.py': python('other'),
        'other/other/__init__.py': '',
        'other/other/a.py': 'A = 1\n',
      },
      ['. library', 'other library'],
    ],
  ])('%s', (_, files, found) => {
    expect(kindsOf(files)).toEqual(found)
  })
})

const nunit = (test: string): Files => ({
  'src/Lib/Lib.csproj':
    '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><PackageId>Lib</PackageId></PropertyGroup></Project>\n',
  'src/Lib/A.cs': 'class A {}\n',
  'src/Lib.Tests/Lib.Tests.csproj':
    '<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><PackageReference Include="Microsoft.NET.Test.Sdk" Version="1" /><ProjectReference Include="..\\Lib\\Lib.csproj" /></ItemGroup></Project>\n',
  'src/Lib.Tests/ATests.cs': `class ATests {\n  ${test}\n  public void A() {}\n}\n`,
})

/** A service of Gradle that keeps what it needs in a file of its own. */
const spring = (dependencies: Files): Files => ({
  'settings.gradle': "include ':app'\n",
  'app/build.gradle':
    "apply plugin: 'war'\napply from: 'dependencies.gradle'\ndependencies {\n  implementation 'org.springframework.boot:spring-boot-starter-web:3.0.0'\n}\n",
  'app/src/main/java/Main.java':
    '@SpringBootApplication\nclass Main {\n  public static void main(String[] args) {}\n}\n',
  ...dependencies,
})
const micrometer = "dependencies {\n  implementation 'io.micrometer:micrometer-registry-prometheus:1.0.0'\n}\n"

const gradle = (files: Files): Files => ({
  'build.gradle.kts': 'plugins { `java-library` }\n',
  'src/main/java/A.java': 'class A {}\n',
  ...files,
})
const errorProne =
  'plugins { id("net.ltgt.errorprone") }\ndependencies { errorprone("com.google.errorprone:error_prone_core:2.50.0") }\n'

const retry = (command: string): Files => ({
  ...tested,
  '.github/workflows/ci.yml': `on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - name: Try\n        uses: nick-fields/retry@v4\n        with:\n          max_attempts: 5\n          command: ${command}\n`,
})

const composed = (line: string, compositions: Files): Files => ({
  ...service(),
  'README.md': `# Mini\n\nA shop for everybody who sells something.\n\n\`\`\`sh\n${line}\n\`\`\`\n`,
  ...compositions,
})
const pulled = 'services:\n  mini:\n    image: example/mini\n'
const built = 'services:\n  mini:\n    build: .\n'

describe('verdicts about twenty-one strangers', () => {
  itJudges([
    ['NUnit has theories, too', 'test_isolation', 'fails', nunit('[Theory]')],
    ['facts are of xUnit', 'test_isolation', 'passes', nunit('[Fact]')],
    ['theories with data in a line are of xUnit', 'test_isolation', 'passes', nunit('[InlineData(1)]')],
    [
      'a file beside a build of Gradle tells what it needs',
      'metrics_collection',
      'passes',
      spring({ 'app/dependencies.gradle': micrometer }),
    ],
    [
      'at the root it tells what modules may take',
      'metrics_collection',
      'fails',
      spring({ 'dependencies.gradle': micrometer }),
    ],
    ['a release of sbt by a plugin', 'release_automation', 'passes', { ...library, ...ci('sbt tlCiRelease') }],
    [
      'a bot that updates the changelog',
      'release_notes_automation',
      'passes',
      { ...library, ...ci('bot built_in:update_changelog') },
    ],
    [
      'pages by the first Docusaurus',
      'automated_doc_generation',
      'passes',
      {
        ...library,
        'website/package.json': json({
          scripts: { build: 'docusaurus-build' },
          devDependencies: { docusaurus: '^1.0.5' },
        }),
        'website/siteConfig.js': 'module.exports = {}\n',
      },
    ],
    [
      'commands of Hatch on the page',
      'build_cmd_doc',
      'passes',
      { ...library, 'README.md': '# Mini\n\nA shop.\n\n```sh\nhatch run dev.server.start\n```\n' },
    ],
    [
      'a build that others share has Error Prone',
      'lint_config',
      'passes',
      gradle({ 'build-logic/a.gradle.kts': errorProne }),
    ],
    ['which reports unused code', 'dead_code_detection', 'passes', gradle({ 'build-logic/a.gradle.kts': errorProne })],
    ['a shared build without it', 'lint_config', 'fails', gradle({ 'build-logic/a.gradle.kts': 'plugins { java }\n' })],
    [
      'what is installed again is no test',
      'flaky_test_detection',
      'fails',
      retry('composer --working-dir .phpunit require "phpunit/phpunit:^9.6"'),
    ],
    ['what is tested again is', 'flaky_test_detection', 'passes', retry('npm test')],
    [
      'a composition of what others built sets nothing up',
      'single_command_setup',
      'fails',
      composed('docker compose up -d', { 'docker-compose.yml': pulled, 'docker-compose.local.yml': built }),
    ],
    [
      'one that builds does',
      'single_command_setup',
      'passes',
      composed('docker compose up -d', { 'docker-compose.yml': built }),
    ],
    [
      'a named one that builds does, too',
      'single_command_setup',
      'passes',
      composed('docker compose -f docker-compose.dev.yml up', { 'docker-compose.dev.yml': built }),
    ],
    [
      'a named one of what others built does not',
      'single_command_setup',
      'fails',
      composed('docker compose -f docker-compose.dev.yml up', { 'docker-compose.dev.yml': pulled }),
    ],
    [
      'models among the tests of rules are no tables',
      'database_schema',
      'absent',
      {
        'composer.json': json({
          name: 'mini/mini',
          type: 'project',
          bin: ['bin/mini'],
          require: { 'doctrine/inflector': '1' },
        }),
        'bin/mini': '#!/usr/bin/env php\n',
        'src/A.php': '<?php class A {}\n',
        'rules-tests/Source/Entity/Some.php': '<?php class Some {}\n',
      },
    ],
    [
      'tools of others in a folder that Go leaves out',
      'code_modularization',
      'absent',
      {
        'go.mod': 'module example.org/mini\n',
        'a.go': 'package mini\n',
        ...Object.fromEntries(
          Array.from({ length: 60 }, (_, index) => [`_tools/src/github.com/a/internal/c${index}.go`, 'package c\n']),
        ),
      },
    ],
  ])
})
