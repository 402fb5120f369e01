import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge.ts'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { ci, type Files, json, library, npm, pair, repositoryOf, service, tested } from './mini.ts'
import { programs } from './programs.ts'

const workflow = (steps: string): Files => ({
  '.github/workflows/ci.yml': `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`,
})
const rubyTests: Files = { ...programs.ruby, Rakefile: 'task default: :test\n', 'test/mini_test.rb': 'test\n' }
const javaTest: Files = { ...programs.java, 'src/test/java/AppTest.java': '@Test\n' }
const gradleModules: Files = {
  'settings.gradle.kts': 'include(":a", ":b")\n',
  'a/build.gradle.kts': 'plugins { application }\n',
  'a/src/main/kotlin/A.kt': 'fun main() {}\n',
  'b/build.gradle.kts': 'plugins { application }\n',
  'b/src/main/kotlin/B.kt': 'fun main() {}\n',
}
const comment = (text: string) => ({ 'pom.xml': `<project>\n<!-- ${text} -->\n</project>` })

const style: readonly Judged[] = [
  ['a comment in a build', 'dead_code_detection', 'fails', { ...programs.java, ...comment('no report of pmd') }],
  ['a comment in a build', 'lint_config', 'fails', { ...programs.java, ...comment('without\nspotbugs') }],
  [
    'warnings that a script of the project asks for',
    'dead_code_detection',
    'passes',
    { 'src/mini.c': 'int mini;\n', 'auto/cc/gcc': 'CFLAGS="$CFLAGS -Wall"\n' },
  ],
  [
    'warnings that a script of the project leaves out',
    'dead_code_detection',
    'fails',
    { 'src/mini.c': 'int mini;\n', 'auto/cc/gcc': '#CFLAGS="$CFLAGS -Wall"\n' },
  ],
  [
    'a cop without its department',
    'large_file_detection',
    'passes',
    { ...programs.ruby, '.rubocop.yml': 'ClassLength:\n  Max: 100\n' },
  ],
  [
    'a cop without its department that is off',
    'cyclomatic_complexity',
    'fails',
    { ...programs.ruby, '.rubocop.yml': 'CyclomaticComplexity:\n  Enabled: false\n' },
  ],
  [
    'a linter that leaves the layout alone',
    'formatter',
    'fails',
    { ...programs.ruby, '.rubocop.yml': 'Layout:\n  Enabled: false\nSecurity:\n  Enabled: true\n' },
  ],
  [
    'another formatter beside a linter that leaves the layout alone',
    'formatter',
    'passes',
    { ...programs.ruby, '.rubocop.yml': 'Layout:\n  Enabled: false\n', Gemfile: "gem 'syntax_tree'\n" },
  ],
  [
    'Credo without settings of its own',
    'cyclomatic_complexity',
    'passes',
    { ...programs.elixir, 'mix.exs': '  {:credo, "~> 1.5"}\n' },
  ],
  [
    'an option of the system for large files',
    'large_file_detection',
    'fails',
    { ...programs.cpp, Makefile: 'ifneq ($(BR2_LARGEFILE),y)\nCFLAGS += -D_LARGEFILE64_SOURCE=1\nendif\n' },
  ],
  ['a step for large files', 'large_file_detection', 'passes', { ...library, ...ci('check-large-files .') }],
  [
    'a build that brings its results to SonarQube',
    'code_quality_metrics',
    'passes',
    { ...programs.java, ...ci(), 'pom.xml': '<project><artifactId>sonar-maven-plugin</artifactId></project>' },
  ],
  [
    'Pylint beside a program of another language',
    'duplicate_code_detection',
    'fails',
    { ...library, '.pylintrc': '[MASTER]\njobs=1\n' },
  ],
  [
    'a script that hands the program to Coverity',
    'lint_config',
    'passes',
    { ...programs.cpp, 'resources/coverity_check.sh': 'cov-build --dir out make\n' },
  ],
  [
    'DeepSource for the language',
    'lint_config',
    'passes',
    { ...programs.go, '.deepsource.toml': '[[analyzers]]\nname = "go"\n' },
  ],
  [
    'a link to conventions of others',
    'naming_consistency',
    'fails',
    { ...programs.java, 'CONTRIBUTING.adoc': 'See https://example.org/a#names[plugin naming conventions].\n' },
  ],
  [
    'names of branches',
    'naming_consistency',
    'fails',
    { ...library, 'CONTRIBUTING.md': 'Maintenance branches are named after the version.\n' },
  ],
  [
    'how packages are named',
    'naming_consistency',
    'passes',
    { ...programs.go, '.github/copilot-instructions.md': '2. **Package naming**: one word in lower case\n' },
  ],
]

