import { describe, expect, it } from 'vitest'
import type { Kind } from '../src/applications/application.ts'
import { judge } from '../src/judge.ts'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { ci, type Files, json, library, npm, repositoryOf, service } from './mini.ts'
import { programs } from './programs.ts'

const serves = 'package main\nfunc serve() { http.ListenAndServe(":80", nil) }\n'
const goProgram: Files = {
  'go.mod': 'module mini\n',
  'cmd/mini/main.go': 'package main\n',
  'cmd/mini/serve.go': serves,
}
const many = (name: (index: number) => string): Files =>
  Object.fromEntries(Array.from({ length: 9 }, (_, index) => [name(index), 'var a\n']))

/** Each row was judged wrongly before. */
const kinds: readonly (readonly [lesson: string, found: readonly string[], files: Files])[] = [
  [
    'a program whose image starts the command that serves',
    ['.: service, go'],
    { ...goProgram, Dockerfile: 'FROM scratch\nCMD ["mini", "serve", "/etc/mini.yaml"]\n' },
  ],
  ['a program that can also serve', ['.: tool, go'], { ...goProgram, Dockerfile: 'FROM scratch\nCMD ["mini"]\n' }],
  [
    'source of others below vendors, and what a tool made small',
    ['.: library, scala'],
    {
      ...programs.scala,
      ...many((index) => `src/main/webapp/assets/vendors/ace/${index}.js`),
      ...many((index) => `src/main/webapp/${index}.min.js`),
    },
  ],
  [
    'the build of a build',
    ['.: library, scala'],
    { ...programs.scala, 'project/build.sbt': '\n', 'project/Checks.scala': 'object Checks\n' },
  ],
  [
    'requirements of the documentation',
    ['.: tool, cpp'],
    {
      'configure.ac': 'AC_INIT\n',
      'Makefile.am': 'bin_PROGRAMS = mini\n',
      'src/main.c': 'int main() {}\n',
      'docs/Pipfile': '[packages]\njinja2 = "*"\n',
      'docs/build_website.py': 'x = 1\n',
    },
  ],
  [
    'folders that begin with the word example',
    ['dio: library, dart'],
    {
      'dio/pubspec.yaml': 'name: dio\n',
      'dio/lib/dio.dart': 'library dio;\n',
      'example_app/pubspec.yaml': 'name: app\n',
      'example_app/lib/main.dart': 'void main() {}\n',
    },
  ],
  [
    'a package of PHP with a command that is called like itself',
    ['.: tool, php'],
    { 'composer.json': json({ name: 'a/mini', type: 'library', bin: ['bin/mini'] }), 'src/App.php': '<?php\n' },
  ],
  [
    'a crate that depends on cryptography',
    ['.: tool, rust'],
    { 'Cargo.toml': '[package]\nname = "mini"\n[dependencies]\nring = "0.17"\n', 'src/main.rs': 'fn main() {}\n' },
  ],
]

describe('applications and kinds of unseen stacks', () => {
  it.each(kinds)('%s', (_, found, files) => {
    const { applications } = judge(repositoryOf({ files }))
    const told = applications.map(({ name, kind, language }) => `${name}: ${kind satisfies Kind}, ${language}`)
    expect(told).toEqual(found)
  })
})

const tested: Files = { ...programs.go, 'main_test.go': '' }
const workflow = (command: string): Files => ({
  '.github/workflows/ci.yml': `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${command}\n`,
})

