import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { ci, type Files, frontend, json, library, npm, pair, prose, repositoryOf, service } from './mini.ts'
import { programs } from './programs.ts'

const go: Files = {
  'go.mod': 'module mini\n',
  'main.go': 'package main\nfunc main() { http.ListenAndServe(os.Getenv("MINI"), nil) }\n',
}
const workflow = (text: string): Files => ({ '.github/workflows/run.yml': `jobs:\n  a:\n${text}` })
const step = (run: string): Files => workflow(`    steps:\n      - run: ${run}\n`)
const pages: Files = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`chapter${index}/README.md`, prose]))
const nx: Files = {
  'nx.json': '{}',
  'package.json': npm(['@nestjs/core', '@angular/core']),
  'apps/api/project.json': json({ projectType: 'application', targets: { serve: { executor: '@nx/js:node' } } }),
  'apps/api/src/main.ts': 'x\n',
  'apps/client/project.json': json({
    projectType: 'application',
    targets: { build: { executor: '@nx/angular:browser', options: { budgets: [1] } } },
  }),
  'apps/client/src/main.ts': 'x\n',
}

/** Each row was found wrongly before, in a repository that nobody had tuned on. */
const kinds: readonly (readonly [lesson: string, found: readonly string[], files: Files])[] = [
  ['pages to read with some programs among them', [], { ...pages, 'chapter1/solution.py': 'x\n' }],
  ['pages that a browser opens as they are', ['. frontend javascript'], { 'index.html': '<p>', 'js/game.js': 'x\n' }],
  [
    'a server that people start and install',
    ['. service javascript'],
    {
      'package.json': json({
        name: 'chat',
        bin: './a.js',
        scripts: { start: 'node a' },
        dependencies: { express: '5' },
      }),
      'a.js': 'x\n',
    },
  ],
  [
    'a library with a website about it',
    ['. library javascript'],
    { 'package.json': json({ name: 'lib', main: './a.js' }), 'a.js': 'x\n', 'netlify.toml': '\n' },
  ],
  [
    'a server beside the program, to measure it',
    ['. tool python'],
    {
      'setup.cfg': '\n',
      'setup.py': 'from setuptools import setup\n',
      'mini/__main__.py': 'x\n',
      'extras/profiling/serve.py': 'HTTPServer()\n',
    },
  ],
  [
    'a program that a cluster keeps running',
    ['. service go'],
    {
      'go.mod': 'module m\n',
      'cmd/m/main.go': 'package main\n',
      'manifests/base/deployment.yaml': 'containers:\n  - livenessProbe:\n      httpGet: x\n',
    },
  ],
  [
    'a program that can serve what it makes',
    ['. tool rust'],
    {
      'Cargo.toml': '[package]\nname = "site"\n[dependencies]\naxum = "0.8"\n',
      'src/main.rs': 'fn main() {}\n',
      'src/cmd/serve.rs': 'TcpListener::bind(a)\n',
    },
  ],
  [
    'what browsers load, copied beside a program',
    ['. service python'],
    { 'requirements.txt': 'flask\n', 'app.py': 'x\n', 'static/a.js': 'x\n', 'static/b.js': 'x\n' },
  ],
  ['applications of Nx', ['apps/api service typescript', 'apps/client frontend typescript'], nx],
  [
    'a crate that helps others to test',
    ['mini-test library rust'],
    { 'mini-test/Cargo.toml': '[package]\nname = "mini-test"\ndescription = "Helps"\n', 'mini-test/src/lib.rs': 'x\n' },
  ],
  [
    'a root that only gathers modules',
    ['app library java'],
    {
      'settings.gradle': 'include ":app"\n',
      'build.gradle': '\n',
      'spotless/copyright.kt': 'x\n',
      'app/build.gradle': '\n',
      'app/src/main/java/A.java': 'class A {}\n',
    },
  ],
  [
    'a window that also answers',
    ['. frontend javascript'],
    {
      'package.json': json({
        name: 'desk',
        main: 'a.js',
        dependencies: { express: '5', electron: '1', 'electron-builder': '1' },
      }),
      'a.js': 'x\n',
    },
  ],
  [
    'a program whose parts talk through a file',
    ['. tool cpp'],
    {
      'configure.ac': 'AC_INIT\n',
      'Makefile.am': 'bin_PROGRAMS = mini\n',
      'server.c': 'fd = accept(server_fd, sa, len);\n',
    },
  ],
  [
    'a program that other machines reach',
    ['. service cpp'],
    {
      'configure.ac': 'AC_INIT\n',
      'Makefile.am': 'bin_PROGRAMS = mini\n',
      'net.c': 'socket(AF_INET, 0, 0);\n',
      'server.c': 'fd = accept(server_fd, sa, len);\n',
    },
  ],
]

