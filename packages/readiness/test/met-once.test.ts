import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { judge } from '../src/judge.ts'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { ci, type Files, json, library, npm, repositoryOf, service } from './mini.ts'
import { programs } from './programs.ts'

const crate = (more = ''): Files => ({
  'Cargo.toml': '[package]\nname = "mini"\n[dependencies]\npart = { path = "part" }\n',
  'src/lib.rs': 'pub fn mini() {}\n',
  'part/Cargo.toml': `[package]\nname = "part"\n${more}`,
  'part/src/lib.rs': 'pub fn part() {}\n',
})
const python = (manifest: string): Files => ({
  'pyproject.toml': manifest,
  'mini/__init__.py': '__all__ = ["a", "b", "c", "d", "e"]\n',
})
const published = '<project><distributionManagement></distributionManagement></project>'
const phase = '<plugin>exec-maven-plugin<mainClass>org.other.Fill</mainClass><phase>test</phase></plugin>'

/** Each row was found wrongly in a repository that nobody had tuned on. */
const kinds: readonly (readonly [lesson: string, found: readonly string[], files: Files])[] = [
  [
    'a website about the project stays a front end, whatever routes it has',
    ['docs frontend', 'mini library'],
    {
      'docs/package.json': npm(['next', 'react-dom', 'fumadocs-ui']),
      ...Object.fromEntries(['a', 'b', 'c'].map((each) => [`docs/app/${each}/route.ts`, 'export {}\n'])),
      'mini/package.json': npm([], { name: 'mini', private: false, exports: './a.js' }),
      'mini/a.js': 'exports.a = 1\n',
    },
  ],
  [
    'a folder called after documentation, with a generator of pages',
    ['docs frontend'],
    {
      'docs/package.json': json({
        name: 'd',
        private: true,
        scripts: { start: 'a' },
        devDependencies: { '@11ty/eleventy': '3' },
      }),
      'docs/src/a.js': 'export {}\n',
      'docs/netlify.toml': '[build]\n',
    },
  ],
  [
    'a package that keeps its pages beside itself is a library',
    ['. library'],
    {
      'package.json': npm([], { private: false, main: 'a.js', files: ['a.js'], devDependencies: { docsify: '4' } }),
      'a.js': 'exports.a = 1\n',
    },
  ],
  [
    'pages with a small program that serves them',
    ['. frontend'],
    {
      'package.json': npm(['express', 'react-dom'], {
        scripts: { start: 'node api', dev: 'npm run env && npx rspack serve -c a.js' },
      }),
      'api/index.js': 'app.listen()\n',
      ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((each) => [`web/${each}.tsx`, 'export {}\n'])),
      'web/a.ts': 'export {}\n',
    },
  ],
  [
    'a private package that only tries its neighbour',
    ['packages/mini library'],
    {
      'packages/mini/package.json': npm([], { name: 'mini', private: false, exports: './a.js' }),
      'packages/mini/a.js': 'exports.a = 1\n',
      'packages/shake/package.json': json({
        name: 'shake',
        private: true,
        scripts: { bundle: 'rollup -c' },
        devDependencies: { mini: 'workspace:*' },
      }),
      'packages/shake/in.ts': 'export {}\n',
    },
  ],
  [
    'a private package that a neighbour needs',
    ['packages/base library', 'packages/mini library'],
    {
      'packages/mini/package.json': npm(['base'], { name: 'mini', exports: './a.js' }),
      'packages/mini/a.js': 'exports.a = 1\n',
      'packages/base/package.json': json({
        name: 'base',
        private: true,
        exports: './a.js',
        devDependencies: { mini: 'workspace:*' },
      }),
      'packages/base/a.ts': 'export {}\n',
    },
  ],
  ['a crate that another one above it takes from its folder', ['. library'], crate()],
  [
    'a crate that the one above it takes from its folder or from the registry',
    ['. library', 'part library'],
    { ...crate(), 'Cargo.toml': '[package]\nname = "mini"\n[dependencies]\npart = { path = "part", version = "1" }\n' },
  ],
  [
    'crates for tests and tasks that are never published',
    ['. library'],
    {
      'Cargo.toml': '[package]\nname = "mini"\n',
      'src/lib.rs': 'pub fn mini() {}\n',
      'xtask/Cargo.toml': '[package]\nname = "xtask"\npublish = false\n',
      'xtask/src/main.rs': 'fn main() {}\n',
      'mini_test_helper/Cargo.toml': '[package]\nname = "mini_test_helper"\npublish = false\n',
      'mini_test_helper/src/lib.rs': 'pub fn a() {}\n',
    },
  ],
  [
    'a package of another vendor in a folder for libraries',
    ['. service'],
    {
      'composer.json': json({ name: 'mini/mini', type: 'project' }),
      'index.php': '<?php\n',
      'libs/events/composer.json': json({ name: 'other/events', type: 'library' }),
      'libs/events/A.php': '<?php\n',
    },
  ],
  [
    'a file deep in the source that only says where its folder is entered',
    ['. service'],
    {
      ...service(),
      'src/shared/part/package.json': json({ name: 'part', version: '1.0.0', main: './a.js' }),
      'src/shared/part/a.js': 'exports.a = 1\n',
    },
  ],
  [
    'settings of tools beside the source of a package',
    ['. library'],
    { ...python('[project]\nname = "mini"\n[build-system]\n'), 'mini/setup.cfg': '[flake8]\nmax-complexity = 9\n' },
  ],
  [
    'a module of Go that nobody else can import',
    ['. library'],
    {
      'go.mod': 'module mini\n',
      'a.go': 'package mini\n',
      'internal/vet/go.mod': 'module mini/internal/vet\n',
      'internal/vet/main.go': 'package main\n',
    },
  ],
  [
    'a module that a build only uses to fill a database for its tests',
    ['a library', 'b library'],
    {
      'pom.xml': published,
      'a/pom.xml': `<project><artifactId>dropwizard-core</artifactId>${phase}</project>`,
      'a/src/main/java/A.java': 'class A {}\n',
      'b/pom.xml': '<project><artifactId>b</artifactId></project>',
      'b/src/main/java/B.java': 'class B {}\n',
    },
  ],
  [
    'a package of Python for the console that also exports names',
    ['. tool'],
    python(
      '[project]\nname = "mini"\nclassifiers = ["Environment :: Console"]\n[project.scripts]\nmini = "mini:run"\n[build-system]\n',
    ),
  ],
  [
    'the same, of which it says that it is made for programs',
    ['. library'],
    python(
      '[project]\nname = "mini"\nclassifiers = ["Environment :: Console", "Topic :: Software Development :: Libraries"]\n[project.scripts]\nmini = "mini:run"\n[build-system]\n',
    ),
  ],
  [
    'a plugin that another program loads',
    ['. library'],
    {
      'pyproject.toml': '[project]\nname = "mini"\n[project.entry-points.other]\nmini = "mini"\n',
      'mini/a.py': 'a = 1\n',
    },
  ],
  [
    'a gem whose command has another name',
    ['. library'],
    { 'mini-core.gemspec': 'Gem::Specification.new\n', 'exe/mini': '#!/usr/bin/env ruby\n', 'lib/mini.rb': 'A = 1\n' },
  ],
  [
    'an archive that people install into mix',
    ['. tool'],
    {
      'mix.exs': 'defmodule Mini do\n  package: []\nend\n',
      'lib/mix/tasks/mini.ex': 'defmodule Mix.Tasks.Mini do\nend\n',
      'README.md': '    $ mix archive.install hex mini\n',
    },
  ],
]

