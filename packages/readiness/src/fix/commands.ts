import { at, entriesOf } from '../repository/json-path.ts'
import type { FixContext } from './fix.ts'
import { furtherCommands } from './further-commands.ts'
import { nodeTool } from './node-tool.ts'

/** In the order in which they are run. */
interface Commands {
  readonly install?: string
  readonly build?: string
  readonly types?: string
  readonly lint?: string
  readonly test?: string
}

/** The commands of a repository, from its manifests, task files and tools. None is made up. */
export function commandsOf(context: FixContext): Commands {
  const { repository, applications } = context
  const names = new Set(repository.namesIn(''))
  if (isNodeProject(context)) return nodeCommands(context)
  const usual = (): Commands => {
    if (names.has('go.mod')) return goCommands(context)
    if (names.has('mix.exs')) return mixCommands(context)
    const further = furtherCommands(context)
    if (further !== undefined) return further
    if (names.has('Cargo.toml')) return { build: 'cargo build', test: 'cargo test' }
    if (names.has('pom.xml')) return { test: names.has('mvnw') ? './mvnw verify' : 'mvn verify' }
    if (names.has('gradlew')) return { build: './gradlew assemble', test: './gradlew check' }
    if (applications.some(({ language }) => language === 'csharp'))
      return { build: 'dotnet build', test: 'dotnet test' }
    if (['pyproject.toml', 'requirements.txt', 'setup.py', 'manage.py'].some((name) => names.has(name)))
      return pythonCommands(context)
    if (names.has('Gemfile')) return rubyCommands(context)
    return names.has('composer.json') ? phpCommands(context) : {}
  }
  const own = inOrder({ ...usual(), ...makeTargets(repository.text('Makefile')) })
  if (!names.has('package.json')) return own
  // The pages of a program in another language are built beside it.
  const { install, build } = nodeCommands(context)
  return inOrder({ ...(build !== undefined && { build }), ...own, install: joined(own.install, install) })
}

/** A manifest of npm at the root, unless the program there is in another language and only its pages are built by npm. */
export function isNodeProject({ repository, applications }: FixContext): boolean {
  const main = applications.find(({ directory }) => directory === '')?.language
  return repository.has('package.json') && (main === undefined || main === 'typescript' || main === 'javascript')
}

function joined(...commands: readonly (string | undefined)[]): string {
  return commands.filter((each) => each !== undefined).join(' && ')
}

function goCommands({ repository }: FixContext): Commands {
  const hasLinter = repository.namesIn('').some((name) => /^\.golangci\.(ya?ml|toml|json)$/.test(name))
  return {
    build: 'go build ./...',
    lint: hasLinter ? 'golangci-lint run' : 'go vet ./...',
    test: 'go test ./...',
  }
}

function mixCommands({ applications }: FixContext): Commands {
  return {
    install: 'mix deps.get',
    ...(dependsOn(applications, /^dialyxir$/) && { types: 'mix dialyzer' }),
    ...(dependsOn(applications, /^credo$/) && { lint: 'mix credo' }),
    test: 'mix test',
  }
}

function nodeCommands({ repository, applications }: FixContext): Commands {
  const scripts = new Map(entriesOf(at(repository.data('package.json').value, 'scripts')))
  const { run, execute, install } = nodeTool(repository)
  const script = (...names: readonly string[]) => names.find((name) => scripts.has(name))
  const types = script('typecheck', 'type-check', 'check-types', 'check:types', 'types', 'tsc')
  const hasCompiler = repository.has('tsconfig.json') && dependsOn(applications, /^typescript$/)
  const isEmpty = /no test specified/.test(String(scripts.get('test')))
  return {
    install,
    ...(scripts.has('build') && { build: `${run} build` }),
    ...(types !== undefined ? { types: `${run} ${types}` } : hasCompiler && { types: `${execute} tsc --noEmit` }),
    ...(scripts.has('lint') && { lint: `${run} lint` }),
    ...(scripts.has('test') && !isEmpty && { test: `${run} test` }),
  }
}

