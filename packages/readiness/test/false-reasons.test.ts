import { describe } from 'vitest'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { ci, type Files, library, npm, service } from './mini.ts'
import { programs } from './programs.ts'

const manyWords = 'The pages say what the project is about and how people work on it, in a few sentences. '.repeat(2)
const laravel: Files = {
  'composer.json': '{"name": "a/mini", "type": "project", "require": {"laravel/framework": "^12.0"}}',
  artisan: '<?php\n',
  'app/App.php': '<?php\n',
}
const goService: Files = {
  'go.mod': 'module mini\nrequire github.com/lib/pq v1.0.0\n',
  'main.go': 'package main\nfunc main() { http.ListenAndServe(":80", nil) }\n',
  Dockerfile: 'FROM scratch\nCMD ["/mini"]\n',
}
const pom = (text: string): Files => ({ ...programs.java, 'pom.xml': `<project>${text}</project>` })
const dependency = (group: string, artifact: string) =>
  `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId></dependency>`

/** A word that has another meaning there must not count. */
const tooBroad: readonly Judged[] = [
  [
    'a package of the program that is called system',
    'integration_tests_exist',
    'fails',
    { ...programs.go, 'handler/api/system/stats_test.go': 'package system\n' },
  ],
  [
    'a package of Java that is called after acceptance',
    'integration_tests_exist',
    'fails',
    { ...programs.java, 'src/eclipseTest/java/a/acceptance/MapTest.java': 'class MapTest {}\n' },
  ],
  [
    'annotations of Error Prone',
    'lint_config',
    'fails',
    pom(dependency('com.google.errorprone', 'error_prone_annotations')),
  ],
  ['the core of Error Prone', 'lint_config', 'passes', pom(dependency('com.google.errorprone', 'error_prone_core'))],
  [
    'telemetry that is anonymized',
    'pii_handling',
    'fails',
    { ...goService, 'flags.go': 'package main\nvar a = "Disable anonymized telemetry reports"\n' },
  ],
  [
    'a page that asks to look at names',
    'naming_consistency',
    'fails',
    { ...library, 'CLAUDE.md': `${manyWords}\n\n- Check indentation, naming conventions, and structure\n` },
  ],
  [
    'notes that are not generated',
    'release_notes_automation',
    'fails',
    { ...library, Makefile: 'release:\n\tcurl -d \'{"generate_release_notes":false}\' example.com\n' },
  ],
  ['a question to a cluster', 'rollback_automation', 'absent', { ...service(), ...ci('kubectl -n a get secrets b') }],
  ['a change of a cluster', 'rollback_automation', 'fails', { ...service(), ...ci('kubectl -n a apply -f b.yaml') }],
  ['a call of a function of a cloud', 'rollback_automation', 'absent', { ...service(), ...ci('aws lambda invoke a') }],
  ['notes of designers', 'service_flow_documented', 'fails', { ...library, 'DESIGNER_NOTES.md': manyWords }],
  [
    'a library for the time of builds',
    'build_performance_tracking',
    'fails',
    { ...library, ...ci('use graal-build-time') },
  ],
  [
    'settings of reviews',
    'agentic_development',
    'fails',
    { ...library, '.gemini/config.yaml': 'code_review:\n  a: 1\n' },
  ],
  [
    'the command line of the host on the page of a part',
    'vcs_cli_tools',
    'fails',
    { ...library, 'release/README.md': '```sh\ngh workflow run a\n```\n' },
  ],
  [
    'modules of a folder that are tidied',
    'unused_dependencies_detection',
    'fails',
    { ...programs.go, ...ci('go -C gen/go mod tidy') },
  ],
  [
    'a plug-in with its rule off',
    'code_modularization',
    'fails',
    {
      'package.json': npm([], { exports: './src/a0.ts', devDependencies: { '@nx/eslint-plugin': '1.0.0' } }),
      ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`src/a${index}.ts`, 'export {}\n'])),
    },
  ],
  [
    'code that looks like a link',
    'agents_md_current',
    'passes',
    { ...library, 'AGENTS.md': `${manyWords}\n\nSee \`src/main.ts\`: \`a[map](project)\` maps.\n` },
  ],
  [
    'a hook that somebody has to ask for',
    'dead_code_detection',
    'fails',
    {
      ...programs.python,
      '.pre-commit-config.yaml': 'repos:\n  - repo: a\n    hooks:\n      - id: autoflake\n        stages: [manual]\n',
    },
  ],
  [
    'a lesson on another program',
    'single_command_setup',
    'fails',
    { ...library, 'docs/getting-started.md': '```sh\nvagrant up\n```\n' },
  ],
  [
    'a hook that Swift installs',
    'single_command_setup',
    'fails',
    { ...programs.swift, 'CONTRIBUTING.md': '```sh\nswift run komondor install\n```\n' },
  ],
  [
    'a library that splits text into segments',
    'product_analytics_instrumentation',
    'fails',
    {
      ...pom(
        dependency('org.springframework.boot', 'spring-boot-starter-web') + dependency('net.loomchild', 'segment'),
      ),
      'src/main/java/App.java': '@SpringBootApplication\nclass App { public static void main(String[] a) {} }\n',
    },
  ],
]

