import { expression } from '../repository/expression.ts'
import type { Tool } from './tool.ts'

const build = 'pom.xml *.gradle *.gradle.kts buildSrc/** build-logic/** gradle/*.gradle'
const scriptRunners = '{vite,vitest,jest,playwright,cypress}*.* **/{vitest,jest,playwright,cypress}.{config,base,shared}*'
const python = 'pyproject.toml setup.cfg tox.ini pytest.ini tox.toml .coveragerc'
const cmake = 'CMakeLists.txt **/CMakeLists.txt'

/** What runs tests, isolates, measures and repeats them. */
export const testing: readonly Tool[] = [
  // Runnable
  {
    tool: 'a script',
    in: 'javascript',
    proves: 'unit_tests_runnable',
    runs: 'vitest, jest, mocha, ava, node .. --test, bun test, deno test',
    says: [
      ['package.json', /^\s*"test(:[\w:-]+)?"\s*:\s*"(?!echo [^\n]*no test specified)/m],
      ['Makefile', /^test:/m],
    ],
  },
  {
    tool: 'pytest',
    in: 'python',
    proves: 'unit_tests_runnable',
    files: 'pytest.ini tox.ini tox.toml noxfile.py conftest.py manage.py',
    keys: 'pyproject.toml:tool.pytest pyproject.toml:tool.tox pyproject.toml:tool.hatch.envs.test setup.cfg:tool:pytest',
    needs: 'pytest nose2 tox nox',
    runs: 'pytest, py.test, unittest, tox, nox, hatch test, manage.py test, python|python3 .. -m test|tests',
  },
  { tool: 'a build', in: 'java', proves: 'unit_tests_runnable', files: 'pom.xml *.gradle *.gradle.kts' },
  {
    tool: 'a runner',
    in: 'ruby',
    proves: 'unit_tests_runnable',
    files: 'Rakefile .rspec',
    needs: 'rspec* minitest rails test-unit',
    runs: 'rspec, rake test, rails test',
  },
  {
    tool: 'PHPUnit',
    isForTests: true,
    in: 'php',
    proves: 'unit_tests_runnable',
    files: 'phpunit.xml* Pest.php codeception.yml **/phpunit.xml*',
    needs: 'phpunit/phpunit pestphp/pest codeception/codeception',
    runs: 'phpunit, pest, simple-phpunit',
    keys: 'composer.json:scripts.test',
  },
  {
    tool: 'targets',
    isForTests: true,
    in: 'cpp',
    proves: 'unit_tests_runnable',
    runs: 'ctest, make .. test|tests|check',
    says: [
      [cmake, /enable_testing|add_test|gtest_discover_tests|catch_discover_tests/i],
      ['meson.build **/meson.build', /^\s*test\(/m],
      ['Makefile.am', /^\s*(TESTS|check_PROGRAMS|check_SCRIPTS)\s*\+?=/m],
      ['Makefile* makefile GNUmakefile', /^(unit[-_]?)?(tests?|check)\s*:(?!=)/m],
    ],
  },
  {
    tool: 'terraform test',
    isForTests: true,
    in: 'terraform',
    proves: 'unit_tests_runnable',
    files: '**/*.tftest.hcl',
    runs: 'terraform|tofu test, go test',
    says: [['Makefile', /^test[\w-]*:/m]],
  },
  // Isolated
  {
    tool: 'isolating runners',
    isForTests: true,
    in: 'javascript',
    proves: 'test_isolation',
    files: '**/{vitest,jest,playwright}.config.*',
    needs: 'vitest jest ava borp better-node-test tap @playwright/test @japa/runner react-scripts @web/test-runner',
    says: [['.mocharc.*', /^[ \t{]*["']?parallel["']?[ \t]*:[ \t]*true\b/m]],
    runs: 'vitest, jest, bun test, web-test-runner, mocha .. --parallel, node|tsx|ts-node .. --test',
  },
  {
    tool: 'xdist',
    isForTests: true,
    in: 'python',
    proves: 'test_isolation',
    needs: 'pytest-xdist pytest-randomly pytest-random-order pytest-forked pytest-parallel pytest-reverse unittest-parallel stestr green',
    runs: `pytest|py.test|tox .. -n, hatch test .. --parallel|--randomize, --numprocesses, --random-order, manage.py test .. --parallel|--shuffle, trial .. -j`,
    says: [
      [python, /(?<=^|[\s"'])-n[= "',]*(auto|logical|\d+)\b/m],
      ['tox.ini tox.toml noxfile.py', /^[^#\n]*\bpytest-(randomly|random-order|xdist|parallel|forked)\b/m],
    ],
  },
  { tool: 'shuffled tests', in: 'go', proves: 'test_isolation', runs: 'go test .. -shuffle*, -shuffle*, ginkgo .. -p|--procs*|--randomize-all' },
  {
    tool: 'parallel JUnit',
    isForTests: true,
    in: 'java',
    proves: 'test_isolation',
    says: [
      ['**/junit-platform.properties', /^\s*junit\.jupiter\.(execution\.parallel\.enabled\s*=\s*true|test\w+\.order\.default\s*=\s*\S*Random)/m],
      ['**/testng*.xml', /\bparallel="(?!none|false)/],
      [
        build,
        expression(
          '',
          String.raw`maxParallelForks(?!\s*=\s*1\b)|<forkCount>(?!\s*[01]\s*<)|<reuseForks>\s*false|junit\.jupiter\.execution\.parallel`,
          String.raw`|<parallel>|randomized|<runOrder>\s*random`,
        ),
      ],
    ],
  },
  { tool: 'xUnit', isForTests: true, in: 'csharp', proves: 'test_isolation', needs: 'xunit* tunit*', says: [['*.runsettings xunit.runner.json', /parallel/i]] },
  {
    tool: 'random order',
    isForTests: true,
    in: 'ruby',
    proves: 'test_isolation',
    files: '**/.rspec_parallel',
    needs: 'parallel_tests minitest maxitest test-queue knapsack* turbo_tests flatware*',
    says: [['.rspec', /--order[\s=]+rand/]],
  },
  {
    tool: 'random order',
    isForTests: true,
    in: 'php',
    proves: 'test_isolation',
    needs: 'brianium/paratest facile-it/paraunit',
    runs: '--order-by=random*, test|pest|phpunit .. --parallel, paratest',
    says: [['phpunit*.xml*', /executionOrder="[^"]*random|processIsolation="true"/]],
  },
  {
    tool: 'parallel tests',
    isForTests: true,
    in: 'cpp',
    proves: 'test_isolation',
    runs: 'meson test, ctest .. -j*|--parallel|--schedule-random, gtest_shuffle, prove .. -j*|--jobs*|--shuffle, make .. -j* .. check',
    says: [['meson.build **/tests/meson.build', /^\s*test\s*\(/m]],
  },
  { tool: 'partitions', in: 'elixir', proves: 'test_isolation', runs: 'mix test .. --partitions' },
  {
    tool: 'parallel tests',
    isForTests: true,
    in: 'swift',
    proves: 'test_isolation',
    runs: 'swift test .. --parallel, -parallel-testing-enabled',
    says: [['**/*.xctestplan', /"(parallelizable|testExecutionOrdering)" *: *(true|"random")/]],
  },
  // Coverage
  {
    tool: 'limits of script runners',
    isForTests: true,
    in: 'javascript',
    proves: 'test_coverage_thresholds',
    says: [
      [scriptRunners, /\bthresholds?\b|coverageThreshold/],
      ['package.json', /coverageThreshold|check-coverage|\bc8\b[^\n]* --100\b|--lines[ =]\d|--(test-)?coverage(-lines)?[ =]\d/],
      ['{.,}nycrc* {.,}c8rc* {nyc,c8}.config.*', /check-?coverage/i],
      ['bunfig.toml', /^\s*coverageThreshold\s*=/m],
      ['karma*.* **/karma.conf.*', /\bcheck\s*:\s*\{|\bthresholds\s*:/],
    ],
  },
  {
    tool: 'limits',
    isForTests: true,
    proves: 'test_coverage_thresholds',
    rules: 'codecov:status',
    runs: `--cov-fail-under*, --fail-under*, --fail-under-lines, --min-coverage*, --fail-threshold*, check-coverage, go-test-coverage, --coverage.thresholds*,
      /p:Threshold*, --min=*`,
    uses: '*/very_good_coverage */go-test-coverage',
    keys: 'pyproject.toml:tool.coverage.report.fail_under',
    says: [
      ['.coveragerc tox.ini pytest.ini tox.toml', /fail[_-]under(?![\s:=]+0(\.0+)?\b(?!\.))/],
      ['setup.cfg', /fail_under(?![\s:=]+0\b)/],
      ['pyproject.toml', /--cov-fail-under/],
      ['.testcoverage.y*ml', /threshold/],
      ['coveralls.json', /"minimum_coverage"\s*:\s*(?!0\b)\d/],
      ['mix.exs', /\bthreshold:\s*(?!0\b)\d/],
      ['build.sbt', /coverageMinimum\w*\s*:=\s*(?!0\b)\d/],
      ['.octocov.y*ml', /^\s*acceptable:/m],
      [
        build,
        expression(
          '',
          String.raw`jacocoTestCoverageVerification|jacoco[\w.]*[rR]atio|<minimum>|<targetPercentage>(?!\s*0+(\.0+)?%?\s*<)`,
          String.raw`|\bkover\b[\s\S]{0,3000}?verify|minBound|COVEREDRATIO`,
        ),
      ],
      ['*.csproj *.fsproj Directory.Build.props', /<Threshold>/],
      ['.simplecov tarpaulin.toml **/{test,spec}/*helper.rb', /minimum_coverage|fail-under(?![\s:=]+0\b)/],
    ],
  },
  // Durations
  {
    tool: 'reports of durations',
    isForTests: true,
    proves: 'test_performance_tracking',
    needs: `jest-junit @wdio/junit-reporter mocha-junit-reporter karma-junit-reporter pytest-durations unittest-xml-reporting rspec_junit_formatter
        minitest-junit
        minitest-ci knapsack* buildkite-test* test-prof junit_formatter junitxml.testlogger *unitxml.testlogger com.gradle.develocity jest-slow-test-reporter
        allure* @allure* *allure-* @reportportal/* @currents/*`,
    runs: `--junit*, --durations*, gotestsum, --gtest_output*, --output-junit*, cargo2junit, go-junit-report, --log-junit*, --report-trx, --logger .. trx*,
      --slowest, --report-slow-tests, RspecJunitFormatter, rspec .. --profile, tparse, trx*, -l:trx*, --reporter=junit*, --reporter junit, --format ..
      RspecJunitFormatter, dd-trace/ci`,
    uses: '*/*test-results* */*junit* */test-report* */test-summary* dorny/test-reporter PublishTestResults codecov/test-results-action */*test-report*',
    says: [
      ['.rspec', /^--profile\b/m],
      [`${scriptRunners} .mocharc.* wdio.* karma*`, /\breporters?\b[^;]{0,300}?\b(junit|blob|tap|xunit)\b|slowTestThreshold|karma-junit/],
      [python, /--durations|junit/],
      ['package.json', /jest-junit|--reporter[= ]junit|mocha-junit/],
      ['phpunit.xml*', /<junit\s/],
      ['**/.config/nextest.toml', /junit/],
      [
        '.gitlab-ci.y*ml .circleci/config.yml **/Jenkinsfile* azure-pipelines*.y*ml',
        /^\s+junit:|\bjunit[ (]+["'(\w]*["'(]|PublishTestResults@|store_test_results|build-?scan/m,
      ],
    ],
  },
  // Flaky tests
  {
    tool: 'retries',
    isForTests: true,
    proves: 'flaky_test_detection',
    needs: `pytest-rerunfailures flaky rspec-retry pytest-flakefinder jest-retries flaky-test* xunit.retry rspec-rebound minitest-retry *test-retry* xretry*
        pytest-retry cypress-plugin-retries @currents/* microsoft.testing.extensions.retry`,
    runs: `--retries*, --reruns*, --retry-failed-tests, -Dsurefire.rerunFailingTestsCount*, --rerun-fails*, --flake-attempts*, --repeat until-pass*,
      -retry-tests-on-failure, -test-iterations, travis_retry .. test, circleci tests run, --last-failed, --rerun-failed, mix test .. --failed`,
    uses: '*/*flaky* buildpulse/*',
    says: [
      [scriptRunners, /^(?!\s*(\/\/|\*)).*\bretr(y|ies|yTimes)\b(?!\s*[:=]\s*0\s*[,}\n])/m],
      ['.mocharc.* wdio.*', /\b(specFileR|r)etries\b["']?\s*:\s*[1-9]/],
      [python, /^[^#\n]*(--?reruns|flaky)/m],
      [build, /test-retry|rerunFailingTestsCount|[rR]etry\w*\s*\{[^}]*\bmaxRetries\b/],
      ['**/.config/nextest.toml', /^[ \t]*retries[ \t]*=(?![ \t]*0[ \t]*$)/m],
      ['**/cucumber.y*ml', /--retry[= ][1-9]|--format rerun/],
      ['**/*.xctestplan', /testRepetitionMode/],
      ['**/dart_test.y*ml', /^\s*retry:\s*[1-9]/m],
      [
        '.github/workflows/*.y*ml .github/actions/**/*.y*ml .gitlab-ci.y*ml .circleci/config.yml azure-pipelines*.y*ml .buildkite/**',
        /rerunFailedTests: *true|^[ \t]+-?[ \t]*automatic:|\bretry:\s*\n?\s*(max:)?\s*[12]|flaky_test_attempts|\bflaky\b|\bflakiness\b/im,
      ],
    ],
  },
]
