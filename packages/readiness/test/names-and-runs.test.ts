import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge.ts'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { type Files, frontend, json, library, pair, prose, repositoryOf, service } from './mini.ts'

/** Manifests of services in several languages that need these packages. */
const php = (name: string, field = 'require'): Files => ({
  'composer.json': json({
    name: 'a/mini',
    type: 'project',
    require: { 'laravel/framework': '12' },
    [field]: { 'laravel/framework': '12', [name]: '1' },
  }),
  'routes/web.php': "<?php\nRoute::get('/a', A::class);\n",
  'public/index.php': '<?php\n',
  Dockerfile: 'FROM php\nEXPOSE 80\n',
})
const python = (name: string): Files => ({
  'pyproject.toml': `[project]\nname = "mini"\ndependencies = ["django", "flask", "${name}"]\n`,
  'mini/app.py': 'app.run()\n',
  Dockerfile: 'FROM python\nEXPOSE 80\nCMD ["gunicorn", "mini.app"]\n',
})
const rails = (name: string): Files => ({
  Gemfile: `gem "rails"\ngem "${name}"\n`,
  'config/routes.rb': 'Rails.application.routes.draw {}\n',
  'app/models/a.rb': 'class A < ApplicationRecord\nend\n',
})
const go = (name: string, more: Files = {}): Files => ({
  'go.mod': `module mini\n\nrequire ${name} v1.0.0\n`,
  'main.go': 'package main\n\nfunc main() { http.ListenAndServe(":80", nil) }\n',
  Dockerfile: 'FROM scratch\nEXPOSE 80\n',
  ...more,
})
const rust = (name: string): Files => ({
  'Cargo.toml': `[package]\nname = "mini"\n[dependencies]\naxum = "1"\n${name} = "1"\n`,
  'src/main.rs': 'fn main() { axum::serve(listener, app) }\n',
  Dockerfile: 'FROM scratch\nEXPOSE 80\n',
})
const dotnet = (name: string): Files => ({
  'Mini.csproj': `<Project Sdk="Microsoft.NET.Sdk.Web"><ItemGroup><PackageReference Include="${name}" Version="1.0.0"/></ItemGroup></Project>`,
  'Program.cs': 'app.Run();\n',
})
const java = (name: string): Files => {
  const [group, artifact] = name.split(':')
  return {
    'pom.xml': `<project><artifactId>mini</artifactId><dependencies>
<dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency>
<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId></dependency></dependencies></project>`,
    'src/main/java/A.java': '@SpringBootApplication class A {}\n',
  }
}