/** What many repositories write in another way. */
const otherSpellings: readonly Judged[] = [
  [
    'a cargo of the matrix',
    'lint_config',
    'passes',
    { ...programs.rust, ...ci(`\${{ matrix.cargo }} clippy --all-targets`) },
  ],
  [
    'routes of Laravel',
    'health_checks',
    'passes',
    { ...laravel, 'routes/api.php': "<?php\nRoute::get('ping', fn () => 1);\n" },
  ],
  [
    'a typed route',
    'health_checks',
    'passes',
    { ...service(), 'src/routes.ts': "router.get<unknown, Status>('/status', () => 1)\n" },
  ],
  [
    'a question to another service',
    'health_checks',
    'fails',
    { ...service(), 'src/b.ts': "await this.axios.get('/v2/ping')\n" },
  ],
  [
    'a plug-in of Drone that pushes an image',
    'release_automation',
    'passes',
    { ...programs.go, '.drone.yml': 'steps:\n- name: publish\n  image: plugins/docker:18\n' },
  ],
  [
    'an analysis of Azure',
    'automated_security_review',
    'passes',
    { ...library, 'azure-pipelines.yml': 'steps:\n- task: SonarCloudPrepare@3\n' },
  ],
  [
    'a runner of tests that brings a shuffler',
    'test_isolation',
    'passes',
    {
      ...programs.python,
      'tests/test_a.py': 'def test_a(): pass\n',
      'tox.ini': '[testenv]\ndeps =\n    pytest-randomly\n',
    },
  ],
  ['ruff without settings', 'dead_code_detection', 'passes', { ...programs.python, ...ci('ruff check') }],
  [
    'programs of a build of Scala',
    'dead_code_detection',
    'passes',
    { ...programs.scala, 'project/Extensions.scala': 'val a = "-Wunused:all"\n' },
  ],
  [
    'another name for commands of sbt',
    'ci_runs_tests',
    'passes',
    {
      ...programs.scala,
      'src/test/scala/MiniTest.scala': 'class MiniTest\n',
      'build.sbt': 'addCommandAlias(\n  "validate",\n  ";clean;test"\n)\n',
      '.github/workflows/ci.yml': "on: push\njobs:\n  a:\n    steps:\n      - run: sbt '++ 3' validate\n",
    },
  ],
  [
    'Terratest',
    'integration_tests_exist',
    'passes',
    {
      ...programs.terraform,
      'test/src/go.mod': 'module a\nrequire github.com/gruntwork-io/terratest v1.0.0\n',
      'test/src/a_test.go': 'package a\n',
    },
  ],
  [
    'a parallel test of a module of Terraform',
    'test_isolation',
    'passes',
    { ...programs.terraform, 'test/src/a_test.go': 'package a\nfunc TestA(t *testing.T) { t.Parallel() }\n' },
  ],
  [
    'a default of a flag',
    'local_services_setup',
    'absent',
    {
      ...goService,
      'go.mod': 'module mini\nrequire (\n\tgithub.com/lib/pq v1.0.0\n\tgithub.com/mattn/go-sqlite3 v1.0.0\n)\n',
      'flags.go': 'package main\nvar a = Flag{\n\tName: "driver",\n\tValue: "sqlite3",\n}\n',
    },
  ],
  [
    'a package that a block of another language adds',
    'build_cmd_doc',
    'passes',
    { ...programs.csharp, 'README.md': '```csharp\ndotnet add package Mini\n```\n' },
  ],
  [
    'a command on any page',
    'build_cmd_doc',
    'passes',
    { ...programs.scala, 'docs/running.md': '```\nsbt stage\n```\n' },
  ],
  [
    'a wrapper that starts the build',
    'agents_md_current',
    'passes',
    { ...programs.java, mvnw: '#!/bin/sh\n', 'CLAUDE.md': `${manyWords}\n\n- \`./mvnw verify\`\n` },
  ],
  [
    'a run that is tried again',
    'flaky_test_detection',
    'passes',
    { ...programs.php, 'tests/ATest.php': '<?php\n', ...ci('bin/phpunit || bin/phpunit --stop-on-failure') },
  ],
  [
    'tests of the smaller part',
    'integration_tests_exist',
    'fails',
    {
      ...programs.cpp,
      'src/a.cpp': 'int a() { return 1; }\n',
      'bindings/rust/Cargo.toml': '[package]\nname = "mini"\ndescription = "Mini."\n',
      'bindings/rust/src/lib.rs': 'pub fn a() {}\n',
      'bindings/rust/tests/a.rs': '#[test]\nfn a() {}\n',
    },
  ],
  [
    'a file of rake beside the others',
    'test_isolation',
    'passes',
    {
      ...programs.swift,
      'Tests/MiniTests/MiniTests.swift': 'import XCTest\n',
      'rakelib/spm.rake': "task :test do\n  sh 'swift test --parallel'\nend\n",
    },
  ],
  [
    'a login in a shell',
    'dangerous_workflows',
    'fails',
    { ...library, ...ci(`gh issue comment 1 --body "\${{ github.event.issue.user.login }}"`) },
  ],
]

describe('a word alone proves nothing', () => itJudges(tooBroad))
describe('common spellings count', () => itJudges(otherSpellings))
