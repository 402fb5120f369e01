import { recipeOf } from '../facts/tasks.ts'
import { hasTests, runIn } from '../judge/special/about-tests.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf, hasAny, textsIn } from '../repository/json-path.ts'
import { dependsOn } from './depends-on.ts'
import type { Commands, FixContext } from './fix.ts'
import { furtherCommands } from './further-commands.ts'
import { isSpecial, knownLines, linesOfCi, linesOfPages } from './known-lines.ts'
import { nativeCommands, targetsOf } from './native-commands.ts'
import { nodeTool } from './node-tool.ts'
import { pythonCommands } from './python-commands.ts'

/**
 * The commands of a repository. What CI or a file of tasks runs comes first, then what pages show; what is only usual in
 * the language comes last.
 */
export function commandsOf(context: FixContext): Commands {
  // What a page, a manifest or a pipeline names may hold anything; a command is one line of plain characters.
  return Object.fromEntries(Object.entries(allCommands(context)).filter(([, line]) => /^[ -_a-~]{1,200}$/.test(line)))
}

function allCommands(context: FixContext): Commands {
  const { repository } = context
  if (isNodeProject(context)) return nodeCommands(context)
  const lines = linesOfCi(context)
  const ofCi = knownLines(context, lines)
  const shown = knownLines(context, linesOfPages(context))
  const ofTasks = taskCommands(repository)
  const usual = usualCommands(context)
  // CI may put something before a task, such as the environment in which its tools are.
  const asInCi = Object.fromEntries(
    Object.entries(ofTasks).map(([purpose, task]) => [
      purpose,
      lines.find((line) => before.test(line) && line.replace(before, '') === task) ?? task,
    ]),
  )
  const own = inOrder({
    ...usual,
    ...plainer(shown, usual),
    ...plainer(ofCi, usual),
    ...(usual.install !== undefined && { install: usual.install }),
    ...asInCi,
  })
  if (!repository.has('package.json')) return own
  // The pages of a program in another language are built beside it.
  const { install, build } = nodeCommands(context)
  const needsPackages = hasAny(repository.data('package.json').value, ['dependencies', 'devDependencies', 'workspaces'])
  if (!needsPackages) return own
  return inOrder({ ...(build !== undefined && { build }), ...own, install: joined(own.install, install) })
}

/** What brings tools into reach before a task is run. */
const before = /^(?:(?:uv|poetry|pdm|pipenv|hatch) run|bundle exec|xvfb-run) /

/** From so many characters on, a line is for one machine, if the same program has a shorter one. */
const longLine = 50

function plainer(found: Commands, usual: Commands): Commands {
  const programOf = (line = '') => line.split(' ')[0]
  return Object.fromEntries(
    Object.entries(found).filter(
      ([purpose, line]) =>
        usual[purpose as keyof Commands] === undefined ||
        (!isSpecial(line) &&
          (line.length < longLine || programOf(line) !== programOf(usual[purpose as keyof Commands]))),
    ),
  )
}

/** Targets of a Makefile and recipes of just, by what people call them. */
const taskNames: Readonly<Record<keyof Commands, readonly string[]>> = {
  install: ['setup', 'bootstrap'],
  build: ['build'],
  types: ['types', 'typecheck', 'type-check'],
  lint: ['lint'],
  format: ['format', 'fmt'],
  test: ['test'],
}

function taskCommands(repository: Repository): Commands {
  const just = ['justfile', 'Justfile', '.justfile'].find((name) => repository.has(name))
  const [runner, targets] = just
    ? ['just', targetsOf(repository.text(just)?.replace(/^@?([\w-]+)(?: [^:\n]*)?:(?!=)/gm, '$1:'))]
    : ['make', targetsOf(repository.text('Makefile'))]
  return Object.fromEntries(
    Object.entries(taskNames).flatMap(([purpose, names]) => {
      const name = names.find((each) => targets.has(each) && !(runner === 'make' && isOfOneMachine(repository, each)))
      return name === undefined ? [] : [[purpose, `${runner} ${name}`]]
    }),
  )
}

/** A target that runs programs from the home of its author. */
function isOfOneMachine(repository: Repository, target: string): boolean {
  return /(^|[\s@])(~|\/home|\/Users)\//m.test(recipeOf(repository.text('Makefile'), target))
}

