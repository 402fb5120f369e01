import { checkstyle } from '../settings/checkstyle.ts'
import { cognitiveComplexity } from '../settings/clippy.ts'
import { credo } from '../settings/credo.ts'
import { unusedByErrorProne } from '../settings/error-prone.ts'
import { flake8 } from '../settings/flake8.ts'
import { golangci, golangciFile, reviveRule } from '../settings/golangci.ts'
import { pmd } from '../settings/pmd.ts'
import { pylint } from '../settings/pylint.ts'
import { rubocop, rubocopNamed } from '../settings/rubocop.ts'
import { ruff, ruffFile } from '../settings/ruff.ts'
import { biomeRule, eslintRule, eslintUnused, oxlintUnused, unicornRecommended } from '../settings/script-rules.ts'
import type { Setting } from '../settings/setting.ts'
import { swiftlint } from '../settings/swiftlint.ts'
import { compilerOption } from '../settings/tsconfig.ts'
import { xoRule } from '../settings/xo.ts'
import { toolsOf } from './check.ts'
import { furtherLanguages } from './further-languages.ts'
import {
  analyzers,
  diagnostic,
  editorconfig,
  errorProne,
  gradle,
  pyproject,
  sharedGradle,
  toolsOfPhp,
} from './tool-files.ts'

/** Whether there are settings of a tool that leave out what it does without them. */
function silences(settings: Setting, leaves: Setting): (...view: Parameters<Setting>) => boolean {
  return (...view) => settings(...view) !== undefined && leaves(...view) === undefined
}

const namesOfClang =
  /(?<![-\w])readability-identifier-naming|(?<![-\w])readability-\*(?![\s\S]*-readability-identifier-naming)/

/** Limits of complexity in the tools of Java. */
const javaComplexity: readonly Setting[] = [
  checkstyle(/CyclomaticComplexity|NPathComplexity/),
  pmd(/(Cyclomatic|Cognitive|NPath)Complexity|category\/java\/design\.xml"|rulesets\/java\/codesize/, [
    'CyclomaticComplexity',
    'CognitiveComplexity',
    'NPathComplexity',
  ]),
]

