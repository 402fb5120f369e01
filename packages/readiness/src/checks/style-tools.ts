import { appliesErrorProne } from '../settings/error-prone.ts'
import { golangci as golangciEnables } from '../settings/golangci.ts'
import { eslintRule } from '../settings/script-rules.ts'
import { namedSettings } from '../settings/swiftlint.ts'
import { toolsOf } from './check.ts'
import { furtherLanguages } from './further-languages.ts'
import { editorconfig, errorProne, golangci, gradle, pyproject, sharedGradle, toolsOfPhp } from './tool-files.ts'

const formatsJava =
  /spotless|javaformat|google-java-format|googleJavaFormat|ktlint|kotlinter|ktfmt|fmt-maven-plugin|formatter-maven-plugin|git-code-format|prettier-maven-plugin/

/** Cargo may be called by a variable or through another program, and actions take its command as an input. */
function cargoRuns(command: string, others: RegExp): RegExp {
  const program = String.raw`(?:\b(?:cargo|cross)|\$\{\{ *[\w.]+\.(?:cargo|CARGO) *\}\}|\$[({]?CARGO[)}]?|\{\{ *cargo[\w-]* *\}\})`
  const options = String.raw`(?:\s+(?:\+(?:\$\{\{[^}]*\}\}|\S+)|hack|--\S+))*`
  return new RegExp(`${program}${options}\\s+${command}\\b|^\\s*command: *["']?${command}\\b|${others.source}`, 'm')
}

