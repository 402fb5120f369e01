import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge.ts'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { ci, type Files, json, library, npm, repositoryOf, service, tested } from './mini.ts'
import { programs } from './programs.ts'

const pipeline: Files = {
  'azure-pipelines.yml': 'trigger: [main]\nsteps:\n- template: build/steps.yml\n',
  'build/steps.yml': 'steps:\n- script: npm test\n- task: PublishTestResults@2\n',
}
const large: Files = {
  ...library,
  ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`src/part${index}.ts`, 'export {}\n'])),
}
const restricted = (group: string): string =>
  `module.exports = { rules: { "no-restricted-imports": ["error", { patterns: [{ group: [${group}] }] }] } }\n`
const publishing = (action: string): Files => ({
  ...library,
  '.github/workflows/ci.yml': `on: push\njobs:\n  a:\n    steps:\n      - uses: ${action}\n`,
})

/** Each row was judged wrongly in a repository of the last batch. */
const rows: readonly Judged[] = [
  ['steps that a pipeline takes from another file', 'ci_runs_tests', 'passes', { ...tested, ...pipeline }],
  ['results that such steps publish', 'test_performance_tracking', 'passes', { ...tested, ...pipeline }],
  [
    'a file of settings that a workflow only mentions',
    'ci_runs_tests',
    'fails',
    { ...tested, 'azure-pipelines.yml': 'steps:\n- script: echo ./a.yml\n', 'a.yml': 'run: npm test\n' },
  ],
  ['an action that publishes a gem', 'release_automation', 'passes', publishing('mini/publish-rubygems-action@v1')],
  ['an action that does something else', 'release_automation', 'fails', publishing('mini/greet-action@v1')],
  [
    'a build that releases with JReleaser',
    'release_automation',
    'passes',
    { ...programs.kotlin, ...ci('./gradlew check'), 'buildSrc/src/main/kotlin/a.gradle.kts': 'jreleaser {\n}\n' },
  ],
  [
    'notes from the labels of changes',
    'release_notes_automation',
    'passes',
    { ...library, 'package.json': npm([], { exports: './src/main.ts', devDependencies: { 'lerna-changelog': '2' } }) },
  ],
  [
    'coverage that is sent by a tool of Go',
    'code_quality_metrics',
    'passes',
    { ...programs.go, ...ci('goveralls -coverprofile=a') },
  ],
  [
    'rules that another file of TypeScript holds',
    'naming_consistency',
    'passes',
    {
      ...library,
      'eslint.config.ts': "import rules from './rules'\n",
      'rules.ts': 'export default { camelcase: WARNING }\n',
    },
  ],
  [
    'a rule that a name switches off',
    'naming_consistency',
    'fails',
    {
      ...library,
      'eslint.config.ts': "import rules from './rules'\n",
      'rules.ts': 'export default { camelcase: OFF }\n',
    },
  ],
  [
    'a ban on every relative path',
    'code_modularization',
    'fails',
    { ...large, 'eslint.config.js': restricted('"./", "../"') },
  ],
  [
    'a ban on one folder',
    'code_modularization',
    'passes',
    { ...large, 'eslint.config.js': restricted('"../server/*"') },
  ],
  [
    'tests of a part that is called architecture',
    'code_modularization',
    'fails',
    { ...large, 'src/architecture/draw.ts': 'export {}\n', 'test/architecture.spec.ts': 'it()\n' },
  ],
  [
    'tests of the architecture',
    'code_modularization',
    'passes',
    { ...large, 'test/architecture/architecture.spec.ts': 'it()\n' },
  ],
  [
    'unused imports that ktlint is told to report',
    'dead_code_detection',
    'passes',
    { ...programs.kotlin, '.editorconfig': '[*.kt]\nktlint_standard_no-unused-imports = enabled\n' },
  ],
  [
    'warnings that stop the build, in a folder of the build',
    'dead_code_detection',
    'passes',
    {
      ...programs.csharp,
      'build/all.props': '<Project><TreatWarningsAsErrors>true</TreatWarningsAsErrors></Project>\n',
    },
  ],
  [
    'a lock file of a plugin of Gradle',
    'deps_pinned',
    'passes',
    { ...programs.kotlin, 'build.gradle.kts': 'implementation("a.b:c:1.+")\n', 'dependencies.lock': '{}\n' },
  ],
  [
    'a release that is tried again',
    'flaky_test_detection',
    'fails',
    { ...tested, ...ci('a\n        name: Retry failed nightly prerelease') },
  ],
  [
    'tests that are tried again',
    'flaky_test_detection',
    'passes',
    { ...tested, ...ci('npm run test:all\n        if: failure()') },
  ],
  [
    'a generator that documents itself',
    'automated_doc_generation',
    'passes',
    { ...programs.elixir, 'mix.exs': 'def project do\n  [\n    app: :mini,\n    docs: docs()\n  ]\nend\n' },
  ],
  [
    'a route for the state with an optional end',
    'health_checks',
    'passes',
    { ...service(), 'src/state.ts': 'app.get("/status(/more)?", answer)\n' },
  ],
  [
    'tests with a driver of browsers',
    'integration_tests_exist',
    'passes',
    {
      ...tested,
      'package.json': npm([], { exports: './src/main.ts', devDependencies: { 'selenium-webdriver': '4' } }),
    },
  ],
  [
    'tests of a package in a browser',
    'integration_tests_exist',
    'passes',
    { ...programs.php, 'composer.json': json({ name: 'a/b', 'require-dev': { 'orchestra/testbench-dusk': '9' } }) },
  ],
  [
    'tests of Go that wait for a variable',
    'integration_tests_exist',
    'passes',
    { ...programs.go, Makefile: 'testacc:\n\tMINI_ACC=1 go test ./...\n' },
  ],
  [
    'variables of an example',
    'secrets_management',
    'passes',
    { ...library, 'compose-examples/a/.env': 'API_SECRET=0123456789abcdef0123\n', '.gitignore': '.env\n' },
  ],
  ['variables for containers', 'env_template', 'passes', { ...service(), '.env.docker': '# The port.\nPORT=\n' }],
  [
    'a target that makes a book',
    'single_command_setup',
    'fails',
    { ...library, 'manual/Makefile': 'init:\n\tmdbook init\n' },
  ],
  [
    'a target of a part of a part',
    'single_command_setup',
    'fails',
    { ...library, 'src/box/Makefile': 'setup:\n\t./fetch\n' },
  ],
  ['a target of the project', 'single_command_setup', 'passes', { ...library, Makefile: 'setup:\n\tnpm ci\n' }],
  [
    'a script that starts the runner of Node',
    'test_isolation',
    'passes',
    { ...tested, 'suite-runner.js': "const { run } = require('node:test')\n" },
  ],
  [
    'a workspace in one of several folders',
    'version_drift_detection',
    'passes',
    {
      'core/Cargo.toml': '[workspace]\nmembers = ["a", "b"]\n[workspace.dependencies]\nserde = "1"\n',
      ...Object.fromEntries(
        ['a', 'b'].flatMap((each) => [
          [`core/${each}/Cargo.toml`, `[package]\nname = "${each}"\nversion = "1.0.0"\n`],
          [`core/${each}/src/lib.rs`, 'pub fn a() {}\n'],
        ]),
      ),
    },
  ],
]

