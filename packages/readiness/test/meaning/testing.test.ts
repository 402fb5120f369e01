import { describe } from 'vitest'
import { ci, library, npm, tested } from '../mini.ts'
import { c, goModule, python, rails, rubyGem } from '../small-programs.ts'
import { itJudges } from './it-judges.ts'

describe('Testing', () => {
  itJudges([
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
      'reporters of coverage',
      'test_performance_tracking',
      'fails',
      { ...library, 'vitest.config.ts': "reporter: ['json', 'text']\n" },
    ],
    [
      'tests inside of the source',
      'unit_tests_exist',
      'passes',
      { 'Cargo.toml': '[package]\nname = "m"\n', 'src/lib.rs': '#[cfg(test)]\nmod tests {}\n' },
    ],
    ['one test file for all', 'unit_tests_exist', 'passes', { ...library, 'test.js': "it('works')\n" }],
    [
      'a test of C beside the source',
      'unit_tests_exist',
      'passes',
      { ...c, 'test.c': 'int main(void) { return 0; }\n' },
    ],
    [
      'a generator of records for tests',
      'unit_tests_exist',
      'fails',
      { 'm.gemspec': '', 'lib/generators/test_record.rb': 'class TestRecord; end\n' },
    ],
    ['no tests to name', 'test_naming_conventions', 'absent', library],
    ['names of Minitest', 'test_naming_conventions', 'passes', { ...rubyGem, 'test/test_m.rb': 'def test_m; end\n' }],
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
      'a workflow that only names tests',
      'ci_runs_tests',
      'fails',
      {
        ...tested,
        '.github/workflows/a.yml':
          'on: { push: { paths: [scripts/test] } }\njobs: { test: { steps: [{ run: npm ci }] } }\n',
      },
    ],
    ['Travis without a script', 'ci_runs_tests', 'passes', { ...tested, '.travis.yml': 'language: node_js\n' }],
    [
      'Travis with another script',
      'ci_runs_tests',
      'fails',
      { ...tested, '.travis.yml': 'language: c\nscript: lint\n' },
    ],
    ['no tests to run', 'ci_runs_tests', 'absent', library],
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
      'tests that run beside each other',
      'test_isolation',
      'passes',
      {
        ...goModule,
        'a_test.go': 'package m\nfunc TestA(t *testing.T) { t.Parallel() }\n',
        'b_test.go': 'package m\n',
      },
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
      'tests in random order',
      'test_isolation',
      'passes',
      {
        ...rails,
        'spec/rails_helper.rb': "RSpec.configure do |config|\n  config.order = 'random'\nend\n",
      },
    ],
    [
      'flake8, which is no flaky test',
      'flaky_test_detection',
      'fails',
      { ...python, ...ci('flake8 .'), 'tests/test_a.py': 'def test_a(): pass\n' },
    ],
    [
      'no retries at all',
      'flaky_test_detection',
      'fails',
      { ...tested, ...ci(), 'playwright.config.ts': 'export default {\n  retries: 0,\n}\n' },
    ],
    [
      'a target of CMake in capitals',
      'unit_tests_runnable',
      'passes',
      {
        ...c,
        'CMakeLists.txt': 'PROJECT(m C)\nADD_TEST(NAME m COMMAND m)\n',
      },
    ],
  ])
})
