import type { Language } from '../applications/languages.ts'
import { analysisOption } from '../settings/dart.ts'
import type { Tools } from './check.ts'

type Table = { readonly [Name in Language]?: Tools }

const builtIn = (sentence: string): Tools => ({ builtIn: sentence, add: '' })

const sbt = /^(build\.sbt|build\.(sc|mill)|plugins\.sbt)$/
const clojureBuild = /^(project\.clj|deps\.edn|bb\.edn)$/
const luacheck: Tools = {
  near: /^\.luacheckrc$|^selene\.toml$/,
  task: /\b(luacheck|selene)\b/,
  add: 'add a .luacheckrc',
}
const perlcritic: Tools = { near: /^\.perlcriticrc$/, task: /\bperlcritic\b/, add: 'add a .perlcriticrc' }
const shellcheck: Tools = {
  near: /^\.shellcheckrc$/,
  dependency: /^shellcheck$/,
  task: /\bshellcheck\b/i,
  add: 'run shellcheck in CI',
}
const kondo: Tools = {
  below: /(^|\/)\.clj-kondo\/config\.edn$/,
  line: [[clojureBuild, /clj-kondo|eastwood/]],
  task: /\b(clj-kondo|eastwood)\b/,
  add: 'add .clj-kondo/config.edn',
}
const hlint: Tools = { near: /^\.hlint\.yaml$/, task: /\bhlint\b/, add: 'add a .hlint.yaml and run hlint in CI' }

