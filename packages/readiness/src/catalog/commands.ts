import { expression } from '../repository/expression.ts'
/** Commands that run tests, in the form of `Clues.runs`. */
export const runsTests = `npm|pnpm|yarn|bun|deno|nx|turbo|lerna|rush|lage|wireit|gulp|grunt|vp .. *test*, npm|pnpm|yarn|bun t,
    go|cargo|dotnet|swift|zig|mix|flutter|dart|bazel|bazelisk|meson|composer|rails|artisan|manage.py|hatch|pdm|poetry|just|task|xcodebuild|mage|moon|buck2|pants|ant|gleam|raco|inv|invoke|dagger|sbt|mill|stack|cabal|melos|lein|clojure|clj|bb|dub|crystal|nimble|terraform|tofu|earthly|pixi|mise|rebar3|eldev|alr|fpm|opa|forge|hardhat|anchor|wasm-pack|cross|scala-cli|ng|ember|molecule|helm
    .. *test*,
  rake|thor .. *test*, rake|thor .. *spec*, make|ninja .. *test*, make|ninja .. check, make|ninja .. ci, dune .. runtest, rebar3 ct|eunit|proper, nix flake
  check, mix check, cargo .. nextest|llvm-cov|tarpaulin, pytest, py.test, tox, nox, unittest, rspec, phpunit, pest, paratest, simple-phpunit, vitest, jest,
  mocha, ava, ctest, gotestsum, cibuildwheel, prove, busted, vusted, bats, shellspec, urchin, ginkgo, nosetests, nose2, stestr, trial, cucumber, behat,
  behave, jasmine, qunit, testem, godog, karma start, playwright|cypress|testcafe|wdio|codecept test|run, node|tsx|ts-node .. --test,
  coverage run, R|Rscript CMD check, rcmdcheck, devtools::test, Pkg.test, parallel_rspec, parallel_test, turbo_tests, kaocha, newman run, mvn|mvnw ..
  verify|test|install|package, gradle|gradlew .. *test*, gradle|gradlew .. *Test*, gradle|gradlew .. check|build, Invoke-Pester,
  cake|nuke|build.sh|build.ps1|build.cmd .. *Test*, run-tests*, run_tests*, runtests*, python|python3 .. -m .. test*, setup.py .. test, fastlane .. *test*,
  fastlane .. *scan*, VSTest`

/** Actions that are made to run tests. */
export const testActions = `*/*run-tests* */*test-action* cypress-io/github-action */gotestsum* */action-pytest* */phpunit* */check-r-package
    coactions/setup-xvfb
    reactivecircus/android-emulator-runner codex-team/*-test VSTest DotNetCoreCLI PublishTestResults **/*test*.yml **/*ci.yml
    */julia-runtest`

/** Commands that install, build or start a project, as they stand on pages. */
export const builds = expression(
  'm',
  String.raw`(^|[\x60$>\s])(npm (ci|i|install|run|start|exec)|pnpm \w|yarn( install| build| dev| start|$)|bun (install|run|dev)|npx \w`,
  String.raw`|deno (task|run)|(?:sudo )?make(?!\(| (changes|sure|it|this|that|an?|the|your|use)\b)( [\w-]+)?\b|just \w|task \w`,
  String.raw`|pip3? install|pipx install|uv \w|poetry (install|run|shell)|hatch \w|pipenv install|pdm install|python3? -m|go (build`,
  String.raw`|run|install|get)|cargo (build|run|install|add)|mvn \w|\.?\/?mvnw|gradle \w|\.?\/?gradlew|dotnet (build|run|restore|new`,
  String.raw`|tool|add)|bundle (install|exec|add)|bin\/\w+|rake \w|([\w./-]+\/)?composer \w|php artisan|cmake (-|\.|\w)|meson \w`,
  String.raw`|ninja\b|swift (build|run|package)|xcodebuild|terraform (init|plan|apply)|tofu (init|plan)|docker[- ]compose up`,
  String.raw`|docker (build|run|pull)|podman (build|run)|bazel(isk)? \w|nix(-\w+)? \w|gem install|brew install|Install-Package`,
  String.raw`|(\.\/)?(sbt|mill) \S|(stack|cabal|lein|mix|zig|dart|flutter|melos|opam|dune|rebar3|crystal|luarocks|cpanm|bb) \w`,
  String.raw`|clj(ure)? -|perl Makefile\.PL|\.\/(configure|autogen|build|bootstrap|setup|install|run|start)\b|autoreconf`,
  String.raw`|curl [^|]+\| *(sudo )?((ba|z)?sh|perl|source)\b|(sudo )?(ba)?sh [\w./-]+\.sh\b|Pkg\.add\(|install\.packages\(|(remotes`,
  String.raw`|pak|devtools)::\w*install|(fisher|omf|helm|apt(-get)?|scoop|winget|choco|conda|mamba|pixi|asdf|pod|snap) (install`,
  String.raw`|add)\b|(bin|scripts?|script|tools|hack)\/\w+)`,
)

/** Of these, what only looks at what is there. */
export const looks = expression(
  '',
  String.raw`\b(lint\w*|tests?|\w+[Tt]ests?|pytest|rspec|phpunit|tox|nox|ruff|mypy|pyright|black|flake8|pylint|format|fmt|check`,
  String.raw`|typecheck|spotless\w*|detekt|checkstyle|pre-?commit|phpstan|psalm|rubocop|eslint|prettier|biome|clippy|credo|dialyzer`,
  String.raw`|swiftlint|vet|staticcheck|golangci-lint|coverage|help|clean)\b`,
)

/** Names of targets and scripts that set a project up. */
export const setups = /^((dev[-_:]?)?setup|bootstrap|install[-_:]?(deps|dev|tools|all)|dev[-_:]?(install|init|env|setup)|develop|init|initialize|dx)$/

/** Lines for developers that install and start in one step. */
export const starts = expression(
  '',
  String.raw`^(\.\/|\.\\)?(gradlew?|mvnw?)(\.bat|\.cmd)?( -\S+)* :?(\w+:)*(bootRun|spring-boot:run|quarkus:dev|quarkusDev|jetty:run`,
  String.raw`|run|installDebug)\b|^([A-Z_]+=\S+ )*cargo run( (--release|-r|--locked|--bin[ =]\S+))*$|^swift run( [\w-]+){0,2}$`,
  String.raw`|^go run \.(?!\S*test)\S*|^go run (main\.go|\.\/cmd\/)|^dotnet run\b|^uv run (?!(pytest|ruff|mypy|tox|nox|pre-commit`,
  String.raw`|pyright|black|coverage)\b)[a-z][\w-]*|^mix setup\b|^melos (bootstrap|bs)\b|^vagrant up|^nix(-shell$| develop)`,
  String.raw`|^devbox shell|^(\.\/)?sbt .*\brun\b|^(make|just|task|mise run|npm run|pnpm( run)?|yarn|bun run|composer|invoke`,
  String.raw`|rake) ((dev[-_:]?)?setup|bootstrap|dev:setup|dx|install-all|init|install-dev)\b(?!-)|^(\.\/)?(bin|scripts?)\/(setup`,
  String.raw`|bootstrap|install|dev)\b|^(\.\/)?(setup|bootstrap)\.sh|^docker[- ]compose( -f \S+)* up\b|(npm ci|npm install`,
  '|pnpm i(nstall)?|yarn( install)?|bun install|uv sync|bundle install|composer install',
  String.raw`|pip install [^&]+) *&& *(?!.*\b(test|-m build)\b)\S+|^git clone [^&]+&& *cd [^&]+&& *\S+ install`,
)
