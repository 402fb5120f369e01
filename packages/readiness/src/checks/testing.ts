import { groupBy } from '@muster/contract/group-by'
import type { Application } from '../applications/application.ts'
import { type Language, languageOf } from '../applications/languages.ts'
import { areRelated, isSameLanguage } from '../applications/main-language.ts'
import { byDirectory, directoryOf, isForeign, joinPath, nameOf, upwards } from '../applications/places.ts'
import { isNamedForPytest } from '../applications/pytest-files.ts'
import { isNamedTest, isScenario, isTestFile, isTestSupport, testNames } from '../applications/test-files.ts'
import { withoutComments } from '../evidence/automation.ts'
import { type Finding, type Found, fail, findingOf, listed, pass } from '../evidence/finding.ts'
import { firstOf } from '../evidence/traces.ts'
import type { Repository } from '../repository/create-repository.ts'
import { headText } from '../repository/head-text.ts'
import { pluginsCalled } from '../repository/xml.ts'
import { setsAt } from '../settings/setting.ts'
import { cluesOfApplication, ofApplication, type Subject, toolsOf } from './check.ts'
import { ci_runs_tests } from './ci-runs-tests.ts'
import { test_coverage_thresholds } from './coverage-thresholds.ts'
import { aroundOf, flaky_test_detection } from './flaky-tests.ts'
import { furtherLanguages } from './further-languages.ts'
import { representatives } from './representatives.ts'
import { test_isolation } from './test-isolation.ts'

const scripts = /"test(:[\w-]+)?"\s*:\s*"(?!echo\b[^\n]*no test)/