describe('libraries that serve a purpose, by their names', () => {
  itJudges([
    [
      'a limit for slow tests',
      'test_performance_tracking',
      'fails',
      { ...rust('aide'), 'tests/a.rs': '#[test]\nfn a() {}\n', '.config/nextest.toml': 'slow-timeout = "30s"\n' },
    ],
    ['Scramble of Laravel', 'api_schema_docs', 'passes', php('dedoc/scramble')],
    ['Lighthouse of Laravel', 'api_schema_docs', 'passes', php('nuwave/lighthouse')],
    ['the schema of Quart', 'api_schema_docs', 'passes', python('quart-schema')],
    ['Graphene of Django', 'api_schema_docs', 'passes', python('graphene-django')],
    ['Apipie of Rails', 'api_schema_docs', 'passes', rails('apipie-rails')],
    ['Fuego of Go', 'api_schema_docs', 'passes', go('github.com/go-fuego/fuego')],
    ['aide of axum', 'api_schema_docs', 'passes', rust('aide')],
    ['HotChocolate of .NET', 'api_schema_docs', 'passes', dotnet('HotChocolate.AspNetCore')],
    ['Springfox of Spring', 'api_schema_docs', 'passes', java('io.springfox:springfox-boot-starter')],
    ['Elysia’s page of an API', 'api_schema_docs', 'passes', service(['@elysiajs/openapi'])],
    ['a logger', 'api_schema_docs', 'fails', php('monolog/monolog')],
    ['pages of an API that Scramble makes', 'automated_doc_generation', 'passes', php('dedoc/scramble')],
    ['pages of an API that aide makes', 'automated_doc_generation', 'passes', rust('aide')],
    ['a GraphQL server makes no pages', 'automated_doc_generation', 'fails', php('nuwave/lighthouse')],
    [
      'XHProf for development only',
      'profiling_instrumentation',
      'passes',
      php('laracraft-tech/laravel-xhprof', 'require-dev'),
    ],
    ['pyinstrument', 'profiling_instrumentation', 'passes', python('pyinstrument')],
    ['ruby-prof', 'profiling_instrumentation', 'passes', rails('ruby-prof')],
    ['pprof of Gin', 'profiling_instrumentation', 'passes', go('github.com/gin-contrib/pprof')],
    ['a debug bar', 'profiling_instrumentation', 'fails', php('fruitcake/laravel-debugbar', 'require-dev')],
    ['the debug bar of Laravel', 'n_plus_one_detection', 'passes', php('fruitcake/laravel-debugbar', 'require-dev')],
    ['Clockwork', 'n_plus_one_detection', 'passes', php('itsgoingd/clockwork')],
    ['a counter of queries for Django', 'n_plus_one_detection', 'passes', python('django-querycount')],
    ['a matcher of queries for Rails', 'n_plus_one_detection', 'passes', rails('n_plus_one_control')],
    ['insight', 'product_analytics_instrumentation', 'passes', frontend(['insight'])],
    ['Aptabase', 'product_analytics_instrumentation', 'passes', frontend(['@aptabase/web'])],
    ['OpenPanel', 'product_analytics_instrumentation', 'passes', service(['@openpanel/sdk'])],
    ['LaunchDarkly of PHP', 'feature_flag_infrastructure', 'passes', php('launchdarkly/server-sdk')],
    ['flags of Django', 'feature_flag_infrastructure', 'passes', python('django-flags')],
    ['Flipt of Go', 'feature_flag_infrastructure', 'passes', go('go.flipt.io/flipt/rpc')],
    ['PostHog that only counts', 'feature_flag_infrastructure', 'fails', frontend(['posthog-js'])],
    ['PostHog that only counts has no dead flags', 'dead_feature_flag_detection', 'absent', frontend(['posthog-js'])],
    [
      'PostHog that is asked for flags',
      'feature_flag_infrastructure',
      'passes',
      { ...frontend(['posthog-js']), 'src/new.tsx': "const isNew = useFeatureFlagEnabled('new')\n" },
    ],
    [
      'own flags of Laravel',
      'feature_flag_infrastructure',
      'passes',
      { ...php('a/b'), 'config/features.php': "<?php return ['new' => true];\n" },
    ],
    [
      'a middleware that is called after them',
      'feature_flag_infrastructure',
      'passes',
      { ...php('a/b'), 'app/Http/Middleware/EnsureFeatureIsEnabled.php': '<?php\n' },
    ],
  ] satisfies Judged[])
})

const chart = (more: Files): Files => ({ ...library, ...more })
const linted = (settings: string): Files => ({
  'go.mod': 'module mini\n',
  'a.go': 'package mini\n',
  Makefile: 'lint:\n\tgolangci-lint run\n',
  '.golangci.yml': settings,
})
const flat = (rules: string): Files => ({
  ...library,
  'eslint.config.mjs': `import tseslint from 'typescript-eslint'\nexport default [\n  js.configs.recommended,\n  ...tseslint.configs.recommended,\n  ${rules},\n]\n`,
})
const unusedOff = `rules: { '@typescript-eslint/no-unused-vars': 'off' }`
const instructed = (more: Files): Files => ({ ...library, 'AGENTS.md': prose, ...more })
const gem = (name: string): Files => ({
  [`${name}/${name}.gemspec`]: `Gem::Specification.new { |s| s.name = '${name}' }\n`,
  [`${name}/lib/a.rb`]: 'module A\nend\n',
})
const testedGo: Files = { 'go.mod': 'module mini\n', 'a.go': 'package mini\n', 'a_test.go': 'package mini\n' }
const testedDotnet: Files = {
  'src/Mini/Mini.csproj': '<Project Sdk="Microsoft.NET.Sdk"/>',
  'src/Mini/A.cs': 'class A {}\n',
  'tests/Mini.Tests/Mini.Tests.csproj': '<Project Sdk="Microsoft.NET.Sdk"/>',
  'tests/Mini.Tests/ATests.cs': 'class ATests { [Fact] void A() {} }\n',
}
/** A toolchain that an earlier step tells. */
const toolchain = `+$\{{ steps.toolchain.outputs.name }}`
const steps = (...commands: readonly string[]): Files => ({
  '.github/workflows/main.yml': `on: push\njobs:\n  a:\n    steps:\n${commands.map((each) => `      - run: ${each}\n`).join('')}`,
})

