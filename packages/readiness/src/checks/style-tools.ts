import { toolsOf } from './check.ts'

const eslint = /^(\.eslintrc.*|eslint\.config\.[cm]?[jt]s)$/
const gradle = /^(build\.gradle(\.kts)?|pom\.xml|libs\.versions\.toml)$/
const pyproject = /^(pyproject\.toml|setup\.cfg|tox\.ini|\.?ruff\.toml)$/
const golangci = /^\.golangci\.(ya?ml|toml|json)$/
const editorconfig = /^\.(editorconfig|globalconfig)$/

/** Checks that look for a tool of the language: formatters, linters, and what linters can be told to hold. */
export const styleTools = {
  formatter: toolsOf('no formatter is configured', {
    javascript: {
      near: /^(biome\.jsonc?|\.prettierrc.*|prettier\.config\..*|\.?dprint\.jsonc?|deno\.jsonc?)$/,
      dependency: /^(prettier|@biomejs\/biome|dprint|oxfmt|standard|xo)$/,
      line: [[/^package\.json$/, /"prettier"\s*:/]],
      add: 'add a biome.json or a .prettierrc',
    },
    python: {
      dependency: /^(black|ruff|yapf|autopep8|blue)$/,
      line: [[pyproject, /\[tool\.(black|yapf|ruff)|^\[format\]/m]],
      near: /^\.?ruff\.toml$|^\.style\.yapf$/,
      task: /\b(black|ruff(-format| format)?|yapf|autopep8)\b/,
      add: 'add [tool.ruff.format] to pyproject.toml',
    },
    go: {
      line: [[golangci, /\b(gofmt|gofumpt|goimports|gci)\b/]],
      task: /\b(gofmt|go fmt|gofumpt|goimports|golangci-lint)\b/,
      add: 'run `gofmt -l .` in CI or in a Makefile',
    },
    rust: {
      near: /^\.?rustfmt\.toml$/,
      task: /\bcargo\s+(\+\w+\s+)?fmt\b|\brustfmt\b/,
      add: 'run `cargo fmt --check` in CI, or add a rustfmt.toml',
    },
    java: {
      dependency:
        /spotless|google-java-format|formatter-maven-plugin|ktlint|ktfmt|fmt-maven-plugin|palantir-java-format/,
      line: [[gradle, /spotless|google-java-format|googleJavaFormat|ktlint|ktfmt|fmt-maven-plugin/]],
      task: /\b(spotless\w*|ktlint|ktfmt|google-java-format)\b/i,
      near: editorconfig,
      add: 'add the Spotless plugin to the build',
    },
    csharp: {
      near: /^\.editorconfig$|^\.csharpierrc/,
      task: /\bdotnet format\b|\bcsharpier\b/,
      dependency: /^csharpier/,
      add: 'add an .editorconfig and run `dotnet format`',
    },
    ruby: {
      near: /^\.(rubocop|standard)\.yml$|^\.prettierrc|^\.rufo$/,
      dependency: /^(rubocop.*|standard|standardrb|rufo|syntax_tree)$/,
      add: 'add RuboCop and a .rubocop.yml',
    },
    php: {
      near: /^\.?php-cs-fixer(\.dist)?\.php$|^\.php_cs|^pint\.json$|^\.?phpcs\.xml|^ecs\.php$/,
      dependency:
        /^(friendsofphp\/php-cs-fixer|laravel\/pint|squizlabs\/php_codesniffer|symplify\/easy-coding-standard)$/,
      add: 'add PHP-CS-Fixer and a .php-cs-fixer.dist.php',
    },
    cpp: {
      near: /^\.clang-format$|^_clang-format$|^\.astylerc$/,
      task: /\bclang-format\b/,
      add: 'add a .clang-format',
    },
    swift: { near: /^\.swift(format|-format)/, task: /\bswift-?format\b/, add: 'add a .swiftformat' },
    terraform: { task: /\b(terraform|tofu)[ _]fmt\b/, add: 'run `terraform fmt -check` in CI or in a hook' },
  }),

  lint_config: toolsOf('no linter is configured', {
    javascript: {
      near: /^(\.eslintrc.*|eslint\.config\..*|biome\.jsonc?|\.?oxlintrc\.json|tslint\.json|deno\.jsonc?)$/,
      dependency: /^(eslint|@biomejs\/biome|oxlint|xo|standard|tslint|@eslint\/js)$/,
      line: [[/^package\.json$/, /"eslintConfig"\s*:/]],
      add: 'add a biome.json or an eslint.config.js',
    },
    python: {
      near: /^(\.?ruff\.toml|\.flake8|\.?pylintrc)$/,
      dependency: /^(ruff|flake8|pylint)$/,
      line: [[pyproject, /\[(tool\.)?(ruff|flake8|pylint)/]],
      task: /\b(ruff( check)?|flake8|pylint)\b/,
      add: 'add [tool.ruff.lint] to pyproject.toml',
    },
    go: {
      near: golangci,
      task: /\b(golangci-lint|staticcheck|go vet|revive)\b/,
      add: 'add a .golangci.yml, or run `go vet ./...` in CI',
    },
    rust: {
      near: /^\.?clippy\.toml$/,
      task: /\bcargo\s+(\+\w+\s+)?clippy\b/,
      line: [[/^Cargo\.toml$/, /^\[(workspace\.)?lints/m]],
      add: 'run `cargo clippy` in CI, or add [lints] to Cargo.toml',
    },
    java: {
      near: /^(checkstyle|pmd|spotbugs|detekt)[^/]*\.(xml|ya?ml)$/,
      line: [[gradle, /checkstyle|\bpmd\b|spotbugs|error-?prone|detekt|ktlint/i]],
      below: /(^|\/)config\/(checkstyle|pmd|detekt|spotbugs)\//,
      task: /\b(checkstyle|pmd|spotbugs|detekt|ktlint)\w*\b/i,
      add: 'add the Checkstyle or detekt plugin to the build',
    },
    csharp: {
      line: [
        [
          /\.(cs|fs)proj$|^Directory\.Build\.props$/,
          /<(AnalysisLevel|AnalysisMode|EnforceCodeStyleInBuild|EnableNETAnalyzers)>/,
        ],
        [editorconfig, /dotnet_diagnostic|dotnet_analyzer|csharp_style/],
      ],
      dependency: /stylecop\.analyzers|sonaranalyzer|roslynator|meziantou\.analyzer|\.analyzers$/,
      add: 'set <AnalysisLevel>latest</AnalysisLevel> in Directory.Build.props',
    },
    ruby: {
      near: /^\.(rubocop|standard)\.yml$/,
      dependency: /^(rubocop.*|standard|standardrb|reek)$/,
      add: 'add RuboCop and a .rubocop.yml',
    },
    php: {
      near: /^(phpstan|psalm|\.?phpcs|phpmd)[^/]*\.(neon|xml|dist)|^phpstan\.neon$/,
      dependency:
        /^(phpstan\/phpstan|larastan\/larastan|nunomaduro\/larastan|vimeo\/psalm|squizlabs\/php_codesniffer|phpmd\/phpmd)$/,
      add: 'add PHPStan and a phpstan.neon',
    },
    cpp: {
      near: /^\.clang-tidy$|^CPPLINT\.cfg$|^\.cppcheck/,
      task: /\b(clang-tidy|cppcheck|cpplint)\b/,
      line: [[/^CMakeLists\.txt$/, /CXX_CLANG_TIDY|CXX_CPPCHECK/]],
      add: 'add a .clang-tidy',
    },
    swift: { near: /^\.swiftlint\.ya?ml$/, task: /\bswiftlint\b/, add: 'add a .swiftlint.yml' },
    terraform: { near: /^\.tflint\.hcl$/, task: /\b(tflint|checkov|tfsec)\b/, add: 'add a .tflint.hcl' },
  }),

  naming_consistency: toolsOf('nothing holds how things are named', {
    javascript: {
      line: [
        [eslint, /naming-convention|camelcase|filename-case|id-match/],
        [/^biome\.jsonc?$/, /use(FilenamingConvention|NamingConvention)/],
      ],
      dependency: /^eslint-plugin-(unicorn|check-file|filenames)$/,
      add: 'switch on `useNamingConvention` in biome.json, or state the convention in CONTRIBUTING.md',
    },
    python: {
      line: [[pyproject, /["'](N|ALL)["']|pep8-naming/]],
      dependency: /^(pep8-naming|pylint)$/,
      near: /^\.?pylintrc$/,
      add: 'select the rules `N` of ruff, or state the convention in CONTRIBUTING.md',
    },
    go: {
      line: [[golangci, /\b(revive|stylecheck|staticcheck|golint|var-naming)\b/]],
      task: /\b(staticcheck|revive|golint)\b/,
      add: 'enable revive in .golangci.yml, or state the convention in CONTRIBUTING.md',
    },
    rust: { builtIn: 'the Rust compiler warns about names that break the convention', add: '' },
    java: {
      below: /(^|\/)(checkstyle|detekt)[^/]*\.(xml|ya?ml)$|(^|\/)config\/(checkstyle|detekt)\//,
      line: [[gradle, /ktlint|detekt|checkstyle/i]],
      add: 'add Checkstyle with its naming rules, or state the convention in CONTRIBUTING.md',
    },
    csharp: {
      line: [[editorconfig, /dotnet_naming_rule/]],
      dependency: /stylecop\.analyzers/,
      add: 'add dotnet_naming_rule entries to .editorconfig',
    },
    ruby: {
      near: /^\.rubocop\.yml$/,
      dependency: /^rubocop/,
      add: 'add RuboCop, whose Naming rules are on by default',
    },
    php: {
      near: /^\.?phpcs\.xml|^\.?php-cs-fixer|^pint\.json$/,
      dependency: /^(squizlabs\/php_codesniffer|laravel\/pint)$/,
      add: 'add PHP_CodeSniffer with PSR-12',
    },
    cpp: {
      line: [[/^\.clang-tidy$/, /readability-identifier-naming/]],
      add: 'enable readability-identifier-naming in .clang-tidy',
    },
    swift: { near: /^\.swiftlint\.ya?ml$/, add: 'add a .swiftlint.yml, whose naming rules are on by default' },
    terraform: {
      line: [[/^\.tflint\.hcl$/, /terraform_naming_convention/]],
      add: 'enable terraform_naming_convention in .tflint.hcl',
    },
  }),

  dead_code_detection: toolsOf('nothing reports code that is not used', {
    javascript: {
      near: /^\.?knip\.(jsonc?|ts|js)$/,
      dependency: /^(knip|ts-prune|unimported|ts-unused-exports)$/,
      line: [
        [/^tsconfig[^/]*\.json$/, /"noUnusedLocals"\s*:\s*true/],
        [/^biome\.jsonc?$/, /noUnused(Variables|Imports|PrivateClassMembers)/],
        [eslint, /no-unused-(vars|modules)|unused-imports/],
      ],
      add: 'set "noUnusedLocals" in tsconfig.json, or add knip',
    },
    python: {
      dependency: /^(vulture|dead|deadcode)$/,
      line: [[pyproject, /["'](F|F401|F841|ALL|ERA)["']|\[tool\.vulture\]/]],
      task: /\b(vulture|deadcode)\b/,
      add: 'run vulture, or select the rules `F` of ruff',
    },
    go: {
      line: [[golangci, /\b(unused|deadcode|staticcheck)\b/]],
      near: golangci,
      task: /\b(staticcheck|deadcode|golangci-lint)\b/,
      add: 'run `staticcheck ./...` or golangci-lint in CI',
    },
    rust: { builtIn: 'the Rust compiler warns about dead code', add: '' },
    java: {
      line: [[gradle, /\bpmd\b|detekt|spotbugs|error-?prone/i]],
      below: /(^|\/)(pmd|detekt)[^/]*\.(xml|ya?ml)$/,
      add: 'add PMD or detekt, which report unused code',
    },
    csharp: {
      line: [[editorconfig, /IDE0051|IDE0052|IDE0060|CA1801/i]],
      dependency: /roslynator|sonaranalyzer/,
      add: 'raise IDE0051 to a warning in .editorconfig',
    },
    ruby: { dependency: /^(debride|fasterer|traceroute|coverband)$/, task: /\bdebride\b/, add: 'run debride' },
    php: {
      dependency: /dead-code-detector|rector\/rector/,
      near: /^(psalm|rector)[^/]*\.(xml|php)$/,
      task: /find-dead-code/,
      add: 'add shipmonk/dead-code-detector, or Rector with its dead-code set',
    },
    cpp: {
      task: /unusedFunction|-Wunused|-Wall/,
      line: [[/^(CMakeLists\.txt|meson\.build)$/, /-Wall|-Wunused|warning_level/]],
      add: 'compile with -Wall',
    },
    swift: { near: /^\.periphery\.yml$/, task: /\bperiphery\b/, add: 'add Periphery and a .periphery.yml' },
    terraform: {
      near: /^\.tflint\.hcl$/,
      task: /\btflint\b/,
      add: 'add a .tflint.hcl, which reports unused declarations',
    },
  }),

  cyclomatic_complexity: toolsOf('no limit of complexity is set', {
    javascript: {
      line: [
        [eslint, /\bcomplexity\b|cognitive-complexity/],
        [/^biome\.jsonc?$/, /noExcessiveCognitiveComplexity/],
        [/^\.?oxlintrc\.json$/, /complexity/],
      ],
      add: 'switch on `noExcessiveCognitiveComplexity` in biome.json or `complexity` in ESLint',
    },
    python: {
      line: [
        [pyproject, /["'](C90|C901|ALL)["']|max-complexity|mccabe/],
        [/^\.flake8$/, /max-complexity/],
      ],
      dependency: /^(radon|xenon|mccabe|lizard)$/,
      add: 'select the rule `C90` of ruff',
    },
    go: {
      line: [[golangci, /\b(gocyclo|cyclop|gocognit)\b/]],
      task: /\bgocyclo\b/,
      add: 'enable cyclop in .golangci.yml',
    },
    rust: {
      line: [
        [/^\.?clippy\.toml$/, /cognitive-complexity-threshold/],
        [/^Cargo\.toml$/, /cognitive_complexity/],
      ],
      add: 'set cognitive-complexity-threshold in clippy.toml',
    },
    java: {
      below: /(^|\/)(pmd|detekt)[^/]*\.(xml|ya?ml)$|(^|\/)config\/detekt\//,
      line: [
        [gradle, /detekt|\bpmd\b/i],
        [/^checkstyle[^/]*\.xml$/, /CyclomaticComplexity/],
      ],
      add: 'enable CyclomaticComplexity in Checkstyle, or add detekt',
    },
    csharp: {
      line: [[editorconfig, /CA1502/i]],
      dependency: /sonaranalyzer/,
      add: 'raise CA1502 to a warning in .editorconfig',
    },
    ruby: {
      near: /^\.rubocop\.yml$/,
      dependency: /^(rubocop|flog)$/,
      add: 'add RuboCop, whose Metrics rules are on by default',
    },
    php: {
      dependency: /^(phpmd\/phpmd|phpmetrics\/phpmetrics)$/,
      task: /\bphpmd\b/,
      near: /^phpmd/,
      add: 'add PHPMD with its code-size rules',
    },
    cpp: {
      line: [[/^\.clang-tidy$/, /cognitive-complexity/]],
      task: /\blizard\b/,
      add: 'enable readability-function-cognitive-complexity in .clang-tidy',
    },
    swift: { near: /^\.swiftlint\.ya?ml$/, add: 'add a .swiftlint.yml, whose complexity rule is on by default' },
  }),

  unused_dependencies_detection: toolsOf('nothing reports dependencies that are not used', {
    javascript: {
      near: /^\.?knip\.(jsonc?|ts|js)$|^\.depcheckrc/,
      dependency: /^(knip|depcheck|npm-check|unimported)$/,
      task: /\b(knip|depcheck|npm-check)\b/,
      add: 'add knip and run it in CI',
    },
    python: {
      dependency: /^(deptry|pip-extra-reqs|pip-check-reqs|creosote|fawltydeps)$/,
      task: /\bdeptry\b|\bfawltydeps\b/,
      add: 'add deptry and run it in CI',
    },
    go: { task: /\bgo mod tidy\b/, add: 'run `go mod tidy -diff` in CI' },
    rust: { task: /cargo[- ](machete|udeps|shear)\b/, add: 'run `cargo machete` in CI' },
    java: {
      line: [[gradle, /dependency-analysis|dependencyAnalysis|nebula\.lint/]],
      task: /dependency:analyze|buildHealth/,
      add: 'run `mvn dependency:analyze`, or add the dependency-analysis plugin',
    },
    csharp: { dependency: /^(referencetrimmer|snitch)$/, add: 'add ReferenceTrimmer' },
    ruby: {
      task: /\bbundle[- ]?(unused|leak)\b|\bunused_gems\b|gem_unused/,
      dependency: /^(gem_unused|bundler-leak|unused_gems)$/,
      add: 'run a tool that finds unused gems in CI',
    },
    php: {
      dependency:
        /^(icanhazstring\/composer-unused|shipmonk\/composer-dependency-analyser|maglnet\/composer-require-checker)$/,
      add: 'add composer-unused',
    },
    cpp: {
      task: /include-what-you-use|\biwyu\b/,
      line: [[/^CMakeLists\.txt$/, /INCLUDE_WHAT_YOU_USE/]],
      add: 'run include-what-you-use',
    },
    swift: { task: /\bperiphery\b/, near: /^\.periphery\.yml$/, add: 'add Periphery and a .periphery.yml' },
  }),

  code_modularization: toolsOf('nothing holds which part may use which', {
    javascript: {
      near: /^\.dependency-cruiser\.\w+$/,
      dependency:
        /^(dependency-cruiser|eslint-plugin-boundaries|eslint-plugin-import-x?|@nx\/eslint-plugin|ts-arch|tsarch|madge|skott)$/,
      line: [
        [eslint, /no-restricted-(paths|imports)|enforce-module-boundaries/],
        [/^biome\.jsonc?$/, /noRestrictedImports|noImportCycles/],
      ],
      add: 'add dependency-cruiser, or a test that holds the import graph',
    },
    python: {
      near: /^\.importlinter$/,
      dependency: /^(import-linter|tach|pytest-archon|grimp)$/,
      line: [[pyproject, /\[tool\.(importlinter|tach)/]],
      add: 'add import-linter',
    },
    go: {
      below: /(^|\/)internal\//,
      line: [[golangci, /\b(depguard|gomodguard)\b/]],
      add: 'move what is private below internal/, or enable depguard',
    },
    rust: { line: [[/^Cargo\.toml$/, /^\[workspace\]/m]], add: 'split the crate into a workspace' },
    java: {
      dependency: /archunit|konsist|spring-modulith|jqassistant/,
      below: /(^|\/)module-info\.java$/,
      add: 'add ArchUnit or Konsist',
    },
    csharp: { dependency: /netarchtest|archunitnet/, add: 'add ArchUnitNET' },
    ruby: { near: /^(packwerk|package)\.yml$/, dependency: /^packwerk/, add: 'add Packwerk' },
    php: {
      near: /^deptrac\.ya?ml$/,
      dependency: /^(qossmic|deptrac)\/deptrac|^phpat\/phpat|pest-plugin-arch/,
      add: 'add Deptrac',
    },
    swift: {
      line: [[/^Package\.swift$/, /\.target\([\s\S]*\.target\(/]],
      add: 'split the package into several targets',
    },
  }),
}
