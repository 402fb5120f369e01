import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge.ts'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { ci, type Files, json, library, npm, prose, repositoryOf, service, tested } from './mini.ts'
import { programs } from './programs.ts'

const steps = (text: string): Files => ({ '.github/workflows/ci.yml': `jobs:\n  a:\n    steps:\n${text}` })
const goService: Files = {
  'go.mod': 'module mini\nrequire github.com/gin-gonic/gin v1\n',
  'main.go': 'package main\nvar r = gin.New()\n',
}
const desktop: Files = {
  'package.json': npm(['electron', 'electron-builder', 'react-dom']),
  'src/app.jsx': 'export const a = 1\n',
}
const csharp = (more: string): Files => ({
  'Mini.csproj': `<Project Sdk="Microsoft.NET.Sdk">${more}</Project>`,
  'Program.cs': 'class P {}\n',
})

/** What only looks like the thing. Each row was judged wrongly before. */
const loose: readonly Judged[] = [
  ['data of tests about alerts', 'alerting_configured', 'fails', { ...service(), 'pkg/tests/alert_sample.json': '{}' }],
  [
    'a file whose name only begins like alerts',
    'alerting_configured',
    'fails',
    { ...service(), 'data/alertWithoutMachine.json': '{}' },
  ],
  ['rules of alerts', 'alerting_configured', 'passes', { ...service(), 'deploy/alert-rules.yml': 'groups: []\n' }],
  [
    'translations of a page called dashboard',
    'deployment_observability',
    'fails',
    { ...service(), 'web/dashboard/i18n/en.json': '{}', 'web/dashboards/locale/de.json': '{}' },
  ],
  [
    'code of a page called dashboard',
    'deployment_observability',
    'fails',
    { ...service(), 'web/dashboard/routes/settings/zones.json': '{}' },
  ],
  [
    'a right to write deployments',
    'deployment_observability',
    'fails',
    { ...service(), ...steps('      - run: make\n    permissions:\n      deployments: write\n') },
  ],
  [
    'a test of a show that ends with it',
    'integration_tests_exist',
    'fails',
    { ...tested, 'test/thick_of_it.ts': 'it()\n' },
  ],
  [
    'a test of internals in Go',
    'integration_tests_exist',
    'fails',
    { ...programs.go, 'data/context_int_test.go': 'package data\n' },
  ],
  [
    'a test file called integration',
    'integration_tests_exist',
    'passes',
    { ...tested, 'test/integration.ts': 'it()\n' },
  ],
  [
    'a client of Kafka by a house of analytics',
    'product_analytics_instrumentation',
    'fails',
    { ...goService, 'go.mod': `${goService['go.mod']}require github.com/segmentio/kafka-go v0.4.0\n` },
  ],
  [
    'a workflow that measures releases',
    'release_automation',
    'fails',
    { ...library, '.github/workflows/benchmark-releases.yaml': 'jobs: {}\n' },
  ],
  [
    'a protocol for integration tests',
    'api_schema_docs',
    'fails',
    { ...service(), 'integration/hello/hello.proto': 'syntax = "proto3";\n' },
  ],
  [
    'a README of tests with troubleshooting',
    'runbooks_documented',
    'fails',
    { ...service(), 'test/README.md': '## Troubleshooting\n' },
  ],
  [
    'an installation that is tried again',
    'flaky_test_detection',
    'fails',
    {
      ...tested,
      ...steps(
        '      - uses: nick-fields/retry@v3\n        with:\n          command: composer require phpunit/phpunit\n',
      ),
    },
  ],
  [
    'tests that are tried again',
    'flaky_test_detection',
    'passes',
    { ...tested, ...steps('      - uses: nick-fields/retry@v3\n        with:\n          command: npm test\n') },
  ],
  [
    'a lint of complexity that is allowed',
    'cyclomatic_complexity',
    'fails',
    { ...programs.rust, 'Cargo.toml': '[package]\nname = "mini"\n[lints.clippy]\ncognitive_complexity = "allow"\n' },
  ],
  [
    'all rules of ruff without that of complexity',
    'cyclomatic_complexity',
    'fails',
    {
      ...programs.python,
      'pyproject.toml': '[project]\nname = "mini"\n[tool.ruff.lint]\nselect = ["ALL"]\nignore = ["C901"]\n',
    },
  ],
  [
    'a comment in the image of developers',
    'vcs_cli_tools',
    'fails',
    { ...library, '.devcontainer/Dockerfile': '# later we add gh here\nFROM node\n' },
  ],
  [
    'a formatter for the examples of pages',
    'formatter',
    'fails',
    {
      ...programs.python,
      '.pre-commit-config.yaml': 'hooks:\n  - id: docs\n    additional_dependencies:\n    - black==26\n',
    },
  ],
  [
    'a rule of TypeScript that is off, below a recommended set',
    'dead_code_detection',
    'fails',
    {
      ...library,
      '.eslintrc': json({ extends: ['eslint:recommended'], rules: { '@typescript-eslint/no-unused-vars': 'off' } }),
    },
  ],
  [
    'names of branches',
    'naming_consistency',
    'fails',
    { ...library, 'CONTRIBUTING.md': 'Naming conventions for branch are title and number.\n' },
  ],
  [
    'a workflow that tests architectures',
    'code_modularization',
    'fails',
    {
      ...programs.go,
      ...Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`a${at}.go`, 'package main\n'])),
      '.github/workflows/cross-arch-test.yaml': 'jobs: {}\n',
    },
  ],
  ['a program for desktops', 'heavy_dependency_detection', 'absent', desktop],
  [
    'a program for desktops that CI brings to its host',
    'progressive_rollout',
    'absent',
    { ...desktop, '.github/workflows/deploy.yml': 'jobs: {}\n' },
  ],
  ['instructions of an agent in its own folder', 'agent_hooks', 'absent', { ...library, '.claude/CLAUDE.md': prose }],
  [
    'one file that Deno tries beside Mocha',
    'test_isolation',
    'fails',
    { ...tested, 'package.json': npm(['mocha']), ...ci('deno test test/deno') },
  ],
  [
    'packages that CI installs for tests',
    'ci_runs_tests',
    'fails',
    { ...tested, ...steps('      - run: npm ci --prefix packages/mini-tests\n') },
  ],
  [
    'a program that tests read',
    'binary_artifacts',
    'fails',
    {
      ...library,
      'fixtures/plugin.wasm': new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]),
    },
  ],
  [
    'values of Rails for developers',
    'secrets_management',
    'passes',
    {
      ...library,
      'config/secrets.yml':
        'development:\n  secret_key_base: abc\nproduction:\n  secret_key_base: <%= ENV["SECRET_KEY_BASE"] %>\n',
    },
  ],
]