const rows: readonly Judged[] = [
  [
    'a target of make that needs another one',
    'ci_runs_tests',
    'passes',
    { ...tested, ...workflow('make testall'), Makefile: 'testall: race\nrace:\n\tgo test ./...\n' },
  ],
  [
    'a script that CI starts',
    'ci_runs_tests',
    'passes',
    { ...tested, ...workflow('./Build.ps1'), 'Build.ps1': '& go test ./...\n' },
  ],
  [
    'a script that CI starts and that only builds',
    'ci_runs_tests',
    'fails',
    { ...tested, ...workflow('./Build.ps1'), 'Build.ps1': '& go build ./...\n' },
  ],
  [
    'a script of CI at an unusual place',
    'release_automation',
    'passes',
    { ...programs.haskell, ...workflow('./.github_deploy'), '.github_deploy': 'gh release upload "$tag" a\n' },
  ],
  [
    'a lock for one of the builders',
    'deps_pinned',
    'fails',
    { ...programs.haskell, 'builders/linux/cabal.project.freeze': '' },
  ],
  [
    'the architecture in instructions of an agent',
    'service_flow_documented',
    'passes',
    { ...library, '.claude/CLAUDE.md': '## Architecture\n\nThree stages.\n' },
  ],
  [
    'a server of Elixir with the name of a scanner',
    'automated_security_review',
    'fails',
    { ...programs.elixir, ...ci(), 'mix.exs': '  {:bandit, "~> 1.0"},\n' },
  ],
  [
    'a scanner of Python',
    'automated_security_review',
    'passes',
    { ...programs.python, ...ci(), 'requirements.txt': 'bandit==1.8\n' },
  ],
  [
    'changesets without a database',
    'n_plus_one_detection',
    'absent',
    { ...programs.elixir, 'mix.exs': '  {:ecto, "~> 3.0"},\n' },
  ],
  [
    'an image that another action pushes',
    'release_automation',
    'passes',
    {
      ...service(),
      '.github/workflows/ci.yml': 'on: push\njobs:\n  a:\n    steps:\n      - uses: fast/build-push-action@v2\n',
    },
  ],
  [
    'a profiler that can report tests, too',
    'test_performance_tracking',
    'fails',
    { ...service(['dd-trace']), 'src/main.test.ts': 'it()\n' },
  ],
  [
    'a logger that cleans its fields',
    'log_scrubbing',
    'passes',
    { ...service(), 'src/logging/Logger.ts': 'this.output.info(message, this.sanitize(extra))\n' },
  ],
  ['a cleaner of pages', 'log_scrubbing', 'fails', { ...service(), 'src/pages/render.ts': 'return sanitize(html)\n' }],
  [
    'migrations at the root of a workspace',
    'database_schema',
    'passes',
    {
      'Cargo.toml': '[workspace]\nmembers = ["crates/server"]\n',
      'crates/server/Cargo.toml': '[package]\nname = "server"\n[dependencies]\naxum = "1"\ndiesel = "2"\n',
      'crates/server/src/main.rs': 'fn main() {}\n',
      'migrations/1_a/up.sql': 'create table a (b int);\n',
    },
  ],
  [
    'a script that somebody runs by hand',
    'dependency_update_automation',
    'fails',
    { ...programs.rust, 'scripts/upgrade.sh': 'cargo upgrade\n' },
  ],
  [
    'tests of automake',
    'unit_tests_runnable',
    'passes',
    { 'configure.ac': 'AC_INIT\n', 'Makefile.am': 'TESTS = tests/a\n', 'src/a.c': 'int a;\n' },
  ],
  [
    'a wrapper of the build tool',
    'build_cmd_doc',
    'passes',
    { ...programs.scala, 'doc/build.md': '```sh\n./sbt "~Container / start"\n```\n' },
  ],
  [
    'a page that a script makes',
    'automated_doc_generation',
    'passes',
    { ...programs.cpp, ...workflow('python3 build_website.py') },
  ],
]

describe('what unseen stacks taught', () => {
  itJudges(rows)

  it('names what changes the tables before other files that are called after a schema', () => {
    const files = {
      'package.json': npm(['fastify', 'pg']),
      'src/main.ts': 'listen()\n',
      'plugins/mail/schema.ts': 'export {}\n',
      'server/migrations/1.sql': 'create table a (b int);\n',
    }
    expect(judge(repositoryOf({ files })).report.database_schema?.rationale).toContain('server/migrations/1.sql')
  })
})
