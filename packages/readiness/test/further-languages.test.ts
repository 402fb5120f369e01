import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge/judge.ts'
import { itIsMet } from './it-is-met.ts'
import { ci, type Files, repositoryOf } from './mini.ts'
import { programs } from './programs.ts'

itIsMet([
  ['formatter', 'scala', { '.scalafmt.conf': '' }],
  ['formatter', 'clojure', { 'deps.edn': '{:aliases {:fmt {:extra-deps {dev.weavejester/cljfmt {}}}}}\n' }],
  ['formatter', 'dart', ci('dart format --set-exit-if-changed .')],
  ['formatter', 'haskell', { 'fourmolu.yaml': '' }],
  ['formatter', 'zig', ci('zig fmt --check .')],
  ['formatter', 'lua', { 'stylua.toml': '' }],
  ['formatter', 'perl', { '.perltidyrc': '' }],
  ['formatter', 'shell', ci('shfmt -d .')],
  ['lint_config', 'scala', { '.scalafix.conf': '' }],
  ['lint_config', 'clojure', { '.clj-kondo/config.edn': '{}' }],
  ['lint_config', 'dart', { 'analysis_options.yaml': 'include: package:lints/recommended.yaml\n' }],
  ['lint_config', 'haskell', { '.hlint.yaml': '' }],
  ['lint_config', 'lua', { '.luacheckrc': '' }],
  ['lint_config', 'perl', { '.perlcriticrc': '' }],
  ['lint_config', 'shell', ci('shellcheck mini.sh')],
  ['type_check', 'scala', ''],
  ['type_check', 'dart', ''],
  ['type_check', 'haskell', ''],
  ['type_check', 'zig', ''],
  ['naming_consistency', 'dart', { 'analysis_options.yaml': 'include: package:lints/recommended.yaml\n' }],
  ['dead_code_detection', 'scala', { 'build.sbt': 'scalacOptions += "-Wunused:all"\n' }],
  ['dead_code_detection', 'haskell', { 'mini.cabal': 'name: mini\nlibrary\n  ghc-options: -Wall\n' }],
  ['dead_code_detection', 'zig', ''],
  ['unit_tests_exist', 'scala', { 'src/test/scala/MiniSpec.scala': '' }],
  ['unit_tests_exist', 'clojure', { 'test/mini/core_test.clj': '' }],
  ['unit_tests_exist', 'dart', { 'test/mini_test.dart': '' }],
  ['unit_tests_exist', 'haskell', { 'test/MiniSpec.hs': '' }],
  ['unit_tests_exist', 'zig', { 'src/root.zig': 'test "one" {}\n' }],
  ['unit_tests_exist', 'lua', { 'tests/mini_spec.lua': '' }],
  ['unit_tests_exist', 'perl', { 't/mini.t': '' }],
  ['unit_tests_exist', 'shell', { 'test/mini.bats': '' }],
  ['unit_tests_runnable', 'scala', ''],
  ['unit_tests_runnable', 'dart', ''],
  ['unit_tests_runnable', 'haskell', { 'mini.cabal': 'name: mini\ntest-suite spec\n' }],
  ['unit_tests_runnable', 'zig', { 'build.zig': 'const t = b.addTest(.{});\n' }],
  ['unit_tests_runnable', 'lua', { '.busted': '' }],
  ['unit_tests_runnable', 'perl', ''],
  ['unit_tests_runnable', 'shell', { Makefile: 'test:\n\tbats test\n' }],
  ['deps_pinned', 'scala', ''],
  ['deps_pinned', 'dart', { 'pubspec.lock': '' }],
  ['deps_pinned', 'haskell', { 'stack.yaml.lock': '' }],
  ['deps_pinned', 'zig', ''],
  ['gitignore_comprehensive', 'dart', { '.gitignore': '.dart_tool/\n*.swp\n' }],
  ['gitignore_comprehensive', 'scala', { '.gitignore': 'target/\n*.swp\n' }],
])

const testing: readonly (readonly [command: string, Files])[] = [
  ['sbt test', { ...programs.scala, 'src/test/scala/MiniSpec.scala': '' }],
  ['stack --no-terminal test', { ...programs.haskell, 'test/MiniSpec.hs': '' }],
  ['melos run test', { ...programs.dart, 'test/mini_test.dart': '' }],
  ['clojure -X:test', { ...programs.clojure, 'test/mini/core_test.clj': '' }],
  ['prove -lr t', { ...programs.perl, 't/mini.t': '' }],
  ['bats test', { ...programs.shell, 'test/mini.bats': '' }],
]

describe('CI of other languages', () => {
  it.each(testing)('runs the tests with %s', (command, files) => {
    const workflow = `on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${command}\n`
    const judged = judge(repositoryOf({ files: { ...files, '.github/workflows/ci.yml': workflow } }))
    expect(judged.report.ci_runs_tests).toMatchObject({ numerator: 1 })
  })

  it.each(['.gitlab/ci/test.yml', '.circleci/test.yml', '.builds/linux.yml', '.azuredevops/test.yml', 'buildspec.yml'])(
    'is found in %s',
    (path) => {
      const files = { ...programs.go, 'main_test.go': '', [path]: 'script: go test ./...\n' }
      expect(judge(repositoryOf({ files })).report.ci_runs_tests).toMatchObject({ numerator: 1 })
    },
  )
})

it('counts scripts of a shell beside a program neither as its source nor as its tests', () => {
  const files = { ...programs.javascript, 'deploy.sh': 'a\n', 'b.sh': 'b\n', 'test/smoke.sh': 'curl localhost\n' }
  const { applications, report } = judge(repositoryOf({ files }))
  expect(applications.map(({ language, sources, tests }) => ({ language, sources, tests }))).toEqual([
    { language: 'javascript', sources: ['src/main.js'], tests: [] },
  ])
  expect(report.unit_tests_exist).toMatchObject({ numerator: 0 })
})

it('takes scripts that set a machine up for no application', () => {
  expect(judge(repositoryOf({ files: { 'zsh/install.sh': 'echo\n', zshrc: '' } })).applications).toEqual([])
})

it('takes a command of the build tool that starts the service for a setup', () => {
  const files = {
    ...programs.java,
    'README.md': 'Start it:\n\n```sh\n./gradlew bootRun\n```\n',
  }
  expect(judge(repositoryOf({ files })).report.single_command_setup).toMatchObject({ numerator: 1 })
})