/** Each row was judged wrongly before. */
const rows: readonly Judged[] = [
  [
    'a page in a folder about installing',
    'build_cmd_doc',
    'passes',
    { ...library, 'docs/install/manual.md': '```sh\npip install -r requirements.txt\n```\n' },
  ],
  [
    'a check that is commented out',
    'health_checks',
    'fails',
    { ...service(), 'compose.yaml': 'services:\n  web:\n    build: .\n    # healthcheck: x\n' },
  ],
  [
    'the health of a database',
    'health_checks',
    'fails',
    { ...service(), 'compose.yaml': 'services:\n  db:\n    image: postgres\n    healthcheck:\n      test: x\n' },
  ],
  [
    'the health of what is built here',
    'health_checks',
    'passes',
    { ...service(), 'compose.yaml': 'services:\n  web:\n    build: .\n    healthcheck:\n      test: x\n' },
  ],
  [
    'tables that a mapper makes of models',
    'database_schema',
    'passes',
    { ...programs.ruby, Gemfile: "gem 'rails'\ngem 'mongoid'\n", 'app/models/user.rb': 'x\n' },
  ],
  ['what users of a telephone download', 'heavy_dependency_detection', 'absent', frontend(['react-native'])],
  [
    'a runner that can retry, but does not',
    'flaky_test_detection',
    'fails',
    { ...programs.rust, 'tests/a.rs': 'x\n', ...ci('cargo nextest run') },
  ],
  [
    'a status that is information only',
    'test_coverage_thresholds',
    'fails',
    {
      ...library,
      'codecov.yml':
        'coverage:\n  status:\n    project:\n      default:\n        target: auto\n        informational: true\n',
    },
  ],
  [
    'a loss of everything that is allowed',
    'test_coverage_thresholds',
    'fails',
    { ...library, 'codecov.yml': 'coverage:\n  status:\n    project:\n      default:\n        threshold: 100%\n' },
  ],
  [
    'hooks in a folder for scripts',
    'pre_commit_hooks',
    'passes',
    { ...library, 'scripts/git-hooks/pre-commit': '#!/bin/sh\n' },
  ],
  [
    'a review of dependencies',
    'automated_pr_review',
    'fails',
    { ...library, '.github/workflows/dependency-review.yml': 'on: pull_request\njobs:\n  a:\n    steps: []\n' },
  ],
  [
    'the goal of a build without a name',
    'ci_runs_tests',
    'passes',
    {
      ...programs.java,
      'pom.xml': '<project><defaultGoal>clean verify</defaultGoal></project>',
      'src/test/java/ATest.java': 'x\n',
      ...step('mvn --show-version --batch-mode'),
    },
  ],
  [
    'a command in the environment',
    'ci_runs_tests',
    'passes',
    { ...programs.ruby, 'test/a_test.rb': 'x\n', ...step('bin/rails $TEST_COMMAND') },
  ],
  [
    'commands in a matrix',
    'ci_runs_tests',
    'passes',
    {
      ...library,
      'a.test.ts': 'it()\n',
      ...workflow(
        `    strategy:\n      matrix:\n        run: ['npm test']\n    steps:\n      - run: \${{ matrix.run }}\n`,
      ),
    },
  ],
  [
    'tests of a role, which is no application',
    'ci_runs_tests',
    'passes',
    { 'tasks/main.yml': 'x: 1\n', ...step('molecule test') },
  ],
  [
    'a check of complexity that is taken back',
    'cyclomatic_complexity',
    'fails',
    { ...programs.cpp, '.clang-tidy': 'Checks: -readability-function-cognitive-complexity\n' },
  ],
  [
    'a rule with options that is off',
    'cyclomatic_complexity',
    'fails',
    {
      ...library,
      'eslint.config.js': 'import a from "./rules.js"\n',
      'rules.js': 'export default { "complexity": [0, 10] }\n',
    },
  ],
  [
    'a rule of a file that the settings import',
    'large_file_detection',
    'passes',
    {
      ...library,
      'eslint.config.js': 'import a from "./lint/rules.mjs"\n',
      'lint/rules.mjs': 'export default { "max-lines": ["warn", 550] }\n',
    },
  ],
  [
    'a cop that tells what is not used',
    'dead_code_detection',
    'passes',
    { ...programs.ruby, '.rubocop.yml': 'AllCops:\n  NewCops: enable\n' },
  ],
  ['a linter of older scripts', 'lint_config', 'passes', { ...programs.javascript, '.jshintrc': '{"unused": true}' }],
  [
    'a wait of no days',
    'min_release_age',
    'fails',
    { ...library, '.github/dependabot.yml': 'updates:\n  - cooldown:\n      default-days: 0\n' },
  ],
  [
    'agents that CLAUDE.md tells of the host',
    'vcs_cli_tools',
    'passes',
    { ...library, '.claude/CLAUDE.md': '`gh pr create`\n' },
  ],
  [
    'a target that CI does not run',
    'unused_dependencies_detection',
    'fails',
    { ...go, Makefile: 'update:\n\tgo mod tidy\n', ...step('make test') },
  ],
  [
    'a target that CI runs through another one',
    'unused_dependencies_detection',
    'passes',
    { ...go, Makefile: 'verify: tidy\n\tgit status\ntidy:\n\tgo mod tidy\n', ...step('make verify') },
  ],
  [
    'a heading about processors',
    'service_flow_documented',
    'fails',
    { ...library, 'README.md': '### How to run it on a different architecture?\n' },
  ],
  [
    'the past of a deployment',
    'rollback_automation',
    'fails',
    { ...service(), 'charts/a/values.yaml': 'revisionHistoryLimit: 3\n' },
  ],
  [
    'a workflow that copies the program to a server',
    'rollback_automation',
    'fails',
    { ...service(), '.github/workflows/deploy.yml': 'jobs:\n  a:\n    steps:\n      - run: scp a b:\n' },
  ],
  [
    'a workflow for pages about the program',
    'rollback_automation',
    'absent',
    { ...service(), '.github/workflows/deploy-docs.yml': 'jobs:\n  a:\n    steps: []\n' },
  ],
  [
    'a library of both ends of a connection',
    'api_schema_docs',
    'fails',
    { ...go, 'go.mod': 'module mini\nrequire google.golang.org/grpc v1.0.0\n' },
  ],
  [
    'versions that the parent declares',
    'version_drift_detection',
    'passes',
    {
      'pom.xml':
        '<project><packaging>pom</packaging><modules><module>a</module></modules><properties><guava.version>1</guava.version></properties></project>',
      'a/pom.xml': '<project/>',
      'a/src/main/java/A.java': 'class A {}\n',
      'b/pom.xml': '<project/>',
      'b/src/main/java/B.java': 'class B {}\n',
    },
  ],
  ['versions that one manifest declares', 'version_drift_detection', 'passes', nx],
  ['a budget of one application', 'heavy_dependency_detection', 'passes', nx],
  ['variables that nobody keeps in a file', 'gitignore_comprehensive', 'passes', { ...go, '.gitignore': '.idea\n' }],
  [
    'reports of a run are no leftovers of editors',
    'gitignore_comprehensive',
    'fails',
    { ...library, '.gitignore': 'node_modules\n*.log\n' },
  ],
  [
    'a container that installs everything when it is made',
    'single_command_setup',
    'passes',
    { ...library, '.devcontainer/devcontainer.json': '{\n  "onCreateCommand": "npm ci"\n}' },
  ],
  [
    'a target among tests',
    'single_command_setup',
    'fails',
    { ...programs.terraform, 'test/Makefile': 'init:\n\ttrue\n' },
  ],
  [
    'modules of Terraform that programs in Go test',
    'test_naming_conventions',
    'passes',
    { ...programs.terraform, 'test/src/a_test.go': 'x\n' },
  ],
  [
    'a file in a sentence whose folder is gone',
    'agents_md_current',
    'fails',
    { ...library, 'e2e/a.ts': 'x\n', 'AGENTS.md': `${prose} See \`e2e/helpers/debug.ts\`.\n` },
  ],
  [
    'a theme that makes a page of the README',
    'automated_doc_generation',
    'fails',
    { ...library, '_config.yml': 'theme: minimal\n' },
  ],
  [
    'a style that users of the project follow',
    'naming_consistency',
    'fails',
    { ...library, 'docs/style-guide/style-guide.md': 'Names are in snake_case.\n' },
  ],
  [
    'an agent of a service for errors in PHP',
    'error_tracking_contextualized',
    'passes',
    {
      ...programs.php,
      'composer.json': json({ require: { 'laravel/framework': '1', 'rollbar/rollbar-laravel': '8' } }),
    },
  ],
  [
    'fields that are kept encrypted',
    'pii_handling',
    'passes',
    {
      ...programs.php,
      'composer.json': json({ require: { 'laravel/framework': '1' } }),
      'app/Field.php': "<?php $casts = ['value' => 'encrypted'];\n",
    },
  ],
  [
    'few files of the language among many of others',
    'code_modularization',
    'absent',
    {
      'requirements.txt': 'flask\n',
      'app.py': 'x\n',
      ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`static/${index}.js`, 'x\n'])),
    },
  ],
  ['a package that both ends compare', 'version_drift_detection', 'fails', pair],
  [
    'variables of a website about the project',
    'env_template',
    'absent',
    { 'website/package.json': npm(['react-dom', '@docusaurus/core']), 'website/src/a.js': 'process.env.SITE_KEY\n' },
  ],
  ['hooks that are input of tests', 'pre_commit_hooks', 'fails', { ...library, 'tests/a/.husky/pre-commit': 'x\n' }],
  ['a gate of no minutes', 'min_release_age', 'fails', { ...library, '.yarnrc.yml': 'npmMinimalAgeGate: 0\n' }],
  [
    'a program that writes the manual',
    'automated_doc_generation',
    'passes',
    { ...go, Makefile: 'manpages:\n\tgo run ./cmd/gen-docs\n' },
  ],
]

describe('what habits of further repositories taught', () => {
  it.each(kinds)('%s', (_, expected, files) => {
    const found = findApplications(repositoryOf({ files }))
    expect(found.map(({ name, kind, language }) => `${name} ${kind} ${language}`)).toEqual(expected)
  })

  itJudges(rows)
})