function pythonCommands({ repository, applications }: FixContext): Commands {
  const prefix = repository.has('uv.lock') ? 'uv run ' : repository.has('poetry.lock') ? 'poetry run ' : ''
  const has = (name: RegExp) => dependsOn(applications, name)
  const install = { 'uv run ': 'uv sync', 'poetry run ': 'poetry install', '': pipInstall(repository) }[prefix]
  const hasTests = applications.some(({ tests }) => tests.length > 0)
  const test = has(/^pytest$/)
    ? 'pytest'
    : repository.has('manage.py')
      ? 'python manage.py test'
      : hasTests && 'python -m unittest'
  return {
    ...(install !== undefined && { install }),
    ...(has(/^mypy$/) && { types: `${prefix}mypy .` }),
    ...(has(/^ruff$/) && { lint: `${prefix}ruff check .` }),
    ...(test && { test: `${prefix}${test}` }),
  }
}

function pipInstall(repository: FixContext['repository']): string | undefined {
  const lists = repository.namesIn('').filter((name) => /^requirements([-_.](dev|test|tests|lint))?\.txt$/.test(name))
  if (lists.length > 0) return `pip install ${lists.map((name) => `-r ${name}`).join(' ')}`
  return repository.has('pyproject.toml') || repository.has('setup.py') ? 'pip install .' : undefined
}

function rubyCommands({ repository, applications }: FixContext): Commands {
  const has = (name: RegExp) => dependsOn(applications, name)
  const inFolder = (folder: string) => applications.some(({ tests }) => tests.some((path) => path.startsWith(folder)))
  const test =
    inFolder('spec/') && has(/^rspec/) ? 'bundle exec rspec' : repository.has('bin/rails') && 'bin/rails test'
  return {
    install: 'bundle install',
    ...(has(/^rubocop/) && { lint: 'bundle exec rubocop' }),
    ...(test && { test }),
  }
}

function phpCommands({ repository, applications }: FixContext): Commands {
  const scripts = entriesOf(at(repository.data('composer.json').value, 'scripts'))
  const running = (tool: RegExp) => scripts.find(([, body]) => typeof body === 'string' && tool.test(body))?.[0]
  const isDeclared = (name: string) => scripts.some(([each]) => each === name)
  const types = running(/\bphpstan\b|\bpsalm\b/)
  const lint = isDeclared('lint') ? 'lint' : running(/\bphpcs\b/)
  const hasAnalyser = dependsOn(applications, /^(phpstan\/phpstan|larastan\/larastan)$/)
  const hasTests = dependsOn(applications, /^phpunit\/phpunit$/)
  return inOrder({
    install: 'composer install',
    ...(types !== undefined ? { types: `composer ${types}` } : hasAnalyser && { types: 'vendor/bin/phpstan analyse' }),
    ...(lint !== undefined && { lint: `composer ${lint}` }),
    ...(isDeclared('test') ? { test: 'composer test' } : hasTests && { test: 'vendor/bin/phpunit' }),
  })
}

function dependsOn(applications: FixContext['applications'], name: RegExp): boolean {
  return applications.some(({ dependencies }) => dependencies.some((each) => name.test(each.name)))
}

function makeTargets(makefile: string | undefined): Commands {
  const targets = new Set([...(makefile ?? '').matchAll(/^([\w-]+)\s*:(?!=)/gm)].map(([, name = '']) => name))
  return Object.fromEntries(
    ['build', 'lint', 'test'].filter((name) => targets.has(name)).map((name) => [name, `make ${name}`]),
  )
}

function inOrder({ install, build, types, lint, test }: Commands): Commands {
  return Object.fromEntries(
    Object.entries({ install, build, types, lint, test }).filter(([, command]) => command !== undefined),
  )
}
