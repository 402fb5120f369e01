import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge.ts'
import { ci, type Files, json, library, npm, repositoryOf, service } from './mini.ts'

const java: Files = { 'build.gradle': 'plugins { id "java" }\n', 'src/main/java/A.java': 'class A {}\n' }
const javaService: Files = {
  'build.gradle': 'dependencies { implementation "org.eclipse.jetty:jetty-server:12.1.8" }\n',
  'src/main/java/Main.java': 'class Main { public static void main(String[] a) { System.getenv("KEY"); } }\n',
}
const rails: Files = { Gemfile: "gem 'rails'\ngem 'rspec-rails'\n", 'config/application.rb': 'class App; end\n' }
const c: Files = { 'CMakeLists.txt': 'project(m C)\n', 'm.c': 'int m;\n' }
const goService: Files = {
  'go.mod': 'module m\nrequire gorm.io/gorm v1.0.0\n',
  'main.go': 'package main\nfunc main() { http.ListenAndServe(os.Getenv("ADDRESS"), nil) }\n',
}
const elixir: Files = {
  'mix.exs':
    'def application do\n  [\n    mod: {M, []}\n  ]\nend\ndefp deps do\n  [\n    {:phoenix, "~> 1.8"},\n    {:ecto_sql, "~> 3.13"},\n    {:ex_doc, "~> 0.28", only: :dev}\n  ]\nend\n',
  'lib/m.ex': 'defmodule M do\nend\n',
}
const many = (line: string): Files =>
  Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`src/p${index}.ts`, `${line}\n`]))