const testing: readonly Judged[] = [
  [
    'a class of the program that is called like a test',
    'unit_tests_exist',
    'fails',
    { ...programs.java, 'src/main/java/BranchSpec.java': 'class BranchSpec {}\n' },
  ],
  [
    'a test in a package called after helpers',
    'unit_tests_exist',
    'passes',
    { ...programs.java, 'src/test/java/org/mini/util/TimeTest.java': '@Test\n' },
  ],
  [
    'a program that measures, called like a test',
    'test_naming_conventions',
    'absent',
    { ...programs.cpp, 'benchmarks/speed_test.cpp': 'int main() {}\n' },
  ],
  [
    'tests of C that end a program by assertions',
    'test_naming_conventions',
    'fails',
    { ...programs.cpp, 'tests/Router.cpp': '#include <cassert>\nint main() {\n  assert(1 == 1);\n}\n' },
  ],
  [
    'a folder of unit tests of C',
    'test_naming_conventions',
    'fails',
    { ...programs.cpp, 'unittest/private.c': 'START_TEST(test_one)\n{\n}\nEND_TEST\n' },
  ],
  [
    'tests in another language than the program',
    'unit_tests_runnable',
    'passes',
    { 'src/mini.c': 'int mini;\n', 'src/more.c': 'int more;\n', 't/sanity.t': 'run_tests();\n' },
  ],
  [
    'a folder of tests that make builds and runs',
    'unit_tests_runnable',
    'passes',
    { 'src/mini.c': 'int mini;\n', ...workflow('      - run: make -C tests\n') },
  ],
  [
    'a target of Gradle for one variant',
    'ci_runs_tests',
    'passes',
    { ...javaTest, ...workflow('      - run: ./gradlew testDebugUnitTest\n') },
  ],
  [
    'the usual task of Rake with a variable',
    'ci_runs_tests',
    'passes',
    { ...rubyTests, ...workflow('      - run: bundle exec rake TESTOPT=-v\n') },
  ],
  [
    'a clean install beside a script called ci',
    'ci_runs_tests',
    'fails',
    { ...tested, 'package.json': npm([], { scripts: { ci: 'jest' } }), ...workflow('      - run: npm ci\n') },
  ],
  [
    'a script that names the latest version',
    'ci_runs_tests',
    'fails',
    { ...tested, ...workflow('      - run: ./scripts/tag_latest\n') },
  ],
  [
    'a job that runs what its parameter says',
    'ci_runs_tests',
    'passes',
    {
      ...tested,
      '.circleci/config.yml':
        'jobs:\n  a:\n    parameters:\n      goal:\n        description: a target\n        default: distcheck\n    steps:\n      - run: make << parameters.goal >>\n',
    },
  ],
  [
    'a file that prepares tests which are not there',
    'ci_runs_tests',
    'absent',
    { ...programs.php, 'tests/bootstrap.php': '<?php\n' },
  ],
  [
    'a script beside the tests of a cluster',
    'flaky_test_detection',
    'passes',
    { ...programs.go, 'main_test.go': 'package main\n', 'test/e2e/run.sh': 'ginkgo --flake-attempts=2\n', ...ci() },
  ],
  [
    'a script beside the tests of a cluster',
    'test_isolation',
    'passes',
    { ...programs.go, 'main_test.go': 'package main\n', 'test/e2e/run.sh': 'ginkgo --randomize-all\n' },
  ],
  [
    'a pipeline that gives each core a machine of Java',
    'test_isolation',
    'passes',
    { ...javaTest, Jenkinsfile: "buildPlugin(forkCount: '1C')\n" },
  ],
  [
    'tests of C that are run side by side',
    'test_isolation',
    'passes',
    { ...programs.cpp, Makefile: 'test:\n\tprove t -j 4\n' },
  ],
  [
    'the runner of Create React App',
    'test_isolation',
    'passes',
    { ...library, 'package.json': npm(['react-scripts'], { scripts: { test: 'react-scripts test' } }) },
  ],
  [
    'a package of the program called system',
    'integration_tests_exist',
    'fails',
    { ...programs.java, 'src/test/java/org/mini/system/ImageTest.java': '@Test\n' },
  ],
  [
    'tests that drive a browser from Python',
    'integration_tests_exist',
    'passes',
    {
      ...programs.python,
      'pyproject.toml': '[project]\nname = "mini"\n[dependency-groups]\ndev = ["pytest-selenium>=4"]\n',
    },
  ],
  [
    'scripts in a folder of integration tests',
    'integration_tests_exist',
    'passes',
    { ...programs.go, 'tools/test/integration/store/run.sh': 'go test ./...\n' },
  ],
  [
    'the slowest tests of Ruby',
    'test_performance_tracking',
    'passes',
    { ...rubyTests, ...ci('rake test TESTOPTS="--report-slow-tests"') },
  ],
  [
    'the slowest checks of a script',
    'test_performance_tracking',
    'fails',
    { ...programs.python, 'script/check.py': 'add("--print-slowest", help="Print the slowest checks")\n' },
  ],
  [
    'a report of RSpec',
    'test_performance_tracking',
    'passes',
    { ...programs.ruby, ...ci('rspec --format RspecJunitFormatter') },
  ],
  [
    'a report of browser tests',
    'test_performance_tracking',
    'passes',
    { ...library, 'package.json': npm([], { devDependencies: { '@wdio/junit-reporter': '9' } }) },
  ],
]

