import { type Application, sharedEcosystems, wholeSizeOf } from '../applications/application.ts'
import { isAbove, isShipped } from '../applications/places.ts'
import { fail, findingOf, listed, pass } from '../evidence/finding.ts'
import { firstOf } from '../evidence/traces.ts'
import { readWorkflows } from '../evidence/workflows.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { clues, cluesInCi, hasProduct, isProduct, ofApplication, ofRepository, type Subject } from './check.ts'
import { depsPinned } from './deps-pinned.ts'
import { flags } from './known-libraries.ts'
import { release } from './release.ts'
import { single_command_setup } from './single-command-setup.ts'
import { unusedDependencies as unused_dependencies_detection } from './unused-dependencies.ts'

const commands =
  /(^|[`$>\s])(npm (ci|i|install|run|start)|pnpm (i|install|run|build|dev)|yarn( install| build| dev| start|\b)|bun (install|run)|npx \w|(?<=(?:^|[`$>;&]|\w=\S{0,40}|sudo)\s{0,4})make(?!\(| (changes|sure|it|this|that|an?|the|your|use)\b)( [\w-]+)?\b|just \w|task \w|pip install|uv (sync|run|pip)|poetry (install|run)|hatch (build|shell|env create|run( [+-]\S+)* (?!\S*(?<![a-z])(lint\w*|style|fmt|format|check|typ(es?|ing)|tests?|pytest|mypy|ruff|cov(erage)?|docs?)(?![a-z]))[\w.])|pipenv install|python -m|tox\b|go (build|run|install)|cargo (build|run|install)|mvn \w|\.?\/?mvnw|gradle \w|\.?\/?gradlew|dotnet (build|run|restore|new|tool install)|bundle (install|exec)|bin\/(setup|rails|dev)|rake \w|([\w./-]+\/)?composer (install|update|require)|php artisan|cmake (-|\.|\w)|meson setup|swift (build|run)|xcodebuild|terraform (init|plan|apply)|tofu (init|plan)|docker[- ]compose up|docker (build|run)|bazel (build|run)|nix (build|develop|run)|nix-(build|shell)|gem install|bundle add|dotnet add|go get|cargo add|brew install|Install-Package|(\.\/)?(sbt|mill) ["'\w~]|(stack|cabal|lein|mix|zig|dart|flutter|melos|opam|dune|rebar3|crystal|luarocks|cpanm|bb) \w|clj(ure)? -|perl Makefile\.PL|\.\/(configure|autogen|build)\b|autoreconf|meson \w|ninja\b|curl [^|]+\| *(sudo )?((ba|z)?sh|perl|source)\b|(sudo )?(ba)?sh [\w./-]+\.sh\b|Pkg\.add\(|install\.packages\(|(remotes|pak|devtools)::\w*install|(fisher|omf|helm|apt(-get)?|scoop|winget|choco|pipx|conda|mamba|pixi|asdf) (install|add)\b|pod install|(bin|scripts?)\/(setup|bootstrap|build|install|dev|start|serve|run|test|ci|server|console|make)\w*)/m

/** Programs and targets that only look at what is there. */
const looks = String.raw`lint\w*|\w+lint(Check|Format)?|tests?|\w+Tests?|pytest|rspec|phpunit|pest|tox|nox|ruff|mypy|pyright|black|flake8|pylint|format|fmt|check|\w+Check|typecheck|type-check|tsc|spotless\w*|detekt\w*|checkstyle\w*|pre-?commit|phpstan|psalm|pint|php-cs-fixer|rector|rubocop|standardrb|eslint|prettier|biome|clippy|credo|dialyzer|swiftlint|swiftformat|vet|staticcheck|golangci-lint|coverage`

/** Of these, the ones that install, build or start; others only look at what is there. */
const builds = new RegExp(`^(?!.*\\b(${looks}|help|clean|venv|migrate|db:\\w+)\\b).*?${commands.source}`)

/** What a command does may be a word among others, such as the name of a package; here it is what is run. */
const onlyLooks = String.raw`(npm|pnpm|yarn|bun|npx|make|just|task|tox|nox|rake|mix|composer|gradlew?|mvnw?|uv run|poetry run|bundle exec|python -m|php artisan)( run| exec| -\S+)* (${looks})( |$|[\`:])`
const others = new RegExp(`^(?!.*\\b${onlyLooks}).*?${commands.source}`)

/** Whether a page is for those who change the program. */
function isForWorkers(path: string): boolean {
  return /(^|\/)(AGENTS|CLAUDE|CONTRIBUT|DEVELOP|HACKING|BUILD)/i.test(path)
}

/** A few files of another build beside a program, such as those that deploy it, need no tool to tie them to it. */
function withoutFew(applications: readonly Application[]): readonly Application[] {
  const [largest] = [...applications].sort((a, b) => wholeSizeOf(b) - wholeSizeOf(a))
  return applications.filter(
    (app) =>
      largest === undefined ||
      wholeSizeOf(app) * 50 >= wholeSizeOf(largest) ||
      app.ecosystems.some((each) => largest.ecosystems.includes(each)),
  )
}

/** A build with several parts ties together what is in its folder, which has to be most of the applications. */
function workspaceOfMost(applications: readonly Application[], paths: readonly string[]): string | undefined {
  const inFolder = /^([^/]+)\/(?:settings\.gradle(?:\.kts)?|nx\.json|turbo\.jsonc?|lerna\.json|go\.work)$/
  const path = paths.find((each) => {
    const folder = inFolder.exec(each)?.[1]
    const held = applications.filter(({ directory }) => folder !== undefined && isAbove(folder, directory))
    return held.length * 2 > applications.length
  })
  return path && `${path}:1 is there`
}

/** The checks of the pillar Build System. */
export const build = {
  build_cmd_doc: ofRepository(({ evidence }) =>
    findingOf(
      // Who works here and who only uses it read different pages.
      listed(...new Set([evidence.instructed(builds), evidence.instructed(builds, isForWorkers)])) ??
        evidence.instructed(others) ??
        // Who moves from one version to another has installed it already.
        evidence.shown(builds, (path) => !/upgrad|migrat/i.test(path)),
      'no page shows how to build; write the command into README.md',
    ),
  ),

  deps_pinned: ofRepository(depsPinned),

  monorepo_tooling: ofRepository(({ applications, evidence, repository }) => {
    if (withoutFew(applications).length < 2) return undefined
    const workspaces = at(repository.data('package.json').value, 'workspaces')
    // pnpm reads its own file alone.
    const isOfPnpm = repository.has('pnpm-workspace.yaml')
    if (!isOfPnpm && (Array.isArray(workspaces) || entriesOf(workspaces).length > 0))
      return findingOf(evidence.line(/^package\.json$/, /"workspaces"/), '')
    const found = evidence.any({
      near: /^(turbo\.jsonc?|nx\.json|lerna\.json|rush\.json|go\.work|WORKSPACE(\.bazel)?|MODULE\.bazel|pants\.toml|BUCK|settings\.gradle(\.kts)?|[^/]+\.slnx?|melos\.yaml|mono_repo\.yaml|\.moon|monorepo-builder\.php|lage\.config\.js|cabal\.project|stack\.yaml)$/,
      line: [
        [/^pnpm-workspace\.yaml$/, /^["']?packages["']?\s*:/m],
        [/^deno\.jsonc?$/, /"workspace"\s*:/],
        [/^Cargo\.toml$/, /^\[workspace\]/m],
        [/^pom\.xml$/, /<modules>/],
        [/^pyproject\.toml$/, /\[tool\.(uv\.workspace|pants|hatch\.workspace)/],
        [/^project\.clj$/, /lein-(sub|modules|monolith)|:sub \[/],
      ],
      file: [[/^[^/]+\/pnpm-workspace\.yaml$/, /^["']?packages["']?\s*:/m]],
      dependency: /^(soyuka\/pmu|symplify\/monorepo-builder)$/,
      // A solution may name projects of other folders.
      below: /^\.moon\/|^[^/]+\/[^/]+\.slnx?$|^src\/[^/]+\/[^/]+\.slnx?$/,
    })
    return findingOf(
      found ?? workspaceOfMost(applications, evidence.notable),
      `nothing ties the ${applications.length} applications together; declare them as workspaces of one package manager${repository.has('package.json') ? ', in package.json' : ''}`,
    )
  }),

  vcs_cli_tools: ofRepository(({ evidence }) => {
    const found =
      evidence.lineBelow(
        /(^|\/)\.?devcontainer(\/.*)?(?<!-lock)\.(json|Dockerfile)$|(^|\/)\.devcontainer\/(?!.*-lock\.json)|^(Brewfile|flake\.nix|devbox\.json|\.?mise\.toml|\.tool-versions|shell\.nix)$/,
        /^(?!\s*#)[^\n]*(github-cli|gitlab-cli|\bglab\b|["'\s]gh["'\s@]|\bgh\b)/m,
      ) ??
      evidence.shown(
        /\b(gh (pr|issue|release|api|run|repo|auth|workflow|webhook|extension)|glab (mr|issue|ci|auth)|tea (pr|issue)|hub (pull-request|pr|issue|release|ci-status)|az repos)\b/,
        (path) => !/^(?!\.|docs?\/|documentation\/|skills\/)[^/]+\//i.test(path),
      )
    return findingOf(
      found,
      'the command line of the code host is not set up; say in AGENTS.md how `gh` or `glab` is used here',
    )
  }),

  automated_pr_review: ofRepository(({ evidence, repository }) => {
    if (!evidence.hasCi) return undefined
    const found =
      evidence.any({
        near: /^(\.coderabbit\.ya?ml|[dD]angerfile.*|\.sourcery\.ya?ml|\.pr_agent\.toml|greptile\.json|\.hound\.yml|\.?ellipsis\.ya?ml|\.pronto\.yml|\.?cubic\.ya?ml|warden\.toml)$/,
        below:
          /^\.github\/(copilot-review|review-?bot|claude-review)[^/]*$|^\.cursor\/BUGBOT\.md$|^\.gemini\/(config\.ya?ml|styleguide\.md)$|^\.greptile\//,
        task: /reviewdog|(?<![-\w])danger(js\b|-js\b|\/| (ci|pr|local)\b)|(exec|npx|yarn) danger\b|\bpronto run\b|coderabbit|claude-code-(security-)?review|pr-agent|qodo|uses:[^\n]*auto-?review|codeball|\/ai\/(code-)?review\b|ai-(code-)?review/i,
      }) ?? reviewingWorkflow(repository, evidence.notable)
    return findingOf(found, 'no tool reviews changes; add reviewdog, Danger or a review agent to CI')
  }),

  agentic_development: clues('no settings of an agent are shared; add .mcp.json, or settings of your agent', {
    below:
      /^(\.mcp\.json|\.claude\/(?!CLAUDE\.md$).+|\.cursor\/.+|\.codex\/.+|\.gemini\/(?!config\.ya?ml$|styleguide\.md$).+|\.qwen\/.+|\.opencode\/.+|opencode\.jsonc?|\.agents\/.+|\.muster\/(settings|skills).*|\.github\/(copilot-setup-steps|agents|prompts|chatmodes)[^/]*.*|\.github\/workflows\/(copilot-setup-steps|(claude|codex|gemini)[\w-]*)\.ya?ml|\.windsurf\/.+|\.clinerules.*|\.roo\/.+|\.aider\.conf\.yml|\.goosehints|\.amp\/.+|\.vscode\/mcp\.json|\.github\/aw\/.+|\.github\/workflows\/[\w-]+\.lock\.ya?ml|\.junie\/(?!guidelines\.md$).+|\.(pi|kiro|trae|augment|continue|factory|serena|crush|kilocode|zencoder|openhands|rovodev|aiassistant|goose|qoder|iflow|codebuddy)\/.+)$/,
    task: /claude-code-action|codex-action|run-gemini-cli|copilot-setup|muster (sessions|messages)/,
  }),

  single_command_setup,

  dead_feature_flag_detection: ofRepository((subject) => {
    const flag = findFlags(subject)
    if (flag === undefined) return undefined
    const found = subject.evidence.any({
      task: /piranha|find-code-refs|ld-find-code-refs|launchdarkly\/(gha-)?find-code-references|find-code-references|\bcode-?refs(?!\.\w)\b|stale-?flags?|flag-?(cleanup|expiry)|unleash-?checker/i,
      below:
        /(^|\/)(\.launchdarkly\/coderefs\.ya?ml|piranha[^/]*\.(toml|json|properties))$|(^|\/)[^/]*(stale|expired)[-_]flags?[^/]*$/i,
      dependency: /piranha|eslint-plugin-feature-flags?/,
    })
    return findingOf(
      found,
      `nothing finds flags that are no longer used, see ${flag.replace(/:.*/, '')}; run a code-reference or stale-flag check in CI`,
    )
  }),

  ...release,

  unused_dependencies_detection,

  version_drift_detection: ofRepository(({ applications, evidence }) => {
    if (sharedEcosystems(applications).length === 0) return undefined
    const isOneManifest = applications.every(({ manifests }) => manifests.includes('package.json'))
    if (isOneManifest) return pass('package.json:1 declares the versions of all')
    const found = evidence.any({
      near: /^(\.syncpackrc.*|syncpack\.config\.\w+|Directory\.Packages\.props|paket\.dependencies|\.manypkg.*|rush\.json|constraints\.pro|yarn\.config\.cjs|go\.work)$/,
      dependency: /^(syncpack|sherif|@manypkg\/cli|check-dependency-version-consistency)$/,
      below:
        /(^|\/)gradle\/[^/]*\.versions\.toml$|(^|\/)Directory\.Packages\.props$|(^|\/)buildSrc\/(.+\/)?(Dependencies|Deps|Versions|Libs|Libraries)\.(kt|groovy|java)$/,
      // The workspace may be one folder of several.
      file: [
        [/^[^/]+\/Cargo\.toml$/, /^\[workspace\.dependencies/m],
        [/^([\w-]+-)?(parent|dependencies)\/pom\.xml$/, /<dependencyManagement>/],
      ],
      line: [
        [/^(pnpm-workspace\.yaml|\.yarnrc\.yml)$/, /^catalogs?:/m],
        [/^package\.json$/, /"(catalogs?|syncpack|manypkg)"\s*:/],
        [/^Cargo\.toml$/, /^\[workspace\.dependencies/m],
        [/^pom\.xml$/, /<dependencyManagement>|<[\w.-]+\.version>|<version\.[\w.-]+>/],
        [
          /^(build|settings)\.gradle(\.kts)?$/,
          /platform\(|versionCatalogs|dependencyManagement|\bext(\.\w*[vV]ersions?\b|\s*\{)|\bversions\s*=\s*\[/,
        ],
        // Two versions or more: the first may be that of the program itself.
        [/^gradle\.properties$/, /^\w+[._]?[vV]ersion\s*=[^\n]+\n(?:[^\n]*\n)*?\w+[._]?[vV]ersion\s*=/m],
        [/^pyproject\.toml$/, /\[tool\.uv\.(workspace|sources)|constraint-dependencies/],
      ],
      task: /syncpack|manypkg|\bsherif\b|check-dependency-version/,
    })
    return findingOf(
      found,
      'nothing keeps the versions of shared dependencies together; add syncpack or a catalogue of versions',
    )
  }),

  fast_ci_feedback: ofRepository(({ repository }) => {
    const minutes = repository.hosting.medianCiMinutes
    if (minutes === undefined) return undefined
    if (minutes <= 10) return pass(`half of the CI runs take ${minutes} minutes at the most, says the host`)
    return fail(
      `half of the CI runs take more than ${minutes} minutes; split the slowest job or cache what it downloads`,
    )
  }),

  build_performance_tracking: cluesInCi(
    'build times are not tracked; keep timings of the build, or use a build cache with statistics',
    {
      near: /^(turbo\.jsonc?|nx\.json|\.sccache.*)$/,
      line: [
        [/^(settings|build)\.gradle(\.kts)?$/, /develocity|gradle-enterprise|buildCache|com\.gradle\.build-scan/],
        [/^gradle\.properties$/, /org\.gradle\.caching\s*=\s*true/],
      ],
      // Maven takes what measures a build, or keeps its results, as an extension.
      below: /^\.mvn\/(develocity|gradle-enterprise|maven-build-cache-config)\.xml$/,
      file: [
        [/^\.mvn\/extensions\.xml$/, /(develocity|gradle-enterprise)-maven-extension|maven-build-cache-extension/],
      ],
      dependency: /^(turbo|nx|speed-measure-webpack-plugin|@nx\/.*)$/,
      task: /--timings|build-?scan|\bs?ccache-action\b|\bs?ccache (-s|-sv|--show-stats|--print-stats)\b|turborepo|\bdatadog-ci\b|(?<!>|\w-)\bbuild-?times?\b(?!\.\w| [A-Za-z]|\s*=)|nx affected/,
    },
  ),

  deployment_frequency: ofRepository(({ repository }) => {
    const count = repository.hosting.deploymentsLast30Days
    if (count === undefined) return undefined
    if (count >= 4) return pass(`${count} deployments in 30 days, says the host`)
    return fail(`only ${count} deployments in 30 days; deploy at least once a week`)
  }),

  feature_flag_infrastructure: ofRepository((subject) =>
    hasProduct(subject)
      ? findingOf(findFlags(subject), 'there are no feature flags; add OpenFeature with a provider of your choice')
      : undefined,
  ),

  heavy_dependency_detection: ofApplication((app, { evidence }) => {
    const isWeb = app.language === 'javascript' || app.language === 'typescript'
    // The same program may be for browsers as well.
    const isForBrowsers = app.dependencies.some(({ name }) => name === 'react-native-web')
    const isForDevice =
      !isForBrowsers && app.dependencies.some(({ name }) => /^(react-native|expo|electron)$/.test(name))
    if (app.kind !== 'frontend' || !isWeb || !isProduct(app) || isForDevice) return undefined
    const found = evidence.any(
      {
        near: /^(\.size-limit\..*|\.size-snapshot\.json|bundlesize\.config\.\w+|\.?lighthouserc\..*|\.bundlewatch\..*|relative-ci\.config\.\w+|\.?relativeci\.\w+|statoscope\.config\.\w+)$/,
        dependency:
          /^(size-limit|@size-limit\/.*|bundlesize2?|bundlewatch|webpack-bundle-analyzer|@next\/bundle-analyzer|rollup-plugin-visualizer|vite-bundle-(visualizer|analyzer)|vite-plugin-(visualizer|bundle-analyzer)|esbuild-visualizer|@bundle-analyzer\/.*|bundle-stats|bundle-stats-webpack-plugin|webpack-bundle-size-analyzer|webpack-stats-plugin|@relative-ci\/.*|@statoscope\/.*|sonda|@rsdoctor\/.*|source-map-explorer|@lhci\/cli|@codecov\/.*-plugin)$/,
        line: [
          [/^package\.json$/, /"(size-limit|bundlesize|bundlewatch)"\s*:/],
          [/^(angular|project)\.json$/, /"budgets"/],
          [/^webpack[^/]*\.\w+$/, /\bmax(Asset|Entrypoint)Size\b/],
        ],
        task: /\b(size-limit|bundlewatch|bundlesize|lhci|source-map-explorer|statoscope)\b|compressed-size-action|bundle[-_ ]?(size|stats|analy[sz]\w+)|relative-ci|nextjs-bundle-analysis|\bANALYZE=/i,
      },
      app,
    )
    return findingOf(found, 'nothing limits what users download; add size-limit')
  }),
}

/** An agent that reviews is started by a pull request; on a schedule it does something else. */
function reviewingWorkflow(repository: Repository, paths: readonly string[]): string | undefined {
  const reviewer = /(?<!dependency)[-_/]((pr|code|ai)[-_])?review(er)?([-_](code|pr|action))?(\.ya?ml)?@/i
  const agent = /claude-code-action|\/claude\.ya?ml|codex-action|gemini-cli-action|run-gemini-cli|copilot/i
  const found = readWorkflows(repository, paths).filter(
    ({ path, triggers, jobs }) =>
      triggers.some((each) => /^(pull_request|issue_comment)/.test(each)) &&
      jobs.some(({ uses: called, steps }) => {
        const actions = [called, ...steps.map(({ uses }) => uses)].filter((each) => each !== undefined)
        if (actions.some((each) => agent.test(each) || reviewer.test(each))) return true
        // The name alone does not tell who reviews: a workflow may bring changes to reviewers, or count what they say.
        return /[-_/]review/i.test(path) && steps.some(({ run = '' }) => asksModel.test(run))
      }),
  )
  // One that starts agents for everything says less.
  const workflow = found.find(({ path }) => /review/i.test(path)) ?? found[0]
  return workflow && `${workflow.path}:1 reviews pull requests`
}

/** A command that hands something to a language model. */
const asksModel =
  /\b(LLM|OPENAI|ANTHROPIC|CLAUDE|GEMINI|GOOGLE|OPENROUTER|MISTRAL|DEEPSEEK|AZURE_OPENAI)_(API_)?(KEY|TOKEN)\b|\b(claude|codex|gemini|opencode|aider|copilot|cursor-agent) (-p|exec|run|--\w)/

/** A file of switches, by its name: the flags in it may only be called after what they switch. */
function switchesOf({ sources }: Application): string | undefined {
  const file =
    /(^|\/)(feature[-_]?(flags?|gates?|toggles?|switches)(\/[^/]+)?|features\/features(?!\.[cm]?[jt]sx)|config\/features|(ensure-?|require-?)?feature-?(is-?)?(enabled|active)|(config|settings|options)\/(.+\/)?experimental)\.\w+$/i
  const found = sources.filter((each) => file.test(each) && isShipped(each))
  // The list of them tells more than what asks for one.
  const path = found.find((each) => /(^|\/)config\//.test(each)) ?? found[0]
  return path && `${path}:1 is there`
}

/** A library may mention flags without having any. */
function findFlags({ evidence, applications }: Subject): string | undefined {
  const products = applications.filter(isProduct)
  const inCode = firstOf(
    products,
    (app) => evidence.library(flags, app) ?? switchesOf(app) ?? evidence.marker('featureFlag', { ...app, parts: [] }),
  )
  // The code may call them otherwise than the page that explains them.
  return (
    inCode ?? evidence.below(/(^|\/)docs?\/(.+\/)?feature[-_]?(flags?|toggles?|gates?)(\/README)?\.(mdx?|rst|adoc)$/i)
  )
}
