import type { Application } from '../applications/application.ts'
import { joinPath, upwards } from '../applications/places.ts'
import { type Finding, findingOf } from '../evidence/finding.ts'
import { setInProps } from '../settings/imported-props.ts'
import { strictPython } from '../settings/python-types.ts'
import { nearest } from '../settings/setting.ts'
import { compilerOption } from '../settings/tsconfig.ts'
import { ofApplication, type Subject, toolsOf } from './check.ts'
import { furtherLanguages } from './further-languages.ts'

const typed = toolsOf(
  'types are not checked',
  {
    ...furtherLanguages.type_check,
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
      near: /^(\.?mypy[\w-]*\.ini|pyrightconfig\.json|pyrefly\.toml|ty\.toml|\.pyre_configuration)$/,
      dependency: /^(mypy|pyright|basedpyright|pytype|pyre-check|ty|pyrefly|zuban)$/,
      line: [[/^(pyproject\.toml|setup\.cfg)$/, /\[(tool\.)?(mypy|pyright|basedpyright|ty|pyrefly)/]],
      task: /(?<!['"/])\b(mypy|pyright|pytype|pyrefly|ty check|zuban)\b/,
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
      dependency: /^(sorbet.*|steep|tapioca)$/,
      below: /^(sorbet\/config|Steepfile|sig\/.*\.rbs)$/,
      add: 'add Sorbet or Steep',
    },
    elixir: { dependency: /^dialyxir$/, task: /\bmix dialyzer\b/, add: 'add Dialyxir' },
    php: {
      near: /^(phpstan|psalm)(?!-baseline)[^/]*\.(neon|xml|dist)$|^mago\.toml$/,
      dependency:
        /^(carthage-software\/mago|phan\/phan|phpstan\/phpstan|larastan\/larastan|nunomaduro\/larastan|vimeo\/psalm)$/,
      task: /\b(phpstan|psalm|phan|mago analy[sz]e)\b(?!\*)/,
      add: 'add PHPStan and a phpstan.neon',
    },
  },
  { isAskedOfAll: true },
)

export const ofTypes = {
  // Terraform checks the types of its variables, and has no checker to choose.
  type_check: ofApplication((app, subject) =>
    app.language === 'terraform' ? undefined : typed.application(app, subject),
  ),

  strict_typing: ofApplication((app, subject): Finding | undefined => {
    switch (app.language) {
      case 'javascript':
        if (isScriptChecked(app, subject)) return strictScript(app, subject)
        return subject.evidence.near(/^\.flowconfig$/, app) === undefined ? undefined : strictFlow(app, subject)
      case 'typescript':
        return strictScript(app, subject)
      case 'python':
        return findingOf(
          strictPython(subject.repository, upwards(app.directory)) ??
            subject.evidence.task(/\bmypy\b[\s\S]{0,80}?--strict\b/, app),
          'the type checker is not strict; set `strict = true` below [tool.mypy] in pyproject.toml',
        )
      case 'php':
        return findingOf(
          subject.evidence.lineBelow(ofSource, /^\s*level:\s*(max|[89]|10)\b/m, app) ??
            subject.evidence.line(/^psalm[^/]*\.xml/, /errorLevel="1"/, app),
          `typing is not strict; set \`level: 8\` or more in ${nearest(subject.repository, upwards(app.directory), /^phpstan\.neon/) ?? 'phpstan.neon'}`,
        )
      case 'ruby':
        return rubyStrictness(app, subject)
      case 'csharp':
        return findingOf(
          subject.evidence.line(/\.(cs|fs)proj$|^Directory\.Build\.props$/, nullable, app) ??
            setInProps(app, subject.repository, nullable),
          'null is not checked; set <Nullable>enable</Nullable> in Directory.Build.props',
        )
      default:
        return undefined
    }
  }),
}

const nullable = /<Nullable(?![^>]*== 'true')[^>]*>\s*enable/

/** Settings of PHPStan for the source. Tests, and tests of types, may have stricter ones of their own. */
const ofSource = /(^|\/)phpstan(?![^/]*[-._](types?|tests?)\b)[^/]*(\/config)?\.neon(\.dist)?$/

/** Whether a compiler looks at JavaScript, or at the types that are kept beside it. */
function isScriptChecked(app: Application, { repository, evidence }: Subject): boolean {
  if (compilerOption('checkJs')(repository, upwards(app.directory))) return true
  const hasSettings = ['tsconfig.json', 'jsconfig.json'].some((name) => repository.has(joinPath(app.directory, name)))
  return hasSettings && evidence.dependency(/^typescript$/, app) !== undefined
}

/** Flow has a strict mode, whose rules its settings list. */
function strictFlow(app: Application, { evidence }: Subject): Finding {
  return findingOf(
    evidence.line(/^\.flowconfig$/, /^\[strict\]\s*\n\s*[a-z]/m, app),
    'typing is not strict; list rules below [strict] in .flowconfig',
  )
}

function strictScript(app: Application, { repository }: Subject): Finding {
  return findingOf(
    compilerOption('strict')(repository, upwards(app.directory)),
    'typing is not strict; set "strict": true in tsconfig.json',
  )
}

/** Only a Ruby application that has a type checker can be lax with it. */
function rubyStrictness(app: Application, { evidence }: Subject): Finding | undefined {
  if (evidence.dependency(/^(sorbet.*|tapioca)$/, app) === undefined) return undefined
  return findingOf(evidence.marker('typedSignatures', app), 'no file is checked; begin files with `# typed: true`')
}
