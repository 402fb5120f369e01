/** The tools and names that count for a language. */
interface UsualTools {
  readonly formatters: string
  readonly linters: string
  readonly typeCheckers: string
  readonly testNames: string
}

const compiler = 'the compiler'

/** The common tools and names, by language. The evaluator knows all of these, and more. */
export const usualTools: Readonly<Record<string, UsualTools>> = {
  'JavaScript, TypeScript': {
    formatters: 'Prettier, Biome, oxfmt, dprint, deno fmt, Vite+ (`vp fmt`)',
    linters: 'ESLint, Biome, oxlint, XO, standard, JSHint, deno lint, Vite+ (`vp lint`)',
    typeCheckers: 'TypeScript, Flow',
    testNames:
      '`*.test.ts`; `*.spec.ts`; `*-test.ts`, `*_test.ts`; `*Spec.ts`, `*Test.ts`; `test-*.ts`; `test.ts`, `tests.ts`',
  },
  Python: {
    formatters: 'Black, Ruff, YAPF, autopep8',
    linters: 'Ruff, Flake8, Pylint, pycodestyle',
    typeCheckers: 'mypy, Pyright, basedpyright, ty, Pyrefly, Pyre, pytype',
    testNames: '`test_*.py`; `tests_*.py`; `*_test.py`; `*_tests.py`',
  },
  Go: {
    formatters: 'gofmt, gofumpt, goimports, gci, golines: run, or switched on in golangci-lint',
    linters: 'golangci-lint, staticcheck, go vet, revive',
    typeCheckers: compiler,
    testNames: '`*_test.go`',
  },
  Rust: {
    formatters: 'rustfmt: settings, or `cargo fmt` that is run',
    linters: 'Clippy: settings, `[lints]`, or `cargo clippy` that is run',
    typeCheckers: compiler,
    testNames: 'any name below `tests/`',
  },
  'Java, Kotlin': {
    formatters:
      'Spotless, google-java-format, palantir-java-format, spring-javaformat, formatter-maven-plugin, ktlint, ktfmt',
    linters: 'Checkstyle, PMD, SpotBugs, Error Prone, detekt, ktlint, Android Lint with settings',
    typeCheckers: compiler,
    testNames: '`*Test`, `*Tests`, `*IT`, `*Spec`, `*TestCase`; `Test*`',
  },
  'C#, F#': {
    formatters: 'dotnet format, CSharpier, Fantomas, rules in .editorconfig',
    linters: 'analyzers of .NET, StyleCop, Roslynator, SonarAnalyzer',
    typeCheckers: compiler,
    testNames: '`*Test.cs`, `*Tests.cs`, `*Spec.cs`, `*Specs.cs`',
  },
  Ruby: {
    formatters: 'RuboCop, Standard, Rufo, Syntax Tree',
    linters: 'RuboCop, Standard, Reek',
    typeCheckers: 'Sorbet, Steep',
    testNames: '`*_spec.rb`; `*_test.rb`; `test_*.rb`; `spec_*.rb`',
  },
  PHP: {
    formatters: 'PHP-CS-Fixer, Pint, PHP_CodeSniffer, ECS, Mago, StyleCI',
    linters: 'PHPStan, Psalm, PHP_CodeSniffer, PHPMD, Phan, Mago',
    typeCheckers: 'PHPStan, Psalm, Phan, Mago',
    testNames: '`*Test.php`, `*Cest.php`; `*.phpt`',
  },
  'C, C++': {
    formatters: 'clang-format, Artistic Style, uncrustify',
    linters: 'clang-tidy, Cppcheck, cpplint, scan-build, Coverity',
    typeCheckers: compiler,
    testNames: '`*_test.c`, `*-test.c`, `*Test.cpp`, `*Tests.cpp`; `test_*.c`, `test-*.c`; `unit-*.cpp`',
  },
  Swift: {
    formatters: 'SwiftFormat, swift-format',
    linters: 'SwiftLint',
    typeCheckers: compiler,
    testNames: '`*Tests.swift`, `*Test.swift`; `*Spec.swift`',
  },
  Elixir: {
    formatters: 'mix format',
    linters: 'Credo',
    typeCheckers: 'Dialyzer',
    testNames: '`*_test.exs`',
  },
  Scala: {
    formatters: 'Scalafmt',
    linters: 'Scalafix, WartRemover, Scalastyle, `-Xlint`',
    typeCheckers: compiler,
    testNames: '`*Test`, `*Tests`; `*Spec`; `*Suite`',
  },
  Dart: {
    formatters: 'dart format that is run',
    linters: 'analysis_options.yaml, dart analyze',
    typeCheckers: compiler,
    testNames: '`*_test.dart`',
  },
  Shell: {
    formatters: 'shfmt',
    linters: 'ShellCheck',
    typeCheckers: 'not asked',
    testNames: '`*.bats`; `*_test.sh`, `*-test.sh`; `*_spec.sh`; `test_*.sh`, `test-*.sh`',
  },
  Terraform: {
    formatters: 'terraform fmt, tofu fmt that is run',
    linters: 'TFLint, Checkov, tfsec',
    typeCheckers: 'not asked',
    testNames: '`*.tftest.hcl`; `*_test.go`',
  },
  'Ansible, settings of clusters': {
    formatters: 'yamlfmt, Prettier',
    linters: 'ansible-lint, yamllint; kube-linter, kubeconform, kube-score, helm lint',
    typeCheckers: 'none',
    testNames: 'none',
  },
  'Clojure, Erlang': {
    formatters: 'cljfmt, zprint; erlfmt',
    linters: 'clj-kondo, Eastwood; Elvis, xref',
    typeCheckers: 'none for Clojure; Dialyzer, eqWAlizer',
    testNames: '`*_test.clj`; `*_SUITE.erl`; `*_tests.erl`',
  },
  'Haskell, OCaml, Zig': {
    formatters: 'Ormolu, Fourmolu, stylish-haskell; ocamlformat; `zig fmt` that is run',
    linters: 'HLint; zlint',
    typeCheckers: compiler,
    testNames: '`*Spec.hs`; `*Test.hs`, `*Tests.hs`; `test_*.ml`; `*_test.ml`; any name of Zig below `tests/`',
  },
  'Lua, Perl, Julia, R': {
    formatters: 'StyLua; perltidy; JuliaFormatter, Runic; styler, Air',
    linters: 'luacheck, selene; Perl::Critic; Aqua, JET; lintr',
    typeCheckers: 'LuaLS, Teal; none for the others',
    testNames: '`*_spec.lua`; `*_test.lua`; `test_*.lua`; `*.t`; any name of Julia below `test/`; `test-*.R`',
  },
}
