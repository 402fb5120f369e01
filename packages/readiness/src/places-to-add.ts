import { groupBy } from '@muster/contract/group-by'
import type { CriterionId } from '@muster/contract/readiness/catalogue'
import type { Application } from './applications/application.ts'
import { isSameLanguage, manifestOf } from './applications/main-language.ts'
import { firstTwoFolders, isProgram, upwards } from './applications/places.ts'
import type { Subject } from './checks/check.ts'
import type { Automation } from './evidence/automation.ts'
import { instructionFiles } from './evidence/instructions.ts'
import { nearest } from './settings/setting.ts'

/** More would be a list of the repository. */
const mostNamed = 3

type Place = keyof ReturnType<typeof kindsOfPlaces>

/** In which files one would add what a criterion asks for, of those that are there. */
const placesOf: { readonly [Id in CriterionId]?: readonly Place[] } = {
  agent_hooks: ['agentSettings'],
  agentic_development: ['agentPages'],
  agents_md_validation: ['agentPages', 'ci'],
  api_schema_docs: ['readme'],
  automated_doc_generation: ['readme', 'manifest'],
  automated_pr_review: ['ci'],
  automated_security_review: ['ci'],
  build_cmd_doc: ['readme'],
  build_performance_tracking: ['ci'],
  circuit_breakers: ['manifest'],
  code_modularization: ['linter', 'source', 'manifest'],
  code_quality_metrics: ['ci', 'readme'],
  cyclomatic_complexity: ['linter', 'manifest'],
  dast_scanning: ['ci'],
  dead_code_detection: ['linter', 'manifest'],
  dependency_update_automation: ['ci'],
  deployment_observability: ['deployment', 'ci'],
  distributed_tracing: ['manifest'],
  duplicate_code_detection: ['linter', 'ci', 'manifest'],
  env_template: ['readme'],
  error_tracking_contextualized: ['manifest'],
  feature_flag_infrastructure: ['manifest'],
  flaky_test_detection: ['tests', 'ci', 'build'],
  formatter: ['linter', 'manifest'],
  health_checks: ['container', 'readme'],
  heavy_dependency_detection: ['bundler', 'manifest'],
  integration_tests_exist: ['testFolder'],
  issue_templates: ['issueSettings'],
  large_file_detection: ['hooks', 'linter', 'manifest'],
  lint_config: ['manifest', 'ci'],
  mcp_configuration: ['agentSettings'],
  metrics_collection: ['manifest'],
  min_release_age: ['updates', 'workspace', 'manifest'],
  monorepo_tooling: ['rootManifest', 'tasks'],
  n_plus_one_detection: ['manifest'],
  naming_consistency: ['linter', 'contributing', 'manifest'],
  product_analytics_instrumentation: ['manifest'],
  profiling_instrumentation: ['manifest'],
  release_automation: ['releases', 'ci'],
  release_notes_automation: ['releases', 'releasePage', 'ci'],
  runbooks_documented: ['readme', 'pages'],
  secret_scanning: ['ci'],
  security_policy: ['readme'],
  service_flow_documented: ['readme', 'contributing', 'pages'],
  single_command_setup: ['tasks', 'contributing', 'readme'],
  strict_typing: ['types', 'manifest'],
  structured_logging: ['manifest'],
  tech_debt_tracking: ['linter', 'manifest'],
  test_coverage_thresholds: ['coverage', 'tests', 'manifest'],
  test_isolation: ['tests', 'tasks', 'manifest', 'ci'],
  test_performance_tracking: ['tests', 'ci', 'tasks'],
  type_check: ['manifest'],
  unit_tests_exist: ['source'],
  unit_tests_runnable: ['tasks', 'manifest'],
  unused_dependencies_detection: ['ci', 'tasks', 'rootManifest'],
  vcs_cli_tools: ['contributing', 'ci'],
  version_drift_detection: ['workspace', 'rootManifest'],
}

/** Tells where to add what is missing. Files that the sentence names are not named again. */
export function createPlaces(subject: Subject) {
  const kinds = kindsOfPlaces(subject)
  return (id: CriterionId, missing: string, app?: Application): readonly string[] => {
    const found = (placesOf[id] ?? []).flatMap((kind) => kinds[kind](app) ?? [])
    return [...new Set(found)].filter((path) => !missing.includes(path)).slice(0, mostNamed)
  }
}

