/** Commands that run tests, of every language, and scripts that are named after tests. */
const commands = [
  String.raw`\b(npm|pnpm|yarn|bun|deno|nx|turbo|lerna|vp|rush|lage|wireit|gulp|grunt)\b(?! +(ci|i|install|add)\b)[^\n;&|]*\b(t|test\w*)\b`,
  String.raw`\b(go|cargo|[dD]otnet|swift|zig|mix|flutter|bazel|meson|composer|rails|artisan|manage\.py|hatch|pdm|poetry|just|task|xcodebuild)[^\n;&|]*\btest`,
  String.raw`\b(mage|moon|buck2|pants|ant|gleam|raco|inv|invoke|dagger)\b[^\n;&|]*\btest`,
  String.raw`\b(rake|thor)\b[^\n;&|]*\b(\w+_)?(tests?|specs?)\b`,
  String.raw`\bDotNet(Core)?Test\(|\bmix coveralls\b`,
  // Builds of FAKE call the runners by modules of their own.
  String.raw`\bDotNet\.test\b|\bDotNet\.exec\b[^"\n]{0,80}\n?[ \t]{0,80}"test"|\b(NUnit(3|\.Sequential)?|XUnit2|Expecto)\.run\b`,
  // Builds of .NET that are programs name their targets so.
  String.raw`(\bdotnet (tool run )?(dotnet-)?(nuke|fallout|cake|fake)|\b(nuke|cake|fake)|\bbuild\.(cmd|sh|ps1))\b(?![^\n;&|]*([sS]kip|[nN]o)[-_ ]?[tT]est)[^\n;&|]*\b(\w*Tests?|Test\w*)\b`,
  String.raw`\$[({]GO_?TEST\w*[)}]|\$[({]GO[)}] test\b`,
  String.raw`\b(make|ninja)\b[^\n;&|]*\b[\w-]*((?<!la)test[\w-]*|check)\b`,
  String.raw`\b(pytest|py\.test|tox|nox|unittest|rspec|phpunit|pest|vitest|jest|mocha|ava|ctest|gotestsum|nextest|llvm-cov|tarpaulin|cibuild|prove|busted|vusted|bats|molecule|shellspec|urchin|ginkgo|eunit|nosetests|nose2|stestr|fishtape|runtests?|run[-_]tests?|rcmdcheck|devtools::test|elm-test|karma start|go-acc|gocov test|richgo test|parallel_(rspec|test|cucumber)|turbo_tests|cucumber|jasmine|qunit|testem ci|godog|trial -\S+|zope-testrunner|atoum|kahlan|ert-run-tests\S*|buttercup)\b`,
  String.raw`\b(ng|ember|wasm-pack|cross|scala-cli|bleep|forge|hardhat|truffle|anchor|snforge|scarb|dzil|eldev|alr|fpm|kitchen|very_good|opa|chainsaw|kuttl|cft) test\b`,
  String.raw`\bcoverage3? run\b|\bR(script)? CMD check\b|\bPkg\.test\b|\bcommand: ["']?test\b|\$CARGO[^\n;&|]*\btest\b`,
  String.raw`\b(sbt|mill|stack|cabal|dart|melos|lein|clojure|clj|bb|dune|rebar3|dub|crystal|nimble|Invoke-Pester|terraform|tofu|earthly|bazelisk|pixi|mise)\b[^\n;&|]*\b[\w:-]*(tests?|spec|runtest|test2junit)\b|\bnix flake check\b|\bmix check\b|\bInvoke-Pester\b`,
  String.raw`\b(playwright|cypress|testcafe|wdio|codecept) (test|run)\b|\b(node|tsx|ts-node)\b[^\n;&|]* --test\b`,
  // The image starts the runner by itself.
  String.raw`\b(docker|podman|nerdctl)\b[^\n;&|]*\bcypress/included\b|\bnewman run\b|\bpostman/newman\b`,
  // Tests that are a program of their own.
  String.raw`\bpython[\d.]*( +-[A-Za-z]+)* +-m +([\w.]+\.)?tests?(\.\w+)*(?![\w-])|\bsetup\.py\b[^\n;&|]* test\b`,
  String.raw`\b(web-test-runner|kaocha|behat|phpspec|paratest|simple-phpunit)\b|\brebar3 (ct|proper)\b`,
  // Azure runs tests by a task, and shows the results of those that something else ran.
  String.raw`\b(VSTest|PublishTestResults)@\d`,
  String.raw`\bfastlane\b[^\n;&|]{0,200}(\b|_)(tests?|scan)(_|\b)`,
  String.raw`\b(rails|rake|npm run|make|composer) ["']?\$\{?\w*TEST\w*`,
  String.raw`\b(mvnw?|gradlew?)\b(?![^\n;&|]*(-DskipTests|-Dmaven\.test\.skip|-x +:?test))[^\n;&|]*\b(verify|test([A-Z]\w*)?|allTests|(jvm|connected\w*)Test|check|build|install|package)\b`,
  String.raw`(^|[\s"'])(\./)?(scripts?|ci|([\w-]+-)?bin|hack|tools?)/[\w./-]*(?<!la)tests?\b`,
]
export const runsTests = new RegExp(commands.join('|'), 'm')
