import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge.ts'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { ci, type Files, json, library, npm, prose, repositoryOf, service } from './mini.ts'
import { programs } from './programs.ts'
import { c, goModule, goService, java, python } from './small-programs.ts'

const cTested: Files = {
  ...c,
  ...ci('make test'),
  'tests/unit1.c': 'static int test_unit1(void)\n{\n  UNITTEST_BEGIN\n}\n',
}
const playbooks: Files = {
  'galaxy.yml': 'namespace: a\nname: b\n',
  'playbooks/site.yml': '- hosts: all\n',
  'roles/a/tasks/main.yml': '- name: a\n',
}
const lua: Files = {
  'mini-1.0-1.rockspec': 'dependencies = {\n  "lua-resty-etcd = 1.10",\n  "api7-lua-resty-http = 0.2",\n}\n',
  'mini/init.lua': 'ngx.say("1")\nreturn {}\n',
  'bin/mini': '#!/bin/sh\nopenresty\n',
  'mini.service': '[Service]\nExecStart=/usr/bin/mini start\n',
  Dockerfile: 'FROM openresty\nEXPOSE 80\nCMD ["openresty", "-g", "daemon off;"]\n',
}
const luaWith = (rock: string): Files => ({
  ...lua,
  'mini-1.0-1.rockspec': `dependencies = {\n  "lua-resty-etcd = 1.10",\n  "api7-lua-resty-http = 0.2",\n  "${rock} = 1.0",\n}\n`,
})
const csharpService = (source: string): Files => ({
  'Mini.csproj':
    '<Project Sdk="Microsoft.NET.Sdk.Web">\n<PackageReference Include="linq2db" Version="6.2.1" />\n</Project>',
  'Program.cs': 'var app = WebApplication.CreateBuilder(args).Build();\napp.Run();\n',
  'Controller.cs': source,
})
const phpOnly: Files = {
  ...library,
  'package-lock.json': '{}',
  'composer.json': json({ name: 'a/mini', require: { php: '>=8.1', 'ext-json': '*' } }),
  '.gitignore': 'node_modules\n.DS_Store\n',
}
const many = (folder: string, ending: string, text: string): Files =>
  Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${folder}/A${index}.${ending}`, text]))
const golang: Files = {
  ...goModule,
  'tools/.golangci.yaml': 'version: "2"\nlinters:\n  default: none\n  enable:\n    - revive\n    - unused\n',
}
const module: Files = {
  'main.tf': 'resource "aws_db_instance" "a" {}\n',
  'variables.tf': 'variable "a" {}\n',
  'versions.tf': 'terraform {\n  required_version = ">= 1.0"\n}\n',
}

/** Each row was judged wrongly in one of 26 repositories that strangers had labelled. */
const verdicts: readonly Judged[] = [
  ['ansible-lint reads playbooks', 'lint_config', 'passes', { ...playbooks, '.ansible-lint': 'profile: basic\n' }],
  ['playbooks without a linter', 'lint_config', 'fails', playbooks],
  ['playbooks without a formatter', 'formatter', 'fails', playbooks],
  ['playbooks of which nobody looks for what is unused', 'dead_code_detection', 'fails', playbooks],
  ['a language that nobody knows', 'formatter', 'absent', programs.other],
  [
    'collections of any version',
    'deps_pinned',
    'fails',
    { ...playbooks, 'collections/requirements.yml': 'collections:\n  - name: community.general\n' },
  ],
  [
    'a collection that asks for a range',
    'deps_pinned',
    'fails',
    { ...playbooks, 'galaxy.yml': 'namespace: a\nname: b\ndependencies:\n  ansible.posix: ">=1.5.0"\n' },
  ],
  [
    'collections of exact versions',
    'deps_pinned',
    'passes',
    { ...playbooks, 'requirements.yml': 'collections:\n  - name: community.general\n    version: 8.1.0\n' },
  ],
  [
    'the least number of tests is no coverage',
    'test_coverage_thresholds',
    'fails',
    { ...cTested, ...ci("export TFLAGS='-j6 --min=4 HTTP/3'") },
  ],
  [
    'the least coverage of a runner of PHP',
    'test_coverage_thresholds',
    'passes',
    { ...programs.php, ...ci('vendor/bin/pest --coverage --min=90') },
  ],
  [
    'the runner of Elixir has a threshold',
    'test_coverage_thresholds',
    'passes',
    { ...programs.elixir, 'mix.exs': 'def project do\n  [\n    test_coverage: [summary: [threshold: 85]]\n  ]\nend\n' },
  ],
  [
    'a threshold of ExCoveralls',
    'test_coverage_thresholds',
    'passes',
    { ...programs.elixir, 'coveralls.json': json({ coverage_options: { minimum_coverage: 80 } }) },
  ],
  [
    'a status of each flag of Codecov',
    'test_coverage_thresholds',
    'passes',
    {
      ...library,
      'codecov.yaml': 'flag_management:\n  default_rules:\n    statuses:\n      - type: patch\n        target: 80%\n',
    },
  ],
  [
    'a page about an option for large files',
    'large_file_detection',
    'fails',
    { ...c, Makefile: 'pages = CURLOPT_MAXFILESIZE_LARGE.3 a.3\n' },
  ],
  [
    'a list of what a build used',
    'build_performance_tracking',
    'fails',
    { ...library, ...ci('syft a -o "spdx-json=a.buildtime.spdx.json"') },
  ],
  [
    'an alias for an interface of logging',
    'structured_logging',
    'fails',
    csharpService('using ILogger = Mini.Logging.ILogger;\n'),
  ],
  ['a mapper of C# without a detector', 'n_plus_one_detection', 'fails', csharpService('class C {}\n')],
  ['a composer.json that asks for PHP alone needs no lock', 'deps_pinned', 'passes', phpOnly],
  ['a composer.json that asks for PHP alone leaves nothing behind', 'gitignore_comprehensive', 'passes', phpOnly],
  [
    'a composer.json that asks for a package',
    'deps_pinned',
    'fails',
    { ...phpOnly, 'composer.json': json({ name: 'a/mini', require: { 'monolog/monolog': '^3' } }) },
  ],
  [
    'a module of Java, compiled apart',
    'code_modularization',
    'passes',
    {
      ...java,
      ...many('src/main/java/a', 'java', 'class A {}\n'),
      'src/main/module/module-info.java': 'module a {}\n',
    },
  ],
  [
    'without a module of Java',
    'code_modularization',
    'fails',
    { ...java, ...many('src/main/java/a', 'java', 'class A {}\n') },
  ],
  [
    'notes that hugoreleaser makes',
    'release_notes_automation',
    'passes',
    { ...goModule, 'hugoreleaser.yaml': 'release_settings:\n  release_notes_settings:\n    generate: true\n' },
  ],
  [
    'the settings of LDoc in a folder',
    'automated_doc_generation',
    'passes',
    { ...lua, 'autodocs/config.ld': "project='a'\n" },
  ],
  [
    'options of TypeDoc among those of the compiler',
    'automated_doc_generation',
    'passes',
    { ...library, 'tsconfig.json': json({ typedocOptions: { out: 'docs' } }) },
  ],
  [
    'a script that writes manual pages',
    'automated_doc_generation',
    'passes',
    { ...c, Makefile: 'a.3: a.md\n\tscripts/cd2nroff a.md > a.3\n' },
  ],
  [
    'a script for manual pages that is only shipped',
    'automated_doc_generation',
    'fails',
    { ...c, Makefile: 'dist = osdep.c mdoc2man.awk mini.1\n' },
  ],
  [
    'a generator that is only installed',
    'automated_doc_generation',
    'fails',
    { ...library, ...ci('gem install asciidoctor') },
  ],
  ['metrics of a rock', 'metrics_collection', 'passes', luaWith('nginx-lua-prometheus-api7')],
  ['traces of a rock', 'distributed_tracing', 'passes', luaWith('skywalking-nginx-lua')],
  ['a server in Lua without metrics', 'metrics_collection', 'fails', lua],
  ['a breaker of its own', 'circuit_breakers', 'passes', { ...lua, 'mini/plugins/api-breaker.lua': 'return {}\n' }],
  ['a server in Lua that calls others', 'circuit_breakers', 'fails', lua],
  [
    'a composition with what a rock speaks to',
    'local_services_setup',
    'passes',
    { ...lua, 'ci/pod/docker-compose.yml': 'services:\n  etcd:\n    image: etcd\n' },
  ],
  [
    'a level of PHPStan for tests of types alone',
    'strict_typing',
    'fails',
    {
      ...programs.php,
      'phpstan.src.neon.dist': 'parameters:\n    level: 1\n',
      'phpstan.types.neon.dist': 'parameters:\n    level: max\n',
    },
  ],
  ['settings of golangci-lint in a folder for tools', 'naming_consistency', 'passes', golang],
  ['the same, without a rule for names', 'naming_consistency', 'fails', goModule],
  [
    'alerts as a mixin of Prometheus',
    'alerting_configured',
    'passes',
    { ...goService, 'contrib/mixin/alerts/alerts.libsonnet': '{}\n' },
  ],
  [
    'dashboards as a mixin of Prometheus',
    'deployment_observability',
    'passes',
    { ...goService, 'contrib/mixin/dashboards/mini.libsonnet': '{}\n' },
  ],
  [
    'a logger that is called by two letters',
    'log_scrubbing',
    'passes',
    {
      ...goService,
      'auth/store.go':
        'package auth\nfunc a() {\n\tif ce := as.lg.Check(1); ce != nil {\n\t\tf := redactToken(token)\n\t\tce.Write(f)\n\t}\n}\n',
    },
  ],
  [
    'a runner of its own that works in parallel',
    'test_isolation',
    'passes',
    {
      ...python,
      'tests/test_a.py': 'def test_a(): pass\n',
      'tests/runtests.py': 'parser.add_argument(\n    "--parallel",\n    nargs="?",\n    default=0,\n)\n',
    },
  ],
  [
    'options of pytest without a space',
    'test_isolation',
    'passes',
    { ...python, 'pyproject.toml': '[project]\nname = "m"\n[tool.pytest.ini_options]\naddopts = "-nauto"\n' },
  ],
  [
    'jobs of a runner beside the tests',
    'test_isolation',
    'passes',
    { ...cTested, 'tests/Makefile.am': 'TEST_CI = -a -j20\n' },
  ],
  ['tests of C one by one', 'test_isolation', 'fails', cTested],
  [
    'retries of a runner beside the tests',
    'flaky_test_detection',
    'passes',
    { ...cTested, 'tests/Makefile.am': 'TEST_CI = -a --retry=5\n' },
  ],
  [
    'a run of CI that is called after integration tests',
    'integration_tests_exist',
    'passes',
    { ...playbooks, '.github/workflows/integration.yml': 'on: push\njobs: {}\n' },
  ],
  [
    'a function of CI that runs flaky tests again',
    'flaky_test_detection',
    'passes',
    { ...cTested, 'ci/run.sh': 'rerun_flaky_tests result\n' },
  ],
  ['tests of C without a usual name', 'test_naming_conventions', 'fails', cTested],
  [
    'tests of Python with two kinds of names',
    'test_naming_conventions',
    'fails',
    {
      ...python,
      'm/test/test_a.py': 'def test_a(): pass\n',
      'm/test/testb.py': 'def test_b(): pass\n',
    },
  ],
  [
    'tests of two packages in a folder of their own',
    'test_naming_conventions',
    'passes',
    {
      'one/pyproject.toml': '[project]\nname = "one"\n',
      'one/one/__init__.py': 'x = 1\n',
      'two/pyproject.toml': '[project]\nname = "two"\n',
      'two/two/__init__.py': 'x = 1\n',
      'tests/test_a.py': 'def test_a(): pass\n',
    },
  ],
  [
    'a limit by pmccabe',
    'cyclomatic_complexity',
    'passes',
    { ...c, ...ci('./scripts/top-complexity'), 'scripts/top-complexity': 'pmccabe src/*.c | check\n' },
  ],
  ['types of Terraform', 'type_check', 'absent', module],
  ['a module of Terraform without tests', 'unit_tests_runnable', 'fails', module],
  [
    'a module of Terraform with tests',
    'unit_tests_runnable',
    'passes',
    { ...module, 'tests/a.tftest.hcl': 'run "a" {\n}\n' },
  ],
  ['a module of Terraform for others', 'progressive_rollout', 'absent', module],
  [
    'Terraform that says where it is applied',
    'progressive_rollout',
    'fails',
    { ...module, 'providers.tf': 'provider "aws" {\n}\n' },
  ],
  [
    'files for a cluster of tests in Perl',
    'rollback_automation',
    'absent',
    { ...lua, 't/kubernetes/a.yaml': 'kind: Pod\n' },
  ],
  [
    'a cluster that CI makes for its tests',
    'rollback_automation',
    'absent',
    { ...library, ...ci('kind create cluster', 'kubectl apply -f a.yaml') },
  ],
  ['a tool that CI removes', 'rollback_automation', 'absent', { ...library, ...ci('apt-get remove -y kubectl') }],
  [
    'analytics for Android',
    'product_analytics_instrumentation',
    'passes',
    {
      'build.gradle':
        'plugins { id "com.android.application" }\ndependencies { implementation "io.github.criticalay:google-analytics-kt:1.2.1" }\n',
      'src/main/AndroidManifest.xml': '<manifest/>\n',
      'src/main/kotlin/App.kt': 'class App\n',
    },
  ],
  [
    'a workflow that verifies a release',
    'release_automation',
    'fails',
    {
      ...library,
      '.github/workflows/verify-released-assets.yml':
        'on: release\njobs:\n  a:\n    steps:\n      - run: sha256sum -c\n',
    },
  ],
  [
    'an image that a target pushes through a variable',
    'release_automation',
    'passes',
    { ...library, ...ci('make push-image'), Makefile: 'push-image:\n\t$(ENV_DOCKER) push a/mini\n' },
  ],
  [
    'a style page deep in the documentation',
    'naming_consistency',
    'passes',
    {
      ...python,
      'docs/internals/contributing/writing-code/coding-style.txt': 'Use underscores, not camelCase, for names.\n',
    },
  ],
  [
    'a section on names in a style page',
    'naming_consistency',
    'passes',
    { ...c, 'docs/internals/CODE_STYLE.md': '# Style\n\n## Naming\n\nAll global names begin with mini.\n' },
  ],
  [
    'a file that is gone, beside one of the same folder',
    'agents_md_current',
    'fails',
    {
      ...library,
      'tools/test.js': '1\n',
      'AGENTS.md': `Shared tools are \`tools/test.js\` and \`tools/release.js\`.\n${prose}\n`,
    },
  ],
]