describe('kinds of repositories that were met once', () => {
  it.each(kinds)('%s', (_, found, files) => {
    const applications = findApplications(repositoryOf({ files }))
    expect(applications.map(({ name, kind }) => `${name} ${kind}`)).toEqual(found)
  })
})

const workflow = (steps: string): Files => ({
  '.github/workflows/a.yml': `on: issues\njobs:\n  a:\n    steps:\n${steps}`,
})
const django: Files = { 'manage.py': 'import django\n', 'requirements.txt': 'django==5\nsentry-sdk==2\n' }

/** Each row was judged wrongly in a repository that nobody had tuned on. */
const rows: readonly Judged[] = [
  [
    'the description of an input',
    'build_performance_tracking',
    'fails',
    { ...library, ...workflow('      - run: a\n        description: List of build-time variables\n') },
  ],
  [
    'what an agent is asked to do',
    'agents_md_validation',
    'fails',
    {
      ...library,
      'AGENTS.md': `# Mini\n\nRun \`npm test\`. ${'This is how work is done here. '.repeat(12)}\n`,
      ...workflow('      - with:\n          prompt: |\n            Lint.\n\n            Read AGENTS.md first.\n'),
    },
  ],
  [
    'a limit whose only code is ignored',
    'cyclomatic_complexity',
    'fails',
    { ...programs.python, '.flake8': '[flake8]\nmax-complexity = 9\nignore = C901\n' },
  ],
  [
    'the rules of a plugin in its own source',
    'large_file_detection',
    'fails',
    {
      ...library,
      'eslint.config.js': 'const rules = require("./lib/rules")\n',
      'lib/rules/index.js': 'module.exports = { "max-lines": () => 1 }\n',
    },
  ],
  [
    'the title of an issue that a step fetched',
    'dangerous_workflows',
    'fails',
    {
      ...library,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the host replaces it.
      ...workflow('      - run: T="${{ fromJson(steps.get_issue.outputs.result).title }}"\n'),
    },
  ],
  [
    'a mapper whose tool works on the databases of others',
    'database_schema',
    'absent',
    {
      'packages/core/package.json': npm([], { name: '@sequelize/core', private: false, exports: './a.js' }),
      'packages/core/a.js': 'exports.a = 1\n',
      'packages/cli/package.json': npm(['pg'], { name: '@sequelize/cli', private: false, bin: './a.js' }),
      'packages/cli/a.js': 'start()\n',
      'packages/cli/migrations/1.js': 'exports.a = 1\n',
    },
  ],
  [
    'unused imports that Checkstyle reports',
    'dead_code_detection',
    'passes',
    { ...programs.java, 'checkstyle.xml': '<module name="UnusedImports"/>' },
  ],
  [
    'a parent of Maven that is kept beside its modules',
    'lint_config',
    'passes',
    {
      'a/pom.xml': '<project><parent><relativePath>../parent</relativePath></parent></project>',
      'a/src/main/java/A.java': 'class A {}\n',
      'parent/pom.xml': '<project><artifactId>maven-checkstyle-plugin</artifactId></project>',
    },
  ],
  [
    'a deployment that the error tracker is told of',
    'deployment_observability',
    'passes',
    { ...service(), ...workflow('      - uses: honeybadger-io/github-notify-deploy-action@v1\n') },
  ],
  [
    'a share of requests that Sentry traces',
    'distributed_tracing',
    'passes',
    { ...django, 'mini/settings.py': 'sentry_sdk.init(traces_sample_rate=0.2)\n' },
  ],
  [
    'a share that somebody else has to set',
    'distributed_tracing',
    'fails',
    { ...django, 'mini/settings.py': 'rate = env("SENTRY_TRACES_SAMPLE_RATE", 0.0)\nstart(traces_sample_rate=rate)\n' },
  ],
  [
    'a route of Django for checks',
    'health_checks',
    'passes',
    { ...django, 'mini/urls.py': "urls = [re_path(r'^healthcheck/$', check)]\n" },
  ],
  [
    'flaky tests that are left out',
    'flaky_test_detection',
    'fails',
    { ...library, 'src/a.test.ts': 'it()\n', ...ci('test --filter Category!=Flaky') },
  ],
  [
    'tests of a translation into Italian',
    'integration_tests_exist',
    'fails',
    { ...programs.go, 'translations/it/it_test.go': 'package it\n' },
  ],
  [
    'formatters, which all linters leave out',
    'formatter',
    'fails',
    { ...programs.go, '.golangci.yml': 'version: "2"\nlinters:\n  default: all\n' },
  ],
  [
    'a wait that is switched off',
    'min_release_age',
    'fails',
    { ...library, 'renovate.json5': '{ minimumReleaseAge: null }\n' },
  ],
  [
    'the keys of an example',
    'secrets_management',
    'passes',
    { ...library, '.gitignore': '.env\n', 'mini-example/example.keystore': new Uint8Array([0, 1]) },
  ],
  [
    'a key that is there twice',
    'test_coverage_thresholds',
    'passes',
    {
      ...library,
      'src/a.test.ts': 'it()\n',
      '.codecov.yml':
        'comment:\n  a: 1\n  a: 2\ncoverage:\n  status:\n    project:\n      default:\n        target: 80%\n',
    },
  ],
  [
    'a folder that instructions name',
    'agents_md_current',
    'passes',
    {
      ...library,
      'AGENTS.md': `# Mini\n\nLook into \`./src/parts\` and \`./src/...\`. ${'This is how work is done here. '.repeat(12)}\n`,
      'src/parts/a.ts': 'export {}\n',
    },
  ],
  [
    'what things are narrower than',
    'naming_consistency',
    'fails',
    {
      ...library,
      'AGENTS.md': '# Mini\n\nFormats are narrower than the specs they are not, or they’re named after.\n',
    },
  ],
  [
    'a check of the pages of a site alone',
    'agents_md_validation',
    'fails',
    {
      ...library,
      'AGENTS.md': `# Mini\n\nRun \`npm test\`. ${'This is how work is done here. '.repeat(12)}\n`,
      ...ci('npx markdownlint-cli2 "docs/src/*.md"'),
    },
  ],
  [
    'a script of bin that runs the tests',
    'ci_runs_tests',
    'passes',
    {
      ...programs.ruby,
      'spec/mini_spec.rb': 'it\n',
      ...workflow('      - run: bin/shared_tests\n'),
      'bin/shared_tests': '#!/bin/bash\nbundle exec rake "knapsack_pro:rspec"\n',
    },
  ],
  [
    'pages that a program writes about its command line',
    'automated_doc_generation',
    'passes',
    { ...programs.go, Makefile: 'docs:\n\tgo run ./cmd/mini write-documentation > docs/mini.md\n' },
  ],
  [
    'commands in a page for contributors, deep in the documentation',
    'build_cmd_doc',
    'passes',
    { ...programs.python, 'docs/source/contributing.rst': 'Install it::\n\n    pip install -e .\n' },
  ],
  [
    'limits of coverage in a command of their own',
    'test_coverage_thresholds',
    'passes',
    { ...library, 'src/a.test.ts': 'it()\n', ...ci('npx c8 check-coverage --lines 99') },
  ],
  ['a sample with an underscore', 'env_template', 'passes', { ...service(), '.env_sample': 'PORT=1\n' }],
  [
    'a runner that lists the slowest examples',
    'test_performance_tracking',
    'passes',
    { ...programs.ruby, 'spec/mini_spec.rb': 'it\n', ...ci('bundle exec rspec spec --profile') },
  ],
  [
    'a token that is masked where it is logged',
    'log_scrubbing',
    'passes',
    { ...service(), 'src/tokens.ts': 'logger.info("Token " + mask(token))\n' },
  ],
  [
    'settings of hooks under a longer name',
    'pre_commit_hooks',
    'passes',
    { ...library, '.pre-commit-config-plain.yaml': 'repos: []\n' },
  ],
  [
    'an action that builds the list of changes',
    'release_notes_automation',
    'passes',
    { ...library, ...workflow('      - uses: mikepenz/release-changelog-builder-action@v6\n') },
  ],
  [
    'a name that stands for several commands',
    'single_command_setup',
    'fails',
    { ...library, 'CONTRIBUTING.md': 'Call one of `yarn setup-*`.\n' },
  ],
  [
    'an action that deploys to Heroku',
    'rollback_automation',
    'fails',
    { ...service(), ...workflow('      - uses: akhileshns/heroku-deploy@v3\n') },
  ],
  [
    'tests that a command of Maven tries again',
    'flaky_test_detection',
    'passes',
    {
      ...programs.java,
      'src/test/java/AppTest.java': 'class AppTest {}\n',
      ...ci('./mvnw -Dsurefire.rerunFailingTestsCount=1 install'),
    },
  ],
  [
    'a page about rollouts to users',
    'progressive_rollout',
    'fails',
    { ...service(), 'fly.toml': 'app = "mini"\n', 'docs/use/rollout-by-country.md': '# Rollouts\n' },
  ],
  [
    'a page on privacy in several languages',
    'privacy_compliance',
    'passes',
    { ...service(), 'app/views/pages/privacy.en.html.erb': '<p>\n' },
  ],
  [
    'a page with a long row of spaces, which could be the margin of a picture of folders in many ways',
    'agents_md_current',
    'passes',
    {
      ...library,
      'AGENTS.md': `# Mini\n\nLook into \`src/main.ts\`.\n${' '.repeat(120)}x\n${'This is how work is done here. '.repeat(12)}\n`,
    },
  ],
]

/** Each row names the place that a reader would look at. */
const places: readonly (readonly [id: CriterionId, place: string, files: Files])[] = [
  [
    'dangerous_workflows',
    '.github/workflows/b.yml:1 and what is beside it',
    {
      ...library,
      ...workflow('      - run: a\n'),
      '.github/workflows/b.yml': 'on: pull_request_target\njobs:\n  a:\n    steps:\n      - run: a\n',
    },
  ],
  ['min_release_age', 'look at pnpm-workspace.yaml', { ...library, 'pnpm-workspace.yaml': 'packages: []\n' }],
  [
    'cyclomatic_complexity',
    'look at rules/checkstyle.xml',
    { ...programs.java, 'rules/checkstyle.xml': '<module name="A"/>' },
  ],
]

describe('verdicts of repositories that were met once', () => {
  itJudges(rows)

  it.each(places)('%s names %s', (id, place, files) => {
    expect(judge(repositoryOf({ files })).report[id]?.rationale).toContain(place)
  })
})