/** What repositories taught that nobody had tuned on: each row was judged wrongly before. */
const rows: readonly [lesson: string, id: CriterionId, verdict: 'passes' | 'fails' | 'absent', files: Files][] = [
  [
    'requirements that others include',
    'deps_pinned',
    'fails',
    {
      'requirements.txt': '-r requirements/base.txt\n',
      'requirements/base.txt': 'Django>=6\n',
      'manage.py': 'import django\n',
    },
  ],
  [
    'a rule in a comment of Checkstyle',
    'large_file_detection',
    'fails',
    {
      ...java,
      'gradle/checkstyle.xml': '<module name="Checker"><!-- <module name="FileLength"/> --></module>\n',
    },
  ],
  [
    'a rule of Checkstyle that is on',
    'tech_debt_tracking',
    'passes',
    {
      ...java,
      'gradle/checkstyle.xml': '<module name="Checker"><module name="TodoComment"/></module>\n',
    },
  ],
  [
    'Checkstyle without rules for names',
    'naming_consistency',
    'fails',
    {
      ...java,
      'config/checkstyle/checkstyle.xml': '<module name="Checker"><module name="FileTabCharacter"/></module>\n',
    },
  ],
  ['widths of lines alone', 'formatter', 'fails', { ...java, '.editorconfig': '[*]\nindent_size = 4\n' }],
  [
    'a plugin whose rule is not used',
    'tech_debt_tracking',
    'fails',
    {
      ...library,
      'package.json': npm([], { exports: './src/main.ts', devDependencies: { 'eslint-plugin-unicorn': '1' } }),
      'eslint.config.js': "export default [{ rules: { 'unicorn/filename-case': 'error' } }]\n",
    },
  ],
  [
    'all recommended rules of that plugin',
    'tech_debt_tracking',
    'passes',
    {
      ...library,
      'eslint.config.js': 'export default [unicorn.configs.recommended]\n',
    },
  ],
  [
    'a template called after the program',
    'env_template',
    'passes',
    {
      ...goService,
      'm-server.env.example': '# ADDRESS=:80\n',
    },
  ],
  [
    'an action that uploads a release',
    'release_automation',
    'passes',
    {
      ...library,
      '.github/workflows/build.yml': 'on: push\njobs: {a: {steps: [{uses: svenstaro/upload-release-action@v2}]}}\n',
    },
  ],
  [
    'an API that is described in a file of another name',
    'api_schema_docs',
    'passes',
    {
      ...service(),
      'docs/spec.json': json({ swagger: '2.0', paths: {} }),
    },
  ],
  [
    'tables that a mapper makes',
    'database_schema',
    'passes',
    {
      ...goService,
      'database/database.go': 'package database\nfunc open() { db.AutoMigrate(new(User)) }\n',
    },
  ],
  [
    'a migration of settings',
    'database_schema',
    'fails',
    {
      ...goService,
      'config/migrate/migrate.go': 'package migrate\n',
    },
  ],
  [
    'changes of Liquibase in a folder called schema',
    'database_schema',
    'passes',
    {
      ...javaService,
      'build.gradle':
        'dependencies { implementation "org.eclipse.jetty:jetty-server:12.1.8"\nimplementation "org.postgresql:postgresql:42.7.1" }\n',
      'schema/changelog-4.0.xml': '<databaseChangeLog/>\n',
    },
  ],
  [
    'rake alone in a Rails application',
    'ci_runs_tests',
    'passes',
    {
      ...rails,
      Rakefile: "require_relative 'config/application'\nRails.application.load_tasks\n",
      'spec/a_spec.rb': "it 'works'\n",
      '.github/workflows/ci.yml': 'on: push\njobs: {a: {steps: [{run: bundle exec rake}]}}\n',
    },
  ],
  [
    'health checks of databases for tests',
    'health_checks',
    'fails',
    {
      ...rails,
      'docker/test/develop.yml': 'services:\n  db:\n    healthcheck:\n      test: pg_isready\n',
    },
  ],
  [
    'tests in random order',
    'test_isolation',
    'passes',
    {
      ...rails,
      'spec/rails_helper.rb': "RSpec.configure do |config|\n  config.order = 'random'\nend\n",
    },
  ],
  [
    'an order inside of a block comment',
    'test_isolation',
    'fails',
    {
      ...rails,
      'spec/spec_helper.rb': '=begin\n  config.order = :random\n=end\n',
    },
  ],
  [
    'a filter of parameters before a method that scrubs bytes',
    'log_scrubbing',
    'passes',
    {
      ...rails,
      'config/initializers/filter_parameter_logging.rb': '[:password]\n',
    },
  ],
  ['a test of C beside the source', 'unit_tests_exist', 'passes', { ...c, 'test.c': 'int main(void) { return 0; }\n' }],
  [
    'a target of CMake in capitals',
    'unit_tests_runnable',
    'passes',
    {
      ...c,
      'CMakeLists.txt': 'PROJECT(m C)\nADD_TEST(NAME m COMMAND m)\n',
    },
  ],
  [
    'a step of CI that is called init',
    'single_command_setup',
    'fails',
    {
      ...library,
      'appveyor.yml': 'init:\n  - git config core.autocrlf input\n',
    },
  ],
  [
    'a page for developers in a folder of its own',
    'build_cmd_doc',
    'passes',
    {
      ...library,
      'dev/docs/development.md': '```sh\nnpm install\n```\n',
    },
  ],
  [
    'a status that answers at a route',
    'health_checks',
    'passes',
    {
      ...service(),
      'src/routes.ts': "router.get('/status', show)\n",
    },
  ],
  [
    'one file of many that is strict',
    'strict_typing',
    'fails',
    {
      'composer.json': json({ name: 'm/m', type: 'project' }),
      'a.php': '<?php\ndeclare(strict_types=1);\n',
      'b.php': '<?php\n',
      'c.php': '<?php\n',
    },
  ],
  [
    'a logger that only gets messages',
    'structured_logging',
    'fails',
    {
      'composer.json': json({ name: 'm/m', type: 'project', require: { 'laravel/framework': '12' } }),
      'public/index.php': '<?php\n',
      'app/A.php': "<?php\nLog::info('done');\n",
    },
  ],
  [
    'a logger that gets fields',
    'structured_logging',
    'passes',
    {
      'composer.json': json({ name: 'm/m', type: 'project', require: { 'laravel/framework': '12' } }),
      'public/index.php': '<?php\n',
      'app/A.php': "<?php\nLog::info('done', ['user' => $id]);\n",
    },
  ],
  [
    'a package that may not be imported',
    'code_modularization',
    'fails',
    {
      ...library,
      ...many('export {}'),
      '.eslintrc.json': json({ rules: { 'no-restricted-imports': ['error', { paths: [{ name: 'antd' }] }] } }),
    },
  ],
  [
    'a part that may not be imported',
    'code_modularization',
    'passes',
    {
      ...library,
      ...many('export {}'),
      '.eslintrc.json': json({ rules: { 'no-restricted-imports': ['error', { patterns: ['@m/*/src'] }] } }),
    },
  ],
  [
    'instructions that a message of CI names in a sentence',
    'agents_md_validation',
    'fails',
    {
      ...library,
      'AGENTS.md': 'Run the tests before you are done, and keep the files small and simple, please.\n'.repeat(3),
      ...ci('echo "Respect the community and read the AGENTS.md first"'),
    },
  ],
  [
    'flags of a library that a website is made of',
    'feature_flag_infrastructure',
    'fails',
    {
      'package.json': json({ private: true, workspaces: ['a', 'b'] }),
      'a/package.json': npm([], { name: 'a', exports: './a.ts' }),
      'a/a.ts': 'export type Options = { featureFlags: boolean }\n',
      'b/package.json': npm(['react-dom', 'a'], { name: 'b' }),
      'b/app.tsx': 'export const App = () => null\n',
    },
  ],
  [
    'tools of Ruby beside another language',
    'gitignore_comprehensive',
    'passes',
    {
      'Package.swift': '// swift-tools-version:6.0\n',
      'Source/A.swift': 'struct A {}\n',
      Gemfile: "gem 'jazzy'\n",
      '.gitignore': '.build\n.DS_Store\n',
    },
  ],
  [
    'variables of Java, which nobody keeps in a file',
    'gitignore_comprehensive',
    'passes',
    {
      ...javaService,
      '.gitignore': 'build\n.gradle\n.idea\n',
    },
  ],
  [
    'tests of the whole program in a folder of Playwright',
    'integration_tests_exist',
    'passes',
    {
      'Cargo.toml': '[package]\nname = "m"\n[dependencies]\naxum = "1"\n',
      'src/main.rs': 'fn main() {}\n',
      'playwright/package.json': npm(['@playwright/test']),
      'playwright/tests/login.spec.ts': 'test()\n',
    },
  ],
  [
    'another cloud, called without a circuit breaker',
    'circuit_breakers',
    'fails',
    {
      ...service(['@aws-sdk/client-sns']),
    },
  ],
  [
    'a check of Credo that is on',
    'tech_debt_tracking',
    'passes',
    { ...elixir, '.credo.exs': '{Credo.Check.Design.TagTODO, [exit_status: 0]},\n' },
  ],
  [
    'a check of Credo that is off',
    'cyclomatic_complexity',
    'fails',
    { ...elixir, '.credo.exs': '{Credo.Check.Refactor.CyclomaticComplexity, false},\n' },
  ],
  [
    'a check of Credo among the disabled ones',
    'naming_consistency',
    'fails',
    { ...elixir, '.credo.exs': 'disabled: [{Credo.Check.Readability.FunctionNames, []}]\n' },
  ],
  [
    'migrations of Ecto',
    'database_schema',
    'passes',
    { ...elixir, 'priv/repo/migrations/1_users.exs': 'create table(:users)\n' },
  ],
  ['a mapper of Elixir', 'n_plus_one_detection', 'fails', elixir],
  ['a generator that is only for development', 'automated_doc_generation', 'passes', elixir],
  ['a target that brings packages', 'single_command_setup', 'passes', { ...library, Makefile: 'install:\n\tnpm ci\n' }],
  [
    'a target that copies programs',
    'single_command_setup',
    'fails',
    { ...library, Makefile: 'install:\n\tcp m /usr/bin\n' },
  ],
  [
    'a website of Jekyll below docs',
    'automated_doc_generation',
    'passes',
    { ...library, 'docs/_config.yml': 'theme: minima\n' },
  ],
  [
    'a description of an API in a folder called swagger',
    'api_schema_docs',
    'passes',
    { ...service(), 'docs/swagger/collections.yaml': 'openapi: 3.0.0\n' },
  ],
  [
    'rules of Next, which say nothing of variables',
    'dead_code_detection',
    'fails',
    { ...library, '.eslintrc.json': '{"extends": ["next/core-web-vitals"]}' },
  ],
  [
    'a generator of records for tests',
    'unit_tests_exist',
    'fails',
    { 'm.gemspec': '', 'lib/generators/test_record.rb': 'class TestRecord; end\n' },
  ],
  [
    'a catalogue of DocC',
    'automated_doc_generation',
    'passes',
    {
      'Package.swift': '// swift-tools-version:6.0\n',
      'Sources/M/M.swift': 'struct M {}\n',
      'Sources/M/Docs.docc/index.md': '# M\n',
    },
  ],
]

describe('a criterion', () => {
  it.each(rows)('sees %s (%s %s)', (_, id, verdict, files) => {
    const found = judge(repositoryOf({ files })).report[id]
    const actual = found === undefined ? 'absent' : found.numerator === found.denominator ? 'passes' : 'fails'
    expect(`${actual}: ${found?.rationale ?? ''}`).toMatch(new RegExp(`^${verdict}:`))
  })
})
