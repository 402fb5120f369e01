import { bySize } from '../applications/application.ts'
import type { Language } from '../catalog/languages.ts'
import { reachedFrom, type Tasks, tasksOf } from '../facts/tasks.ts'
import { readWorkflows, type Workflow } from '../facts/workflows.ts'
import { runIn } from '../judge/special/about-tests.ts'
import type { Repository } from '../repository/create-repository.ts'
import { expression } from '../repository/expression.ts'
import { at, entriesOf, textsIn } from '../repository/json-path.ts'
import type { Commands, FixContext } from './fix.ts'
import { targetsOf } from './native-commands.ts'

type Purpose = keyof Commands

/** What a line is for, of the languages and tools that are known. Tests are told by what a line leads to. */
const purposes: readonly (readonly [Purpose, RegExp])[] = [
  [
    'install',
    expression(
      '',
      String.raw`^(uv sync|(poetry|pdm|pipenv) install|pip3? install (-e|-r|\.)|(bundle|composer) install|npm (ci|install|i)$|(pnpm`,
      String.raw`|bun) i(nstall)?$|yarn( install)?( --\S+)?$|mix deps\.get|dotnet restore|(make|just|task) (setup|bootstrap|deps`,
      '|install[-_](deps|dev)|develop)$)',
    ),
  ],
  [
    'types',
    /^(?!.*\btests?\b).*\b(mypy|pyright|basedpyright|tsc|type-?check|phpstan|psalm|dialyzer|srb tc)\b|\b(make|just|task) types\b/,
  ],
  [
    'lint',
    expression(
      '',
      String.raw`(?<![\w/.-])([\w:-]*lint\b(?! -).*|golangci-lint run|go vet|cargo clippy|ruff check|eslint|rubocop|mix credo|flake8`,
      String.raw`|pylint|phpcs|detekt|checkstyle\w*|ktlint\w*|swiftlint|(pre-commit|prek) run)(?![\w/.-])`,
    ),
  ],
  [
    'format',
    expression(
      '',
      '^(?!.*check)((uv run |poetry run )?(make|just|task) (format|fmt)|cargo fmt|(uv run |poetry run )?(ruff format|black)',
      String.raw`|mix format|dotnet format|(bundle exec )?standardrb|npx prettier)\b`,
    ),
  ],
  [
    'build',
    expression(
      '',
      String.raw`^((uv run |poetry run )?(make|just|task)( all| build)?$|cargo build|go build|dotnet build|(\.\/)?mvnw? .*\b(package`,
      String.raw`|compile)\b|(\.\/)?gradlew? .*\bassemble\w*|cmake --build (\.\/)?build|meson compile.*|(cabal|stack|swift|zig) build`,
      String.raw`|mix compile|sbt compile|xcodebuild\b.* build)( |$)`,
    ),
  ],
]

/** How a line begins that people can run as it stands: with a program that is known, or with a script of the repository. */
const begins = expression(
  '',
  String.raw`^([A-Z_]+=[\w.-]+ )*((uv|poetry|pdm|pipenv|hatch) run |bundle exec |npx |xvfb-run )?((make|just|task|rake|nox|tox|mage`,
  '|inv|invoke|mix|cargo|go|dotnet|npm|pnpm|yarn|bun|deno|composer|php|python3?|pytest|mypy|pyright|basedpyright|tsc|ruff',
  '|black|flake8|pylint|isort|pre-commit|prek|golangci-lint|staticcheck|rubocop|standardrb|rspec|eslint|prettier|biome',
  '|swift|swiftlint|zig|sbt|mill|lein|clojure|stack|cabal|dune|cmake|ctest|meson|ninja|bazel|bazelisk|xcodebuild|flutter',
  '|dart|melos|spin|hatch|uv|poetry|pdm|bundle|pip3?|mvn|gradle|ant|phpunit|phpstan|psalm|terraform|tofu|tflint|helm|rebar3',
  String.raw`|gleam|crystal|shards|nimble|luarocks|busted|bats|vendor\/bin\/[\w-]+|bin\/[\w-]+|node_modules\/\.bin\/[\w-]+)( |$)`,
  String.raw`|\.\/[\w./-]+( |$)|(scripts?|build-bin|tools|hack)\/[\w./-]+( |$))`,
)