/** Each row names the place that a reader would look at. */
const places: readonly (readonly [id: CriterionId, place: string, files: Files])[] = [
  [
    'automated_pr_review',
    'look at .github/workflows/ci.yml',
    { ...tested, '.circleci/config.yml': 'jobs:\n  a:\n    steps:\n      - run: npm test\n', ...ci() },
  ],
  [
    'automated_pr_review',
    '.github/workflows/b-review.yml:1 reviews',
    {
      ...library,
      ...Object.fromEntries(
        ['a', 'b-review'].map((name) => [
          `.github/workflows/${name}.yml`,
          'on: pull_request\njobs:\n  a:\n    steps:\n      - uses: google-github-actions/run-gemini-cli@v1\n',
        ]),
      ),
    },
  ],
  [
    'naming_consistency',
    'rules.ts:2 sets camelcase',
    {
      ...library,
      'eslint.config.ts': "import a from './rules'\n",
      'rules.ts': 'export default {\n  camelcase: "warn",\n}\n',
    },
  ],
  [
    'cyclomatic_complexity',
    'look at phpstan.neon and pint.json',
    {
      ...programs.php,
      'phpstan.neon': 'parameters:\n',
      'pint.json': '{}\n',
      'eslint.config.js': 'export default []\n',
    },
  ],
  ['flaky_test_detection', 'and package.json', { ...tested, ...ci() }],
  ['unused_dependencies_detection', 'and Cargo.toml', { ...programs.rust, ...ci() }],
  ['release_notes_automation', 'look at MAINTAINING.md', { ...library, 'MAINTAINING.md': '# Releases\n' }],
  ['service_flow_documented', 'and docs', { ...library, 'README.md': '# Mini\n', 'docs/use.md': '# Use\n' }],
  [
    'type_check',
    'see core/Cargo.toml:1',
    {
      'core/Cargo.toml': '[workspace]\nmembers = ["a"]\n',
      'core/a/Cargo.toml': '[package]\nname = "a"\nversion = "1.0.0"\n',
      'core/a/src/lib.rs': 'pub fn a() {}\n',
    },
  ],
  [
    'deployment_observability',
    'watch/dashboards/a.json:1',
    { ...service(), 'a/grafana/compose.yml': 'services: {}\n', 'watch/dashboards/a.json': '{}\n' },
  ],
  [
    'api_schema_docs',
    'openapi/paths.yml:1',
    { ...service(), 'openapi/README.md': '# The API\n', 'openapi/paths.yml': 'paths: {}\n' },
  ],
]

describe('verdicts of the last batch', () => {
  itJudges(rows)

  it.each(places)('%s names %s', (id, place, files) => {
    expect(judge(repositoryOf({ files })).report[id]?.rationale).toContain(place)
  })
})