/** What people of the language would try first. Linters and checkers are named where they are set up. */
function usualCommands(context: FixContext): Commands {
  const { repository, applications } = context
  const names = new Set(repository.namesIn(''))
  const { test, ...others } = ofLanguage()
  // Builds of C say themselves whether there are tests.
  const isTested = applications.some((app) => app.language === 'cpp' || hasTests(app))
  return isTested && test !== undefined ? { ...others, test } : others

  function ofLanguage(): Commands {
    const main = applications.find(({ directory }) => directory === '')?.language
    if (main === 'ruby' && names.has('Gemfile')) return rubyCommands(context)
    if (names.has('go.mod')) return goCommands(context)
    if (names.has('mix.exs')) return mixCommands(context)
    const further = furtherCommands(context)
    if (further !== undefined) return further
    if (names.has('Cargo.toml')) return cargoCommands(context)
    if (names.has('pom.xml')) return mavenCommands(repository)
    if (isGradle(repository)) {
      const gradle = names.has('gradlew') ? './gradlew' : 'gradle'
      return { build: `${gradle} assemble`, test: `${gradle} check` }
    }
    if (applications.some(({ language }) => language === 'csharp'))
      return { build: 'dotnet build', test: 'dotnet test' }
    if (['pyproject.toml', 'requirements.txt', 'setup.py', 'manage.py'].some((name) => names.has(name)))
      return pythonCommands(context)
    if (names.has('Gemfile')) return rubyCommands(context)
    return names.has('composer.json') ? phpCommands(context) : nativeCommands(repository)
  }
}

const skipsTests =
  /<(maven\.test\.skip|skipTests)>\s*true|>maven-surefire-plugin<(?:(?!<\/plugin>)[\s\S]){0,2000}<skip>\s*true/

/** A build in which tests are switched off runs none. */
function mavenCommands(repository: Repository): Commands {
  const maven = repository.has('mvnw') ? './mvnw' : 'mvn'
  return {
    build: `${maven} package`,
    ...(!skipsTests.test(repository.text('pom.xml') ?? '') && { test: `${maven} verify` }),
  }
}

/** A manifest of npm at the root, unless the program there is in another language and only its pages are built by npm. */
export function isNodeProject({ repository, applications }: FixContext): boolean {
  const main = applications.find(({ directory }) => directory === '')?.language
  return repository.has('package.json') && (main === undefined || main === 'typescript' || main === 'javascript')
}

export function isGradle(repository: Repository): boolean {
  return repository.namesIn('').some((name) => /^(gradlew|(build|settings)\.gradle(\.kts)?)$/.test(name))
}

function joined(...commands: readonly (string | undefined)[]): string {
  return commands.filter((each) => each !== undefined).join(' && ')
}

function goCommands({ repository }: FixContext): Commands {
  const names = repository.namesIn('')
  const isStartedHere = names.some(
    (name) => name.endsWith('.go') && /^package main\b/m.test(repository.text(name) ?? ''),
  )
  return {
    build: isStartedHere ? 'go build' : 'go build ./...',
    ...(names.some((name) => /^\.golangci\.(ya?ml|toml|json)$/.test(name)) && { lint: 'golangci-lint run' }),
    test: 'go test ./...',
  }
}

/** The linter comes with the tools of the language; whether it is used shows where it is set up or run. */
function cargoCommands({ repository }: FixContext): Commands {
  const manifest = repository.data('Cargo.toml').value
  const isSetUp =
    repository.has('clippy.toml') ||
    repository.has('.clippy.toml') ||
    at(manifest, 'lints', 'clippy') !== undefined ||
    at(manifest, 'workspace', 'lints', 'clippy') !== undefined
  const isRun = () =>
    repository.paths.some(
      (path) =>
        /^\.github\/workflows\/|^\.pre-commit-config\.yaml$/.test(path) &&
        /\bclippy\b/.test(repository.text(path) ?? ''),
    )
  return { build: 'cargo build', ...((isSetUp || isRun()) && { lint: 'cargo clippy' }), test: 'cargo test' }
}

function mixCommands({ applications, repository }: FixContext): Commands {
  return {
    install: 'mix deps.get',
    ...(repository.has('.credo.exs') && dependsOn(applications, /^credo$/) && { lint: 'mix credo' }),
    ...(repository.has('.formatter.exs') && { format: 'mix format' }),
    test: 'mix test',
  }
}

