import type { Application } from '../applications/application.ts'
import { directoryOf, joinPath, resolvePath, upwards } from '../applications/places.ts'
import { at } from '../applications/read-dependencies.ts'
import { firstOf } from '../evidence/evidence.ts'
import { type Finding, findingOf, pass } from '../evidence/finding.ts'
import type { Repository } from '../repository/create-repository.ts'
import { lineAt } from '../repository/parse.ts'
import { ofApplication, type Subject, toolsOf } from './check.ts'

const pythonSettings = /^(pyproject\.toml|setup\.cfg|mypy\.ini|\.mypy\.ini|pyrightconfig\.json)$/

export const ofTypes = {
  type_check: toolsOf('types are not checked', {
    typescript: {
      near: /^tsconfig[^/]*\.json$/,
      dependency: /^typescript$/,
      task: /\btsc\b/,
      add: 'add a tsconfig.json',
    },
    javascript: {
      line: [[/^(tsconfig|jsconfig)[^/]*\.json$/, /"checkJs"\s*:\s*true/]],
      dependency: /^(flow-bin|typescript)$/,
      add: 'add a tsconfig.json with "checkJs"',
    },
    python: {
      near: /^(\.?mypy\.ini|pyrightconfig\.json|pyrefly\.toml)$/,
      dependency: /^(mypy|pyright|basedpyright|pytype|pyre-check|ty|pyrefly)$/,
      line: [[/^(pyproject\.toml|setup\.cfg)$/, /\[(tool\.)?(mypy|pyright|basedpyright|ty|pyrefly)/]],
      task: /\b(mypy|pyright|pytype)\b/,
      add: 'add mypy and [tool.mypy] to pyproject.toml',
    },
    go: { builtIn: 'the Go compiler checks types', add: '' },
    rust: { builtIn: 'the Rust compiler checks types', add: '' },
    java: { builtIn: 'the Java compiler checks types', add: '' },
    kotlin: { builtIn: 'the Kotlin compiler checks types', add: '' },
    csharp: { builtIn: 'the C# compiler checks types', add: '' },
    cpp: { builtIn: 'the C++ compiler checks types', add: '' },
    swift: { builtIn: 'the Swift compiler checks types', add: '' },
    ruby: {
      dependency: /^(sorbet.*|steep|rbs|tapioca)$/,
      below: /^(sorbet\/config|Steepfile|sig\/.*\.rbs)$/,
      add: 'add Sorbet or Steep',
    },
    php: {
      near: /^(phpstan|psalm)[^/]*\.(neon|xml|dist)/,
      dependency: /^(phpstan\/phpstan|larastan\/larastan|nunomaduro\/larastan|vimeo\/psalm)$/,
      add: 'add PHPStan and a phpstan.neon',
    },
  }),

  strict_typing: ofApplication((app, subject): Finding | undefined => {
    switch (app.language) {
      case 'typescript':
        return strictTypeScript(app, subject.repository)
      case 'python':
        return findingOf(
          subject.evidence.line(
            pythonSettings,
            /^\s*strict\s*=\s*true|disallow_untyped_defs\s*=\s*true|typeCheckingMode"?\s*[:=]\s*"strict"/im,
            app,
          ) ?? subject.evidence.task(/mypy[^\n]*--strict/, app),
          'the type checker is not strict; set `strict = true` below [tool.mypy]',
        )
      case 'php':
        return findingOf(
          subject.evidence.line(/^phpstan[^/]*\.neon/, /level:\s*(max|[6-9]|10)\b/, app) ??
            subject.evidence.marker('strictTypes', app),
          'typing is not strict; set `level: 6` or more in phpstan.neon',
        )
      case 'ruby':
        return rubyStrictness(app, subject)
      case 'csharp':
        return findingOf(
          subject.evidence.line(/\.(cs|fs)proj$|^Directory\.Build\.props$/, /<Nullable>\s*enable/, app),
          'null is not checked; set <Nullable>enable</Nullable> in Directory.Build.props',
        )
      default:
        return undefined
    }
  }),
}

/** Only a Ruby application that has a type checker can be lax with it. */
function rubyStrictness(app: Application, { evidence }: Subject): Finding | undefined {
  if (evidence.dependency(/^(sorbet.*|tapioca)$/, app) === undefined) return undefined
  return findingOf(evidence.marker('typedSignatures', app), 'no file is checked; begin files with `# typed: true`')
}

/** The tsconfig.json nearest to the application, with what it extends inside of the repository. */
function strictTypeScript(app: Application, repository: Repository): Finding {
  const configs = upwards(app.directory).map((directory) => joinPath(directory, 'tsconfig.json'))
  const start = firstOf(configs, (path) => (repository.has(path) ? path : undefined))
  const found = start && strictIn(repository, start, 0)
  if (found) return pass(found)
  return findingOf(undefined, `typing is not strict; set "strict": true in ${start ?? 'tsconfig.json'}`)
}

const deepestExtension = 8

function strictIn(repository: Repository, path: string, depth: number): string | undefined {
  const data = repository.data(path)
  const strict = at(data, 'compilerOptions', 'strict')
  if (strict === true) {
    const text = repository.text(path) ?? ''
    return `${path}:${lineAt(text, text.search(/"strict"/))} sets "strict"`
  }
  if (strict === false || depth > deepestExtension) return undefined
  const bases = [at(data, 'extends')].flat().filter((each) => typeof each === 'string')
  const references = [at(data, 'references')]
    .flat()
    .map((each) => at(each, 'path'))
    .filter((each) => typeof each === 'string')
  return firstOf([...bases, ...references], (target) => {
    // A shared configuration that is installed cannot be read here; those of the tsconfig bases are all strict.
    if (/^@tsconfig\//.test(target)) return `${path}:1 extends ${target}`
    const resolved = resolvePath(directoryOf(path), target)
    return firstOf([resolved, `${resolved}.json`, `${resolved}/tsconfig.json`], (each) =>
      repository.has(each) ? strictIn(repository, each, depth + 1) : undefined,
    )
  })
}