/** Formatters and linters, by language. */
export const styleTools = {
  formatter: toolsOf('no formatter is configured', {
    ...furtherLanguages.formatter,
    javascript: {
      near: /^((biome|rome)\.jsonc?|\.prettierrc.*|prettier\.config\..*|\.?dprint\.jsonc?|deno\.jsonc?|\.oxfmtrc\.jsonc?)$/,
      dependency:
        /^(vite-plus|prettier|@biomejs\/biome|rome|dprint|oxfmt|standard|neostandard|xo|@stylistic\/eslint-plugin|@antfu\/eslint-config|gts|js-beautify|grunt-jsbeautifier)$/,
      line: [[/^package\.json$/, /"prettier"\s*:/]],
      // A package of the workspace may bring the plugin, and the rules, to all others.
      setting: [eslintRule(/@stylistic\/[\w/-]+/)],
      task: /\b(vp (fmt|check)|oxfmt|deno fmt|(npx|bunx|pnpx|(pnpm|yarn) dlx)( -\S+)* (prettier|@biomejs\/biome)|prettier@|biome (ci|check|format))\b|\/(action-)?prettier(_action|-action)?@/,
      add: 'add a biome.json or a .prettierrc',
    },
    python: {
      dependency: /^(black|ruff|yapf|autopep8|blue|pyink|darker)$/,
      line: [[pyproject, /\[tool\.(black|yapf|ruff)|^\[format\]/m]],
      near: /^\.?ruff\.toml$|^\.style\.yapf$/,
      // A package for the examples of pages is no formatter of the source.
      task: /\b(black(?!==)|ruff(-format| format)?|yapf|autopep8)\b/,
      add: 'add [tool.ruff.format] to pyproject.toml',
    },
    go: {
      setting: [golangciEnables('gofmt', 'gofumpt', 'goimports', 'gci', 'golines')],
      task: /\b(gofmt|go fmt|gofumpt|goimports|golines|golangci-lint(-fmt| fmt))\b/,
      add: 'run `test -z "$(gofmt -l .)"` in CI or in a Makefile',
    },
    rust: {
      near: /^\.?rustfmt\.toml$/,
      task: cargoRuns('fmt', /\brustfmt\b(?<!(component|extensions)[^\n]*)/),
      add: 'run `cargo fmt --check` in CI, or add a rustfmt.toml',
    },
    java: {
      dependency:
        /spotless|google-java-format|formatter-maven-plugin|spring-javaformat|javaformat|ktlint|ktfmt|fmt-maven-plugin|palantir-java-format|kotlinter|git-code-format|prettier-maven-plugin/,
      file: [[sharedGradle, formatsJava]],
      line: [
        [gradle, formatsJava],
        // Settings of an editor format nothing; those of ktlint do.
        [editorconfig, /^ktlint_/m],
      ],
      task: /\b(spotless\w*|ktlint|kotlinter|ktfmt|google-java-format|formatter:(validate|format))\b/i,
      add: 'add the Spotless plugin to the build',
    },
    csharp: {
      near: /^\.csharpierrc/,
      // Widths and ends of lines alone format no C#.
      line: [[editorconfig, /^(csharp|dotnet_style)_/m]],
      file: [[/(^|\/)\.config\/dotnet-tools\.json$/, /"(csharpier|fantomas(-tool)?|dotnet-format)"/]],
      task: /\b(dotnet format|csharpier|fantomas)\b/,
      dependency: /^(csharpier|fantomas)/,
      add: 'add an .editorconfig and run `dotnet format`',
    },
    ruby: {
      near: /^\.(rubocop|standard)\.yml$|^\.prettierrc|^\.rufo$|^\.streerc$/,
      dependency: /^(rubocop.*|standard|standardrb|rufo|syntax_tree.*)$/,
      task: /\b(rubocop|standardrb|rufo|stree (check|write|format))\b/,
      add: 'add RuboCop and a .rubocop.yml',
    },
    php: {
      near: /^\.?php-cs-fixer(\.dist)?\.php$|^\.php_cs|^pint\.json$|^\.?phpcs\.xml|^ecs\.php$|^\.styleci\.ya?ml$|^mago\.toml$/,
      dependency:
        /^(friendsofphp\/php-cs-fixer|php-cs-fixer\/shim|laravel\/pint|squizlabs\/php_codesniffer|symplify\/easy-coding-standard|carthage-software\/mago|(doctrine|slevomat|nextcloud)\/coding-standard|wp-coding-standards\/wpcs|cakephp\/cakephp-codesniffer)$/,
      file: [
        [
          toolsOfPhp,
          /"(friendsofphp\/php-cs-fixer|laravel\/pint|squizlabs\/php_codesniffer|symplify\/easy-coding-standard)"\s*:/,
        ],
      ],
      task: /\b(php-cs-fixer|pint|phpcs|phpcbf|ecs check|mago (fmt|format))\b/,
      add: 'add PHP-CS-Fixer and a .php-cs-fixer.dist.php',
    },
    cpp: {
      near: /^\.clang-format$|^_clang-format$|^\.?astyle(rc|\.ini)$|^\.?uncrustify[^/]*\.cfg$|^\.indent\.pro$/,
      below: /(^|\/)(src|source|include|lib)\/\.clang-format$/,
      task: /\b(clang-format|astyle|uncrustify)\b/,
      add: 'add a .clang-format',
    },
    swift: { near: /^\.swift(format|-format)/, task: /\bswift-?format\b/, add: 'add a .swiftformat' },
    elixir: { near: /^\.formatter\.exs$/, task: /\bmix format\b/, add: 'add a .formatter.exs' },
    terraform: { task: /\b(terraform|tofu)[ _]fmt\b/, add: 'run `terraform fmt -check` in CI or in a hook' },
  }),

  lint_config: toolsOf('no linter is configured', {
    ...furtherLanguages.lint_config,
    javascript: {
      near: /^(\.eslintrc.*|\.jshintrc|\.jscsrc|eslint\.config\..*|biome\.jsonc?|\.?oxlintrc\.json|tslint\.json|deno(\.lint)?\.jsonc?)$/,
      task: /\b(deno lint|vp (lint|check)|oxlint|biome (ci|check|lint)|(npx|bunx|pnpx|(pnpm|yarn) dlx)( -\S+)* (eslint|@biomejs\/biome|standard|xo))\b|\b(action-|reviewdog-)?eslint(-action)?@/,
      dependency: /^(vite-plus|jshint|eslint|@biomejs\/biome|oxlint|xo|standard|neostandard|tslint|@eslint\/js|gts)$/,
      line: [[/^package\.json$/, /"eslintConfig"\s*:/]],
      add: 'add a biome.json or an eslint.config.js',
    },
    python: {
      near: /^(\.?ruff\.toml|\.flake8|\.?pylintrc)$/,
      dependency: /^(ruff|flake8|pylint|pycodestyle|pyflakes|prospector|pylama|flakeheaven|wemake-python-styleguide)$/,
      line: [[pyproject, /\[(tool\.)?(ruff|flake8|pylint)/]],
      task: /\b(ruff( check)?|flake8|pylint|pycodestyle|pyflakes|prospector|pylama)\b/,
      add: 'add [tool.ruff.lint] to pyproject.toml',
    },
    go: {
      near: golangci,
      line: [[/^\.deepsource\.toml$/, /^\s*name\s*=\s*"go"/m]],
      task: /\b(golangci-lint2?|staticcheck|go vet|revive|golint)\b/,
      add: 'add a .golangci.yml, or run `go vet ./...` in CI',
    },
    rust: {
      near: /^\.?clippy\.toml$/,
      task: cargoRuns('clippy', /\bclippy-(check|action)@/),
      line: [[/^Cargo\.toml$/, /^\[(workspace\.)?lints/m]],
      add: 'run `cargo clippy` in CI, or add [lints] to Cargo.toml',
    },
    java: {
      near: /^(checkstyle|pmd|spotbugs|findbugs|detekt|lint)[^/]*\.(xml|ya?ml)$|^qodana\.ya?ml$/,
      line: [
        [
          gradle,
          new RegExp(
            String.raw`checkstyle|\bpmd\b|spotbugs|${errorProne.source}|detekt|ktlint|kotlinter|diktat|\blint(Options)?\s*\{`,
            'i',
          ),
        ],
        [editorconfig, /^ktlint_/m],
      ],
      below: /(^|\/)config\/(checkstyle|pmd|detekt|spotbugs)\//,
      file: [[sharedGradle, appliesErrorProne]],
      task: /\b(checkstyle|pmd|spotbugs|detekt|ktlint)\w*\b/i,
      add: 'add the Checkstyle plugin (for Kotlin detekt, for Android its own `lint`) to the build',
    },
    csharp: {
      line: [
        [
          /\.(cs|fs)proj$|^Directory\.Build\.props$/,
          /<(AnalysisLevel|AnalysisMode|EnforceCodeStyleInBuild|EnableNETAnalyzers)>/,
        ],
        [editorconfig, /dotnet_diagnostic|dotnet_analyzer|csharp_style/],
        [/\.ruleset$/, /<Rule\b[^>]*Action="(Warning|Error|Info)"/],
      ],
      dependency: /stylecop\.analyzers|sonaranalyzer|roslynator|meziantou\.analyzer|analyzers$/,
      add: 'set <AnalysisLevel>latest</AnalysisLevel> in Directory.Build.props',
    },
    ruby: {
      near: /^\.(rubocop|standard|reek)\.yml$/,
      dependency: /^(rubocop.*|standard|standardrb|reek)$/,
      task: /\b(rubocop|standardrb|reek)\b/,
      add: 'add RuboCop and a .rubocop.yml',
    },
    php: {
      near: /^(phpstan|psalm|\.?phpcs|phpmd)(?!-baseline)[^/]*\.(neon|xml|dist)$|^mago\.toml$/,
      dependency:
        /^(carthage-software\/mago|phan\/phan|phpstan\/phpstan|larastan\/larastan|nunomaduro\/larastan|vimeo\/psalm|squizlabs\/php_codesniffer|phpmd\/phpmd|nunomaduro\/phpinsights|phpstan\/phpstan-shim)$/,
      below: /^\.phan\/config\.php$/,
      file: [[toolsOfPhp, /"(phan\/phan|phpstan\/phpstan|vimeo\/psalm|squizlabs\/php_codesniffer|phpmd\/phpmd)"\s*:/]],
      task: /\b(phpstan|psalm|phpcs|phpcbf|phpmd|phan|phpinsights|mago (lint|analy[sz]e))\b(?!\*)/,
      add: 'add PHPStan and a phpstan.neon',
    },
    cpp: {
      near: /^\.clang-tidy$|^CPPLINT\.cfg$|^\.cppcheck/,
      // Each folder of a program may have settings of its own.
      below: /(^|\/)(?!tests?\/)[\w-]+\/\.clang-tidy$/,
      task: /\b(clang-tidy|cppcheck|cpplint|scan-build|infer run|cov-build|oclint|CodeChecker|pvs-studio-analyzer)\b/,
      line: [[/^CMakeLists\.txt$/, /CXX_CLANG_TIDY|CXX_CPPCHECK/]],
      file: [[/(^|\/)[^/]*coverity[^/]*\.sh$/, /\bcov-build\b/]],
      add: 'add a .clang-tidy',
    },
    swift: {
      near: /^\.swiftlint\.ya?ml$/,
      below: namedSettings,
      task: /\bswiftlint\b/,
      add: 'add a .swiftlint.yml',
    },
    elixir: { near: /^\.credo\.exs$/, dependency: /^credo$/, task: /\bmix credo\b/, add: 'add Credo' },
    terraform: {
      near: /^\.tflint\.hcl$/,
      task: /\b((terraform_)?tflint(?!-version)|checkov|tfsec)\b/,
      add: 'add a .tflint.hcl',
    },
  }),
}