/** Tools of languages that fewer organizations use, by criterion. A language without a tool for it is not asked. */
export const furtherLanguages = {
  formatter: {
    scala: { near: /^\.scalafmt\.conf$/, task: /\b(scalafmt|scalariform)\w*\b/, add: 'add a .scalafmt.conf' },
    clojure: {
      near: /^\.?cljfmt\.edn$|^\.zprint\.edn$/,
      line: [[clojureBuild, /cljfmt|zprint/]],
      task: /\b(cljfmt|zprint)\b/,
      add: 'add cljfmt',
    },
    dart: {
      task: /\b(dart|flutter) format\b|\bmelos (run )?format\b|\bdartfmt\b/,
      line: [[/^analysis_options\.yaml$/, /^formatter:/m]],
      add: 'run `dart format` in CI',
    },
    haskell: {
      near: /^(\.stylish-haskell\.yaml|fourmolu\.yaml|\.ormolu)$/,
      task: /\b(ormolu|fourmolu|stylish-haskell|brittany|hindent)\b/,
      add: 'run ormolu in CI',
    },
    zig: { task: /\bzig fmt\b|addFmt\(/, add: 'run `zig fmt --check .` in CI' },
    lua: { near: /^\.?stylua\.toml$|^\.lua-format$/, task: /\b(stylua|lua-format)\b/i, add: 'add a stylua.toml' },
    perl: { near: /^\.perltidyrc$/, task: /\bperltidy\b/, add: 'add a .perltidyrc' },
    shell: { task: /\bshfmt\b/, add: 'run shfmt in CI' },
    julia: { near: /^\.JuliaFormatter\.toml$/, task: /JuliaFormatter|runic/i, add: 'add a .JuliaFormatter.toml' },
    erlang: { line: [[/^rebar\.config$/, /erlfmt/]], task: /\berlfmt\b/, add: 'add erlfmt to rebar.config' },
    r: { near: /^\.?air\.toml$/, task: /\bstyler\b|\bair format\b/, add: 'add an air.toml' },
    other: { near: /^\.?yamlfmt(\.ya?ml)?$|^\.prettierrc/, task: /\byamlfmt\b|\bprettier\b/, add: 'add a .yamlfmt' },
    ocaml: { near: /^\.ocamlformat$/, task: /\bocamlformat\b|dune (build )?@?fmt/, add: 'add an .ocamlformat' },
  },

  lint_config: {
    scala: {
      near: /^(\.scalafix\.conf|scalastyle-config\.xml)$/,
      line: [[sbt, /wartremover|scalafix|scalastyle|-Xlint|-Xfatal-warnings|-Werror/]],
      task: /\b(scalafix\w*|scalastyle)\b/,
      add: 'add a .scalafix.conf',
    },
    clojure: kondo,
    dart: {
      near: /^analysis_options\.yaml$/,
      task: /\b(dart|flutter) analyze\b/,
      add: 'add an analysis_options.yaml',
    },
    haskell: hlint,
    zig: { near: /^zlint\.json$/, task: /\b(zlint|ziglint)\b/, add: 'run zlint in CI' },
    lua: luacheck,
    perl: perlcritic,
    shell: shellcheck,
    julia: { task: /\b(JET|Aqua)\b/, line: [[/^Project\.toml$/, /^(JET|Aqua)\b/m]], add: 'test with Aqua or JET' },
    erlang: {
      near: /^elvis\.config$/,
      task: /\b(elvis|xref)\b/,
      line: [[/^rebar\.config$/, /elvis|hank|xref_checks/]],
      add: 'add an elvis.config',
    },
    r: { near: /^\.lintr$/, task: /\blintr\b/, add: 'add a .lintr' },
    other: {
      near: /^\.(ansible-lint|yamllint)(\.ya?ml)?$/,
      task: /\b(ansible-lint|yamllint|kube-?linter|kubeconform|kubeval|kube-score|helm lint|ct lint(-and-install)?)\b(?<!install [^\n]*)/,
      add: 'add an .ansible-lint or a .yamllint',
    },
    ocaml: { task: /\b(zanuda|semgrep)\b/, add: 'run a linter of OCaml in CI' },
  },

  type_check: {
    erlang: {
      task: /\b(dialyzer|eqwalizer|gradualizer)\b/,
      line: [[/^rebar\.config$/, /dialyzer/]],
      add: 'run Dialyzer in CI',
    },
    ocaml: builtIn('the OCaml compiler checks types'),
    scala: builtIn('the Scala compiler checks types'),
    dart: builtIn('the Dart compiler checks types'),
    haskell: builtIn('the Haskell compiler checks types'),
    zig: builtIn('the Zig compiler checks types'),
    lua: {
      near: /^tlconfig\.lua$/,
      task: /lua-language-server[^\n]*--check|\btl check\b/,
      add: 'run `lua-language-server --check`',
    },
  },

  naming_consistency: {
    scala: { near: /^scalastyle-config\.xml$/, add: 'add Scalastyle with its naming rules' },
    dart: {
      setting: [
        analysisOption(
          /^\s*-?\s*(camel_case_types|file_names|non_constant_identifier_names)(?!:\s*false)\b|package:(\w*lints?|very_good_analysis|pedantic|effective_dart)\//m,
        ),
      ],
      add: 'include package:lints/recommended.yaml in analysis_options.yaml',
    },
    haskell: hlint,
    perl: perlcritic,
    r: { near: /^\.lintr$/, task: /\blintr\b/, add: 'add a .lintr, whose rule on names is on by default' },
    erlang: { near: /^elvis\.config$/, task: /\belvis\b/, add: 'add an elvis.config' },
  },

  dead_code_detection: {
    scala: {
      line: [[sbt, /-Wunused|-Ywarn-unused|-Xlint:unused|RemoveUnused/]],
      // A build may keep what its modules share in programs.
      file: [[/^project\/[^/]+\.scala$/, /-Wunused|-Ywarn-unused|-Xlint:unused/]],
      near: /^scalastyle-config\.xml$/,
      add: 'compile with -Wunused',
    },
    clojure: kondo,
    dart: {
      near: /^analysis_options\.yaml$/,
      task: /\b(dart|flutter) analyze\b/,
      add: 'run `dart analyze` in CI, which reports unused code',
    },
    haskell: {
      // Where there are both, hpack makes one of the other.
      line: [
        [/^package\.yaml$/, /-Wall\b|-Wunused/],
        [/\.cabal$/, /-Wall\b|-Wunused/],
      ],
      task: /\bweeder\b|-Wall\b/,
      add: 'compile with -Wall',
    },
    zig: builtIn('the Zig compiler refuses unused names'),
    other: { add: 'look for variables that nothing names' },
    lua: luacheck,
    perl: perlcritic,
    shell: shellcheck,
    erlang: {
      line: [[/^(rebar\.config|[mM]akefile|erlang\.mk)$/, /warnings_as_errors|\bWerror\b|xref_checks|hank/]],
      add: 'let warnings of the compiler be errors in rebar.config',
    },
  },

  cyclomatic_complexity: {
    scala: {
      line: [[/^scalastyle-config\.xml$/, /CyclomaticComplexity/]],
      add: 'enable CyclomaticComplexityChecker in Scalastyle',
    },
    dart: {
      line: [[/^analysis_options\.yaml$/, /cyclomatic[-_]complexity/]],
      add: 'set cyclomatic-complexity in analysis_options.yaml',
    },
    lua: {
      line: [[/^\.luacheckrc$/, /max_cyclomatic_complexity/]],
      add: 'set max_cyclomatic_complexity in .luacheckrc',
    },
    perl: {
      line: [[/^\.perlcriticrc$/, /ProhibitExcessComplexity/]],
      add: 'enable ProhibitExcessComplexity in .perlcriticrc',
    },
  },

  code_modularization: {
    scala: { dependency: /archunit/, add: 'hold it by a test with ArchUnit' },
    dart: {
      line: [[/^analysis_options\.yaml$/, /implementation_imports|import_lint|layer_lint/]],
      dependency: /^(import_lint|import_rules|layered_lint)$/,
      add: 'enable implementation_imports, or add import_lint',
    },
  },

  unit_tests_runnable: {
    julia: builtIn('`Pkg.test()` runs the tests'),
    erlang: builtIn('`rebar3 ct` and `make tests` run the tests'),
    r: builtIn('`R CMD check` runs the tests'),
    ocaml: builtIn('`dune runtest` runs the tests'),
    scala: builtIn('`sbt test` runs the tests'),
    clojure: { line: [[/^(deps|bb)\.edn$/, /:test\b/]], near: /^project\.clj$/, add: 'add an alias :test to deps.edn' },
    dart: builtIn('`dart test` runs the tests'),
    haskell: {
      line: [
        [/\.cabal$/, /^test-suite\b/im],
        [/^package\.yaml$/, /^tests:/m],
      ],
      add: 'add a test-suite to the cabal file',
    },
    zig: { line: [[/^build\.zig$/, /\baddTest\(/]], add: 'call addTest() in build.zig' },
    lua: {
      near: /^\.busted$/,
      dependency: /^busted$/,
      task: /^test:|\b(busted|vusted|plenary|nlua)\b/m,
      add: 'add a .busted',
    },
    perl: builtIn('`prove -l` runs the tests'),
    shell: {
      line: [[/^package\.json$/, /"test(:unit)?"\s*:\s*"(?!echo\b[^\n]*no test)/]],
      near: /^\.shellspec$/,
      task: /^(test|check):|\b(bats|shellspec|shunit2|urchin)\b/m,
      add: 'add bats and a target that runs it',
    },
  },

  test_isolation: {
    scala: builtIn('sbt runs suites in parallel'),
    dart: builtIn('`dart test` runs each file in an isolate of its own'),
    lua: { dependency: /^busted$/, task: /\bbusted\b/, add: 'use busted, which isolates files' },
    perl: { task: /\bprove\b[^\n]*(-j|--jobs|--shuffle)|HARNESS_OPTIONS/, add: 'run `prove -j4 --shuffle`' },
    shell: {
      task: /\bbats\b[^\n]*(-j|--jobs)|\bshellspec\b[^\n]*(-j|--jobs|--random)/,
      line: [[/^\.shellspec$/, /^--(jobs|random)\b/m]],
      add: 'run `bats --jobs 4`',
    },
    clojure: {
      line: [[clojureBuild, /\bkaocha\b|\beftest\b/]],
      near: /^tests\.edn$/,
      add: 'use Kaocha, which shuffles tests',
    },
    r: {
      line: [[/^DESCRIPTION$/, /^Config\/testthat\/parallel:\s*true/im]],
      add: 'set Config/testthat/parallel in DESCRIPTION',
    },
    haskell: { line: [[/\.cabal$|^package\.yaml$/, /\btasty\b/]], add: 'use tasty, which runs tests in parallel' },
  },

  unused_dependencies_detection: {
    other: { add: 'compare what is asked for with what is used, in a test' },
    scala: {
      task: /unusedCompileDependencies/,
      line: [[sbt, /sbt-explicit-dependencies/]],
      add: 'add sbt-explicit-dependencies',
    },
    dart: { dependency: /^dependency_validator$/, task: /dependency_validator/, add: 'run dependency_validator in CI' },
    haskell: {
      task: /-Wunused-packages/,
      line: [[/\.cabal$|^(package\.yaml|cabal\.project)$/, /-Wunused-packages/]],
      add: 'compile with -Wunused-packages',
    },
  },
} as const satisfies Readonly<Record<string, Table>>