function nodeCommands({ repository, applications }: FixContext): Commands {
  const scripts = new Map(entriesOf(at(repository.data('package.json').value, 'scripts')))
  const { run, execute, install } = nodeTool(repository)
  const script = (...names: readonly string[]) => names.find((name) => scripts.has(name))
  const types = script('typecheck', 'type-check', 'check-types', 'check:types', 'types', 'tsc')
  const lint = script('lint', 'lint:check', 'check:lint', 'eslint')
  const isCheck = (name: string) => /--check\b|--list-different|(^|\s)-[cl]\b/.test(String(scripts.get(name)))
  const format = ['format', 'fmt', 'format:fix', 'format:write', 'prettier'].find(
    (name) => scripts.has(name) && !isCheck(name),
  )
  const hasCompiler = repository.has('tsconfig.json') && dependsOn(applications, /^typescript$/)
  const isEmpty = /no test specified/.test(String(scripts.get('test')))
  return {
    install,
    ...(scripts.has('build') && { build: `${run} build` }),
    ...(types !== undefined ? { types: `${run} ${types}` } : hasCompiler && { types: `${execute} tsc --noEmit` }),
    ...(lint !== undefined && { lint: `${run} ${lint}` }),
    ...(format !== undefined && { format: `${run} ${format}` }),
    ...(scripts.has('test') && !isEmpty && { test: `${run} test` }),
  }
}

function rubyCommands({ repository, applications }: FixContext): Commands {
  const has = (name: RegExp) => dependsOn(applications, name)
  const inFolder = (folder: string) => applications.some(({ tests }) => tests.some((path) => path.startsWith(folder)))
  const rakefile = repository.text('Rakefile') ?? ''
  const task = /^\s*task[ (]+:?["']?(test|spec)\b/m.exec(rakefile)?.[1]
  // With several sets of packages, only the task knows which one is meant.
  const test = repository.has('Appraisals')
    ? 'bundle exec rake'
    : inFolder('spec/') && has(/^rspec/)
      ? 'bundle exec rspec'
      : repository.has('bin/rails')
        ? 'bin/rails test'
        : /\bTestTask\.new\b(?!\((?!:test\b|["']test["']))/.test(rakefile)
          ? 'bundle exec rake test'
          : task && `bundle exec rake ${task}`
  return {
    install: 'bundle install',
    ...(has(/^rubocop/) && { lint: 'bundle exec rubocop' }),
    ...(test && { test }),
  }
}

function phpCommands({ repository, applications }: FixContext): Commands {
  const scripts = entriesOf(at(repository.data('composer.json').value, 'scripts')).filter(([name]) =>
    /^[\w:.-]+$/.test(name),
  )
  const running = (tool: RegExp) => scripts.find(([, body]) => typeof body === 'string' && tool.test(body))?.[0]
  const isDeclared = (name: string) => scripts.some(([each]) => each === name)
  const types = running(/\bphpstan\b|\bpsalm\b/)
  const lint = isDeclared('lint') ? 'lint' : running(/\bphpcs\b/)
  // Without settings it does not know where the source is.
  const isSetUp = repository.namesIn('').some((name) => /^phpstan(\.dist)?\.neon(\.dist)?$/.test(name))
  const hasAnalyser = isSetUp && dependsOn(applications, /^(phpstan\/phpstan|larastan\/larastan)$/)
  const hasTests = dependsOn(applications, /^phpunit\/phpunit$/)
  return inOrder({
    install: 'composer install',
    ...(types !== undefined ? { types: `composer ${types}` } : hasAnalyser && { types: 'vendor/bin/phpstan analyse' }),
    ...(lint !== undefined && { lint: `composer ${lint}` }),
    ...(scripts.some(([name, body]) => name === 'test' && runIn(textsIn(body).join('\n')) !== undefined)
      ? { test: 'composer test' }
      : hasTests && { test: 'vendor/bin/phpunit' }),
  })
}

function inOrder({ install, build, types, lint, format, test }: Commands): Commands {
  return Object.fromEntries(
    Object.entries({ install, build, types, lint, format, test }).filter(([, command]) => command !== undefined),
  )
}
