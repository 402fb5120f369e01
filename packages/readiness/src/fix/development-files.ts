import ignore from 'ignore'
import { bySize, declares } from '../applications/application.ts'
import type { Language } from '../catalog/languages.ts'
import { setByOthers } from '../catalog/variables.ts'
import type { Repository } from '../repository/create-repository.ts'
import { expression } from '../repository/expression.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { commandsOf } from './commands.ts'
import { appended, type Draft, type FixContext } from './fix.ts'
import { needsOf } from './needs.ts'

/** An image that was made for such containers. */
function made(name: string): string {
  return `mcr.microsoft.com/devcontainers/${name}`
}

/** By language: the image, the version that it has if the repository names none, and what `needsOf` calls the language. */
const images: Readonly<Partial<Record<Language, readonly [image: string, version: string, name?: string]>>> = {
  typescript: [made('typescript-node'), '24', 'Node.js'],
  javascript: [made('javascript-node'), '24', 'Node.js'],
  python: [made('python'), '3.13', 'Python'],
  go: [made('go'), '1.25', 'Go'],
  rust: [made('rust'), '1'],
  java: [made('java'), '21', 'Java'],
  kotlin: [made('java'), '21', 'Java'],
  scala: [made('java'), '21', 'Java'],
  csharp: [made('dotnet'), '9.0', '.NET'],
  ruby: [made('ruby'), '3.4', 'Ruby'],
  php: [made('php'), '8.4'],
  cpp: [made('cpp'), 'debian'],
  swift: ['swift', '6.1'],
  elixir: ['elixir', '1.18'],
}

