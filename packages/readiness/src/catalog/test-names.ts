import type { Language } from './languages.ts'

const script = String.raw`\.[cm]?[jt]sx?$`

/** How test files are called, and where they live, by language. */
export const testFiles: Readonly<Record<Language, RegExp>> = {
  typescript: new RegExp(`[.-](test|spec|e2e|cy|test-d)${script}|(^|/)(__tests__|tests?|specs?|e2e)/.*${script}|(^|/)tests?${script}`),
  javascript: new RegExp(`[.-](test|spec|e2e|cy)${script}|(^|/)(__tests__|tests?|specs?|e2e)/.*${script}|(^|/)tests?${script}`),
  python: /(^|\/)(tests?_[^/]*|[^/]*_tests?|tests?)\.py$/,
  go: /_test\.go$/,
  rust: /(^|\/)tests\/.*\.rs$|(^|\/)(tests?|[^/]*_tests?)\.rs$/,
  java: /(^|\/)src\/\w*[tT]est\w*\/.*\.(java|kt|groovy)$|(Test|Tests|IT|Spec)\.(java|kt|groovy)$/,
  kotlin: /(^|\/)src\/\w*[tT]est\w*\/.*\.(java|kt|groovy)$|(Test|Tests|IT|Spec)\.(java|kt|groovy)$/,
  csharp: /Tests?\.[cf]s$|\.(Unit|Integration|Functional)?(Tests?|Specs?)\/.*\.[cf]s$|(^|\/)(tests?|specs?)\/(.+\/)?[^/]*Specs?\.[cf]s$/,
  ruby: /_(spec|test)\.rb$|(^|\/)(tests?|spec)\/(.+\/)?(test|spec)_[^/]*\.rb$/,
  php: /(Test|Cest)\.php$|(^|\/)tests?\/.*\.php$/,
  cpp: /(^|\/)(unit[-_]?)?tests?\/.*\.(c|cc|cpp|cxx)$|([_-]tests?|Tests?|(^|\/)test(s|_[^/]*)?)\.(c|cc|cpp|cxx)$/,
  swift: /(^|\/)\w*Tests\/.*\.swift$|Tests?\.swift$/,
  elixir: /_test\.exs$/,
  scala: /(^|\/)src\/(test|it)\/.*\.scala$|(Test|Tests|Spec|Suite)\.scala$/,
  clojure: /_test\.clj[cs]?$|(^|\/)test\/.*\.clj[cs]?$/,
  dart: /_test\.dart$/,
  haskell: /(^|\/)tests?\/.*\.hs$|(Spec|Test|Tests)\.hs$/,
  zig: /(^|\/)tests?\/.*\.zig$|(^|\/)(tests?|[^/]*_tests?)\.zig$/,
  lua: /_(spec|test)\.lua$|(^|\/)(tests?|spec)\/.*\.lua$/,
  perl: /\.t$/,
  julia: /(^|\/)tests?\/.*\.jl$/,
  erlang: /(^|\/)test\/.*\.erl$|_(SUITE|tests?)\.erl$/,
  r: /(^|\/)tests\/.*\.[rR]$/,
  ocaml: /(^|\/)tests?\/.*\.ml$|(^|\/)(test_[^/]*|[^/]*_test)\.ml$/,
  shell: /\.bats$|(^|\/)(tests?|spec)\/.*\.(sh|bash|zsh|fish)$|[_-](test|spec)\.(sh|bash|zsh|fish)$/,
  terraform: /\.tftest\.hcl$/,
  other: /(^|\/)(tests?|specs?)\//,
}

