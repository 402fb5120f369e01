import type { Language } from '../catalog/languages.ts'
import { isForeign } from '../facts/places.ts'
import { recipeOf } from '../facts/tasks.ts'
import { isNamedTest } from '../facts/test-files.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, textsIn } from '../repository/json-path.ts'
import { directoryOf, nameOf } from '../repository/places.ts'
import { dependsOn } from './depends-on.ts'
import type { FixContext } from './fix.ts'
import { nodeTool } from './node-tool.ts'
import { plainName } from './what-is-where.ts'

/** Tests that need more than the others, or are of another kind. */
const special =
  /(^|[/._-])(e2e|integration|acceptance|playwright|cypress|browser|bench\w*|perf|smoke|types?)([/._-]|$)|^docs?\/|(^|\/)Abstract[^/]*$|IT\.\w+$/i

/**
 * The command that runs one test of the repository, so that nobody waits for all of them. It names one that is there;
 * `undefined` where the runner has other ways to be told so, or is not at the root.
 */
export function oneTestCommand(context: FixContext, all: string): string | undefined {
  const { repository, applications } = context
  const app = applications.find(({ directory }) => directory === '')
  if (app === undefined || isElsewhere(repository, all)) return undefined
  const [test] = app.tests
    .filter((path) => isNamedTest(app.language, path) && plainName.test(path) && !/(^|\/)-/.test(path))
    .filter((path) => !special.test(path) && !isForeign(path))
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1))
  if (test === undefined) return undefined
  return runners[app.language]?.(test, context, all)
}

/** Whether the tests run where their tools are, which is not here: in a container or an environment of their own. */
function isElsewhere(repository: Repository, all: string): boolean {
  const [, target] = /^make ([\w-]+)$/.exec(all) ?? []
  return /docker|compose|^(tox|nox)\b/.test(
    target === undefined ? all : `${all}\n${recipeOf(repository.text('Makefile'), target)}`,
  )
}

type Runner = (test: string, context: FixContext, all: string) => string | undefined

const scripts: Runner = (test, { repository }) => {
  const script = textsIn(at(repository.data('package.json').value, 'scripts', 'test')).join('\n')
  const { execute } = nodeTool(repository)
  if (/^vitest( run)?$/.test(script)) return `${execute} vitest run ${test}`
  if (/^jest( --ci)?$/.test(script)) return `${execute} jest ${test}`
  return /^node --test$/.test(script) ? `node --test ${test}` : undefined
}

const java: Runner = (test, { repository }) => {
  const name = nameOf(test).replace(/\.\w+$/, '')
  if (repository.has('pom.xml')) return `${repository.has('mvnw') ? './mvnw' : 'mvn'} test -Dtest=${name}`
  const build = ['build.gradle', 'build.gradle.kts'].map((path) => repository.text(path) ?? '').join('\n')
  // Android and Kotlin for several platforms have a task for each variant.
  if (!/^src\/test\//.test(test) || build === '' || /android|multiplatform/i.test(build)) return undefined
  return `${repository.has('gradlew') ? './gradlew' : 'gradle'} test --tests ${name}`
}

const runners: Readonly<Partial<Record<Language, Runner>>> = {
  typescript: scripts,
  javascript: scripts,
  java,
  kotlin: java,
  python: (test, { applications, repository }, all) => {
    if (!dependsOn(applications, /^pytest$/)) return undefined
    const locked = ['uv', 'poetry', 'pdm'].find((tool) => repository.has(`${tool}.lock`))
    const prefix = /^((?:uv|poetry|pdm|pipenv|hatch) run )/.exec(all)?.[1] ?? (locked ? `${locked} run ` : '')
    return `${prefix}pytest ${test}`
  },
  go: (test, { repository }) => {
    const name = /^func (Test(?!Main\()\w+)\(/m.exec(repository.text(test) ?? '')?.[1]
    const isTagged = /^\/\/go:build /m.test(repository.text(test) ?? '')
    return name === undefined || isTagged ? undefined : `go test ./${directoryOf(test)} -run ${name}`
  },
  rust: (test, { repository }) => {
    if (/^\[\[test\]\]/m.test(repository.text('Cargo.toml') ?? '')) return undefined
    const name = /^tests\/([\w-]+)\.rs$/.exec(test)?.[1]
    return name && `cargo test --test ${name}`
  },
  ruby: (test, { applications, repository }) => {
    if (/_spec\.rb$/.test(test)) return dependsOn(applications, /^rspec/) ? `bundle exec rspec ${test}` : undefined
    return repository.has('bin/rails') ? `bin/rails test ${test}` : undefined
  },
  php: (test, { applications }) => {
    if (!/^(tests?|tst)\//i.test(test)) return undefined
    if (dependsOn(applications, /^pestphp\/pest$/)) return `vendor/bin/pest ${test}`
    return dependsOn(applications, /^phpunit\/phpunit$/) ? `vendor/bin/phpunit ${test}` : undefined
  },
  elixir: (test) => `mix test ${test}`,
  csharp: (test) => `dotnet test --filter ${nameOf(test).replace(/\.\w+$/, '')}`,
  dart: (test, { applications }) =>
    dependsOn(applications, /^flutter$/) ? `flutter test ${test}` : `dart test ${test}`,
}
