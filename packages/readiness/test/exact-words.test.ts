import { describe } from 'vitest'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { ci, type Files, json, library, npm, pair, prose, service } from './mini.ts'
import { programs } from './programs.ts'

const { csharp, erlang, go, java, php, python, ruby, rust, shell, swift } = programs
const steps = (...lines: readonly string[]): Files => ({
  '.github/workflows/ci.yml': `on: push\njobs:\n  all:\n    runs-on: ubuntu-latest\n    steps:\n${lines.map((line) => `      - ${line}\n`).join('')}`,
})
const agents = (text: string): Files => ({ 'AGENTS.md': `${prose}\n\n${text}` })
const many = (path: (index: number) => string, text: string): Files =>
  Object.fromEntries(Array.from({ length: 60 }, (_, index) => [path(index), text]))
const pythonTest: Files = { ...python, 'tests/test_app.py': 'def test_app(): pass\n' }
const deployed: Files = { ...service(), 'deploy/app.yaml': 'kind: Deployment\n' }

describe('what pages tell', () => {
  const rows: readonly Judged[] = [
    ['a README of Ruby', 'readme', 'passes', { ...ruby, 'README.rdoc': prose }],
    ['a README of Asciidoctor', 'readme', 'passes', { ...erlang, 'README.asciidoc': prose }],
    [
      'a block of Org mode',
      'build_cmd_doc',
      'passes',
      { ...library, 'README.org': `${prose}\n#+begin_src sh\nopam install mini\n#+end_src\n` },
    ],
    [
      'a shell that installs a plugin',
      'build_cmd_doc',
      'passes',
      { ...shell, 'README.md': '```\nfisher install a/mini\n```\n' },
    ],
    [
      'a task of RDoc',
      'automated_doc_generation',
      'passes',
      { ...ruby, Rakefile: 'require "rdoc/task"\nRDoc::Task.new\n' },
    ],
    [
      'a project of Sandcastle',
      'automated_doc_generation',
      'passes',
      { ...csharp, 'docs/Mini.shfbproj': '<Project/>' },
    ],
    [
      'a site of Hugo beside the source',
      'automated_doc_generation',
      'passes',
      { ...go, 'site/config.yaml': 'baseURL: https://a.example\n' },
    ],
    ['settings of something else', 'automated_doc_generation', 'fails', { ...go, 'site/config.yaml': 'port: 80\n' }],
    [
      'a viewer of a description that people write',
      'automated_doc_generation',
      'fails',
      { ...service(['swagger-ui-dist']), 'openapi.json': '{"openapi": "3.1.0"}' },
    ],
    [
      'a picture of the architecture',
      'service_flow_documented',
      'passes',
      { ...library, 'docs/images/architecture.png': 'x' },
    ],
    ['a picture of something', 'service_flow_documented', 'fails', { ...library, 'docs/images/logo.png': 'x' }],
    ['a list of what is left to do', 'tech_debt_tracking', 'passes', { ...library, 'TODO.md': prose }],
    [
      'what a linter still leaves out',
      'tech_debt_tracking',
      'fails',
      { ...ruby, '.rubocop_todo.yml': 'Style/A:\n  Enabled: false\n' },
    ],
  ]
  itJudges(rows)
})

describe('what instructions for agents name', () => {
  const rows: readonly Judged[] = [
    [
      'instructions of Copilot for some files',
      'agents_md',
      'passes',
      { ...library, '.github/instructions/web.instructions.md': prose },
    ],
    [
      'a script without `run`',
      'agents_md_current',
      'passes',
      { ...pair, 'package.json': npm([], { scripts: { zip: 'zip' } }), ...agents('    pnpm zip\n') },
    ],
    [
      'a script with a colon that is gone',
      'agents_md_current',
      'fails',
      { ...library, ...agents('    yarn test:e2e\n') },
    ],
    ['a program that is no script', 'agents_md_current', 'absent', { ...library, ...agents('    yarn vitest\n') }],
    [
      'a recipe of just that is gone',
      'agents_md_current',
      'fails',
      { ...rust, justfile: 'check:\n  cargo test\n', ...agents('    just release\n') },
    ],
    [
      'an option of just',
      'agents_md_current',
      'absent',
      { ...rust, justfile: 'check:\n  cargo test\n', ...agents('    just --list\n') },
    ],
    [
      'a task that is there',
      'agents_md_current',
      'passes',
      { ...go, 'Taskfile.yml': 'tasks:\n  lint:\n    cmd: go vet\n', ...agents('    task lint\n') },
    ],
    [
      'a folder in a sentence that is gone',
      'agents_md_current',
      'fails',
      { ...rust, ...agents('Integration tests are in `src/gone/`.\n') },
    ],
    [
      'a folder that a build makes',
      'agents_md_current',
      'absent',
      { ...rust, ...agents('The bundle is copied to `src/bundle/`.\n') },
    ],
  ]
  itJudges(rows)
})

