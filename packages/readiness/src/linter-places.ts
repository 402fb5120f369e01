import type { Application } from './applications/application.ts'
import type { Language } from './applications/languages.ts'
import { directoryOf, joinPath, resolvePath, upwards } from './applications/places.ts'
import type { Repository } from './repository/create-repository.ts'
import { nearest } from './settings/setting.ts'
import { swiftlintFile } from './settings/swiftlint.ts'

/** The settings of linters, by the language whose rules they hold. The first of a row are looked for first. */
const byLanguage: Readonly<Partial<Record<Language, readonly RegExp[]>>> = {
  cpp: [/^\.clang-tidy$/, /^CPPLINT\.cfg$/],
  elixir: [/^\.credo\.exs$/],
  go: [/^\.?golangci\.\w+$/, /^revive\.toml$/],
  java: [/^checkstyle(?!-?suppress)[^/]*\.xml$/, /^checkstyle[^/]*\.xml$/],
  javascript: [
    /^(\.eslintrc.*|eslint\.config\.\w+|biome\.jsonc?|\.?oxlintrc\.jsonc?|oxlint\.config\.\w+)$/,
    /^tslint\.json$/,
  ],
  php: [/^phpstan(?!-baseline)[^/]*$/, /^(pint\.json|\.?php-cs-fixer[^/]*|phpcs[^/]*)$/],
  python: [/^(\.?ruff\.toml|\.?pylintrc|\.prospector\.\w+|\.flake8)$/],
  ruby: [/^\.?rubocop\.yml$/, /^\.rubocop_todo\.yml$/],
  rust: [/^\.?clippy\.toml$/],
  swift: [/^\.swiftlint\.yml$/],
  terraform: [/^\.tflint\.hcl$/],
}

/** Those of languages that are no row of their own, and of a service for many. */
const further = [/^\.ameba\.yml$/, /^\.codeclimate\.ya?ml$/]

const all = [...Object.values(byLanguage).flat(), ...further]

/** A program of TypeScript has the linters of JavaScript, one of Kotlin those of Java. */
const relatives: Readonly<Partial<Record<Language, Language>>> = { typescript: 'javascript', kotlin: 'java' }

/** Rules of an editor are those of a linter only where there is no other. */
const editorRules = /^\.(editorconfig|globalconfig)$/

/**
 * Where the rules of a linter are: for the language of the application, because a program keeps the rules of its scripts
 * beside its own.
 */
export function linterPlaces(
  repository: Repository,
  notable: readonly string[],
  app: Application | undefined,
  directory: string,
): readonly string[] {
  const near = (names: RegExp) => nearest(repository, upwards(directory), names) ?? []
  const language = app && (relatives[app.language] ?? app.language)
  const settings =
    language === 'swift'
      ? [swiftlintFile(repository, upwards(directory)) ?? []].flat()
      : ((language && byLanguage[language]) ?? []).flatMap(near)
  const own = [
    ...settings,
    ...shared(repository, app, /^\[(flake8|pylint|pycodestyle)/m),
    ...(settings.length === 0 && language === 'python' ? inProject(repository, directory) : []),
  ]
  if (own.length > 0) return own.flatMap((path) => [path, ...takenFrom(repository, path)])
  // Builds of Java keep its rules in a module or a folder of their own.
  const checkstyle =
    language === 'java'
      ? notable.find((path) => /(^|\/)(checkstyle\/checks|[\w-]*(checkstyle(?!-suppress)|pmd)[^/]*)\.xml$/i.test(path))
      : []
  const others = language && byLanguage[language] ? [] : all.flatMap(near)
  return [checkstyle ?? [], others, inProject(repository, directory), further.flatMap(near), near(editorRules)]
    .flat()
    .slice(0, 1)
}

/** Most tools of Python are set up in the file of the whole project. */
function inProject(repository: Repository, directory: string): string[] {
  return upwards(directory)
    .map((each) => joinPath(each, 'pyproject.toml'))
    .filter((path) => /^\[tool\.(ruff|pylint|flake8)\b/m.test(repository.text(path) ?? ''))
    .slice(0, 1)
}

/** The files in which several tools of Python are set up, where they have such a section. */
export function shared(repository: Repository, app: Application | undefined, section: RegExp): string[] {
  if (app?.language !== 'python') return []
  const files = ['setup.cfg', 'tox.ini'].flatMap((name) => upwards(app.directory).map((each) => joinPath(each, name)))
  return files.filter((path) => repository.has(path) && section.test(repository.text(path) ?? ''))
}

/** The files beside it from which a script of ESLint takes its rules. */
function takenFrom(repository: Repository, path: string): string[] {
  if (!/\.[cm]?[jt]s$/.test(path)) return []
  const named = (repository.text(path) ?? '').matchAll(/(?:from|require\(|import)\s*["'](\.\.?\/[\w./-]+)["']/g)
  return [...named].flatMap(([, name = '']) => {
    const taken = resolvePath(directoryOf(path), name)
    return ['', '.ts', '.js', '.mjs'].map((ending) => `${taken}${ending}`).find((each) => repository.has(each)) ?? []
  })
}
