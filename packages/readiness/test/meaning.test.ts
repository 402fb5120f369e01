import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { scoreOf } from '@muster/contract/readiness/score'
import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge.ts'
import { ci, type Files, frontend, json, library, npm, prose, repositoryOf, service } from './mini.ts'

const goModule = { 'go.mod': 'module m\n', 'm.go': 'package m\n' }
const rubyGem = { 'm.gemspec': '', Gemfile: "gem 'rubocop'\n", 'lib/m.rb': 'class M; end\n' }
const python = { 'pyproject.toml': '[project]\nname = "m"\n', 'm.py': 'print(1)\n' }

const tested: Files = { ...library, 'src/main.test.ts': 'it()\n' }

const many = Object.fromEntries([
  ...Object.entries(library),
  ...Array.from({ length: 60 }, (_, index) => [`src/p${index}.ts`, 'export {}\n']),
]) as Files

/** What real repositories taught: each row was judged wrongly before. */
const rows: readonly [lesson: string, id: CriterionId, verdict: 'passes' | 'fails' | 'absent', files: Files][] = [
  ['prose is no command', 'build_cmd_doc', 'fails', { ...library, 'README.md': 'Please make sure to build it.\n' }],
  ['an indented block is one', 'build_cmd_doc', 'passes', { ...library, 'README.md': 'So:\n\n    $ npm ci\n' }],
  [
    'a block of another language is none',
    'build_cmd_doc',
    'fails',
    { ...library, 'README.md': '```js\nmake it\n```\n' },
  ],
  [
    'a rule that is off',
    'dead_code_detection',
    'fails',
    { ...library, '.eslintrc.json': '{"rules": {"no-unused-vars": "off"}}' },
  ],
  [
    'a rule that is on',
    'dead_code_detection',
    'passes',
    { ...library, '.eslintrc.json': '{"rules": {"no-unused-vars": [2, {}]}}' },
  ],
  [
    'a recommended set',
    'dead_code_detection',
    'passes',
    { ...library, '.eslintrc.json': '{"extends": ["eslint:recommended"]}' },
  ],
  [
    'a rule of Biome that is off',
    'cyclomatic_complexity',
    'fails',
    {
      ...library,
      'biome.json': json({ linter: { rules: { complexity: { noExcessiveCognitiveComplexity: 'off' } } } }),
    },
  ],
  [
    'a linter that is a comment',
    'cyclomatic_complexity',
    'fails',
    { ...goModule, '.golangci.yml': 'linters:\n  enable:\n    #- cyclop\n    - errcheck\n' },
  ],
  [
    'a linter that is on by default',
    'dead_code_detection',
    'passes',
    { ...goModule, '.golangci.yml': 'linters: {enable: [misspell]}\n' },
  ],
  [
    'a default that is switched off',
    'dead_code_detection',
    'fails',
    { ...goModule, '.golangci.yml': 'linters: {default: none, enable: [misspell]}\n' },
  ],
  [
    'a linter that is disabled',
    'duplicate_code_detection',
    'fails',
    { ...goModule, '.golangci.yml': 'linters: {default: all, disable: [dupl]}\n' },
  ],
  [
    'cops that are off by default',
    'cyclomatic_complexity',
    'fails',
    { ...rubyGem, '.rubocop.yml': 'AllCops: {DisabledByDefault: true}\n' },
  ],
  [
    'cops of a sparse gem',
    'naming_consistency',
    'fails',
    { ...rubyGem, '.rubocop.yml': 'inherit_gem: {rubocop-rails-omakase: rubocop.yml}\n' },
  ],
  [
    'cops that are on by default',
    'cyclomatic_complexity',
    'passes',
    { ...rubyGem, '.rubocop.yml': 'AllCops: {TargetRubyVersion: 3.3}\n' },
  ],
  [
    'what ruff looks for when told nothing',
    'dead_code_detection',
    'passes',
    { ...python, 'ruff.toml': 'line-length = 100\n' },
  ],
  ['rules of another group', 'naming_consistency', 'fails', { ...python, 'ruff.toml': 'lint.select = ["NPY"]\n' }],
  [
    'rules that are ignored',
    'dead_code_detection',
    'fails',
    { ...python, 'ruff.toml': 'lint.select = ["F"]\nlint.ignore = ["F"]\n' },
  ],
  [
    'strictness in a package of the workspace',
    'strict_typing',
    'passes',
    {
      ...library,
      'tsconfig.json': '{"extends": "@acme/config/base.json"}',
      'config/package.json': json({ name: '@acme/config' }),
      'config/base.json': '{"compilerOptions": {"strict": true}}',
    },
  ],
  [
    'strictness that is taken back',
    'strict_typing',
    'fails',
    {
      ...library,
      'tsconfig.json': '{"extends": "./base.json", "compilerOptions": {"strict": false}}',
      'base.json': '{"compilerOptions": {"strict": true}}',
    },
  ],
  [
    'empty labels',
    'issue_labeling_system',
    'fails',
    { ...library, '.github/ISSUE_TEMPLATE/bug.md': "---\nlabels: ''\n---\n" },
  ],
  [
    'the token that every workflow has',
    'secrets_management',
    'fails',
    { ...service(), ...ci('echo \u0024{{ secrets.GITHUB_TOKEN }}') },
  ],
  [
    'a secret that somebody stored',
    'secrets_management',
    'passes',
    { ...service(), ...ci('echo \u0024{{ secrets.DEPLOY_KEY }}') },
  ],
  [
    'a library without variables',
    'env_template',
    'absent',
    { ...library, 'src/main.ts': 'if (process.env.DEBUG) debug()\n' },
  ],
  [
    'a front end that only asks for its mode',
    'env_template',
    'absent',
    { ...frontend(), 'src/mode.ts': "export const dev = process.env.NODE_ENV !== 'production'\n" },
  ],
  [
    'a front end with variables',
    'env_template',
    'fails',
    { ...frontend(), 'src/api.ts': 'fetch(process.env.API_URL)\n' },
  ],
  [
    '.env where nothing reads variables',
    'gitignore_comprehensive',
    'passes',
    { ...library, '.gitignore': 'node_modules\n.DS_Store\n' },
  ],
  ['the command line of the host in CI alone', 'vcs_cli_tools', 'fails', { ...library, ...ci('gh release create v1') }],
  [
    'a profile of the compiler',
    'build_performance_tracking',
    'fails',
    { ...library, ...ci('cargo build --profile release-lto') },
  ],
  [
    'an address with a name in it',
    'release_automation',
    'fails',
    { ...library, Makefile: 'tools:\n\tcurl -sfL https://install.goreleaser.com/lint.sh | sh\n' },
  ],
  [
    'a comment in a block',
    'test_performance_tracking',
    'fails',
    { ...library, 'playwright.config.ts': '  /* reporters: junit */\n' },
  ],
  [
    'a library named after junit',
    'test_performance_tracking',
    'fails',
    {
      'build.gradle': "testImplementation 'org.testcontainers:testcontainers-junit-jupiter'\n",
      'src/main/java/A.java': 'class A {}\n',
    },
  ],
  [
    'a table of versions for all',
    'structured_logging',
    'fails',
    {
      'Directory.Packages.props': '<PackageVersion Include="Serilog" Version="4" />',
      'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk.Web"/>',
      'Program.cs': 'app.Run();\n',
    },
  ],
  [
    'a module that others need',
    'distributed_tracing',
    'fails',
    {
      'go.mod': 'module m\nrequire go.opentelemetry.io/otel v1.0.0 // indirect\n',
      'main.go': 'package main\nfunc main() { http.ListenAndServe(":80", nil) }\n',
    },
  ],
  [
    'a library in a part of the service',
    'structured_logging',
    'passes',
    {
      'api/package.json': npm(['fastify', '@acme/log']),
      'api/main.ts': 'run()\n',
      'log/package.json': npm(['pino'], { name: '@acme/log', exports: './log.ts' }),
      'log/log.ts': 'export {}\n',
    },
  ],
  [
    'a project that is referenced',
    'distributed_tracing',
    'passes',
    {
      'Api/Api.csproj':
        '<Project Sdk="Microsoft.NET.Sdk.Web"><ProjectReference Include="..\\Defaults\\Defaults.csproj" /></Project>',
      'Api/Program.cs': 'app.Run();\n',
      'Defaults/Defaults.csproj':
        '<Project Sdk="Microsoft.NET.Sdk"><PackageReference Include="OpenTelemetry.Extensions.Hosting" /></Project>',
      'Defaults/A.cs': 'class A {}\n',
    },
  ],
  [
    'a logger for development alone',
    'structured_logging',
    'fails',
    { 'package.json': npm(['fastify'], { devDependencies: { pino: '1' } }), 'main.ts': 'run()\n' },
  ],
  [
    'a database of the tests alone',
    'database_schema',
    'absent',
    { 'package.json': npm(['fastify'], { devDependencies: { pg: '1' } }), 'main.ts': 'run()\n' },
  ],
  [
    'migrations of an example',
    'database_schema',
    'fails',
    { ...service(['pg']), 'example/migrations/1.sql': 'create table a ();\n' },
  ],
  [
    'tests inside of the source',
    'unit_tests_exist',
    'passes',
    { 'Cargo.toml': '[package]\nname = "m"\n', 'src/lib.rs': '#[cfg(test)]\nmod tests {}\n' },
  ],
  ['one test file for all', 'unit_tests_exist', 'passes', { ...library, 'test.js': "it('works')\n" }],
  ['no tests to name', 'test_naming_conventions', 'absent', library],
  ['names of Minitest', 'test_naming_conventions', 'passes', { ...rubyGem, 'test/test_m.rb': 'def test_m; end\n' }],
  [
    'the secret scanner of Trivy',
    'secret_scanning',
    'passes',
    {
      ...library,
      '.github/workflows/scan.yml':
        'on: push\njobs:\n  scan:\n    steps:\n      - uses: aquasecurity/trivy-action@v1\n        with:\n          scanners: "vuln,secret"\n',
    },
  ],
  [
    'an agent on a schedule',
    'automated_pr_review',
    'fails',
    {
      ...library,
      '.github/workflows/audit.yml':
        'on: {schedule: [{cron: "1 1 * * *"}]}\njobs:\n  a:\n    steps:\n      - uses: anthropics/claude-code-action@v1\n',
    },
  ],
  [
    'an agent on a pull request',
    'automated_pr_review',
    'passes',
    {
      ...library,
      '.github/workflows/ai.yml':
        'on: [pull_request]\njobs:\n  a:\n    steps:\n      - uses: anthropics/claude-code-action@v1\n',
    },
  ],
  [
    'install and test is no setup',
    'single_command_setup',
    'fails',
    { ...library, 'README.md': '```\nnpm install && npm test\n```\n' },
  ],
  [
    'install and start is one',
    'single_command_setup',
    'passes',
    { ...library, 'README.md': '```\nnpm install && npm run dev\n```\n' },
  ],
  [
    'a stranger’s change with secrets',
    'dangerous_workflows',
    'fails',
    {
      ...library,
      '.github/workflows/a.yml':
        'on: pull_request_target\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v5\n        with: {ref: "\u0024{{ github.event.pull_request.head.sha }}"}\n',
    },
  ],
  [
    'a stranger’s change without secrets',
    'dangerous_workflows',
    'passes',
    {
      ...library,
      '.github/workflows/a.yml':
        'on: pull_request\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v5\n        with: {ref: "\u0024{{ github.event.pull_request.head.sha }}"}\n',
    },
  ],
  [
    'the wrapper of a build tool',
    'binary_artifacts',
    'passes',
    { ...library, 'gradle/wrapper/gradle-wrapper.jar': new Uint8Array([80, 75, 0]) },
  ],
  [
    'links of instructions that are dead',
    'agents_md_current',
    'fails',
    { ...library, 'AGENTS.md': `${prose} See [the map](docs/map.md).\n` },
  ],
  [
    'targets of instructions that are there',
    'agents_md_current',
    'passes',
    { ...library, Makefile: 'lint:\n\ttrue\n', 'AGENTS.md': `${prose}\n\nRun \`make lint\`.\n` },
  ],
  ['instructions that name nothing', 'agents_md_current', 'absent', { ...library, 'AGENTS.md': prose }],
  ['a private package without a license', 'license', 'absent', library],
  ['a test of the search', 'code_modularization', 'fails', { ...many, 'src/search.test.ts': 'it()\n' }],
  ['a test of the architecture', 'code_modularization', 'passes', { ...many, 'test/architecture.test.ts': 'it()\n' }],
  [
    'a convention of the past',
    'naming_consistency',
    'fails',
    { ...library, 'History.md': 'Changed the naming convention.\n' },
  ],
  [
    'reporters of coverage',
    'test_performance_tracking',
    'fails',
    { ...library, 'vitest.config.ts': "reporter: ['json', 'text']\n" },
  ],
  [
    'a database in a file, behind a mapper',
    'local_services_setup',
    'absent',
    { Gemfile: "gem 'rails'\ngem 'sqlite3'\n", 'app/a.rb': 'class A; end\n' },
  ],
  [
    'a scanner of workflows',
    'automated_security_review',
    'passes',
    {
      ...library,
      '.github/workflows/z.yml': 'on: push\njobs:\n  z:\n    steps:\n      - uses: zizmorcore/zizmor-action@v1\n',
    },
  ],
  [
    'a privacy page of the product',
    'privacy_compliance',
    'passes',
    { ...service(), 'views/about/privacy.html.erb': 'We keep little.\n' },
  ],
  [
    'migrations in one file',
    'database_schema',
    'passes',
    {
      'go.mod': 'module m\n\nrequire github.com/lib/pq v1.12.3\n',
      'main.go': 'package main\n\nfunc main() { http.ListenAndServe(":80", nil) }\n',
      'internal/database/migrations.go': 'package database\n',
    },
  ],
  [
    'people who migrate',
    'database_schema',
    'fails',
    { Gemfile: "gem 'rails'\n", 'app/controllers/settings/migration/redirects_controller.rb': 'class A; end\n' },
  ],
  [
    'the mapper of another database',
    'n_plus_one_detection',
    'fails',
    {
      'm.csproj':
        '<Project Sdk="Microsoft.NET.Sdk.Web"><PackageReference Include="Npgsql.EntityFrameworkCore.PostgreSQL" /></Project>',
      'Program.cs': 'WebApplication.CreateBuilder(args);\n',
    },
  ],
  ['a file that anybody may deploy with', 'progressive_rollout', 'absent', { ...service(), Procfile: 'web: run\n' }],
  ['a chart', 'progressive_rollout', 'fails', { ...service(), 'helm/shop/Chart.yaml': 'name: shop\n' }],
  [
    'folders that the instructions name',
    'agents_md_current',
    'passes',
    { ...library, 'AGENTS.md': `${prose}\nThe program is in \`src/\`.\n` },
  ],
  [
    'an example of a path',
    'agents_md_current',
    'absent',
    { ...library, 'AGENTS.md': `${prose}\nPut it into \`src/pages/your-page.ts\`.\n` },
  ],
  [
    'a remark behind a step',
    'automated_security_review',
    'fails',
    { ...library, '.github/workflows/a.yml': 'on: push # semgrep ignores this\njobs: {}\n' },
  ],
  [
    'a skill that speaks of privacy',
    'privacy_compliance',
    'fails',
    { ...service(), '.agents/skills/track/SKILL.md': '# Privacy of tracked events\n' },
  ],
  [
    'a workflow that only names tests',
    'ci_runs_tests',
    'fails',
    {
      ...tested,
      '.github/workflows/a.yml':
        'on: { push: { paths: [scripts/test] } }\njobs: { test: { steps: [{ run: npm ci }] } }\n',
    },
  ],
  [
    'a step with a script',
    'ci_runs_tests',
    'passes',
    { ...tested, '.github/workflows/a.yml': 'on: push\njobs: { a: { steps: [{ run: bash script/test }] } }\n' },
  ],
  [
    'a workflow of others',
    'ci_runs_tests',
    'passes',
    { ...tested, '.github/workflows/a.yml': 'on: push\njobs: { a: { uses: acme/w/.github/workflows/ci.yml@main } }\n' },
  ],
  ['Travis without a script', 'ci_runs_tests', 'passes', { ...tested, '.travis.yml': 'language: node_js\n' }],
  ['Travis with another script', 'ci_runs_tests', 'fails', { ...tested, '.travis.yml': 'language: c\nscript: lint\n' }],
  ['no tests to run', 'ci_runs_tests', 'absent', library],
  [
    'lines that end as on Windows',
    'issue_labeling_system',
    'passes',
    { ...library, '.github/ISSUE_TEMPLATE/a.md': '---\r\nname: A\r\nlabels:\r\n- "bug"\r\n---\r\n' },
  ],
  [
    'names that users may choose',
    'naming_consistency',
    'fails',
    { ...library, 'docs/reference/options.md': 'Options are given in camelCase.\n' },
  ],
  [
    'names that contributors shall choose',
    'naming_consistency',
    'passes',
    { ...library, 'docs/contributing/names.md': 'Files have names in kebab-case.\n' },
  ],
  [
    'an analysis of copies that is on',
    'duplicate_code_detection',
    'passes',
    { ...library, '.scrutinizer.yml': 'checks:\n  php:\n    duplication: true\n' },
  ],
  [
    'a service that looks at quality',
    'code_quality_metrics',
    'passes',
    { ...library, ...ci(), '.scrutinizer.yml': '' },
  ],
  [
    'tests from end to end',
    'integration_tests_exist',
    'passes',
    { ...goModule, 'internal/endtoend/replay_test.go': 'package endtoend\n' },
  ],
  [
    'tests of a program try its parts',
    'integration_tests_exist',
    'passes',
    {
      'Cargo.toml': '[package]\nname = "m"\n[dependencies]\ncore = { path = "core" }\n',
      'src/main.rs': 'fn main() {}\n',
      'tests/all.rs': '',
      'core/Cargo.toml': '[package]\nname = "core"\n',
      'core/src/lib.rs': '',
      'core/src/more.rs': '',
      'core/src/most.rs': '',
    },
  ],
  [
    'tests that run beside each other',
    'test_isolation',
    'passes',
    { ...goModule, 'a_test.go': 'package m\nfunc TestA(t *testing.T) { t.Parallel() }\n', 'b_test.go': 'package m\n' },
  ],
  [
    'one of many tests that does',
    'test_isolation',
    'fails',
    {
      ...goModule,
      'a_test.go': 'package m\nfunc TestA(t *testing.T) { t.Parallel() }\n',
      ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`b${index}_test.go`, 'package m\n'])),
    },
  ],
  [
    'migrations by database and version',
    'database_schema',
    'passes',
    { ...service(['pg']), 'store/migration/postgres/0.17/00__notes.sql': 'ALTER TABLE notes\n' },
  ],
  [
    'tables without a library for them',
    'database_schema',
    'passes',
    {
      'composer.json': json({ name: 'm/m' }),
      'public/index.php': '<?php run();\n',
      'install/02-users.sql': 'CREATE TABLE users (id INT);\n',
    },
  ],
  [
    'an overview of another thing',
    'service_flow_documented',
    'fails',
    { ...library, 'docs/overview/install.md': prose },
  ],
  ['the design of one button', 'service_flow_documented', 'fails', { ...library, 'src/ui/button/DESIGN.md': prose }],
  [
    'a target that runs them',
    'ci_runs_tests',
    'passes',
    {
      ...tested,
      Makefile: 'init:\n\tnpm ci\n\nci:\n\tpython -m pytest tests\n',
      '.github/workflows/a.yml': 'on: push\njobs: { a: { steps: [{ run: make ci }] } }\n',
    },
  ],
  [
    'a target that does not',
    'ci_runs_tests',
    'fails',
    {
      ...tested,
      Makefile: 'ci:\n\tnpm ci\n\nall:\n\tpython -m pytest tests\n',
      '.github/workflows/a.yml': 'on: push\njobs: { a: { steps: [{ run: make ci }] } }\n',
    },
  ],
  [
    'values for development, which everybody shall have',
    'secrets_management',
    'passes',
    { ...service(), '.gitignore': '.env\n', '.env.development': 'SECRET_KEY=only-for-development\n' },
  ],
  [
    'values for production',
    'secrets_management',
    'fails',
    { ...service(), '.gitignore': '.env\n', '.env.production': 'SECRET_KEY=real\n' },
  ],
  [
    'tests of a feature, or of an interface',
    'integration_tests_exist',
    'fails',
    { ...library, 'src/features/a.test.ts': 'it()\n', 'src/api/b.test.ts': 'it()\n' },
  ],
  [
    'schemas that tests use',
    'api_schema_docs',
    'fails',
    { Gemfile: "gem 'rails'\n", 'app/a.rb': 'class A; end\n', 'spec/support/nodeinfo.json': '{}' },
  ],
  ['a license whose name comes first', 'license', 'passes', { ...rubyGem, 'MIT-LICENSE': 'MIT\n' }],
  [
    'rake alone, which runs the task default',
    'ci_runs_tests',
    'passes',
    {
      ...rubyGem,
      'test/m_test.rb': 'test\n',
      Rakefile: 'task default: :test\n',
      '.github/workflows/ci.yml': 'on: push\njobs: {a: {steps: [{run: bundle exec rake}]}}\n',
    },
  ],
  [
    'rake alone, which only builds',
    'ci_runs_tests',
    'fails',
    {
      ...rubyGem,
      'test/m_test.rb': 'test\n',
      Rakefile: 'task default: :build\ntask :test\n',
      '.github/workflows/ci.yml': 'on: push\njobs: {a: {steps: [{run: bundle exec rake}]}}\n',
    },
  ],
  [
    'what developers of a gem need',
    'n_plus_one_detection',
    'absent',
    { ...rubyGem, Gemfile: "gemspec\ngem 'mongoid'\ngem 'rails'\n" },
  ],
  [
    'deployments that tests read',
    'rollback_automation',
    'absent',
    { ...library, ...ci(), 'tests/syntax/main.tf': 'resource {}\n' },
  ],
  [
    'secrets that tests read',
    'secrets_management',
    'passes',
    { ...library, 'tests/syntax/.env': 'SECRET_KEY=sample\n' },
  ],
  ['secrets that are masked in an answer', 'log_scrubbing', 'fails', { ...service(), 'src/a.ts': 'mask_secrets()\n' }],
  [
    'secrets that are masked where logs are written',
    'log_scrubbing',
    'passes',
    { ...service(), 'src/a.ts': 'const logger = pino({\n  redact: ["password"],\n})\n' },
  ],
  [
    'the size of bundles, which is no time',
    'build_performance_tracking',
    'fails',
    { 'package.json': npm(['webpack-bundle-analyzer']), 'src/main.js': '', ...ci() },
  ],
  [
    'half of a group of ruff, and the whole above it',
    'cyclomatic_complexity',
    'passes',
    { ...python, 'ruff.toml': 'lint.select = ["C9"]\n' },
  ],
  [
    'the health of another service',
    'health_checks',
    'fails',
    { ...service(), 'src/a.ts': 'await get("/_cluster/health")\n' },
  ],
  ['a route called ping', 'health_checks', 'passes', { ...service(), 'src/a.ts': 'app.get("/ping", pong)\n' }],
  [
    'settings that a script names',
    'dead_code_detection',
    'passes',
    {
      'package.json': npm([], { scripts: { check: 'tsc --noEmit --project client/tsconfig.json' } }),
      'client/main.ts': 'export {}\n',
      'client/tsconfig.json': '{"compilerOptions": {"noUnusedLocals": true}}',
    },
  ],
  [
    'rules in a file that a script names',
    'cyclomatic_complexity',
    'passes',
    {
      'package.json': npm([], { scripts: { lint: 'eslint --config ./client/rules.js client' } }),
      'client/main.js': 'module.exports = 1\n',
      'client/rules.js': 'module.exports = { rules: { complexity: ["error", 9] } }\n',
    },
  ],
  [
    'tests of another language beside it',
    'test_naming_conventions',
    'passes',
    {
      ...tested,
      ...Object.fromEntries(
        Array.from({ length: 9 }, (_, index) => [`tests/test_${index}.py`, 'def test_a(): pass\n']),
      ),
    },
  ],
  [
    'settings of a coverage service where it looks for them',
    'code_quality_metrics',
    'passes',
    { ...library, ...ci(), '.github/.codecov.yml': 'comment: false\n' },
  ],
  [
    'names that Error Prone holds',
    'naming_consistency',
    'passes',
    { 'pom.xml': '<project><arg>-Xep:MemberName</arg></project>', 'src/main/java/A.java': 'class A {}\n' },
  ],
  [
    'flake8, which finds what is not used',
    'dead_code_detection',
    'passes',
    { ...python, '.flake8': '[flake8]\nmax-line-length = 100\n' },
  ],
  [
    'flake8 that ignores what is not used',
    'dead_code_detection',
    'fails',
    { ...python, 'setup.cfg': '[flake8]\nextend-ignore =\n  E501, F\n[other]\na = 1\n' },
  ],
  [
    'a limit of flake8 whose code is not selected',
    'cyclomatic_complexity',
    'fails',
    { ...python, '.flake8': '[flake8]\nmax-complexity = 9\nselect = B,E,F\n' },
  ],
  ['a limit of flake8', 'cyclomatic_complexity', 'passes', { ...python, '.flake8': '[flake8]\nmax-complexity = 9\n' }],
  [
    'flake8, which is no flaky test',
    'flaky_test_detection',
    'fails',
    { ...python, ...ci('flake8 .'), 'tests/test_a.py': 'def test_a(): pass\n' },
  ],
  [
    'names in the instructions for agents',
    'naming_consistency',
    'passes',
    { ...library, '.github/copilot-instructions.md': `${prose}\n## Naming conventions\n\nUse camelCase.\n` },
  ],
  [
    'no retries at all',
    'flaky_test_detection',
    'fails',
    { ...tested, ...ci(), 'playwright.config.ts': 'export default {\n  retries: 0,\n}\n' },
  ],
  [
    'data that an answer may hold',
    'log_scrubbing',
    'fails',
    { ...service(), 'src/a.ts': 'toJSON(includeSensitiveData)\n' },
  ],
  [
    'a page on privacy in one word',
    'privacy_compliance',
    'passes',
    { ...service(), 'src/pages/PrivacyPolicy.vue': '<template/>\n' },
  ],
  [
    'an interface that Scribe describes',
    'api_schema_docs',
    'passes',
    {
      'composer.json': json({ type: 'project', require: { 'laravel/framework': '12', 'knuckleswtf/scribe': '5' } }),
      'public/index.php': '<?php\n',
    },
  ],
  [
    'praise of being private',
    'privacy_compliance',
    'fails',
    { ...service(), 'README.md': `${prose}\n## Simple and privacy-friendly\n` },
  ],
  [
    'a section on privacy',
    'privacy_compliance',
    'passes',
    { ...service(), 'README.md': `${prose}\n## Privacy of visitors\n` },
  ],
  [
    'a workflow of the same owner by its tag',
    'actions_pinned',
    'fails',
    { ...library, '.github/workflows/ci.yml': 'on: push\njobs: {a: {uses: acme/flows/.github/workflows/ci.yml@v2}}\n' },
  ],
  [
    'a script that is no build',
    'build_cmd_doc',
    'fails',
    { ...library, 'scripts/README.md': '```sh\nscripts/config\n```\n' },
  ],
]