/** What linters and similar tools can be told to check, by language. */
export const rules = {
  naming_consistency: toolsOf('nothing holds how things are named', {
    ...furtherLanguages.naming_consistency,
    javascript: {
      setting: [
        eslintRule(/naming-convention|camelcase|filename-case|id-match/),
        biomeRule(/^use(FilenamingConvention|NamingConvention)$/),
        unicornRecommended,
      ],
      dependency: /^(eslint-plugin-(check-file|filenames)|xo)$/,
      near: /^\.ls-lint\.ya?ml$/,
      line: [[/^\.jshintrc$/, /"camelcase"\s*:\s*true/]],
      add: 'switch on `useNamingConvention` in biome.json, or state the convention in CONTRIBUTING.md',
    },
    python: {
      setting: [ruff('N'), pylint('invalid-name', 'C0103')],
      dependency: /^(pep8-naming|wemake-python-styleguide)$/,
      add: 'select the rules `N` of ruff, or state the convention in CONTRIBUTING.md',
    },
    go: {
      setting: [golangci('revive', 'stylecheck', 'golint')],
      near: /^\.?revive\.toml$/,
      task: /\b(revive|golint)(-action)?[ @](?<!install[^\n&;|]*)/,
      add: 'enable revive in .golangci.yml, or state the convention in CONTRIBUTING.md',
    },
    rust: { builtIn: 'the Rust compiler warns about names that break the convention', add: '' },
    java: {
      setting: [
        pmd(/\w+NamingConventions|category\/java\/codestyle\.xml"/),
        checkstyle(/\w*(?:Member|Method|Type|Parameter|Constant|Variable|Package)Name/, true),
      ],
      below: /(^|\/)detekt[^/]*\.ya?ml$|(^|\/)config\/detekt\//,
      line: [
        [gradle, /ktlint|detekt|-Xep:(MemberName|ClassName|ConstantField|TypeParameterNaming)\b/i],
        [editorconfig, /^ktlint_/m],
      ],
      task: /\b(ktlint|detekt)\b/i,
      add: 'add Checkstyle with its naming rules, or state the convention in CONTRIBUTING.md',
    },
    csharp: {
      line: [[editorconfig, /dotnet_naming_rule/]],
      dependency: /stylecop\.analyzers|sonaranalyzer/,
      add: 'add dotnet_naming_rule entries to .editorconfig',
    },
    ruby: {
      setting: [rubocop('Naming')],
      add: 'add a .rubocop.yml; its Naming rules are on by default',
    },
    php: {
      near: /^\.?phpcs\.xml/,
      file: [[toolsOfPhp, /"squizlabs\/php_codesniffer"\s*:/]],
      dependency: /^squizlabs\/php_codesniffer$/,
      task: /\bphpc(s|bf)\b/,
      add: 'add PHP_CodeSniffer with PSR-12',
    },
    cpp: {
      line: [[/^\.clang-tidy$/, namesOfClang]],
      file: [[/(^|\/)(?!tests?\/)[\w-]+\/\.clang-tidy$/, namesOfClang]],
      add: 'enable readability-identifier-naming in .clang-tidy',
    },
    swift: {
      setting: [swiftlint('identifier_name', 'type_name')],
      line: [[/^\.swift-format$/, /^(?![\s\S]*AlwaysUseLowerCamelCase"\s*:\s*false)[\s\S]*\S/]],
      add: 'add a .swiftlint.yml, whose naming rules are on by default',
    },
    elixir: {
      setting: [credo(/\w*Names/)],
      dependency: /^credo$/,
      add: 'add Credo, whose naming rules are on by default',
    },
    terraform: {
      line: [[/^\.tflint\.hcl$/, /terraform_naming_convention|preset\s*=\s*"all"/]],
      task: /terraform_naming_convention/,
      add: 'enable terraform_naming_convention in .tflint.hcl',
    },
  }),

  dead_code_detection: toolsOf('nothing reports code that is not used', {
    ...furtherLanguages.dead_code_detection,
    javascript: {
      near: /^\.?knip\.(jsonc?|ts|js)$/,
      dependency: /^(knip|ts-prune|unimported|ts-unused-exports|xo|standard|semistandard|ts-standard)$/,
      line: [[/^\.jshintrc$/, /"unused"\s*:\s*(true|")/]],
      setting: [
        compilerOption('noUnusedLocals'),
        biomeRule(/^noUnused(Variables|Imports|PrivateClassMembers)$/, 2),
        eslintUnused,
        oxlintUnused,
      ],
      add: 'set "noUnusedLocals" in tsconfig.json, or add knip',
    },
    python: {
      dependency: /^(vulture|dead|deadcode|pycln|autoflake|unimport)$/,
      setting: [ruff('F'), flake8('F'), pylint('unused-import', 'W0611'), pylint('unused-variable', 'W0612')],
      line: [[pyproject, /\[tool\.vulture\]/]],
      task: /\b(vulture|deadcode|flake8|pyflakes|pycln|autoflake|unimport)\b/,
      taskByDefault: [/\bruff check\b(?![^\n]*--select)/, silences(ruffFile, ruff('F'))],
      add: 'run vulture, or select the rules `F` of ruff',
    },
    go: {
      setting: [golangci('unused', 'deadcode')],
      task: /\b(staticcheck|deadcode)(-action)?[ @](?<!install[^\n&;|]*)|\bid: *(go-)?staticcheck\b/,
      taskByDefault: [
        /golangci-lint run(?![^\n]*--disable-all)/,
        silences(golangciFile, golangci('unused', 'deadcode')),
      ],
      add: 'run `staticcheck ./...` or golangci-lint in CI',
    },
    rust: { builtIn: 'the Rust compiler warns about dead code', add: '' },
    java: {
      setting: [checkstyle(/UnusedImports/), unusedByErrorProne(sharedGradle)],
      file: [
        [sharedGradle, /\bpmd\b|detekt/i],
        [/^rewrite\.ya?ml$/, /\bRemoveUnused(Local|Private)\w+/],
      ],
      line: [
        [gradle, new RegExp(String.raw`\bpmd\b|detekt|${errorProne.source}`, 'i')],
        [editorconfig, /^ktlint_standard_no-unused-imports\s*=\s*enabled/m],
      ],
      below: /(^|\/)(pmd|detekt)([^/]*|\/[^/]+)\.(xml|ya?ml)$/,
      add: 'add PMD (for Kotlin detekt), which reports unused code',
    },
    csharp: {
      line: [[/\.(cs|fs)proj$|^Directory\.Build\.props$/, /<TreatWarningsAsErrors[^>]*>\s*true/i]],
      // Some keep what all projects share in a folder of the build.
      file: [
        [analyzers, diagnostic('IDE0005|IDE0051|IDE0052|IDE0060|CA1801|CA1823|S1144')],
        [/^(build|eng)\/[^/]+\.(props|targets)$/, /<TreatWarningsAsErrors[^>]*>\s*true/i],
      ],
      dependency: /roslynator|sonaranalyzer/,
      add: 'raise IDE0051 to a warning in .editorconfig',
    },
    ruby: {
      setting: [
        rubocop('Lint', 'UselessAssignment'),
        rubocopNamed('Lint/UnusedBlockArgument'),
        rubocopNamed('Lint/UnusedMethodArgument'),
      ],
      line: [[/^\.standard\.yml$/, /^(?![\s\S]*UselessAssignment)[\s\S]*\S/]],
      dependency: /^(debride|traceroute|coverband)$/,
      task: /\bdebride\b/,
      add: 'add RuboCop, whose Lint rules are on by default',
    },
    php: {
      dependency: /dead-code-detector|rector\/rector/,
      near: /^(psalm|rector)(?!-baseline)[^/]*\.(xml|php)(\.dist)?$/,
      file: [
        [/^_?(tests?|build|dev|tools)\/rector[^/]*\.php$/, /\bDEAD_CODE\b|\bdeadCode\s*:\s*true|withDeadCodeLevel/],
      ],
      task: /find-dead-code|\brector process\b/,
      // From this level on, PHPStan reports code that nothing reaches.
      line: [[/^phpstan(?![^/]*[-._](types?|tests?)\b)[^/]*\.neon/, /level:\s*(max|[4-9]|10)\b/]],
      add: 'add shipmonk/dead-code-detector, or Rector with its dead-code set',
    },
    cpp: {
      task: /unusedFunction|-Wunused|-Wall/,
      line: [
        [
          /^(CMakeLists\.txt|meson\.build|configure\.(ac|in)|Makefile\.(am|in)|[mM]akefile)$/,
          /-Wall|-Wunused|warning_level/,
        ],
      ],
      file: [
        [/\.(cmake|m4)$|^(src|source)\/[mM]akefile(\.am)?$/, /-Wall|-Wunused/],
        // Some programs of C are built by scripts or programs of their own.
        [/^(auto\/cc\/[^/]+|build\.c|nob\.c|platformio\.ini)$/, /^(?!\s*[#;/]).*-(Wall|Wunused)\b/m],
      ],
      add: 'compile with -Wall',
    },
    elixir: { task: /warnings-as-errors/, add: 'run `mix compile --warnings-as-errors` in CI' },
    swift: { near: /^\.periphery\.yml$/, task: /\bperiphery\b/, add: 'add Periphery and a .periphery.yml' },
    terraform: {
      near: /^\.tflint\.hcl$/,
      task: /terraform_unused_declarations|\b(terraform_)?tflint\b(?!-version)/,
      add: 'add a .tflint.hcl, which reports unused declarations',
    },
  }),

  cyclomatic_complexity: toolsOf('no limit of complexity is set', {
    ...furtherLanguages.cyclomatic_complexity,
    javascript: {
      setting: [
        xoRule('complexity'),
        eslintRule(/complexity|cognitive-complexity/),
        biomeRule(/^noExcessiveCognitiveComplexity$/),
      ],
      add: 'switch on `noExcessiveCognitiveComplexity` in biome.json or `complexity` in ESLint',
    },
    python: {
      setting: [ruff('C90'), flake8('C90')],
      line: [[/^\.?prospector\.ya?ml$/, /max-complexity/]],
      dependency: /^(radon|xenon|lizard)$/,
      add: 'select the rule `C90` of ruff',
    },
    go: {
      setting: [golangci('gocyclo', 'cyclop', 'gocognit'), reviveRule(/^(cyclomatic|cognitive-complexity)$/)],
      task: /\bgocyclo\b/,
      add: 'enable cyclop in .golangci.yml',
    },
    rust: {
      setting: [cognitiveComplexity],
      task: /-[WDF][ =]?clippy::(cognitive_complexity|nursery)\b/,
      add: 'set `cognitive_complexity = "warn"` below [lints.clippy]',
    },
    java: { setting: javaComplexity, add: 'enable CyclomaticComplexity in Checkstyle, or add PMD' },
    // Only Kotlin is read by detekt.
    kotlin: {
      below: /(^|\/)detekt[^/]*\.ya?ml$|(^|\/)config\/detekt\//,
      line: [[gradle, /detekt/i]],
      setting: javaComplexity,
      add: 'add detekt, whose complexity rules are on by default',
    },
    csharp: {
      file: [[analyzers, diagnostic('CA1502|S1541|S3776')]],
      dependency: /sonaranalyzer/,
      add: 'raise CA1502 to a warning in .editorconfig',
    },
    ruby: {
      setting: [rubocop('Metrics', 'CyclomaticComplexity')],
      dependency: /^flog$/,
      add: 'add a .rubocop.yml; its Metrics rules are on by default',
    },
    php: {
      dependency: /^(phpmd\/phpmd|phpmetrics\/phpmetrics)$/,
      task: /\bphpmd\b/,
      near: /^phpmd/,
      line: [
        [/^psalm(?!-baseline)[^/]*\.xml(\.dist)?$/, /\blimitMethodComplexity="(true|1)"/],
        [/^\.?phpcs[^/]*\.xml(\.dist)?$/, /<rule ref="Generic\.Metrics\.CyclomaticComplexity\b/],
        [/^mago\.toml$/, /^cyclomatic-complexity\s*=(?![^\n]*\b(enabled|level)\s*=\s*("off"|false))/m],
      ],
      add: 'add PHPMD with its code-size rules',
    },
    cpp: {
      line: [[/^\.clang-tidy$/, /(?<![-\w])readability-function-cognitive-complexity/]],
      task: /\b(lizard|pmccabe)\b(?<!install[^\n]*)/,
      add: 'enable readability-function-cognitive-complexity in .clang-tidy',
    },
    swift: {
      setting: [swiftlint('cyclomatic_complexity')],
      add: 'add a .swiftlint.yml, whose complexity rule is on by default',
    },
    elixir: { setting: [credo(/CyclomaticComplexity/)], add: 'switch on CyclomaticComplexity in .credo.exs' },
  }),
}