/** The patterns that test runners of a language expect, each with the name people know it by. */
export const testNames: Readonly<Record<Language, readonly (readonly [name: string, pattern: RegExp])[]>> = {
  typescript: [
    ['*.test.ts', /\.\w*test(-d)?\.[cm]?[jt]sx?$/],
    ['*.spec.ts', /\.spec\.[cm]?[jt]sx?$/],
    ['*Spec.ts', /[a-z\d](Spec|Test)\.[cm]?[jt]sx?$/],
    ['*-test.ts', /[-_]tests?\.[cm]?[jt]sx?$/],
    ['test-*.ts', /(^|\/)test-[^/]*\.[cm]?[jt]sx?$/],
    ['test.ts', /(^|\/)tests?\.[cm]?[jt]sx?$/],
  ],
  javascript: [
    ['*.test.js', /\.\w*test\.[cm]?[jt]sx?$/],
    ['*.spec.js', /\.spec\.[cm]?[jt]sx?$/],
    ['*Spec.js', /[a-z\d](Spec|Test)\.[cm]?[jt]sx?$/],
    ['*-test.js', /[-_]tests?\.[cm]?[jt]sx?$/],
    ['test-*.js', /(^|\/)test-[^/]*\.[cm]?[jt]sx?$/],
    ['test.js', /(^|\/)tests?\.[cm]?[jt]sx?$/],
  ],
  python: [
    ['test_*.py', /(^|\/)test_[^/]*\.py$/],
    ['tests_*.py', /(^|\/)tests_[^/]*\.py$/],
    ['*_test.py', /_test\.py$/],
    ['*_tests.py', /_tests\.py$/],
  ],
  go: [['*_test.go', /_test\.go$/]],
  rust: [['tests/*.rs', /\.rs$/]],
  java: [
    ['*Test.java', /(Test|Tests|IT|Spec|TestCase)\.(java|kt|groovy)$/],
    ['Test*.java', /(^|\/)Test[A-Z][^/]*\.(java|kt|groovy)$/],
  ],
  kotlin: [
    ['*Test.kt', /(Test|Tests|IT|Spec|TestCase)\.(java|kt|groovy)$/],
    ['Test*.kt', /(^|\/)Test[A-Z][^/]*\.(java|kt|groovy)$/],
  ],
  csharp: [['*Tests.cs', /(Tests?|Specs?)\.[cf]s$/]],
  ruby: [
    ['*_spec.rb', /_spec\.rb$/],
    ['*_test.rb', /_test\.rb$/],
    ['test_*.rb', /(^|\/)test_[^/]*\.rb$/],
    ['spec_*.rb', /(^|\/)spec_(?!helper)[^/]*\.rb$/],
  ],
  php: [['*Test.php', /(Test|Cest)\.php$/]],
  cpp: [
    ['*_test.cpp', /([._-]tests?|Tests?)\.(c|cc|cpp|cxx)$/],
    ['test_*.cpp', /(^|\/)test[_-][^/]*\.(c|cc|cpp|cxx)$/],
    ['unit-*.cpp', /(^|\/)unit[_-][^/]*\.(c|cc|cpp|cxx)$/],
  ],
  swift: [
    ['*Tests.swift', /Tests?\.swift$/],
    ['*Spec.swift', /Specs?\.swift$/],
  ],
  elixir: [['*_test.exs', /_test\.exs$/]],
  scala: [
    ['*Spec.scala', /Spec\.scala$/],
    ['*Test.scala', /Tests?\.scala$/],
    ['*Suite.scala', /Suite\.scala$/],
  ],
  clojure: [['*_test.clj', /_test\.clj[cs]?$/]],
  dart: [['*_test.dart', /_test\.dart$/]],
  haskell: [
    ['*Spec.hs', /Spec\.hs$/],
    ['*Test.hs', /Tests?\.hs$/],
  ],
  zig: [['*test.zig', /tests?\.zig$|(^|\/)tests?\//]],
  lua: [
    ['*_spec.lua', /_spec\.lua$/],
    ['*_test.lua', /_test\.lua$/],
    ['test_*.lua', /(^|\/)test_[^/]*\.lua$/],
  ],
  perl: [['*.t', /\.t$/]],
  julia: [['test/*.jl', /\.jl$/]],
  erlang: [
    ['*_SUITE.erl', /_SUITE\.erl$/],
    ['*_tests.erl', /_tests?\.erl$/],
  ],
  r: [['test-*.R', /(^|\/)test[-_][^/]*\.[rR]$/]],
  ocaml: [
    ['test_*.ml', /(^|\/)test_[^/]*\.ml$/],
    ['*_test.ml', /_test\.ml$/],
  ],
  shell: [
    ['*.bats', /\.bats$/],
    ['*_test.sh', /[_-]test\.(sh|bash)$/],
    ['*_spec.sh', /_spec\.(sh|bash)$/],
    ['test_*.sh', /(^|\/)test[-_][^/]*\.(sh|bash)$/],
  ],
  terraform: [['*.tftest.hcl', /\.tftest\.hcl$/]],
  other: [],
}