const runnable = toolsOf('no command runs the tests', {
  ...furtherLanguages.unit_tests_runnable,
  javascript: {
    line: [[/^package\.json$/, scripts]],
    near: /^deno\.jsonc?$/,
    task: /^test:|\b(vitest|jest|mocha|ava|node --test|bun test|deno test)\b/m,
    add: 'add a "test" script to package.json',
  },
  python: {
    line: [
      [/^(pyproject\.toml|setup\.cfg|tox\.(ini|toml))$/, /\[(tool\.)?(pytest|tox|nox|hatch\.envs\.test)|\[testenv/],
    ],
    near: /^(pytest\.ini|tox\.(ini|toml)|noxfile\.py|conftest\.py|manage\.py)$/,
    file: [[/^hatch\.toml$/, /^\[envs\.(hatch-)?test/m]],
    dependency: /^(pytest|nose2|tox|nox)$/,
    task: /\b(?<!install[^\n]{0,200})(pytest|unittest|tox|nox|hatch (run )?test)\b(?!-)|\bmanage\.py test\b|\bpython[\d.]* -m ([\w.]+\.)?tests?(\.\w+)*(?![\w-])/,
    add: 'add pytest to the development dependencies',
  },
  go: { builtIn: '`go test ./...` runs the tests', add: '' },
  rust: { builtIn: '`cargo test` runs the tests', add: '' },
  java: { near: /^(pom\.xml|(?!settings\.)[\w-]+\.gradle(\.kts)?)$/, add: 'add a Maven or Gradle build' },
  csharp: { builtIn: '`dotnet test` runs the tests', add: '' },
  ruby: {
    near: /^(Rakefile|\.rspec)$/,
    dependency: /^(rspec.*|minitest|rails|test-unit)$/,
    task: /\b(rspec|rake test|rails test)\b/,
    add: 'add a Rakefile with a test task',
  },
  php: {
    near: /^(phpunit\.xml(\.dist)?|Pest\.php|codeception\.yml)$/,
    dependency: /^(phpunit\/phpunit|pestphp\/pest|codeception\/codeception)$/,
    // Some keep the tests and their settings in a folder of its own.
    below: /^_?(tests?|build|dev)\/(phpunit\.xml(\.dist)?|codeception\.yml)$/,
    task: /^test[\w-]*:|\bphpunit\b/m,
    add: 'add PHPUnit and a phpunit.xml',
  },
  cpp: {
    line: [
      [/^CMakeLists\.txt$/, /enable_testing|add_test|gtest_discover_tests|catch_discover_tests/i],
      [/^meson\.build$/, /\btest\(/],
      [/^Makefile\.am$/, /^\s*(TESTS|check_PROGRAMS|check_SCRIPTS)\s*\+?=|^(test|check):/m],
      [/^(GNUm|M|m)akefile(\.in)?$/, /^(unit[-_]?)?(tests?|check)\s*:(?!=)/m],
    ],
    file: [
      [/(^|\/)CMakeLists\.txt$/, /add_test\(|gtest_discover_tests|catch_discover_tests/i],
      [/(^|\/)meson\.build$/, /^[ \t]*test\(/m],
    ],
    task: /^(test|check):|\bctest\b|\bmake\b[^\n]*\b(tests?|check)\b/m,
    add: 'call enable_testing() and add_test() in CMakeLists.txt',
  },
  swift: { builtIn: '`swift test` runs the tests', add: '' },
  elixir: { builtIn: '`mix test` runs the tests', add: '' },
  terraform: {
    file: [[/\.tftest\.hcl$/, /^run\b/m]],
    task: /^test[\w-]*:|\b(terraform|tofu) test\b|\bgo test\b/m,
    add: 'add a *.tftest.hcl, which `terraform test` runs',
  },
})

/** The build tool of Go runs the tests by itself; a task file or CI shows how that is done here. */
function withRun(app: Application, { evidence }: Subject, found: Finding | undefined): Finding | undefined {
  if (app.language !== 'go' || found?.passes !== true) return found
  const run = /\bgo test\b|\$[({]GO\w*[)}] test\b|\bgotestsum\b|^\s*GOTEST\s*\??:?=/m
  const phrases = [evidence.script(run), evidence.ci(run)].filter((each) => each !== undefined)
  return { ...found, also: [...found.also, ...phrases] }
}

/** The nearest solution; of several in one folder, the one that holds most. */
function solutionOf(app: Application, repository: Repository): string | undefined {
  return firstOf(upwards(app.directory), (directory) => {
    const solutions = repository.namesIn(directory).filter((name) => /\.slnx?$/.test(name))
    const sizeOf = (name: string) => repository.text(joinPath(directory, name))?.length ?? 0
    const [largest] = solutions.sort((a, b) => sizeOf(b) - sizeOf(a))
    return largest === undefined ? undefined : joinPath(directory, largest)
  })
}

/** One test in so many has a usual name, or none of them was named with care. */
const fewNamed = 10

/** What one would add first. Tests of .NET are a project of their own. */
function firstTestOf(app: Application): string {
  if (app.language !== 'csharp') return `a file such as ${exampleOf(app)}`
  const [project] = app.manifests.filter((path) => /\.[cf]sproj$/.test(path))
  return `a project such as ${project === undefined ? 'Main' : nameOf(project).replace(/\.\w+$/, '')}.Tests`
}

/** The checks of the pillar Testing. */
export const testing = {
  unit_tests_exist: ofApplication((app, subject) => {
    const { evidence } = subject
    if (app.language === 'terraform' && app.tests.length === 0) return fail('there is no test; add a *.tftest.hcl')
    const all = app.tests.filter((path) => !isTestSupport(path))
    const named = all.filter((path) => isNamedTest(app.language, path) && !/(^|\/)\./.test(path))
    // A few that have a usual name by chance do not show where the tests are.
    const tests =
      named.length * fewNamed > all.length ? representatives(app, named) : representatives(app, all).slice(0, 1)
    const told = listed(...tests.map((path) => `${path}:1 is a test`))
    if (told !== undefined) return pass(told)
    return findingOf(
      evidence.marker('insideTests', app) ?? testOfAll(app, subject),
      `there is no test; add ${firstTestOf(app)}`,
    )
  }),

  unit_tests_runnable: ofApplication((app, subject) => {
    const solution = app.language === 'csharp' ? solutionOf(app, subject.repository) : undefined
    if (solution !== undefined) return pass(`\`dotnet test\` runs the tests of ${solution}:1`)
    const scenario = app.tests.find(isScenario)
    if (scenario !== undefined) return pass(`\`molecule test\` runs ${scenario}:1`)
    const found = withRun(app, subject, runnable.application(app, subject))
    const [test] = app.tests
    if (found?.passes !== false || test === undefined) return found
    // Tests may be written in another language than the program, and are run by its runner then.
    const language = languageOf(test)
    const ofTests = language && isTestFile(test) ? runnable.application({ ...app, language }, subject) : undefined
    if (ofTests?.passes === true || app.paths.includes(test)) return ofTests?.passes === true ? ofTests : found
    // Tests of all applications are run where they are.
    return runnable.application({ ...app, directory: directoryOf(test) }, subject)
  }),

  ci_runs_tests,

  test_coverage_thresholds,

  integration_tests_exist: ofApplication((app, subject) => {
    const found =
      firstOf([app, ...aroundOf(app, subject)], (each) => integrationTest(each, subject)) ??
      browserTest(app, subject) ??
      // What tests the whole, its largest part or the service that others call tests these with it.
      firstOf(testedForAll(subject), (each) => integrationTest(each, subject)) ??
      cratesOfTests(app, subject) ??
      subject.evidence.below(integrationRun) ??
      testsOfWhole(subject) ??
      subject.evidence.lineBelow(/(^|\/)(GNUm|m|M)akefile$/, integrationTarget, app) ??
      subject.evidence.line(/^(package|composer)\.json$/, integrationScript, app)
    return findingOf(found, 'there are no integration tests; add one below test/integration')
  }),

  test_naming_conventions: ofApplication((whole, { repository }) => {
    const app = { ...whole, language: languageOfTests(whole) }
    // Tests of other languages in the same application have other names.
    const paths = new Set(app.paths)
    const isTest = (path: string) =>
      !isNoTestByName(app, path) &&
      (isNamedTest(app.language, path) || isNamedForPytest(repository, path) || isTestBy(repository.text(path)))
    const all = [...app.tests, ...furtherTests(app)].filter((path) => isSameLanguage(app.language, path))
    const within = all.filter((path) => paths.has(path))
    // What people contributed beside the program has names of its own.
    const central = within.filter((path) => !/^contrib\//.test(path))
    const inside = central.length > 0 ? central : within
    // Tests of several packages may have a folder of their own.
    const own = inside.length > 0 ? inside : all
    if (app.language === 'terraform' && own.length === 0) return namingOfGo(app)
    const ownTests = own.filter(isTest)
    // A part of the program may be called after tests, and hold none.
    const tests = ownTests.length > 0 ? ownTests : all.filter(isTest)
    return tests.length === 0 ? undefined : namingOf(app, tests)
  }),

  flaky_test_detection,

  test_isolation,

  test_performance_tracking: cluesOfApplication(
    'test durations are not reported; write a JUnit report in CI and keep it',
    {
      line: [
        [
          /^([\w-]+\.)?(vite|vitest|jest|playwright|cypress|karma|wdio)[\w.-]*\.\w+$|^\.mocharc\.\w+$/,
          /\breporters?\b[^;]{0,300}?\b(junit|blob|tap|xunit)\b|slowTestThreshold|karma-junit/,
        ],
        [/^(pyproject\.toml|pytest\.ini|setup\.cfg|tox\.(ini|toml))$/, /--durations|junit/],
        [/^package\.json$/, /jest-junit|--reporter[= ]junit|mocha-junit/],
        [/^\.rspec$/, /^--profile\b/m],
        [/^phpunit\.xml(\.dist)?$/, /<junit\s/],
      ],
      dependency:
        /^(jest-junit|@wdio\/junit-reporter|mocha-junit-reporter|karma-junit-reporter|pytest-durations|unittest-xml-reporting|rspec_junit_formatter|minitest-(junit|ci)|knapsack(_pro)?|buildkite-test[_-]collector|test-prof|junit_formatter|junitxml\.testlogger|[nx]unitxml\.testlogger|com\.gradle\.develocity|jest-slow-test-reporter|allure.*|@allure.*|io\.qameta\.allure.*|@reportportal\/.*|@currents\/.*)$/i,
      file: [[/(^|\/)\.config\/nextest\.toml$/, /junit/]],
      ci: /^\s+junit:|\bjunit[ (]+["'(\w]*["'(]|PublishTestResults@|report_type: *["']?test_results/m,
      task: /--junit|junit(-?xml|-?report|\.xml)|reporter[s=: ]+["'[]*junit|--(report|format(ter)?|report-formatter|output)[= ]"?junit|--output-junit|--gtest_output|--xunit-output|cargo2junit|go-junit-report|--durations|(?<!command -v )gotestsum|--?-?ginkgo\.junit-report|\btparse\b|(--logger|-l)[=: ]"?(trx|junit|xunit|nunit)|--report-(trx|xunit|junit|ctrf)|--log-junit|upload-test-results|store_test_results|test-results-action|pytest-results-action|publish-unit-test-result|action-junit-report|xcresulttool|test-summary\/action|(?<![-\w])test-report(er|ing)|analytics-uploader|junit-upload|build-?scan|--(show-?)?slowest|slowest[ _-](\w+ )?(tests?|examples?|specs?)|--report-slow-tests|RspecJunitFormatter|\brspec\w* [^\n]*--profile\b|DD_CIVISIBILITY|dd-trace\/ci/i,
    },
  ),
}

function testedForAll({ applications }: Subject): Application[] {
  const most = Math.max(...applications.map(({ sources }) => sources.length))
  return applications.filter(
    ({ directory, sources, kind }) => directory === '' || kind === 'service' || sources.length === most,
  )
}

/** Gems of one repository may have their tests in one of them, which the Rakefile of the whole names. */
function testOfAll(app: Application, { applications, repository }: Subject): string | undefined {
  if (app.language !== 'ruby') return undefined
  const named = /^.*\b(pattern|test_files|FileList)\b.*$/gm
  const lines = (repository.text('Rakefile') ?? '').match(named) ?? []
  const keeper = applications.find(
    ({ directory, tests }) => directory !== '' && tests.length > 0 && lines.some((line) => line.includes(directory)),
  )
  return keeper && `${keeper.tests[0]}:1 is a test of all`
}

/** Folders of tests that try several parts together. */
const ofFolders =
  /(^|\/)tests?\/Feature\/|(^|\/)_?([\w-]+-)?(integ(ration)?|e2e|playwright|acceptance|end-?to-?end)([-_]?tests?)?\/|(^|\/)([\w-]+-)?(it|functional|system)[-_]?tests?\/|^((.*\/)?_?([\w-]+[-_])?(tests?|specs?|__tests__)\/(.+\/)?)?(it|functional|system)\/|(^|\/)tests?[-_](integration|e2e|functional|acceptance|system)\/|(^|\/)api-?tests?\/|(^|\/)(itests?|envtests?)\/|(^|\/)(tests?|spec)\/((?!unit\/)[\w-]+\/)?features\/|^features\/|(^|\/)teste2e\/|\.(Integrated|Integration|Functional|Acceptance)(\.(Tests?|Specs?))?\/|(Integration|Functional|Acceptance|EndToEnd|E2E)Tests?\/|(^|\/)src\/(integrationTest|it|functionalTest|androidTest)\//i

/** There, `it` is a language. */
const translated = /(^|\/)(translations?|locales?|i18n|lang|languages)\/it\//i

const isIntegrationFolder = byDirectory((directory) => {
  // Below the tests of Java, folders are the packages of the program.
  const place = directory.replace(/(^|\/)src\/(test|\w+Test)\/(java|kotlin|groovy|scala)\/.*\//, '$1src/$2/')
  return ofFolders.test(place) && !translated.test(place)
})

/** Tests that follow the namespaces of the program have its folder `System`, which is about no kind of tests. */
function isMirrored(applications: readonly Application[], path: string): boolean {
  if (!/(^|\/)tests?\/(.+\/)?System\//.test(path)) return false
  const ofProgram = /(^|\/)(src|lib)\/(.+\/)?System\//
  return applications.some(({ sources }) => sources.some((each) => ofProgram.test(each)))
}

/** Single files of that kind. */
const integrationNames =
  /(^|\/)(__tests__|tests?)\/end-to-end\.[cm]?[jt]sx?$|(^|\/)test_(integration|e2e|playwright|functional|acceptance)[^/]*\.\w+$|[./_-](integration|e2e)\d*[._-]?(test|spec)s?\.\w+$|(?<!markdown|do)[./_-]it[._-](test|spec)s?\.\w+$|[._-](integration|e2e)\.\w+$|\.it\.\w+$|(^|\/)tests?\/integration\.\w+$|(^|\/)acceptance_tests?\.\w+$|(IntegrationTests?|E2ETests?|(?<!Actor|Build|Calendar|Coordinate|Event|File|Module|Number|Operating|Plugin|Type|Unit)SystemTests?)\.\w+$/i

function isIntegrationFile(path: string): boolean {
  return (integrationNames.test(path) && !translated.test(path)) || /IT\.(java|kt|groovy|scala)$/.test(path)
}

/** A run of CI that is called after such tests. */
const integrationRun =
  /^\.(github|forgejo|gitea)\/workflows\/([^/]*(?<!continuous)[-_])?(integration|e2e|end-to-end)([-_]tests?)?\.ya?ml$/

/** A target or a script that is called after such tests. */
const integrationTarget = /^[\w.-]{0,40}(integration|e2e|end-to-end|acceptance|functional)[\w.-]{0,40}:(?!=)/m
const integrationScript = /^[ \t]*"(tests?[-:_])?(integration|e2e|acceptance|functional)([-:_]tests?)?"\s*:\s*["[]/m

/** Tests at the root, in whatever language, that try the whole. */
function testsOfWhole({ evidence }: Subject): string | undefined {
  const path = evidence.path(/^tests?\/(integration|e2e|functional|acceptance)\/(.+\/)?[^/]*test[^/]*\.\w+$/)
  return path && `${path}:1 is there`
}

const suites =
  /(^|\/)tests?[-_](integration|e2e)\/[^/_][^/]*\.(py|rb|go|[cm]?[jt]s)$|(^|\/)(cypress|e2e|features)\/.*\.(cy\.[jt]sx?|feature|spec\.[jt]sx?)$|(^|\/)tests\/([^/]+|[^/]+\/main)\.rs$|^(end-to-end|e2e|integration|functional)-tests?\.sh$|(^|\/)tests?\/(integration|e2e)[\w-]*\.(sh|bats|py|rb)$|(^|\/)tests?\/(?!test_)[\w-]+[-_](integration|e2e)\.(sh|bats|py|rb)$|^(integration|e2e)(-tests?)?\/[^/]+\.(sh|[cm]?[jt]s|py)$|(^|\/)integ(ration)?[-_]tests?\/.+\.(exs?|rb|py|go|rs|sh|lua)$|(^|\/)tests?\/(integration|e2e)\/.+\.(sh|bats|tcl|pl|py)$/

/** Each application is asked about all others, so the answers are kept. */
const integrationTests = new WeakMap<Application, Found | false>()

function integrationTest(app: Application, subject: Subject): Found | undefined {
  const known = integrationTests.get(app) ?? findIntegrationTest(app, subject) ?? false
  integrationTests.set(app, known)
  return known || undefined
}

function findIntegrationTest(app: Application, { evidence, repository, applications }: Subject): Found | undefined {
  // A helper or the settings of a runner may come before the tests that they serve.
  // The most usual names of each language first: a browser is often driven by another one than that of the program.
  const isOwn = (path: string) =>
    testNames[languageOf(path) ?? app.language].slice(0, 2).some(([, pattern]) => pattern.test(path)) &&
    !isTestSupport(path)
  const rankOf = (path: string): number =>
    isNamedTest(app.language, path) ? 0 : isOwn(path) ? 1 : isTestSupport(path) ? 3 : 2
  const ranked = groupBy(app.tests, rankOf)
  const tests = [0, 1, 2, 3].flatMap((rank) => ranked.get(rank) ?? [])
  // A folder of such tests tells more than one that is called so among others.
  const inFolders = tests.filter((path) => isIntegrationFolder(path) && !isMirrored(applications, path))
  const found = inFolders.length > 0 ? representatives(app, inFolders) : [tests.find(isIntegrationFile) ?? []].flat()
  if (found.length > 0) return listed(...found.map((path) => `${path}:1 is there`))
  const test = app.paths.find((path) => suites.test(path) && !isForeign(path)) ?? taggedTest(app, repository)
  if (test !== undefined) return `${test}:1 is there`
  const terratest = app.language === 'terraform' ? moduleOfTerratest(app, repository) : undefined
  if (terratest !== undefined) return terratest
  // Maven names the modules of Testcontainers like the services that they start.
  const modules = evidence.line(/^pom\.xml$/, /<groupId>\s*org\.testcontainers\s*</, app)
  if (modules !== undefined) return modules
  const named = namedForFailsafe(app, repository)
  if (named !== undefined) return named
  // Tests of Go that reach other services wait for a variable.
  const accepted = app.language === 'go' ? evidence.task(/\b[A-Z]+_ACC=1\b[^\n]*\bgo test\b/, app) : undefined
  if (accepted !== undefined) return accepted
  return evidence.dependency(
    /^(@playwright\/test|playwright|cypress|supertest|testcontainers.*|@testcontainers\/.*|org\.testcontainers:.*|testcontainers\..*|github\.com\/testcontainers\/testcontainers-go|webdriverio|(selenium|mocha)-webdriver|(pytest-)?selenium|splinter|puppeteer|nightwatch|rest-assured|io\.rest-assured:.*|microsoft\.aspnetcore\.mvc\.testing|capybara|cucumber|behave|codeception\/codeception|laravel\/dusk|orchestra\/testbench-dusk|github\.com\/gruntwork-io\/terratest)$/,
    app,
  )
}

/** Modules of Terraform are tried by programs in Go, which have a module of their own. */
function moduleOfTerratest({ paths }: Application, repository: Repository): string | undefined {
  const path = paths.find(
    (each) => nameOf(each) === 'go.mod' && repository.text(each)?.includes('github.com/gruntwork-io/terratest'),
  )
  return path && `${path}:1 depends on Terratest`
}

/** Failsafe runs integration tests alone. Those with other names than it expects stand in its settings one by one. */
function namedForFailsafe({ directory, tests }: Application, repository: Repository): string | undefined {
  const path = joinPath(directory, 'pom.xml')
  const pom = withoutComments(repository.text(path) ?? '')
  const failsafe = pluginsCalled(pom, '<artifactId>maven-failsafe-plugin<').join('\n')
  const included = [...failsafe.matchAll(/<include>[ \t]*([\w./-]+\.java)[ \t]*<\/include>/g)]
  const name = included.map(([, each = '']) => each).find((each) => tests.some((test) => test.endsWith(`/${each}`)))
  return name === undefined ? undefined : setsAt(repository, path, name, `${name} as an integration test`)
}

/** A test of Go that is built only if somebody asks for tests of this kind. */
function taggedTest({ language, tests }: Application, repository: Repository): string | undefined {
  if (language !== 'go') return undefined
  const tag = /^\/\/go:build [^\n]*\b(integration|e2e|functional|acceptance)/m
  return tests.slice(0, mostRead).find((path) => tag.test(headText(repository, path)))
}

const mostRead = 300

/** Crates of one workspace may be tested by a crate beside them, which nobody publishes. */
function cratesOfTests({ language }: Application, { evidence }: Subject): string | undefined {
  const path = language === 'rust' ? evidence.path(crateOfTests, (each) => !isForeign(each)) : undefined
  return path && `${path}:1 is there`
}

const crateOfTests = /(^|\/)([\w-]+[-_])?tests?\/tests\/([^/]+|[^/]+\/main)\.rs$/

/** What a browser does in the pages of a service also tests the service. */
function browserTest({ kind }: Application, { applications, evidence }: Subject): string | undefined {
  if (kind !== 'service') return undefined
  const pages = applications.filter((each) => each.kind === 'frontend')
  return firstOf(pages, (each) => evidence.dependency(/^(@playwright\/test|playwright|cypress)$/, each))
}

/** Files between the tests of Python that are called so without the line below. */
function furtherTests({ language, paths, tests }: Application): string[] {
  if (language !== 'python') return []
  const known = new Set(tests)
  return paths.filter(
    (path) => /(^|\/)tests?\/(.+\/)?test[a-z\d]\w*\.py$/.test(path) && !known.has(path) && !isForeign(path),
  )
}

/** Modules of Terraform are often tested by programs in Go. */
function namingOfGo(app: Application): Finding | undefined {
  const tests = app.paths.filter((path) => path.endsWith('_test.go'))
  return tests.length === 0 ? undefined : namingOf({ ...app, language: 'go' }, tests)
}

/** Measurements beside the tests, and the source that analyzers of PHP are tried on. */
function isNoTestByName({ language }: Application, path: string): boolean {
  return /\.bench\.\w+$/.test(path) || (language === 'php' && /(^|\/)tests?\/(.+\/)?data\//.test(path))
}

/** Tests of a language that are so many times as many as those of the program's own are the tests of it. */
const manyTimes = 5

/** The language in which an application is tested: of one that is built of two, the other one. */
function languageOfTests({ language, tests }: Application): Language {
  const counts = [...groupBy(tests.filter(isTestFile), (path) => languageOf(path))]
  const [[most, found] = [language, []]] = counts.sort(([, a], [, b]) => b.length - a.length)
  const own = counts.find(([each]) => each === language)?.[1].length ?? 0
  return most !== undefined && own > 0 && found.length >= own * manyTimes && !areRelated(language, most)
    ? most
    : language
}

/** At least this share of the test files follows one pattern. */
const mostShare = 0.8

function namingOf(app: Application, tests: readonly string[]): Finding {
  const counted = testNames[app.language].map(([name, pattern]) => ({
    name,
    followers: tests.filter((path) => pattern.test(path)),
  }))
  const [best] = counted.sort((a, b) => b.followers.length - a.followers.length)
  const [first, ...more] = representatives(app, best?.followers ?? [])
  const others = tests.filter((path) => !best?.followers.includes(path))
  if (best && best.followers.length >= tests.length * mostShare) {
    return pass([
      `${first}:1 and ${best.followers.length} of ${tests.length} test files follow ${best.name}`,
      ...more.map((path) => `${path}:1`),
    ])
  }
  return fail(
    `only ${best?.followers.length ?? 0} of ${tests.length} test files follow ${best?.name ?? 'a pattern'}; rename ${others[0]}`,
  )
}

function exampleOf({ language }: Application): string {
  return testNames[language][0]?.[0].replace('*', 'first') ?? 'a test'
}

/** Whether a file with another name contains a test; helpers beside tests do not. */
function isTestBy(text: string | undefined): boolean {
  return /^\s*(it|test|describe|suite)(\.\w+)*\(|\bdef test_|@Test\b|\[(Fact|Theory|Test)\]|^\s*TEST(_F|_P|_CASE)?\(|\bfunc test\w*\(|\bpublic function test\w*\(|^START_TEST\(|^\s*UNIT_?TEST\w*\b|^class \w+\(\w*Suite\):|^\s*(int|void) main\s*\((?=[\s\S]*\bassert\()/m.test(
    text ?? '',
  )
}