/** A container with the language of most applications in its version, what the repository needs, and the command line of the host. */
export function devcontainer(context: FixContext): string | undefined {
  const { applications, repository } = context
  // Windows, and the kit for telephones, are in no such image.
  const needs = needsOf(context)
  if (needs.includes('Windows')) return undefined
  if (repository.paths.some((path) => path.endsWith('src/main/AndroidManifest.xml'))) return undefined
  const [image, usual, name] = images[bySize(applications)[0]?.language ?? 'other'] ?? [made('base'), 'debian']
  const { install } = commandsOf(context)
  const content = {
    image: `${image}:${versionIn(needs, name) ?? usual}`,
    features: { 'ghcr.io/devcontainers/features/github-cli:1': {} },
    ...(install !== undefined && { postCreateCommand: install }),
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

/** The version as images name it, where it is an exact one: one number for Node.js and Java, two for others. */
function versionIn(needs: readonly string[], name: string | undefined): string | undefined {
  const needed = needs.find((each) => name !== undefined && each.startsWith(`${name} `))?.slice(name?.length)
  const [, major, minor] = /^ v?(?:1\.(?=8$))?(\d+)(?:\.(\d+))?(?:\.[\dx]+)*$/.exec(needed ?? '') ?? []
  if (major === undefined || Number(major) === 0) return undefined
  if (name === 'Node.js' || name === 'Java') return major
  return minor === undefined ? undefined : `${major}.${minor}`
}

/** Settings of a formatter that need nothing to be installed beside the usual tools of the language. */
const formatters: Readonly<Partial<Record<Language, Draft>>> = {
  python: { path: 'ruff.toml', text: 'line-length = 100\n\n[format]\nquote-style = "preserve"\n' },
  elixir: {
    path: '.formatter.exs',
    text: '[\n  inputs: ["{mix,.formatter}.exs", "{config,lib,test}/**/*.{ex,exs}"]\n]\n',
  },
  swift: { path: '.swift-format', text: '{\n  "version": 1\n}\n' },
  cpp: { path: '.clang-format', text: 'BasedOnStyle: LLVM\n' },
}

export function formatterFiles(context: FixContext): readonly Draft[] | undefined {
  const { applications, repository } = context
  const all = { ...formatters, rust: rustSettings(context), csharp: sharpSettings(context) }
  const drafts = applications.flatMap(({ language }) => all[language] ?? [])
  const missing = drafts.filter(({ path }) => !repository.has(path))
  return missing.length === 0 ? undefined : [...new Map(missing.map((each) => [each.path, each])).values()]
}

const filesLooked = 20

/** How most source of C# is indented here: nothing is to change by itself. */
function sharpSettings({ applications, repository }: FixContext): Draft {
  const sources = applications.flatMap(({ sources: own }) => own.filter((path) => path.endsWith('.cs')))
  const texts = sources.slice(0, filesLooked).map((path) => repository.text(path) ?? '')
  const count = (pattern: RegExp) => texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0)
  const style = count(/^\t/gm) > count(/^ {2}/gm) ? 'indent_style = tab' : 'indent_style = space\nindent_size = 4'
  return { path: '.editorconfig', text: `root = true\n\n[*.cs]\n${style}\ncsharp_new_line_before_open_brace = all\n` }
}

/** The edition that the first manifest names; without one, it is the oldest. */
function rustSettings({ applications, repository }: FixContext): Draft {
  const edition = ['Cargo.toml', ...applications.flatMap(({ manifests }) => manifests)]
    .filter((path) => path.endsWith('Cargo.toml'))
    .map((path) => repository.data(path).value)
    .flatMap((data) => [at(data, 'package', 'edition'), at(data, 'workspace', 'package', 'edition')])
    .find((each) => /^20\d\d$/.test(String(each)))
  return { path: 'rustfmt.toml', text: `edition = "${edition ?? '2015'}"\n` }
}

const variable = expression(
  'g',
  String.raw`\bprocess\.env(?:\.|\[["'])([A-Z][A-Z0-9_]+)|\bimport\.meta\.env\.(?!(?:DEV|PROD|MODE|SSR|BASE_URL)\b)([A-Z][A-Z0-9_]+)`,
  String.raw`|\bos\.(?:environ(?:\.get\(|\[)|getenv\()["']([A-Z][A-Z0-9_]+)|\bos\.(?:Getenv|LookupEnv)\("([A-Z][A-Z0-9_]+)`,
  String.raw`|\benv::var\("([A-Z][A-Z0-9_]+)|\bSystem\.getenv\("([A-Z][A-Z0-9_]+)|\bGetEnvironmentVariable\("([A-Z][A-Z0-9_]+)`,
  String.raw`|\bENV(?:\[|\.fetch\()["']([A-Z][A-Z0-9_]+)|\b(?:get)?env\(["']([A-Z][A-Z0-9_]+)`,
)

const takenApart = /\{([^{}]{1,2000})\}\s*=\s*(?:process|import\.meta)\.env\b/g

const mostSources = 5000
const isSetByOthers = new RegExp(`^(${setByOthers})$`)

/** Libraries and frameworks that read a file of variables when the program starts. */
const loaders = expression(
  '',
  String.raw`dotenv|^(django-environ|environs|python-decouple|pydantic-settings|next|nuxt|vite|astro|@sveltejs\/kit|react-scripts`,
  String.raw`|laravel\/framework|symfony\/framework-bundle)$|^github\.com\/caarlos0\/env`,
)

/** The variables that the source reads, without values; only where something loads such a file, and git keeps it out. */
export function environmentTemplate(context: FixContext): readonly Draft[] | undefined {
  const { applications, repository } = context
  const isLoaded = applications.some((app) => declares(app, loaders)) || isLoadedByCommand(repository)
  const path = '.env.example'
  if (!isLoaded || repository.has(path)) return undefined
  const names = variablesOf(context)
  if (names.length === 0) return undefined
  const text = `${['# Copy it to .env, which is not tracked, and fill it in.', ...names.map((name) => `${name}=`)].join('\n')}\n`
  const isKeptOut = ignore()
    .add(repository.text('.gitignore') ?? '')
    .ignores('.env')
  return [{ path, text }, ...(isKeptOut ? [] : appended(context, '.gitignore', ['.env']))]
}

function isLoadedByCommand(repository: Repository): boolean {
  const scripts = entriesOf(at(repository.data('package.json').value, 'scripts')).map(([, script]) => String(script))
  if (scripts.some((script) => /--env-file\b/.test(script))) return true
  return repository
    .namesIn('')
    .filter((name) => /^(docker-)?compose[\w.-]*\.ya?ml$/.test(name))
    .some((name) => /^\s*env_file:|\$\{[A-Z]/m.test(repository.text(name) ?? ''))
}

function variablesOf({ applications, repository }: FixContext): string[] {
  const deployed = applications.filter(({ kind }) => kind === 'service' || kind === 'frontend')
  const found = new Set<string>()
  for (const path of deployed.flatMap(({ sources }) => sources).slice(0, mostSources)) {
    const text = repository.text(path) ?? ''
    const names = [
      ...[...text.matchAll(variable)].flatMap(([, ...groups]) => groups.filter((each) => each !== undefined)),
      // Several at once: `const { API_URL, PORT: port } = process.env`.
      ...[...text.matchAll(takenApart)]
        .flatMap(([, list = '']) => list.split(','))
        .flatMap((each) => /^\s*([A-Z][A-Z0-9_]+)/.exec(each)?.[1] ?? []),
    ]
    for (const name of names) if (!isSetByOthers.test(name) && !/^TEST(ING|S)?_/.test(name)) found.add(name)
  }
  return [...found].sort()
}