describe('what CI runs', () => {
  const scripts = { scripts: { coverage: 'pnpm -r coverage' } }
  const rows: readonly Judged[] = [
    [
      'tasks of thor',
      'ci_runs_tests',
      'passes',
      { ...ruby, 'spec/mini_spec.rb': 'it\n', ...steps('run: bundle exec thor spec') },
    ],
    [
      'a target that calls a script that calls the packages',
      'ci_runs_tests',
      'passes',
      {
        'package.json': npm([], scripts),
        'a/package.json': npm([], { name: 'a', exports: './main.js', scripts: { coverage: 'vitest run --coverage' } }),
        'a/main.js': 'exports.a = 1\n',
        'a/main.test.js': 'it()\n',
        Makefile: 'coverage:\n\tpnpm run coverage\n',
        ...steps('run: make coverage'),
      },
    ],
    [
      'an action that tests',
      'ci_runs_tests',
      'passes',
      { ...programs.julia, 'test/runtests.jl': '@test 1\n', ...steps('uses: julia-actions/julia-runtest@v1') },
    ],
    [
      'what an action is given',
      'ci_runs_tests',
      'passes',
      {
        ...programs.kotlin,
        'src/test/kotlin/ATest.kt': '@Test\n',
        ...steps('{ uses: gradle/gradle-build-action@v3, with: { arguments: check } }'),
      },
    ],
    [
      'an image that only builds',
      'ci_runs_tests',
      'fails',
      {
        ...go,
        'a_test.go': 'package main\n',
        Dockerfile: 'FROM golang\nRUN go build\n',
        ...steps('uses: docker/build-push-action@v6'),
      },
    ],
    [
      'tests that Maven skips',
      'ci_runs_tests',
      'fails',
      { ...java, 'src/test/java/ATest.java': '@Test\n', ...steps('run: mvn -DskipTests package') },
    ],
    [
      'pipelines in a folder',
      'ci_runs_tests',
      'passes',
      {
        ...csharp,
        'Mini.Tests/ATests.cs': '[Fact]\n',
        'Pipelines/build.yml': 'steps:\n- task: DotNetCoreCLI@2\n  inputs:\n    command: test\n',
      },
    ],
    [
      'an audit of crates',
      'automated_security_review',
      'passes',
      { ...rust, ...steps('uses: actions-rs/audit-check@v1') },
    ],
    [
      'a gem that sends coverage',
      'code_quality_metrics',
      'passes',
      { ...ruby, Gemfile: "gem 'coveralls_reborn'\n", ...steps('run: rake') },
    ],
    [
      'notes that are off',
      'release_notes_automation',
      'fails',
      { ...library, ...steps('{ uses: a/b@v1, with: { generate_release_notes: false } }') },
    ],
  ]
  itJudges(rows)
})

