import { groupBy } from '@muster/contract/group-by'
import type { Application } from '../applications/application.ts'
import { type Language, languageOf } from '../applications/languages.ts'
import { directoryOf, isForeign, isNotAlone, joinPath } from '../applications/places.ts'
import { isTestFile } from '../applications/test-files.ts'
import { type Finding, fail, mostNamed, pass } from '../evidence/finding.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at } from '../repository/json-path.ts'
import { onceForEachPath } from '../repository/once-for-each-path.ts'
import { ofApplication, type Subject, toolsOf } from './check.ts'
import { furtherLanguages } from './further-languages.ts'
import { representatives } from './representatives.ts'
import { sharedGradle } from './tool-files.ts'

const byTools = toolsOf(
  'tests may depend on their order',
  {
    ...furtherLanguages.test_isolation,
    javascript: {
      dependency:
        /^(vitest|jest|ava|borp|better-node-test|tap|@playwright\/test|@japa\/runner|react-scripts|@web\/test-runner)$/,
      // Some try one file with Deno beside a runner that does not isolate.
      line: [
        [/^deno\.jsonc?$/, /\{/],
        [/^\.mocharc\.\w+$/, /^[ \t{]*["']?parallel["']?[ \t]*:[ \t]*true\b/m],
        // A script may start the runner of Node, which gives each file a process.
        [/^[\w-]*(test|runner)[\w-]*\.[cm]?[jt]s$/, /\brun\b[^\n]*["']node:test["']/],
      ],
      file: [
        [
          /^(scripts?|tools?|tests?)\/[\w-]*(test|runner)[\w-]*\.[cm]?[jt]s$/,
          /\brun\b[^\n]*["']node:test["']|^\s*["']--test["'],?\s*$|\[["']--test["']/m,
        ],
      ],
      task: /\b(vitest|jest|bun test|web-test-runner)\b|\bmocha\b[^\n;&|]* --parallel\b|\b(node|tsx|ts-node)\b[^\n;&|]* --test\b/,
      below: /(^|\/)(vitest|jest|playwright)\.config\.\w+$/,
      add: 'use a runner that isolates test files, such as Vitest',
    },
    python: {
      line: [
        [
          /^(pyproject\.toml|setup\.cfg|tox\.(ini|toml)|pytest\.ini)$/,
          // A number for another program of Python tells nothing; one for tests that this program starts does.
          /(?<=^|[\s"'])(?<!\bpython[\d.]{0,6} -\w{0,5}m (?:(?!\bpy\.?test\b)[^\n]){0,200})-n[= "',]*(auto|logical|\d+)\b/m,
        ],
        // What a run of tests brings with it beside the manifest.
        [/^(tox\.(ini|toml)|noxfile\.py)$/, /^[^#\n]*\bpytest-(randomly|random-order|xdist|parallel|forked)\b/m],
      ],
      // A runner of its own may spread the tests over processes by itself.
      file: [[/(^|\/)run_?tests\.py$/, /["']--parallel["'][\s\S]{0,200}?\bdefault=(?!1\b|None)/]],
      dependency:
        /^(pytest-xdist|pytest-randomly|pytest-random-order|pytest-forked|pytest-parallel|pytest-reverse|unittest-parallel|stestr|green)$/,
      task: /\b(py\.?test|tox)\b[^\n]* -n[= ]?(auto|logical|\d)|-n auto|\bhatch test\b[^\n]*(--parallel|--randomize|\s-p\b)|--numprocesses|--random-order|-p randomly|manage\.py test[^\n]*--(parallel|shuffle)|\btrial\b[^\n]* (-j|--jobs)[= ]?[\d$]/,
      add: 'add pytest-randomly',
    },
    go: {
      task: /-shuffle|\bginkgo\b[^\n]* (-p\b|--?procs\b|--?randomize-?all)/i,
      file: [[/(^|\/)(tests?|e2e)\/.+\.sh$/, /--randomize-all/]],
      add: 'run `go test -shuffle=on ./...`, or call t.Parallel()',
    },
    rust: { builtIn: '`cargo test` runs tests in parallel', add: '' },
    java: {
      file: [
        [
          /(^|\/)junit-platform\.properties$/,
          /^\s*junit\.jupiter\.(execution\.parallel\.enabled\s*=\s*true|test\w+\.order\.default\s*=\s*\S*Random)/m,
        ],
        [sharedGradle, /maxParallelForks(?!\s*=\s*1\b)|junit\.jupiter\.execution\.parallel\.enabled["', ]+true/],
        [/(^|\/)testng[^/]*\.xml$/, /\bparallel="(?!none|false)/],
      ],
      line: [
        [
          /^((?!settings\.)[\w-]+\.gradle(\.kts)?|pom\.xml)$/,
          /maxParallelForks(?!\s*=\s*1\b)|<forkCount>(?!\s*[01]\s*<)|<reuseForks>\s*false|junit\.jupiter\.execution\.parallel|<parallel>|randomized|<runOrder>\s*random/,
        ],
      ],
      ci: /\bfork-?[cC]ount["']?\s*[:=]\s*["']?(\d+(\.\d+)?C|[2-9])/,
      add: 'switch on parallel execution in junit-platform.properties',
    },
    csharp: {
      dependency: /^(xunit.*|tunit.*)$/,
      line: [[/\.runsettings$|^xunit\.runner\.json$/, /parallel/i]],
      add: 'use xUnit, which runs test classes in parallel',
    },
    ruby: {
      line: [[/^\.rspec$/, /--order[\s=]+rand/]],
      below: /(^|\/)\.rspec_parallel$/,
      dependency: /^(parallel_tests|minitest|maxitest|test-queue|knapsack.*|turbo_tests|flatware.*)$/,
      add: 'set `config.order = :random` in spec_helper.rb',
    },
    php: {
      line: [[/^phpunit[^/]*\.xml(\.dist)?$/, /executionOrder="[^"]*random|processIsolation="true"/]],
      dependency: /^(brianium\/paratest|facile-it\/paraunit)$/,
      task: /--order-by[= ](\w+,)*random|\b(test|pest|phpunit)\b[^\n]*--parallel\b/,
      add: 'set executionOrder="random" in phpunit.xml',
    },
    cpp: {
      // Meson runs the tests that it knows in parallel by itself.
      line: [[/^meson\.build$/, /^\s*test\s*\(/m]],
      file: [
        [/(^|\/)tests?\/(.+\/)?meson\.build$/, /^\s*test\s*\(/m],
        // A runner of its own has its options beside the tests.
        [/(^|\/)tests?\/Makefile(\.am)?$/, /^\s*TEST\w*\s*[:+?]?=[^\n]*\s(-j|--jobs)[= ]?\d/m],
      ],
      task: /\bmeson test\b|\bmake\b[^\n;&|]*( -j[^\n;&|]* check\b| check\b[^\n;&|]* -j)|ctest[^\n]*(-j|--parallel|--schedule-random)|gtest_shuffle|\bprove\b[^\n]*(-j|--jobs|--shuffle)/,
      add: 'run `ctest -j --schedule-random`',
    },
    elixir: { task: /mix test[^\n]*--partitions/, add: 'write `use ExUnit.Case, async: true`' },
    swift: {
      task: /(swift|\$[({]SWIFT[)}]) test[^\n]*--parallel|parallel-testing-enabled/,
      file: [[/\.xctestplan$/, /"(parallelizable|testExecutionOrdering)" *: *(true|"random")/]],
      add: 'run `swift test --parallel`',
    },
  },
  { isAskedOfAll: true },
)

export const test_isolation = ofApplication((app, subject) => {
  // Modules of Terraform are often tested by programs in Go.
  const ofGo = app.language === 'terraform' ? app.paths.filter((path) => path.endsWith('_test.go')) : []
  return isolationOf(ofGo.length > 0 ? { ...app, language: 'go', tests: ofGo } : app, subject)
})

function isolationOf(app: Application, subject: Subject): Finding | undefined {
  const isApart = subject.evidence.below(/(^|\/)\.config\/nextest\.toml$/)
  // nextest gives each test a process of its own.
  const single = app.language === 'rust' && isApart === undefined ? inOneThread(app, subject) : undefined
  if (single !== undefined) return fail(`tests run one by one: ${single}; let them run in parallel`)
  const oneByOne = app.language === 'csharp' ? inSequence(app, subject.repository) : undefined
  if (oneByOne !== undefined) return fail(`${oneByOne}:1 switches parallel tests off; let them run in parallel`)
  const shuffled = /^(javascript|typescript)$/.test(app.language) ? byJasmine(app, subject) : undefined
  if (shuffled !== undefined) return shuffled
  const told = toldByTests(app, subject)
  if (told !== undefined) return told
  const found = byTools.application(app, subject)
  // The scheme that CI tests tells more than a script that somebody runs by hand.
  if (app.language === 'swift' && found?.passes) return byScheme(subject) ?? found
  if (found?.passes !== false) return found
  if (app.language === 'csharp') return byXunit(app, subject.repository) ?? found
  if (app.language === 'swift') return bySwiftTesting(app, subject.repository) ?? byScheme(subject) ?? found
  if (!(app.language in parallelMarks)) return byLanguageOfTests(app, subject) ?? found
  const [first, ...more] = parallelTests(subject.repository, app)
  if (first === undefined) return found
  return pass([`${first}:1 and others run in parallel`, ...more.map((path) => `${path}:1`)])
}

/** Jasmine shuffles tests if its settings say so. */
function byJasmine(app: Application, { evidence }: Subject): Finding | undefined {
  const found = evidence.lineBelow(/(^|\/)jasmine[\w.]*\.(json|[cm]?js)$/, /["']?\brandom["']?\s*:\s*true/, app)
  return found === undefined ? undefined : pass(found)
}

/** What stands beside the tests tells more than the runner among the dependencies. */
function toldByTests(app: Application, { repository }: Subject): Finding | undefined {
  if (app.language === 'csharp') return toldParallel(app, repository)
  return app.language === 'ruby' ? inRandomOrder(app, repository) : undefined
}

/** Tests may be written in another language than the program, and are run by a runner of that one. */
function byLanguageOfTests(app: Application, subject: Subject): Finding | undefined {
  const languages = app.tests.filter(isTestFile).map((path) => languageOf(path) ?? app.language)
  const [[language = app.language, same = []] = []] = [...groupBy(languages, (each) => each)].sort(
    ([, a], [, b]) => b.length - a.length,
  )
  if (language === app.language || same.length * 2 <= languages.length) return undefined
  const found = byTools.application({ ...app, language }, subject)
  return found?.passes === true ? found : undefined
}

/** Most runs of the tests of Rust are told to use one thread. */
function inOneThread(app: Application, { evidence }: Subject): string | undefined {
  const one = /--test-threads[= ]1\b|RUST_TEST_THREADS[=:] *["']?1\b/
  const text = evidence.automation.map((file) => file.text).join('\n')
  const runs = text.match(/\bcargo (\+\S+ )?(test|nextest)\b/g)?.length ?? 0
  const limited = text.match(new RegExp(one, 'g'))?.length ?? 0
  return limited * 2 >= runs ? evidence.task(one, app) : undefined
}

/** Attributes of xUnit alone. Theories are also of NUnit, which takes their data by other names. */
const isOfXunit = /^[ \t]*\[(?:Theory,[ \t]*)?(?:Fact|InlineData|MemberData|ClassData)\b/m

/** Where packages are named far away, the tests themselves tell their runner. */
function byXunit({ tests }: Application, repository: Repository): Finding | undefined {
  const path = tests.slice(0, mostRead).find((each) => isOfXunit.test(repository.text(each) ?? ''))
  return path === undefined ? undefined : pass(`${path}:1 is run by xUnit, which runs test classes in parallel`)
}

/** NUnit and MSTest are told by an attribute of the whole program. */
function toldParallel(app: Application, repository: Repository): Finding | undefined {
  const path = assemblyFiles(app, repository).find((each) =>
    /\b(Paralleliz(e|able)|LevelOfParallelism)\b(?![^\n]*ParallelScope\.(None|Self)\b)/.test(
      attributesIn(repository, each),
    ),
  )
  return path === undefined ? undefined : pass(`${path}:1 lets tests run in parallel`)
}

/** The settings of xUnit that let one test class wait for the other; they stand beside the tests. */
function inSequence(app: Application, repository: Repository): string | undefined {
  const settings = app.paths.find(
    (path) =>
      /(^|\/)xunit\.runner\.json$/.test(path) &&
      at(repository.data(path).value, 'parallelizeTestCollections') === false,
  )
  const oneByOne = /DisableTestParallelization\s*=\s*true|MaxParallelThreads\s*=\s*1\b/
  return settings ?? assemblyFiles(app, repository).find((path) => oneByOne.test(attributesIn(repository, path)))
}

/** The attributes of a whole program in a file, which may be among the tests of many applications. */
const attributesIn = onceForEachPath(
  (repository, path) => (repository.text(path) ?? '').match(/^\uFEFF?[ \t]*\[assembly:.*$/gm)?.join('\n') ?? '',
)

/** Where attributes of a whole program stand, in the application or beside its tests. */
function assemblyFiles({ paths, tests }: Application, repository: Repository): string[] {
  const places = new Set(tests.map(directoryOf))
  const beside = [...places]
    .flatMap((place) => [place, joinPath(place, 'Properties')])
    .flatMap((place) => repository.namesIn(place).map((name) => joinPath(place, name)))
  const names = /(^|\/)(\w*(Assembly|Global|Config|Setup|Parallel)\w*|Properties|[^/]*Tests?(Base)?|Usings)\.cs$/
  return [...paths, ...beside].filter((path) => names.test(path))
}

/** RSpec is told by a helper that every test loads; Minitest, also below Rails, shuffles by itself. */
function inRandomOrder({ paths }: Application, repository: Repository): Finding | undefined {
  // Programs with which a library is tried have helpers of their own.
  const helpers = paths.filter(
    (path) => helper.test(path) && !isForeign(path) && !isNotAlone(path.replace(helper, '$1')),
  )
  const path = helpers.find((each) => {
    const text = (repository.text(each) ?? '').replace(/^=begin\b[\s\S]*?^=end\b/gm, '')
    return /^[^#\n]*(\.order\s*=\s*[:"']rand|\bparallelize\(|rails\/test_help|minitest\/autorun)/m.test(text)
  })
  return path === undefined ? undefined : pass(`${path}:1 shuffles the tests`)
}

const helper = /(^|\/)(?:spec|test)\/\w+_helper\.rb$/

/** A few parallel tests among many say nothing of the rest. */
const leastShare = 0.2
const mostRead = 300

/** What a test of these languages says to run beside others. */
const parallelMarks: Readonly<Partial<Record<Language, string>>> = {
  go: 't.Parallel()',
  elixir: 'async: true',
  erlang: '[parallel',
}

/** The runner of Swift runs tests of its own kind in parallel. */
function bySwiftTesting({ tests }: Application, repository: Repository): Finding | undefined {
  const read = tests.slice(0, mostRead)
  const own = read.filter((path) => /^(@testable )?import Testing$/m.test(repository.text(path) ?? ''))
  return own.length * 2 > read.length ? pass(`${own[0]}:1 is run by Swift Testing, in parallel`) : undefined
}

/** A scheme of Xcode says whether its tests run in parallel; CI says which scheme is tested. */
function byScheme({ repository, evidence }: Subject): Finding | undefined {
  const commands = evidence.automation.flatMap(({ text }) => text.match(/^[^\n]*\bscheme\b[^\n]*/gim) ?? [])
  // A line that only names the scheme leaves to another what is done with it.
  const tests = (command: string, name: string) =>
    command.includes(name) && (!/\bxcodebuild\b/.test(command) || /\btest\b/.test(command.replace(name, '')))
  const path = repository.paths.find((each) => {
    const name = /([^/]+)\.xcscheme$/.exec(each)?.[1]
    if (name === undefined || isDemo.test(each) || !commands.some((command) => tests(command, name))) return false
    const tested = repository.text(each)?.match(/<TestableReference\b[^>]*>/g) ?? []
    return tested.some((tag) => /parallelizable\s*=\s*"YES"/.test(tag) && !/skipped\s*=\s*"YES"/.test(tag))
  })
  return path === undefined ? undefined : pass(`${path}:1 lets tests run in parallel`)
}

/** What only shows how a library is used. */
const isDemo = /(^|\/)\w*(demo|example|sample)(s|apps?)?\//i

/** Tests that ask to run in parallel, if enough of them do. */
function parallelTests(repository: Repository, app: Application): string[] {
  const { tests, language } = app
  const read = tests.slice(0, mostRead)
  const asked = parallelMarks[language] ?? ''
  const parallel = read.filter((path) => Buffer.from(repository.head(path) ?? []).includes(asked))
  if (parallel.length < leastShare * read.length) return []
  return [...new Set([...parallel.slice(0, 1), ...representatives(app, parallel)])].slice(0, mostNamed)
}