describe('what is meant counts, not what is written', () => {
  it.each(rows)('%s: %s %s', (_, id, verdict, files) => {
    const { report } = judge(repositoryOf({ files }))
    const passes = scoreOf(report).passing.has(id)
    expect([report[id] === undefined ? 'absent' : passes ? 'passes' : 'fails', report[id]?.rationale]).toEqual([
      verdict,
      report[id]?.rationale,
    ])
  })
})

describe('the share of a criterion', () => {
  it('follows the size of applications, and the rationale tells evidence and what is missing', () => {
    const sources = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`large/s${index}.ts`, 'export {}\n']))
    const { report, failing } = judge(
      repositoryOf({
        files: {
          'large/package.json': npm([], { name: 'large', exports: './s0.ts' }),
          'large/s.test.ts': 'it()\n',
          ...sources,
          'small/package.json': npm([], { name: 'small', exports: './a.ts' }),
          'small/a.ts': 'export {}\n',
        },
      }),
    )
    expect(report.unit_tests_exist).toEqual({
      numerator: 1,
      denominator: 2,
      share: 0.9,
      rationale:
        '1 of 2 pass: large: large/s.test.ts:1 is a test; not small: there is no test; add a file such as first.test.ts.',
    })
    expect(scoreOf(report).passing.has('unit_tests_exist')).toBe(true)
    expect(failing.unit_tests_exist?.map(({ app, missing }) => [app?.name, missing])).toEqual([
      ['small', 'There is no test; add a file such as first.test.ts.'],
    ])
  })
})
