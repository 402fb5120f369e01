import { at, entriesOf } from '../repository/json-path.ts'
import type { FixContext } from './fix.ts'

export interface Commands {
  readonly install?: string
  readonly build?: string
  readonly test?: string
  readonly lint?: string
}

/** The commands of a repository, from its manifests and task files; none is made up. */
export function commandsOf({ repository, applications }: FixContext): Commands {
  const languages = new Set(applications.map(({ language }) => language))
  const names = new Set(repository.namesIn(''))
  const make = targets(repository.text('Makefile'))
  if (names.has('package.json')) {
    const scripts = new Set(entriesOf(at(repository.data('package.json').value, 'scripts')).map(([name]) => name))
    const [tool, install] = names.has('pnpm-lock.yaml')
      ? ['pnpm', 'pnpm install']
      : names.has('yarn.lock')
        ? ['yarn', 'yarn install']
        : names.has('bun.lock')
          ? ['bun', 'bun install']
          : ['npm', names.has('package-lock.json') ? 'npm ci' : 'npm install']
    return {
      install,
      ...(scripts.has('build') && { build: `${tool} run build` }),
      ...(scripts.has('test') && { test: `${tool} run test` }),
      ...(scripts.has('lint') && { lint: `${tool} run lint` }),
    }
  }
  const own = {
    ...(make.has('build') && { build: 'make build' }),
    ...(make.has('test') && { test: 'make test' }),
    ...(make.has('lint') && { lint: 'make lint' }),
  }
  if (names.has('go.mod')) return { build: 'go build ./...', test: 'go test ./...', lint: 'go vet ./...', ...own }
  if (names.has('Cargo.toml')) return { build: 'cargo build', test: 'cargo test', ...own }
  if (names.has('pom.xml')) return { build: names.has('mvnw') ? './mvnw verify' : 'mvn verify', ...own }
  if (names.has('gradlew')) return { build: './gradlew build', test: './gradlew test', ...own }
  if (languages.has('csharp')) return { build: 'dotnet build', test: 'dotnet test', ...own }
  if (names.has('uv.lock')) return { install: 'uv sync', test: 'uv run pytest', ...own }
  if (names.has('requirements.txt')) return { install: 'pip install -r requirements.txt', ...own }
  if (names.has('Gemfile')) return { install: 'bundle install', ...own }
  if (names.has('composer.json')) return { install: 'composer install', ...own }
  return own
}

function targets(makefile: string | undefined): ReadonlySet<string> {
  return new Set([...(makefile ?? '').matchAll(/^([\w-]+)\s*:(?!=)/gm)].map(([, name = '']) => name))
}