function kindsOfPlaces({ repository, evidence, applications }: Subject) {
  const near = (names: RegExp) => (app?: Application) => nearest(repository, upwards(app?.directory ?? ''), names)
  const atRoot = (names: RegExp) => () => repository.namesIn('').find((name) => names.test(name))
  const notable = (paths: RegExp) => () => evidence.notable.find((path) => paths.test(path))
  const largest = [...applications].sort((a, b) => b.sources.length - a.sources.length)[0]
  const ci = evidence.automation.filter(({ isCi }) => isCi)
  const workflow = [...ci].sort((a, b) => usualness(b) - usualness(a))[0]?.path
  const folder = ([first = '']: readonly string[]) => firstTwoFolders(first) || undefined
  // A program of PHP keeps the rules of its scripts beside those of its own.
  const phpLinters = [/^phpstan(?!-baseline)[^/]*$/, /^(pint\.json|\.?php-cs-fixer[^/]*|phpcs[^/]*)$/].map(near)
  const linters = near(
    /^(\.?golangci\.\w+|\.eslintrc.*|eslint\.config\.\w+|biome\.jsonc?|\.?oxlintrc.*|oxlint\.config\.\w+|\.?rubocop\.yml|\.credo\.exs|\.clang-tidy|checkstyle[^/]*\.xml|\.swiftlint\.yml|phpstan(?!-baseline)[^/]*|\.?php-cs-fixer[^/]*|\.?pylintrc|\.prospector\.\w+|\.flake8|\.?ruff\.toml|\.?clippy\.toml|\.tflint\.hcl)$/,
  )
  const linter = (app?: Application): readonly string[] | string | undefined => {
    const own = (app ?? largest)?.language === 'php' ? phpLinters.flatMap((find) => find(app) ?? []) : []
    return own.length > 0 ? own : linters(app)
  }
  // Rules of an editor are those of a linter only where there is no other.
  const editorRules = near(/^\.(editorconfig|globalconfig)$/)
  // Builds of Java keep its rules in a module or a folder of their own.
  const checkstyleFor = (app: Application | undefined = largest) =>
    app?.language === 'java' ? notable(/(^|\/)[\w-]*checkstyle[^/]*\.xml$/i)() : undefined
  const coverage = near(/^(\.?codecov\.ya?ml|\.simplecov|\.coveragerc|\.?nycrc.*|\.?c8rc.*|\.testcoverage\.ya?ml)$/)
  const agentFile = notable(/^\.(claude|cursor|codex|gemini|muster|agents|opencode|pi|windsurf|junie|roo)\//)
  return {
    agentPages: () => instructionFiles(evidence.notable)[0],
    agentSettings: () => notable(/^\.(claude|cursor|gemini|muster)\/settings\.json$/)() ?? agentFile(),
    build: atRoot(/^(package\.json|pom\.xml|build\.gradle(\.kts)?)$/),
    bundler: near(/^(vite|webpack|rollup|rspack|next|nuxt|vue|svelte|astro)\.config\.\w+$/),
    ci: () => workflow,
    container: near(/^(Dockerfile|Containerfile)/),
    contributing: () => evidence.documents().find((path) => /(^|\/)(CONTRIBUT|DEVELOP|HACKING)/i.test(path)),
    coverage: (app?: Application) => coverage(app) ?? notable(/^(\.github|dev)\/\.?codecov\.ya?ml$/)(),
    deployment: notable(/^\.(github|gitea|forgejo)\/workflows\/[^/]*deploy[^/]*\.ya?ml$/i),
    hooks: near(/^(\.pre-commit-config\.ya?ml|\.?lefthook\.ya?ml)$/),
    issueSettings: notable(/^\.(github|gitea|forgejo)\/ISSUE_TEMPLATE\/config\.ya?ml$/i),
    linter: (app?: Application) => linter(app) ?? checkstyleFor(app) ?? editorRules(app),
    manifest: (app: Application | undefined = largest) => app && manifestOf(app),
    pages: () =>
      evidence
        .documents()
        .map((path) => /^(docs?|documentation)(?=\/)/i.exec(path)?.[0])
        .find(Boolean),
    readme: () => evidence.documents().find((path) => /^readme/i.test(path)),
    releases: () =>
      repository.namesIn('').find((name) => isRelease.test(name)) ?? ci.find(({ path }) => isRelease.test(path))?.path,
    releasePage: atRoot(/^(MAINTAIN|RELEAS)[^/]*\.\w+$/i),
    rootManifest: atRoot(
      /^(package\.json|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(\.kts)?|Directory\.Build\.props)$/,
    ),
    source: (app: Application | undefined = largest) => app && busiestFolder(app),
    tasks: near(/^(Makefile|[Jj]ustfile|Taskfile\.ya?ml|Rakefile|package\.json|composer\.json)$/),
    testFolder: (app: Application | undefined = largest) => folder(app?.tests ?? []),
    tests: near(
      /^((vitest|jest|playwright|cypress|karma)\.(config|conf)\.\w+|phpunit[^/]*\.xml(\.dist)?|pytest\.ini|tox\.(ini|toml)|\.rspec|\.mocharc.*|\.?ava\.config\.\w+|junit-platform\.properties)$/,
    ),
    types: near(
      /^(tsconfig\.json|mypy\.ini|pyrightconfig\.json|phpstan[^/]*\.neon(\.dist)?|psalm\.xml|[^/]+\.csproj)$/,
    ),
    updates: notable(/^(\.github\/)?(dependabot\.ya?ml|\.?renovate[^/]*)$/),
    workspace: atRoot(/^pnpm-workspace\.yaml$/),
  }
}

/** The folder with most of the program; tests and examples come first by name. */
function busiestFolder({ language, sources }: Application): string | undefined {
  const programs = sources.filter(isProgram)
  const own = programs.filter((path) => isSameLanguage(language, path))
  const folders = groupBy(own.length > 0 ? own : programs, firstTwoFolders)
  const [first] = [...folders].sort(([, a], [, b]) => b.length - a.length)
  return first?.[0] || undefined
}

const isRelease = /(^|\/)[^/]*(releas|publish)[^/]*$/i

/** How likely one looks there for what is checked with each change. Beside workflows of the host, others are left over. */
function usualness({ path, text }: Automation): number {
  const isTesting = /\btest/i.test(text) && !isRelease.test(path)
  const isOfHost = /^\.(github|gitea|forgejo)\/workflows\//.test(path)
  const isCommon = /(^|[/_-])(ci|tests?|build|main|checks?)\.\w+$/i.test(path)
  return (isTesting ? 4 : 0) + (isOfHost ? 2 : 0) + (isCommon ? 1 : 0)
}