/** A script that is called after tests in passing: it checks them, or helps with them. */
const aboutTests =
  /^(?:\.\/)?(?:[\w.-]+\/)*(?!(?:run[-_]?)?(?:all[-_]?)?(?:unit[-_]?)?tests?\b)[\w-]*tests?[\w-]*\.\w+(?: |$)/

/** Go tests the folder at hand alone, unless it is told otherwise; Django names its settings after tests, and tasks may use these. */
const testsNothing =
  /^go test\b(?!.*\.\.\.)|\bmanage\.py (?!test\b)|\b(make|just|task) (?!.*(test|spec|check|verify|validate|\bci\b|\ball\b))/

/** What makes something ready for others, and does nothing of its own. */
const makesReady = /configure|prepare|set-?up|install|download|generate/i

/** What needs more than a clone, such as variables, other folders and rights; or is no command but a sentence. */
const notForPeople = expression(
  '',
  String.raw`[$\x60<>|;*{}!"\\&#()]|^(\.\/)?\.?(ci|github)\/| -C |\w:test\b|\b(publish|deploy|upload|push|release|login|codecov|version`,
  String.raw`|sonar\S*)\b|--(dry-run|version|help|notest|no-run|collect-only|list)\b|\/dev\/null|hooks?\/|[,:]$|(?<![. ])\.$| (the`,
  '|our|your|in|for|a|an|and|is|are|of|with) ',
)

/** What tries only a part, or for another purpose than to check a change. */
const special =
  /\b(docs?|e2e|bench\w*|examples?|integration|smoke|fuzz\w*|cov\w*|nightly|stress|perf|ci|html|xml|junit\S*)\b|--doc\b|\btest[-:_]\w|\bgradlew? :\w|--scan\b/i

const longest = 90

/** Programs for one language alone, and the file without which they do nothing at the root. */
const ofLanguages: readonly (readonly [line: RegExp, languages: readonly Language[], needed?: RegExp])[] = [
  [/^swift /, ['swift'], /^Package\.swift$/],
  [/^cargo /, ['rust'], /^Cargo\.toml$/],
  [/^go /, ['go'], /^go\.(mod|work)$/],
  [/^dotnet /, ['csharp']],
  [/^(\.\/)?mvnw? /, ['java', 'kotlin', 'scala'], /^pom\.xml$/],
  [/^(\.\/)?gradlew? /, ['java', 'kotlin', 'scala'], /\.gradle(\.kts)?$/],
  [/^(poetry|pdm|uv) /, ['python'], /^(pyproject\.toml|uv\.lock|requirements[\w-]*\.txt)$/],
  [/^(pip3?|pipenv|pytest|python3?|nox|tox) ?/, ['python']],
  [/^(bundle|rake) /, ['ruby'], /^(Gemfile|Rakefile)$/],
  [/^composer /, ['php'], /^composer\.json$/],
  [/^mix /, ['elixir'], /^mix\.exs$/],
  [/^(cmake|meson|ctest|ninja) /, ['cpp']],
  [/^(npm|pnpm|yarn|bun|npx) ?/, ['typescript', 'javascript'], /^package\.json$/],
]

/** Gradle has many tasks that are called after tests and run none. */
const otherTaskOfGradle = /\bgradlew?\b.*\btest(?!(Debug|Release)?UnitTest\b)[A-Z]\w*$/

/** What only makes the output of a build fit for a log, or skips what the step before has done. */
const forLogs = expression(
  'g',
  ' (-B|-ntp|-U|--(batch-mode|no-transfer-progress|no-daemon|stacktrace|info|no-restore|no-progress|frozen|ci)',
  String.raw`|--file pom\.xml|(-v|--verbosity)[ =]\w+|--color[ =]\w+)(?= |$)`,
)

/** The line for each purpose that CI or a page shows, of those that people can run, too. */
export function knownLines({ repository, applications, facts }: FixContext, given: readonly string[]): Commands {
  const found = new Map<Purpose, string>()
  const tasks = given.length === 0 ? new Map() : tasksOf(repository, facts.automation)
  const targets = given.length === 0 ? new Set<string>() : targetsOf(repository.text('Makefile'))
  const main = (applications.find(({ directory }) => directory === '') ?? bySize(applications)[0])?.language
  const names = repository.namesIn('')
  const isOfOthers = (line: string) =>
    ofLanguages.some(
      ([pattern, languages, needed = /./]) =>
        pattern.test(line) && !(main && languages.includes(main) && names.some((name) => needed.test(name))),
    )
  const lines = given.map((line) => {
    const plain = line.replace(forLogs, '')
    return repository.has('mvnw') ? plain.replace(/^mvn /, './mvnw ') : plain
  })
  const better = (a: string, b: string | undefined) => b === undefined || rankOf(a) < rankOf(b)
  for (const line of new Set(lines)) {
    const purpose = isOfOthers(line) ? undefined : purposeOf(repository, line, tasks, targets)
    if (purpose !== undefined && better(line, found.get(purpose))) found.set(purpose, line)
  }
  return Object.fromEntries(found)
}