describe('what is meant, and what only looks like it', () => {
  itJudges([
    [
      'continuous integration is no integration test',
      'integration_tests_exist',
      'fails',
      {
        ...library,
        '.github/workflows/continuous_integration.yml': 'on: push\n',
        '.github/workflows/continuous-integration.yaml': 'on: push\n',
      },
    ],
    ['a book in a folder guide', 'automated_doc_generation', 'passes', chart({ 'guide/book.toml': '[book]\n' })],
    [
      'pages of MkDocs in a folder book',
      'automated_doc_generation',
      'passes',
      chart({ 'book/mkdocs.yml': 'site_name: a\n' }),
    ],
    [
      'pages of Sphinx in a folder manual',
      'automated_doc_generation',
      'passes',
      chart({ 'manual/source/conf.py': '' }),
    ],
    [
      'pages that CI builds in their folder',
      'automated_doc_generation',
      'passes',
      chart({
        '.github/workflows/pages.yml':
          'on: push\njobs:\n  a:\n    steps:\n      - working-directory: doc/_build\n        run: php build.php\n',
      }),
    ],
    [
      'a program that CI builds in its folder',
      'automated_doc_generation',
      'fails',
      chart({
        '.github/workflows/pages.yml':
          'on: push\njobs:\n  a:\n    steps:\n      - working-directory: server\n        run: php build.php\n',
      }),
    ],
    [
      'a command that only lints',
      'build_cmd_doc',
      'fails',
      { ...library, 'README.md': 'Run `./gradlew ktlintCheck lint`.\n' },
    ],
    ['a command that only analyses', 'build_cmd_doc', 'fails', { ...library, 'README.md': 'Run `make phpstan`.\n' }],
    [
      'a command that only runs specs',
      'build_cmd_doc',
      'fails',
      { ...library, 'README.md': 'Run `bundle exec rspec`.\n' },
    ],
    ['a build that begins anew', 'build_cmd_doc', 'passes', { ...library, 'README.md': 'Run `mvn clean verify`.\n' }],
    [
      'a package that is called after tests',
      'build_cmd_doc',
      'passes',
      { ...library, 'README.md': 'Run `npm install mini-test`.\n' },
    ],
    [
      'code at once below a heading',
      'build_cmd_doc',
      'passes',
      { ...library, 'README.md': 'Setup\n-----\n    gem install mini\n' },
    ],
    ['go-acc', 'ci_runs_tests', 'passes', { ...testedGo, ...steps('go-acc . -- -race') }],
    ['richgo', 'ci_runs_tests', 'passes', { ...testedGo, ...steps('richgo test ./...') }],
    [
      'a target of Cake',
      'ci_runs_tests',
      'passes',
      { ...testedDotnet, ...steps('dotnet tool run dotnet-cake --target=Test') },
    ],
    ['a target of FAKE', 'ci_runs_tests', 'passes', { ...testedDotnet, ...steps('dotnet fake build -t RunTests') }],
    ['a target of NUKE', 'ci_runs_tests', 'passes', { ...testedDotnet, ...steps('dotnet nuke Test') }],
    [
      'a build that leaves the tests out',
      'ci_runs_tests',
      'fails',
      { ...testedDotnet, ...steps('dotnet cake --target=Pack --skip-Test') },
    ],
    [
      'a target of Cake that packs',
      'ci_runs_tests',
      'fails',
      { ...testedDotnet, ...steps('dotnet cake --target=Package') },
    ],
    [
      'unused code that golangci-lint leaves out',
      'dead_code_detection',
      'fails',
      linted('version: "2"\nlinters:\n  disable:\n    - unused\n'),
    ],
    [
      'unused code that golangci-lint finds',
      'dead_code_detection',
      'passes',
      linted('version: "2"\nlinters:\n  disable:\n    - errcheck\n'),
    ],
    ['a rule that is off after the set that has it', 'dead_code_detection', 'fails', flat(`{ ${unusedOff} }`)],
    [
      'the same for all files by name',
      'dead_code_detection',
      'fails',
      flat(`{ files: ['**/*.{ts,tsx}'], ${unusedOff} }`),
    ],
    [
      'a rule that is off for tests',
      'dead_code_detection',
      'passes',
      flat(`{ files: ['**/*.test.ts'], ${unusedOff} }`),
    ],
    [
      'a rule of JavaScript that another one replaces',
      'dead_code_detection',
      'passes',
      flat(`{ rules: { 'no-unused-vars': 'off' } }`),
    ],
    [
      'an image that is called like a checker of links',
      'agents_md_validation',
      'fails',
      instructed(steps('docker build -t lychee .')),
    ],
    [
      'the image of a checker of links',
      'agents_md_validation',
      'passes',
      instructed(steps('docker run --rm -t lycheeverse/lychee .')),
    ],
    [
      'a command of another program with that name',
      'agents_md_validation',
      'fails',
      instructed(steps('php artisan lychee:create_user')),
    ],
    ['a checker of links', 'agents_md_validation', 'passes', instructed(steps('lychee .'))],
    [
      'a folder by an old number',
      'agents_md_current',
      'fails',
      instructed({
        'AGENTS.md': `${prose}\nSee \`docs/5-decisions\`.\n`,
        'docs/4-plans/a.md': 'a',
        'docs/6-decisions/a.md': 'a',
      }),
    ],
    [
      'a name with a number that is no folder',
      'agents_md_current',
      'absent',
      instructed({ 'AGENTS.md': `${prose}\nCall a branch \`docs/5-decisions\`.\n`, 'docs/a.md': 'a' }),
    ],
    [
      'a target that fetches packages through others',
      'single_command_setup',
      'passes',
      chart({ Makefile: 'install: composer npm-build\n\tphp artisan migrate\n' }),
    ],
    [
      'a target that copies a program',
      'single_command_setup',
      'fails',
      chart({ Makefile: 'install: mini\n\tcp mini /usr/bin\n' }),
    ],
    ['a page of diagrams', 'service_flow_documented', 'passes', chart({ 'docs/diagrams.rst': 'A\n=\n' })],
    [
      'a diagram of blockdiag',
      'service_flow_documented',
      'passes',
      chart({ 'docs/a.rst': 'A\n=\n\n.. blockdiag::\n\n   a -> b\n' }),
    ],
    [
      'a diagram of Graphviz',
      'service_flow_documented',
      'passes',
      chart({ 'docs/a.md': '```dot\ndigraph { a -> b }\n```\n' }),
    ],
    [
      'a diagram in AsciiDoc',
      'service_flow_documented',
      'passes',
      chart({ 'docs/a.adoc': '[plantuml]\n----\na -> b\n----\n' }),
    ],
    [
      'versions of .NET below src',
      'version_drift_detection',
      'passes',
      {
        'src/A/A.csproj': '<Project Sdk="Microsoft.NET.Sdk"/>',
        'src/A/A.cs': 'class A {}\n',
        'src/B/B.csproj': '<Project Sdk="Microsoft.NET.Sdk"/>',
        'src/B/B.cs': 'class B {}\n',
        'src/Directory.Packages.props': '<Project/>',
      },
    ],
    [
      'tests of several gems in one of them',
      'unit_tests_exist',
      'passes',
      {
        Rakefile: "Rake::TestTask.new { |t| t.pattern = 'mini-core/test/**/*_test.rb' }\n",
        ...gem('mini-core'),
        'mini-core/test/a_test.rb': 'class ATest < Minitest::Test\nend\n',
        ...gem('mini-view'),
        'mini-view/lib/b.rb': 'module B\nend\n',
        'mini-view/lib/c.rb': 'module C\nend\n',
      },
    ],
    [
      'the same, where the whole runs no tests of that one',
      'unit_tests_exist',
      'fails',
      {
        Rakefile: 'task :build\n',
        ...gem('mini-core'),
        'mini-core/test/a_test.rb': 'class ATest < Minitest::Test\nend\n',
        ...gem('mini-view'),
        'mini-view/lib/b.rb': 'module B\nend\n',
        'mini-view/lib/c.rb': 'module C\nend\n',
      },
    ],
    [
      'a question to the health of another program',
      'health_checks',
      'fails',
      { ...service(), 'src/other.ts': "const answer = await fetch(base + '/health')\n" },
    ],
    [
      'the schema of an API is none of a database',
      'database_schema',
      'fails',
      { ...service(['pg']), 'schema.graphql': 'type Query { a: Int }\n' },
    ],
    ['no versions in one place', 'version_drift_detection', 'fails', pair],
    [
      'an embedded database by default, another one by choice',
      'local_services_setup',
      'absent',
      go('modernc.org/sqlite', {
        'go.mod': 'module mini\n\nrequire (\n\tmodernc.org/sqlite v1.0.0\n\tgithub.com/lib/pq v1.0.0\n)\n',
        'config/config.go': 'package config\n\nvar a = Config{\n\tDriver: "sqlite",\n}\n',
      }),
    ],
    [
      'another one by default',
      'local_services_setup',
      'fails',
      go('modernc.org/sqlite', {
        'go.mod': 'module mini\n\nrequire (\n\tmodernc.org/sqlite v1.0.0\n\tgithub.com/lib/pq v1.0.0\n)\n',
        'config/config.go': 'package config\n\nvar a = Config{\n\tDriver: "postgres",\n}\n',
      }),
    ],
    [
      'an embedded one for tests only',
      'local_services_setup',
      'fails',
      { ...python('sqlalchemy'), 'config.py': "class Testing:\n  DATABASE_URI = 'sqlite:///:memory:'\n" },
    ],
    [
      'the defaults of Laravel',
      'local_services_setup',
      'absent',
      { ...php('a/b'), 'config/database.php': "<?php return ['default' => env('DB_CONNECTION', 'sqlite')];\n" },
    ],
    [
      'the same with a queue beside it',
      'local_services_setup',
      'fails',
      {
        ...php('predis/predis'),
        'config/database.php': "<?php return ['default' => env('DB_CONNECTION', 'sqlite')];\n",
      },
    ],
    [
      'a linter that is only shown',
      'lint_config',
      'fails',
      {
        'Cargo.toml': '[package]\nname = "mini"\n',
        'src/lib.rs': '\n',
        'flake.nix': '{\n  echo " cargo clippy - Run linting"\n}\n',
      },
    ],
    [
      'a linter of a toolchain that an earlier step tells',
      'lint_config',
      'passes',
      {
        'Cargo.toml': '[package]\nname = "mini"\n',
        'src/lib.rs': '\n',
        ...steps(`cargo ${toolchain} clippy`),
      },
    ],
  ] satisfies Judged[])
})