/** Each row passed before, at a place that no reader would name. */
const places: readonly (readonly [lesson: string, id: CriterionId, place: string, files: Files])[] = [
  [
    'the plainest name of several settings',
    'type_check',
    'phpstan.neon:1',
    { ...programs.php, 'phpstan-dbal3.neon': 'includes: []\n', 'phpstan.neon': 'parameters: {}\n' },
  ],
  [
    'a file that is called after logs',
    'log_scrubbing',
    'src/logger.ts:1',
    { ...service(), 'src/flows.ts': 'log(redact(a))\n', 'src/logger.ts': 'export const a = redact(b)\n' },
  ],
  [
    'flags of the program, not those of its tests',
    'feature_flag_infrastructure',
    'work/flags.go:2',
    {
      ...goService,
      'tests/framework/cluster.go': 'package framework\nvar featureGates = 1\n',
      'work/flags.go': 'package work\nvar featureGates = 1\n',
    },
  ],
  [
    'most tests, not one with a usual name by chance',
    'unit_tests_exist',
    'tests/unit/a1.c:1',
    {
      ...c,
      'CMake/FeatureTests.c': 'int main() {}\n',
      ...Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`tests/unit/a${index + 1}.c`, 'int a;\n'])),
    },
  ],
  [
    'the folder of what the law asks for',
    'pii_handling',
    'domain/gdpr/log.go:1',
    {
      ...goService,
      'api/words.go': 'package api\nvar a = "anonymize"\n',
      'domain/gdpr/log.go': 'package gdpr\n',
    },
  ],
  [
    'a build of Java that says how pages are made',
    'automated_doc_generation',
    'build.gradle:2',
    { ...java, 'build.gradle': 'plugins { id "java" }\njavadoc {\n}\n', ...ci('./gradlew javadoc') },
  ],
  [
    'a description of an API, not of who may see it',
    'api_schema_docs',
    'package.json',
    {
      ...service(['graphql']),
      'package.json': npm(['fastify', 'graphql']),
      'data/schema-access-permissions.yaml': 'a: 1\n',
    },
  ],
]

describe('verdicts on 26 repositories that strangers labelled', () => {
  itJudges(verdicts)

  it.each(places)('%s: %s names %s', (_, id, place, files) => {
    expect(judge(repositoryOf({ files })).report[id]?.rationale).toMatch(new RegExp(`^${place.replaceAll('.', '\\.')}`))
  })
})