/** Short lines are for everybody; long ones for one machine or one report. */
function rankOf(line: string): number {
  return line.length + (isSpecial(line) ? 100 : 0)
}

export function isSpecial(line: string): boolean {
  return special.test(line)
}

/** What a line is for, if people can run it, too. */
function purposeOf(
  repository: Repository,
  line: string,
  tasks: Tasks,
  targets: ReadonlySet<string>,
): Purpose | undefined {
  if (line.length > longest || !begins.test(line) || notForPeople.test(line) || otherTaskOfGradle.test(line))
    return undefined
  const words = /^(?:\S+ run |bundle exec )?make((?: [\w.:/=-]+)+)$/.exec(line)?.[1]?.trim().split(' ')
  if (words?.some((word) => !/^-|=/.test(word) && !targets.has(word))) return undefined
  // A build of its own stands before what older pages say.
  if (line === 'make' && (repository.has('CMakeLists.txt') || repository.has('meson.build'))) return undefined
  const named = purposes.find(([, pattern]) => pattern.test(line))?.[0]
  if (named === 'install') return named
  // Whoever installs a linter does not run it.
  if (/\b(install|add|require|download)\b/.test(line)) return undefined
  if (named !== undefined && named !== 'build') return named
  if (makesReady.test(line) || aboutTests.test(line) || testsNothing.test(line)) return named
  // A script of Composer may be called after tests that it only gets ready.
  const script = /^composer (?:run(?:-script)? )?([\w:-]+)/.exec(line)?.[1]
  const run = script && textsIn(at(repository.data('composer.json').value, 'scripts', script)).join('\n')
  if (run && runIn(run) === undefined) return named
  // A build may test, too, and then it is both.
  return reachedFrom(line, tasks).some((text) => runIn(text) !== undefined) ? 'test' : named
}

/** The commands that pages for those who work here show. */
export function linesOfPages({ facts }: FixContext): string[] {
  return facts.pages.flatMap(({ isForWork, code }) => (isForWork ? code.map(({ text }) => text) : []))
}

/** When a step runs only on machines of one kind. */
const ofOneSystem = /\b(os|platform|runner|image)\b|windows|macos/i

/** The command lines that workflows run at the root, those of pull requests first. */
export function linesOfCi({ repository }: FixContext): string[] {
  const isOfChanges = ({ triggers }: Workflow) => Number(triggers.includes('pull_request'))
  const workflows = readWorkflows(repository, repository.paths).sort((a, b) => isOfChanges(b) - isOfChanges(a))
  return workflows.flatMap(({ path }) => {
    const data = repository.data(path).value
    const jobs = entriesOf(at(data, 'jobs')).map(([, job]) => job)
    return jobs
      .filter((job) => !isElsewhere(at(data, 'defaults', 'run')) && !isElsewhere(at(job, 'defaults', 'run')))
      .flatMap((job) => [at(job, 'steps') ?? []].flat())
      .filter((step) => !isElsewhere(step) && !ofOneSystem.test(String(at(step, 'if') ?? '')))
      .flatMap((step) => linesIn(at(step, 'run')))
  })
}

function isElsewhere(step: unknown): boolean {
  const directory = at(step, 'working-directory')
  return directory !== undefined && !/^\.\/?$/.test(String(directory))
}

/** The commands of a script, each by itself, up to the one that goes elsewhere. */
function linesIn(script: unknown): string[] {
  if (typeof script !== 'string') return []
  const lines = script
    .replace(/\\\r?\n\s*/g, ' ')
    .split(/\r\n|\r|\n|&&/)
    .map((line) => line.trim().replace(/ +/g, ' '))
    .filter((line) => line !== '' && !line.startsWith('#'))
  const gone = lines.findIndex((line) => /^(cd|pushd) /.test(line))
  return gone < 0 ? lines : lines.slice(0, gone)
}