/** The same thing in another form. Each row was judged wrongly before. */
const forms: readonly Judged[] = [
  [
    'branches that the settings of Apache protect',
    'branch_protection',
    'passes',
    { ...library, '.asf.yaml': 'github:\n  protected_branches:\n    main: {}\n' },
  ],
  ['Histoire', 'automated_doc_generation', 'passes', { ...library, 'histoire.config.ts': 'export default {}\n' }],
  [
    'Sphinx below a folder of sites',
    'automated_doc_generation',
    'passes',
    { ...programs.python, 'sites/docs/conf.py': 'project = "mini"\n' },
  ],
  [
    'a formatter of Maven that a hook runs',
    'formatter',
    'passes',
    { ...programs.java, 'hooks/pre-commit.sh': 'mvn formatter:validate\n' },
  ],
  [
    'pycln',
    'dead_code_detection',
    'passes',
    { ...programs.python, '.pre-commit-config.yaml': 'repos:\n  - hooks:\n      - id: pycln\n' },
  ],
  [
    'complexity in the rules of revive',
    'cyclomatic_complexity',
    'passes',
    {
      ...programs.go,
      '.golangci.yml':
        'linters:\n  enable: [revive]\n  settings:\n    revive:\n      rules:\n        - name: cyclomatic\n',
    },
  ],
  [
    'complexity in rules of revive that are switched off',
    'cyclomatic_complexity',
    'fails',
    {
      ...programs.go,
      '.golangci.yml':
        'linters:\n  enable: [revive]\n  settings:\n    revive:\n      rules:\n        - name: cyclomatic\n          disabled: true\n',
    },
  ],
  ['XO', 'cyclomatic_complexity', 'passes', { ...library, 'package.json': npm([], { devDependencies: { xo: '1' } }) }],
  [
    'git-cliff in a folder for releases',
    'release_notes_automation',
    'passes',
    { ...library, 'script/release/cliff.toml': '[changelog]\n' },
  ],
  [
    'GoReleaser in a folder for releases',
    'release_notes_automation',
    'passes',
    { ...programs.go, 'release/goreleaser.yml': 'builds: []\n' },
  ],
  [
    'a set of rules of .NET',
    'lint_config',
    'passes',
    { ...programs.csharp, 'Mini.ruleset': '<Rule Id="CA1001" Action="Warning" />\n' },
  ],
  [
    'unused imports that warn in .NET',
    'dead_code_detection',
    'passes',
    { ...programs.csharp, '.editorconfig': '[*.cs]\ndotnet_diagnostic.IDE0005.severity = warning\n' },
  ],
  [
    'null that is checked under a condition',
    'strict_typing',
    'passes',
    csharp(`<Nullable Condition="'$(Nullable)' == ''">enable</Nullable>`),
  ],
  [
    'one version in brackets',
    'deps_pinned',
    'passes',
    csharp('<PackageReference Include="A" Version="[7.2.0]" /><PackageReference Include="B" Version="$(Version)" />'),
  ],
  [
    'versions between brackets',
    'deps_pinned',
    'fails',
    csharp('<PackageReference Include="A" Version="[7.2.0, 8)" />'),
  ],
  ['a package without dependencies', 'deps_pinned', 'passes', programs.swift],
  [
    'an action of Xcode in a variable',
    'ci_runs_tests',
    'passes',
    {
      ...programs.swift,
      'Tests/MiniTests/MiniTests.swift': 'func testOne() {}\n',
      '.travis.yml': 'language: swift\nenv:\n  - ACTION=test\nscript:\n  - xcodebuild -scheme Mini $ACTION\n',
    },
  ],
  [
    'the first target of a Makefile that includes another',
    'ci_runs_tests',
    'passes',
    {
      ...programs.go,
      'main_test.go': 'package main\n',
      Makefile: 'include Makefile.common\n',
      'Makefile.common': '%: common-% ;\n\ncommon-all: build test\n\ncommon-test:\n\t$(GOTEST) ./...\n',
      ...steps('      - run: make\n'),
    },
  ],
  ['qlty', 'tech_debt_tracking', 'passes', { ...library, '.qlty/qlty.toml': 'config_version = "0"\n' }],
  [
    'Sonar in CI',
    'tech_debt_tracking',
    'passes',
    { ...programs.java, ...steps('      - run: mvn verify sonar:sonar\n') },
  ],
  [
    'comments that detekt forbids',
    'tech_debt_tracking',
    'passes',
    { ...programs.kotlin, 'config/detekt-config.yml': 'style:\n  ForbiddenComment:\n    active: true\n' },
  ],
  [
    'tests of PHP in random order',
    'test_isolation',
    'passes',
    { ...programs.php, ...ci('./phpunit --order-by depends,random') },
  ],
  [
    'a report of PHPUnit',
    'test_performance_tracking',
    'passes',
    { ...programs.php, ...ci('phpunit --log-junit a.xml') },
  ],
  [
    'an early gorm',
    'n_plus_one_detection',
    'fails',
    { ...goService, 'go.mod': `${goService['go.mod']}require github.com/jinzhu/gorm v1.9.16\n` },
  ],
  [
    'the starter of Zipkin',
    'distributed_tracing',
    'passes',
    {
      'pom.xml':
        '<project><dependencies><dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency><dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-zipkin</artifactId></dependency></dependencies></project>',
      'src/main/java/App.java': '@SpringBootApplication\nclass App { public static void main(String[] a) {} }\n',
    },
  ],
  ['a file of labels in TOML', 'issue_labeling_system', 'passes', { ...library, '.github/labels.toml': '["a"]\n' }],
  [
    'a page about releases with the command line of the host',
    'vcs_cli_tools',
    'passes',
    { ...library, 'RELEASING.md': '```\ngh workflow run release.yml\n```\n' },
  ],
  [
    'a review by an agent in a pipeline of GitLab',
    'automated_pr_review',
    'passes',
    { ...library, '.gitlab-ci.yml': 'include:\n  - component: $CI_SERVER_FQDN/house/ci/ai/review@~latest\n' },
  ],
  [
    'a length of classes that was found when RuboCop came',
    'large_file_detection',
    'passes',
    {
      ...programs.ruby,
      '.rubocop.yml': 'inherit_from: .rubocop_todo.yml\n',
      '.rubocop_todo.yml': 'Metrics/ClassLength:\n  Max: 233\n',
    },
  ],
  [
    'a linter that reads pages',
    'agents_md_validation',
    'passes',
    { ...library, 'AGENTS.md': prose, 'package.json': npm([], { devDependencies: { '@eslint/markdown': '1' } }) },
  ],
  [
    'Flow without its strict mode',
    'strict_typing',
    'fails',
    { ...programs.javascript, '.flowconfig': '[options]\n\n[strict]\n' },
  ],
  [
    'modules of Testcontainers in Maven',
    'integration_tests_exist',
    'passes',
    {
      ...programs.java,
      'pom.xml':
        '<project><dependency><groupId>org.testcontainers</groupId><artifactId>mysql</artifactId><scope>test</scope></dependency></project>',
    },
  ],
  [
    'tables of SQLDelight',
    'database_schema',
    'passes',
    {
      'build.gradle.kts':
        'plugins { id("com.android.application") }\ndependencies { implementation("app.cash.sqldelight:android-driver:2.0.0") }\n',
      'src/main/kotlin/App.kt': 'class App\n',
      'src/main/sqldelight/a/Heap.sq': 'CREATE TABLE heap (id INTEGER);\n',
    },
  ],
  [
    'references of flags that LaunchDarkly collects',
    'dead_feature_flag_detection',
    'passes',
    { ...service(['@launchdarkly/node-server-sdk']), ...steps('      - uses: launchdarkly/find-code-references@v2\n') },
  ],
  [
    'the checker of SensioLabs',
    'automated_security_review',
    'passes',
    { ...programs.php, '.scrutinizer.yml': 'tools:\n  sensiolabs_security_checker: true\n' },
  ],
  [
    'a program for desktops that CI publishes',
    'release_automation',
    'passes',
    { ...desktop, ...ci('npx electron-builder --publish always') },
  ],
  ['calens', 'release_notes_automation', 'passes', { ...programs.go, ...ci('calens --output CHANGELOG.md') }],
  [
    'a composition on a page for users',
    'local_services_setup',
    'fails',
    { ...service(['pg']), 'docs/content/guide/docker-compose.yml': 'services: {}\n' },
  ],
  [
    'xorm',
    'n_plus_one_detection',
    'fails',
    { ...goService, 'go.mod': `${goService['go.mod']}require xorm.io/xorm v1.3.2\n` },
  ],
  [
    'a report of tests that a script of .NET writes',
    'test_performance_tracking',
    'passes',
    { ...programs.csharp, 'build.ps1': 'dotnet test -l trx\n' },
  ],
  [
    'the distribution of OpenTelemetry, which sends metrics by itself',
    'metrics_collection',
    'passes',
    { 'requirements.txt': 'fastapi==1\nopentelemetry-distro==0.53\n', 'main.py': 'app = FastAPI()\n' },
  ],
  [
    'Composer from a folder of tools',
    'build_cmd_doc',
    'passes',
    { ...programs.php, 'README.md': '```\n./tools/composer install\n```\n' },
  ],
  [
    'a command that only installs what the pages need',
    'single_command_setup',
    'fails',
    { ...library, 'AGENTS.md': '```\ncd docs && npm install\n```\n' },
  ],
  [
    'tests of types beside others',
    'test_naming_conventions',
    'passes',
    { ...library, 'src/a.test.ts': 'it()\n', 'src/a.test-d.ts': 'test("a", () => {})\n' },
  ],
  [
    'a test file called acceptance',
    'integration_tests_exist',
    'passes',
    { ...programs.python, 'testing/acceptance_test.py': 'def test_a(): pass\n' },
  ],
]

