import { describe } from 'vitest'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { ci, type Files, library, npm, tested } from './mini.ts'

const many = (ending: string, text: string, directory = 'src'): Files =>
  Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${directory}/part${index}.${ending}`, text]))
const scripts: Files = { ...library, ...many('ts', 'export const a = 1\n') }
const python: Files = { 'pyproject.toml': '[project]\nname = "mini"\n', ...many('py', 'a = 1\n', 'mini') }
const haskell: Files = { 'mini.cabal': 'name: mini\nlibrary\n  other-modules: A\n', ...many('hs', 'module A where\n') }
const scala: Files = { 'build.sbt': 'lazy val a = project.dependsOn(b)\n', ...many('scala', 'class A\n') }
const php: Files = { 'composer.json': '{"name": "a/mini"}', ...many('php', '<?php\n') }
const swift: Files = { 'Package.swift': 'let a = Package(name: "A")\n', 'Sources/A/a.swift': 'let a = 1\n' }
const java: Files = { 'pom.xml': '<project/>\n', 'src/main/java/A.java': 'class A {}\n' }
const gitlab = (lines: string): Files => ({ ...tested, '.gitlab-ci.yml': `test:\n  script:\n    - npm test\n${lines}` })

/** Tools that hold boundaries; a list of modules, a graph of them and what may not go in circles are none. */
const boundaries: readonly Judged[] = [
  ['sheriff', 'code_modularization', 'passes', { ...scripts, 'sheriff.config.ts': 'export const config = {}\n' }],
  ['boundaries of Turborepo', 'code_modularization', 'passes', { ...scripts, ...ci('turbo boundaries') }],
  ['a graph', 'code_modularization', 'fails', { ...scripts, 'package.json': npm(['madge'], { exports: './a.ts' }) }],
  ['Tach', 'code_modularization', 'passes', { ...python, 'tach.toml': 'modules = []\n' }],
  ['a hidden module of Haskell', 'code_modularization', 'fails', haskell],
  ['projects of sbt', 'code_modularization', 'fails', scala],
  ['arkitect', 'code_modularization', 'passes', { ...php, 'phparkitect.php': '<?php\n' }],
]

const names: readonly Judged[] = [
  ['settings of swift-format', 'naming_consistency', 'passes', { ...swift, '.swift-format': '{"version": 1}\n' }],
  [
    'settings of swift-format that take it back',
    'naming_consistency',
    'fails',
    { ...swift, '.swift-format': '{"rules": {"AlwaysUseLowerCamelCase": false}}\n' },
  ],
  [
    'a rule of PMD',
    'naming_consistency',
    'passes',
    { ...java, 'config/pmd.xml': '<rule ref="category/java/codestyle.xml/ClassNamingConventions"/>\n' },
  ],
  [
    'a set of ESLint in a list of YAML',
    'dead_code_detection',
    'passes',
    { ...library, '.eslintrc.yml': 'root: true\nextends:\n  - standard\n' },
  ],
]

const durations: readonly Judged[] = [
  [
    'reporters on several lines',
    'test_performance_tracking',
    'passes',
    {
      ...tested,
      'vitest.config.ts': "export default { test: {\n  reporters: [\n    'default',\n    'junit',\n  ],\n} }\n",
    },
  ],
  [
    'other reporters',
    'test_performance_tracking',
    'fails',
    { ...tested, 'vitest.config.ts': "a({ reporters: ['dot'] })\n" },
  ],
  [
    'a report of GitLab',
    'test_performance_tracking',
    'passes',
    gitlab('  artifacts:\n    reports:\n      junit: a.xml\n'),
  ],
  ['no report of GitLab', 'test_performance_tracking', 'fails', gitlab('  artifacts:\n    paths: [a]\n')],
  ['a report of TRX', 'test_performance_tracking', 'passes', { ...tested, ...ci('dotnet test -- --report-trx') }],
  ['a report of ctest', 'test_performance_tracking', 'passes', { ...tested, ...ci('ctest --output-junit a.xml') }],
  ['a report of Swift', 'test_performance_tracking', 'passes', { ...tested, ...ci('swift test --xunit-output a.xml') }],
  [
    'results in Azure',
    'test_performance_tracking',
    'passes',
    { ...tested, 'azure-pipelines.yml': 'steps:\n- task: PublishTestResults@2\n' },
  ],
]

const retries: readonly Judged[] = [
  ['retries of Mocha', 'flaky_test_detection', 'passes', { ...tested, ...ci(), '.mocharc.json': '{ "retries": 2 }\n' }],
  [
    'no retries of Mocha',
    'flaky_test_detection',
    'fails',
    { ...tested, ...ci(), '.mocharc.json': '{ "retries": 0 }\n' },
  ],
  [
    'attempts of Bazel',
    'flaky_test_detection',
    'passes',
    { ...tested, ...ci('bazel test --flaky_test_attempts=3 //...') },
  ],
  ['attempts of Ginkgo', 'flaky_test_detection', 'passes', { ...tested, ...ci('ginkgo --flake-attempts=3') }],
  [
    'browser tests alone',
    'flaky_test_detection',
    'passes',
    { ...tested, ...ci(), 'e2e/playwright.config.ts': 'export default { retries: 2 }\n' },
  ],
]

describe('boundaries', () => itJudges(boundaries))
describe('names', () => itJudges(names))
describe('durations of tests', () => itJudges(durations))
describe('tests that are tried again', () => itJudges(retries))