const build: readonly Judged[] = [
  ['a site that Maven makes', 'automated_doc_generation', 'passes', { ...programs.java, ...ci('./mvnw site') }],
  [
    'a sentence between headings of reStructuredText',
    'build_cmd_doc',
    'fails',
    { ...programs.python, 'README.rst': 'Mini\n\n----\n\nIt is just some text.\n' },
  ],
  ['a sentence with the word make', 'build_cmd_doc', 'fails', { ...library, 'README.md': '    you can make this\n' }],
  ['make after a variable', 'build_cmd_doc', 'passes', { ...library, 'README.md': '`DEBUG=1 make all`\n' }],
  ['a page without an ending', 'build_cmd_doc', 'passes', { ...programs.cpp, INSTALL: 'Run\n\n\t./configure\n' }],
  [
    'a list that names the project itself',
    'deps_pinned',
    'fails',
    {
      ...programs.python,
      'pyproject.toml': '[project]\nname = "mini"\ndependencies = ["flask>=3"]\n',
      'requirements.txt': '# see pyproject.toml\n.\n',
    },
  ],
  [
    'versions as properties of the build',
    'version_drift_detection',
    'passes',
    { ...gradleModules, 'gradle.properties': 'group=org.mini\nkotlin_version=2.2.20\njunit_version=4.12\n' },
  ],
  [
    'the version of the program alone',
    'version_drift_detection',
    'fails',
    { ...gradleModules, 'gradle.properties': 'version=1.0.0\n' },
  ],
  [
    'a command on a page about releases',
    'vcs_cli_tools',
    'passes',
    { ...library, 'MANUAL_RELEASE.md': '```\ngh pr list -s merged\n```\n' },
  ],
  [
    'a command for agents',
    'vcs_cli_tools',
    'passes',
    { ...library, '.claude/commands/mend.md': 'The change is `gh pr diff`.\n' },
  ],
  ['a collection of linters', 'automated_pr_review', 'fails', { ...library, ...ci('super-linter') }],
  [
    'the time that a build writes down',
    'build_performance_tracking',
    'fails',
    { ...programs.java, 'pom.xml': '<project><id>build-time</id></project>', ...ci() },
  ],
  [
    'builds in the mode for releases',
    'release_automation',
    'fails',
    { ...library, '.github/workflows/release_builds.yml': 'name: Release builds\non: push\n' },
  ],
  [
    'an action that publishes',
    'release_automation',
    'passes',
    { ...library, '.github/actions/publish/action.yml': 'name: Publish\n' },
  ],
  [
    'notes that Lerna writes',
    'release_notes_automation',
    'passes',
    { ...pair, 'lerna.json': json({ command: { publish: { conventionalCommits: true } } }) },
  ],
  [
    'notes of a released chart',
    'release_notes_automation',
    'passes',
    {
      ...library,
      ...workflow('      - uses: helm/chart@v1\n        env:\n          CR_GENERATE_RELEASE_NOTES: true\n'),
    },
  ],
  [
    'pages that are brought to their readers by another canary',
    'progressive_rollout',
    'absent',
    {
      ...service(),
      '.github/workflows/website_preview.yml': 'on: push\njobs:\n  a:\n    steps:\n      - run: npx vercel deploy\n',
    },
  ],
  [
    'a tool of the version canary',
    'progressive_rollout',
    'fails',
    { ...service(), ...ci('npm install vercel@canary', 'vercel deploy') },
  ],
]

/** Each file is the one that a reader would name. */
const places: readonly (readonly [id: CriterionId, place: string, files: Files])[] = [
  ['unit_tests_exist', 'look at src', { ...programs.php, 'js/a/a.js': 'a\n', 'js/a/b.js': 'b\n' }],
  [
    'unit_tests_exist',
    't/01-sanity.t:1',
    { 'a.c': 'int a;\n', 'misc/other/t/a.t': 'ok\n', 't/01-sanity.t': 'ok\n', 't/02-set.t': 'ok\n' },
  ],
  [
    'integration_tests_exist',
    'tests/playwright/specs/a.spec.js:1',
    { ...programs.python, 'tests/playwright/eslint.js': 'a\n', 'tests/playwright/specs/a.spec.js': 'test()\n' },
  ],
]

describe('what sixty more repositories taught', () => {
  itJudges([...style, ...testing, ...build])

  it.each(places)('%s names %s', (id, place, files) => {
    expect(judge(repositoryOf({ files })).report[id]?.rationale).toContain(place)
  })
})