describe('verdicts of repositories that were met once', () => {
  itJudges(loose)
  itJudges(forms)

  const rationale = (files: Files, id: CriterionId) => judge(repositoryOf({ files })).report[id]?.rationale

  const goTests: Files = { ...programs.go, 'main_test.go': 'package main\n', Makefile: 'test:\n\tgo test ./...\n' }

  it('names the Makefile that runs the tests of Go', () => {
    expect(rationale(goTests, 'unit_tests_runnable')).toContain('Makefile:2')
  })

  it('names the Makefile where the tests of Go would be shuffled', () => {
    expect(rationale(goTests, 'test_isolation')).toContain('Makefile')
  })

  const workflow = 'on: push\njobs: { a: { steps: [{ run: make }] } }\n'

  it.each<readonly [lesson: string, CriterionId, place: string, Files]>([
    ['a license before what it was copied from', 'license', 'LICENSE:1', { COPYING: 'x', LICENSE: 'x' }],
    [
      'every workflow whose token is open, up to three',
      'token_permissions',
      'b.yml',
      { '.github/workflows/a.yml': workflow, '.github/workflows/b.yml': workflow },
    ],
    [
      'the settings of issues without a template',
      'issue_templates',
      'config.yml',
      { '.github/ISSUE_TEMPLATE/config.yml': 'a: 1\n' },
    ],
    [
      'settings of Codecov beside the workflows',
      'test_coverage_thresholds',
      '.github/codecov.yml',
      { '.github/codecov.yml': 'comment: false\n' },
    ],
    ['the manifest where a linter would be declared', 'tech_debt_tracking', 'package.json', {}],
    [
      'the settings of a linter before those of editors',
      'large_file_detection',
      'eslint.config.js',
      { '.editorconfig': 'root = true\n', 'eslint.config.js': 'export default []\n' },
    ],
    [
      'the manifest of Go beside another module',
      'monorepo_tooling',
      'go.mod',
      { ...programs.go, 'b/go.mod': 'module b\n', 'b/b.go': 'package b\n' },
    ],
    [
      'the settings of an agent before its other files',
      'agent_hooks',
      '.claude/settings.json',
      { '.claude/.gitignore': 'a\n', '.claude/settings.json': '{}' },
    ],
  ])('names %s', (_, id, place, files) => {
    expect(rationale({ ...library, ...files }, id)).toContain(place)
  })
})