const pythonLibrary: Files = {
  'pyproject.toml': '[project]\nname = "mini"\n',
  'mini/__init__.py': 'a = 1\n',
  'tests/test_a.py': 'def test_a(): pass\n',
}

describe('the place that a reader would name', () => {
  it.each([
    [
      'the sections of a linter',
      'cyclomatic_complexity',
      'tox.ini',
      { ...pythonLibrary, 'tox.ini': '[flake8]\nignore = E1\n' },
    ],
    [
      'the section of a type checker',
      'strict_typing',
      'setup.cfg',
      { ...pythonLibrary, 'setup.cfg': '[mypy]\nwarn_return_any = True\n' },
    ],
    [
      'the section of a test runner',
      'test_isolation',
      'setup.cfg',
      { ...pythonLibrary, 'setup.cfg': '[tool:pytest]\naddopts = -q\n' },
    ],
    [
      'the settings of a test runner of Rust',
      'flaky_test_detection',
      '.config/nextest.toml',
      {
        'Cargo.toml': '[package]\nname = "mini"\n',
        'src/lib.rs': '#[cfg(test)]\nmod tests {}\n',
        '.config/nextest.toml': '[profile.default]\n',
        ...steps('cargo nextest run'),
      },
    ],
    [
      'the hooks that could check the instructions',
      'agents_md_validation',
      '.pre-commit-config.yaml',
      instructed({ '.pre-commit-config.yaml': 'repos: []\n' }),
    ],
    [
      'the check of an image beside a route',
      'health_checks',
      'Dockerfile',
      { ...service(), 'src/a.ts': "app.get('/health', answer)\n", Dockerfile: 'FROM node\nHEALTHCHECK CMD curl a\n' },
    ],
    [
      'the list of flags, not what asks for one',
      'dead_feature_flag_detection',
      'config/features.php',
      {
        ...php('a/b'),
        'app/Http/Middleware/FeatureEnabled.php': '<?php\n',
        'config/features.php': "<?php return ['new' => true];\n",
      },
    ],
    [
      'the page that is about names',
      'naming_consistency',
      'docs/coding-conventions.md',
      {
        ...library,
        'AGENTS.md': `${prose}\nFollow the naming conventions.\n`,
        'docs/coding-conventions.md': '# Conventions\n\nNames are in camelCase.\n',
      },
    ],
    [
      'the architecture of a part',
      'service_flow_documented',
      'docs/backend-architecture.md',
      { ...library, 'DESIGN.md': '# Colours\n', 'docs/backend-architecture.md': '# A\n' },
    ],
    [
      'a folder for those who run it',
      'runbooks_documented',
      'docs/5-operations/restore.md',
      { ...service(), 'README.md': '# A\n\n## Troubleshooting\n', 'docs/5-operations/restore.md': '# A\n' },
    ],
    [
      'the pipeline that runs a formatter, not the shell that has it',
      'formatter',
      '.github/workflows/main.yml',
      {
        'Cargo.toml': '[package]\nname = "mini"\n',
        'src/lib.rs': '\n',
        'flake.nix': '{\n  extensions = [ "clippy" "rustfmt" ];\n}\n',
        ...steps(`cargo ${toolchain} fmt --check`),
      },
    ],
  ] as const)('%s: %s names %s', (_, id, named, files) => {
    expect(judge(repositoryOf({ files })).report[id]?.rationale).toContain(named)
  })
})