describe('which tools count', () => {
  const rows: readonly Judged[] = [
    [
      'widths in the settings of an editor',
      'formatter',
      'fails',
      { ...csharp, '.editorconfig': '[*]\nindent_size = 4\n' },
    ],
    ['an editor of Java', 'formatter', 'fails', { ...java, '.editorconfig': 'ij_java_imports = a\n' }],
    ['StyleCI', 'formatter', 'passes', { ...php, '.styleci.yml': 'preset: laravel\n' }],
    ['Mago', 'formatter', 'passes', { ...php, 'mago.toml': '[formatter]\n' }],
    [
      'the formatter of Vite+',
      'formatter',
      'passes',
      { 'package.json': npm([], { devDependencies: { 'vite-plus': '1' } }), 'src/a.ts': 'export {}\n' },
    ],
    [
      'the linter of Vite+',
      'lint_config',
      'passes',
      { 'package.json': npm([], { devDependencies: { 'vite-plus': '1' } }), 'src/a.ts': 'export {}\n' },
    ],
    ['level six of PHPStan', 'strict_typing', 'fails', { ...php, 'phpstan.neon': 'parameters:\n  level: 6\n' }],
    ['level eight of PHPStan', 'strict_typing', 'passes', { ...php, 'phpstan.neon': 'parameters:\n  level: 8\n' }],
    [
      'one option of a strict mode',
      'strict_typing',
      'fails',
      { ...python, 'setup.cfg': '[mypy]\ndisallow_untyped_defs = True\n' },
    ],
    [
      'a finder of errors that reports no unused code',
      'dead_code_detection',
      'fails',
      { ...java, 'pom.xml': '<project>spotbugs-maven-plugin</project>' },
    ],
    [
      'warnings of Erlang that are errors',
      'dead_code_detection',
      'passes',
      { ...erlang, 'rebar.config': '{erl_opts, [warnings_as_errors]}.\n' },
    ],
    ['Pint holds no names', 'naming_consistency', 'fails', { ...php, 'pint.json': '{}' }],
    [
      'own packages that Go hides, deep in the tree',
      'code_modularization',
      'passes',
      { ...go, ...many((index) => `internal/core/part/a${index}.go`, 'package part\n') },
    ],
    [
      'tests of Python with a plural',
      'test_naming_conventions',
      'passes',
      { ...python, 'mini/tests/app_tests.py': 'def test_app(): pass\n' },
    ],
    ['specs without a dot', 'test_naming_conventions', 'passes', { ...library, 'spec/mapSpec.js': 'it()\n' }],
    ['tests with a dash', 'test_naming_conventions', 'passes', { ...library, 'test/map-tests.js': 'it()\n' }],
    [
      'a framework with parallel tests at hand',
      'test_isolation',
      'fails',
      { ...php, 'composer.json': json({ name: 'a/m', require: { 'laravel/framework': '12' } }) },
    ],
    [
      'the runner of Swift',
      'test_isolation',
      'passes',
      { ...swift, 'Tests/MiniTests/MiniTests.swift': 'import Testing\n' },
    ],
    [
      'one run in one thread among others',
      'test_isolation',
      'passes',
      { ...rust, ...steps('run: cargo test', 'run: cargo test --all', 'run: cargo test -p a -- --test-threads=1') },
    ],
    [
      'printing a line is no parallel run',
      'test_isolation',
      'fails',
      { ...pythonTest, 'scripts/version': 'sed -n 2p CHANGELOG.md\n' },
    ],
    [
      'a target for developers',
      'single_command_setup',
      'passes',
      { ...python, Makefile: 'install-dev:\n\tpip install -e .\n' },
    ],
    [
      'a task for developers',
      'single_command_setup',
      'passes',
      { ...go, 'Taskfile.yml': 'tasks:\n  setup:\n    cmds: [go mod download]\n' },
    ],
  ]
  itJudges(rows)
})

describe('what services do', () => {
  const rows: readonly Judged[] = [
    [
      'an interface of PHP',
      'structured_logging',
      'fails',
      {
        'composer.json': json({ name: 'm/m', type: 'project', require: { 'slim/slim': '4' } }),
        'public/index.php': '<?php\n',
        'src/A.php': '<?php\nuse Psr\\Log\\LoggerInterface;\n',
      },
    ],
    ['a heartbeat', 'health_checks', 'passes', { ...service(), 'src/routes.ts': "app.get('/__heartbeat__', ok)\n" }],
    [
      'a kit of a cloud without a breaker',
      'circuit_breakers',
      'fails',
      {
        ...go,
        'go.mod': 'module mini\nrequire cloud.google.com/go/storage v1.0.0\n',
        'main.go': 'package main\nfunc main() { http.ListenAndServe(":80", nil) }\n',
        Dockerfile: 'EXPOSE 80\n',
      },
    ],
    [
      'a mesh of tests',
      'circuit_breakers',
      'fails',
      { ...service(['axios']), 'test/mesh.yaml': 'outlierDetection: {}\n' },
    ],
    [
      'the rolling update of a cluster',
      'progressive_rollout',
      'fails',
      { ...deployed, 'deploy/app.yaml': 'kind: Deployment\nmaxSurge: 1\n' },
    ],
    [
      'a step that is only called after a cloud',
      'progressive_rollout',
      'absent',
      { ...library, ...steps('{ name: Test AWS Lambda, run: npm test }') },
    ],
    ['a weight of traffic', 'progressive_rollout', 'passes', { ...deployed, 'deploy/app.yaml': 'kind: Rollout\n' }],
    [
      'the new flag of Helm',
      'rollback_automation',
      'passes',
      { ...deployed, ...ci('helm upgrade --rollback-on-failure mini .') },
    ],
    [
      'components that others show',
      'heavy_dependency_detection',
      'absent',
      { 'package.json': npm(['react-dom'], { exports: './src/a.tsx' }), 'src/a.tsx': 'export const A = () => null\n' },
    ],
    [
      'tables that the code makes',
      'database_schema',
      'passes',
      { ...service(['better-sqlite3']), 'src/store.ts': 'const sql = `CREATE TABLE IF NOT EXISTS a (b text)`\n' },
    ],
    [
      'a Procfile without a database',
      'local_services_setup',
      'fails',
      { ...service(['pg']), 'Procfile.dev': 'web: npm start\n' },
    ],
  ]
  itJudges(rows)
})
