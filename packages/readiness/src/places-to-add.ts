import { groupBy } from '@muster/contract/group-by'
import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { type Application, bySize, sharedEcosystems } from './applications/application.ts'
import { isSameLanguage, manifestOf } from './applications/main-language.ts'
import {
  directoryOf,
  firstTwoFolders,
  isAbove,
  isForTests,
  isProgram,
  joinPath,
  nameOf,
  upwards,
} from './applications/places.ts'
import type { Subject } from './checks/check.ts'
import type { Automation } from './evidence/automation.ts'
import { instructionFiles } from './evidence/instructions.ts'
import { runsTests } from './evidence/runs-tests.ts'
import { highest } from './evidence/traces.ts'
import { isPipeline } from './evidence/usual-first.ts'
import { isWorkflow } from './evidence/workflows.ts'
import { linterPlaces, shared } from './linter-places.ts'
import { importedProps } from './settings/imported-props.ts'
import { nearest } from './settings/setting.ts'

/** More would be a list of the repository. */
const mostNamed = 3

/** So many tests are read for one that shows the way. */
const mostTests = 50

type Place = keyof ReturnType<typeof kindsOfPlaces>

/** In which files one would add what a criterion asks for, of those that are there. */
const placesOf: { readonly [Id in CriterionId]?: readonly Place[] } = {
  agent_hooks: ['agentSettings'],
  agentic_development: ['agentPages', 'agentSettings'],
  agents_md: ['agentPagesOfParts', 'contributing'],
  agents_md_validation: ['agentPages', 'hooks', 'ci'],
  api_schema_docs: ['apiPages', 'readme'],
  automated_doc_generation: ['theme', 'readme', 'manifest'],
  automated_pr_review: ['reviewers', 'comments', 'hostCi', 'mergeBot'],
  automated_security_review: ['scans', 'hostCi'],
  build_cmd_doc: ['readme'],
  build_performance_tracking: ['ci', 'buildSettings'],
  circuit_breakers: ['manifest'],
  code_modularization: ['cycles', 'linter', 'modules', 'source', 'manifest'],
  code_quality_metrics: ['coverageRun', 'ci', 'readme'],
  codeowners: ['maintainers', 'ownersOfParts'],
  cyclomatic_complexity: ['linter', 'manifest'],
  dast_scanning: ['scans', 'hostCi'],
  dead_code_detection: ['linter', 'manifest'],
  dependency_update_automation: ['updates', 'updateScript', 'manifest'],
  deployment_observability: ['deployment', 'ci'],
  devcontainer: ['composition', 'toolVersions'],
  distributed_tracing: ['manifest'],
  documentation_freshness: ['readme', 'contributing'],
  duplicate_code_detection: ['linter', 'ci', 'manifest'],
  env_template: ['readme'],
  error_tracking_contextualized: ['manifest'],
  feature_flag_infrastructure: ['manifest'],
  flaky_test_detection: ['tests', 'ci', 'build', 'testRun'],
  formatter: ['linter', 'manifest', 'tasks', 'ci'],
  health_checks: ['container', 'readme'],
  heavy_dependency_detection: ['bundler', 'manifest'],
  integration_tests_exist: ['testFolder'],
  issue_labeling_system: ['issueTemplate', 'stale'],
  issue_templates: ['issueSettings'],
  local_services_setup: ['readme'],
  large_file_detection: ['hooks', 'linter', 'attributes', 'manifest'],
  log_scrubbing: ['logging'],
  lint_config: ['manifest', 'ci'],
  mcp_configuration: ['agentSettings'],
  metrics_collection: ['manifest'],
  min_release_age: ['updates', 'workspace', 'manifest'],
  monorepo_tooling: ['rootManifest', 'tasks'],
  n_plus_one_detection: ['manifest'],
  naming_consistency: ['linter', 'contributing', 'manifest'],
  pre_commit_hooks: ['offeredHooks', 'taskBeforeCommits', 'contributing'],
  product_analytics_instrumentation: ['ownTelemetry', 'manifest'],
  profiling_instrumentation: ['manifest'],
  progressive_rollout: ['charts', 'clusters'],
  release_automation: ['releases', 'releasePage', 'ci', 'tasks'],
  release_notes_automation: ['notesScript', 'notes', 'releases', 'releasePage', 'ci'],
  rollback_automation: ['charts', 'clusters'],
  runbooks_documented: ['readme', 'pages'],
  secret_scanning: ['scans', 'ci', 'hooks'],
  security_policy: ['readme', 'contributing'],
  service_flow_documented: ['readme', 'contributing', 'overview', 'pages', 'agentPages'],
  single_command_setup: ['tasks', 'contributing', 'developing', 'builds', 'readme'],
  strict_typing: ['types', 'manifest'],
  structured_logging: ['logging', 'production', 'manifest'],
  tech_debt_tracking: ['linter', 'manifest'],
  test_coverage_thresholds: ['coverage', 'tests', 'coverageRun', 'manifest'],
  test_isolation: ['tests', 'testRun', 'tasks', 'manifest', 'ci', 'testOfGo'],
  test_performance_tracking: ['tests', 'ci', 'testRun'],
  type_check: ['manifest'],
  unit_tests_exist: ['source'],
  unit_tests_runnable: ['tasks', 'manifest'],
  unused_dependencies_detection: ['ci', 'tasks', 'rootManifest'],
  vcs_cli_tools: ['contributing', 'hostRuns', 'ci'],
  version_drift_detection: ['workspace', 'sharing', 'rootManifest'],
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
  const largest = bySize(applications)[0]
  const ci = evidence.automation.filter(({ isCi }) => isCi)
  const folder = ([first = '']: readonly string[]) => firstTwoFolders(first) || undefined
  const programs = (pattern: RegExp) =>
    evidence.automation.filter((file) => !isPipeline(file) && !manifests.test(file.path) && pattern.test(file.text))
  const runners = lazily(() => namedFirst(programs(runsTests), /test/i))
  const measurers = lazily(() => namedFirst(programs(measuresCoverage), /cover|test/i))
  const coverage = near(
    /^(\.?codecov\.ya?ml|coveralls\.json|\.coveralls\.ya?ml|\.simplecov|\.coveragerc|\.?nycrc.*|\.?c8rc.*|\.testcoverage\.ya?ml)$/,
  )
  const unitTests = near(
    /^((vitest|jest|karma)\.(config|conf)\.\w+|phpunit[^/]*\.xml(\.dist)?|pytest\.ini|tox\.(ini|toml)|\.rspec|\.mocharc.*|\.?ava\.config\.\w+|junit-platform\.properties)$/,
  )
  // SimpleCov is started by a helper that every test loads.
  const helperThatMeasures = (app?: Application) =>
    app?.paths.find(
      (path) =>
        /(^|\/)(test|spec)\/(\w*helper|support\/\w+)\.rb$/.test(path) && repository.text(path)?.includes('SimpleCov'),
    )
  const nextest = notable(/(^|\/)\.config\/nextest\.toml$/)
  const pyproject = near(/^pyproject\.toml$/)
  const pytest = (app?: Application) =>
    [pyproject(app) ?? []].flat().find((path) => repository.text(path)?.includes('[tool.pytest'))
  const browserTests = near(/^(playwright|cypress)\.config\.\w+$/)
  const pagesToWork = () => evidence.documents().filter((path) => /(^|\/)(CONTRIBUT|DEVELOP|HACKING)/i.test(path))
  const rootManifest = atRoot(
    /^(package\.json|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(\.kts)?|Directory\.Build\.props)$/,
  )
  // Members of a workspace of Cargo take versions from the manifest of the whole.
  const manifestsOf = (app: Application) => {
    const own = manifestOf(app)
    const isMember = own !== undefined && nameOf(own) === 'Cargo.toml' && app.directory !== ''
    const whole = isMember ? nearest(repository, upwards(directoryOf(app.directory)), /^Cargo\.toml$/) : undefined
    // An old setup reads what is needed from lists beside it.
    const lists =
      own !== undefined && nameOf(own) === 'setup.py' ? app.manifests.filter((path) => needed.test(path)) : []
    return [own ?? [], whole ?? [], lists.slice(0, 1)].flat()
  }
  const of = (app: Application | undefined, files: readonly Automation[]) =>
    files
      .filter(({ base }) => isAbove(base, app?.directory ?? ''))
      .map(({ path }) => path)
      .slice(0, 1)
  const types = near(
    /^([tj]sconfig\.json|mypy\.ini|pyrightconfig\.json|phpstan[^/]*\.neon(\.dist)?|psalm\.xml|[^/]+\.csproj)$/,
  )
  const agentFile = notable(/^\.(claude|cursor|codex|gemini|muster|agents|opencode|pi|windsurf|junie|roo)\//)
  return {
    agentPages: () => instructionFiles(evidence.notable)[0],
    agentPagesOfParts: notable(/\/(AGENTS|CLAUDE)\.md$/),
    agentSettings: () => notable(/^\.(claude|cursor|gemini|muster)\/settings\.json$/)() ?? agentFile(),
    apiPages: () =>
      evidence
        .documents()
        .find((path) => /(^|[/_-])(api|rest|http|protocol)([_-]\w+)?\.\w+$|(^|\/)([\w-]+_)?api\//i.test(path)),
    attributes: atRoot(/^\.gitattributes$/),
    build: atRoot(/^(package\.json|pom\.xml|build\.gradle(\.kts)?)$/),
    buildSettings: atRoot(/^gradle\.properties$/),
    // The one for most systems is the last by name.
    builds: () =>
      repository
        .namesIn('')
        .filter((name) => /^build\.(sh|ps1|cmd|bat)$/.test(name))
        .reverse(),
    bundler: (app?: Application) =>
      near(/^(vite|webpack|rollup|rspack|next|nuxt|vue|svelte|astro)\.config\.\w+$|^angular\.json$/)(app) ??
      app?.paths.find((path) => /(^|\/)(vite|webpack|rollup)[\w.-]*\.[cm]?[jt]s$/.test(path)),
    charts: () => highest(evidence.notable.filter((path) => /(^|\/)Chart\.yaml$/.test(path) && !isForTests(path))),
    ci: () => ci[0]?.path,
    // Of what a cluster is told, that which starts the program.
    clusters: () =>
      highest(
        evidence.notable.filter(
          (path) =>
            /(^|\/)(deploy\w*|k8s|kubernetes|manifests|manager|base)\/(.+\/)?[\w-]*(deployment|statefulset|manager)\.ya?ml$/i.test(
              path,
            ) && !isForTests(path),
        ),
      ),
    // What tells something below a change, or sorts it, does not review it.
    comments: () =>
      ci.find(({ path }) => /[-_/](comment(s|er)?|prs?|pull[-_]requests?|conflicts?)(?![a-z])/i.test(path))?.path,
    composition: atRoot(/^(docker-)?compose[^/]*\.ya?ml$/),
    container: near(/^(Dockerfile|Containerfile)/),
    contributing: () => pagesToWork()[0],
    coverageRun: (app?: Application) => [
      ...ci.flatMap(({ path }) => (/cover/i.test(nameOf(path)) ? [path] : [])).slice(0, 1),
      ...ci.flatMap((file) => (isPipeline(file) && measuresCoverage.test(file.text) ? [file.path] : [])).slice(0, 1),
      ...of(app, measurers()),
    ],
    coverage: (app?: Application) =>
      [
        coverage(app) ?? [],
        notable(/^(\.github|dev)\/\.?codecov\.ya?ml$/)() ?? [],
        helperThatMeasures(app) ?? [],
        shared(repository, app, /^\[coverage/m),
      ].flat(),
    // What only finds cycles holds no boundaries.
    cycles: near(/^\.(madgerc|dpdmrc)(\.\w+)?$/),
    deployment: notable(/^\.(github|gitea|forgejo)\/workflows\/[^/]*deploy[^/]*\.ya?ml$/i),
    // One page may tell how to take part, another one how to build.
    developing: () => pagesToWork()[1],
    hostCi: () => (ci.find(({ path }) => isWorkflow(path)) ?? ci[0])?.path,
    // Workflows that already speak with the host by its command line.
    hostRuns: () => ci.find(({ text }) => /\bgh (api|issue|pr|release|run|workflow) /.test(text))?.path,
    hooks: near(/^(\.pre-commit-config\.ya?ml|\.?lefthook\.ya?ml)$/),
    issueTemplate: notable(/^\.(github|gitea|forgejo)\/ISSUE_TEMPLATE\/(?!config\.)[^/]+$/i),
    issueSettings: notable(/^\.(github|gitea|forgejo)\/ISSUE_TEMPLATE\/config\.ya?ml$/i),
    linter: (app?: Application) => linterPlaces(repository, evidence.notable, app ?? largest, app?.directory ?? ''),
    logging: (app: Application | undefined = largest) => app && loggingIn(app),
    manifest: (app: Application | undefined = largest) => app && manifestsOf(app),
    maintainers: atRoot(/^(\.pullapprove\.ya?ml|triagebot\.toml|(MAINTAINERS|OWNERS)[^/]*)$/),
    // A bot that labels and merges reviews nothing.
    mergeBot: notable(/^(\.github\/)?\.?mergify(\/config)?\.ya?ml$/),
    modules: atRoot(/^settings\.gradle(\.kts)?$/),
    notes: notable(/(^|\/)(release[-_]?notes|whats-?new|changelogs?)(\/.+)?\.(md|mdx|rst|adoc|txt)$/i),
    // Hooks for those who use the project are none of its own.
    offeredHooks: atRoot(/^\.pre-commit-hooks\.yaml$/),
    // What the program reports about itself is not how people use it.
    ownTelemetry: (app: Application | undefined = largest) =>
      app?.sources.find(
        (path) =>
          /(^|\/)(telemetry|usage[-_]?(data|stats|reports?|reporter)|analytics)(\/|\.\w+$)/i.test(path) &&
          isProgram(path),
      ),
    ownersOfParts: notable(/\/OWNERS(\.\w+)?$/),
    overview: notable(/(^|\/)([\w-]*[-_])?overview\.(md|mdx|rst|adoc)$/i),
    pages: () =>
      evidence
        .documents()
        .map((path) => /^(docs?|documentation)(?=\/)/i.exec(path)?.[0])
        .find(Boolean),
    // Where Rails and Phoenix set up how the program logs for others.
    production: (app: Application | undefined = largest) =>
      ['config/environments/production.rb', 'config/config.exs']
        .map((name) => joinPath(app?.directory ?? '', name))
        .filter((path) => repository.has(path)),
    readme: () => evidence.documents().find((path) => /^readme/i.test(path)),
    // The shortest name is that of the whole release, the others are of its parts.
    releases: () => [
      ...repository
        .namesIn('')
        .filter((name) => isRelease.test(name))
        .slice(0, 1),
      ...shortest(ci.map(({ path }) => path).filter((path) => isRelease.test(path))),
      ...shortest(evidence.automation.flatMap(({ path, isCi }) => (!isCi && isRelease.test(path) ? [path] : []))),
    ],
    releasePage: atRoot(/^(MAINTAIN|RELEAS)[^/]*\.\w+$/i),
    // What triages or approves changes does not read them.
    reviewers: () =>
      notable(/^triagebot\.toml$/)() ??
      ci.find(({ path }) =>
        /(^|[/_.-])(?!dependency-review)([\w]+-)?(review(er|s)?|approve)([-_][\w-]*)?\.ya?ml$/i.test(path),
      )?.path,
    rootManifest: () => (largest?.directory === '' ? manifestOf(largest) : rootManifest()),
    scans: () => ci.find(({ path }) => /(^|[/_.-])(scan|security|audit|codeql)[\w-]*\.ya?ml$/i.test(path))?.path,
    // Of the applications that share a package manager, the largest two.
    sharing: () => {
      const shared = sharedEcosystems(applications)
      const same = bySize(applications).filter(({ ecosystems }) => ecosystems.some((each) => shared.includes(each)))
      return same.slice(0, 2).flatMap((app) => manifestOf(app) ?? [])
    },
    source: (app: Application | undefined = largest) => app && busiestFolder(app),
    stale: notable(/^\.(github|gitea|forgejo)\/workflows\/[^/]*stale[^/]*$/i),
    tasks: near(/^(Makefile|[Jj]ustfile|Taskfile\.ya?ml|Rakefile|package\.json|composer\.json)$/),
    // It waits for somebody to start it before each commit.
    taskBeforeCommits: () =>
      evidence.automation.find(
        ({ path, isCi, text }) => !isCi && !path.includes('/') && /^pre-?commit:|"pre-?commit"\s*:/m.test(text),
      )?.path,
    testRun: (app?: Application) => of(app, runners()),
    // Each test of Go says itself whether it runs beside others.
    testOfGo: (app?: Application) =>
      app?.language === 'go'
        ? (app.tests.slice(0, mostTests).find((path) => repository.text(path)?.includes('t.Parallel()')) ??
          app.tests[0])
        : undefined,
    testFolder: (app: Application | undefined = largest) => folder(app?.tests ?? []),
    // What tests in a browser comes after what tests units.
    tests: (app?: Application) =>
      [
        (app?.language === 'rust' ? nextest() : unitTests(app)) ?? pytest(app) ?? browserTests(app) ?? [],
        shared(repository, app, /^\[(tool:)?(pytest|unittest|nose2?)/m),
      ].flat(),
    // A theme alone makes a page of the README.
    theme: atRoot(/^_config\.ya?ml$/),
    toolVersions: atRoot(/^(\.tool-versions|\.?mise\.toml)$/),
    // Projects of .NET share what is set above them.
    types: (app: Application | undefined = largest) =>
      [
        app?.language === 'csharp'
          ? (near(/^Directory\.Build\.props$/)(app) ?? importedProps(app, repository).slice(0, 1))
          : [],
        types(app) ?? [],
        shared(repository, app, /^\[mypy\]/m),
      ].flat(),
    updates: () => evidence.notable.filter((path) => /^(\.github\/)?(dependabot\.ya?ml|\.?renovate[^/]*)$/.test(path)),
    // What copies notes that people wrote.
    notesScript: () => repository.paths.find((path) => copiesNotes.test(path)),
    updateScript: () =>
      evidence.automation.find(
        ({ path, isCi }) =>
          !isCi && /(^|\/)[\w-]*(update|upgrade|bump|outdated)[-_]?(deps|dependenc)[\w-]*(\.\w+)?$/i.test(path),
      )?.path,
    workspace: atRoot(/^pnpm-workspace\.yaml$/),
  }
}

/** Many criteria name the same folder. */
const busiestFolders = new WeakMap<Application, string>()

/** The folder with most of the program; tests and examples come first by name. */
function busiestFolder(app: Application): string | undefined {
  const known = busiestFolders.get(app) ?? findBusiestFolder(app)
  busiestFolders.set(app, known)
  return known || undefined
}

function findBusiestFolder({ language, sources }: Application): string {
  // Elixir keeps changes of the database beside the program.
  const programs = sources.filter((path) => isProgram(path) && !/(^|\/)priv\//.test(path))
  const own = programs.filter((path) => isSameLanguage(language, path))
  const folders = groupBy(own.length > 0 ? own : programs, firstTwoFolders)
  const [first] = [...folders].sort(([, a], [, b]) => b.length - a.length)
  return first?.[0] ?? ''
}

/** Lists of what a program of Python needs to run. */
const needed = /(^|\/)requirements(\/(base|common|default|main|prod|production|requirements))?\.txt$/

/** A script for notes in a folder at the root; a page of that name has an ending. */
const copiesNotes =
  /^(?!(vendor|node_modules)\/)[\w.-]+\/[\w-]*(release[-_]?notes|changelog)[\w-]*(\.(py|[cm]?[jt]s|php|sh|rb))?$/

const isRelease = /(^|\/)([^/]*(releas|publish)[^/]*|cd\.ya?ml)$/i

const measuresCoverage = /--?cover|coverage|llvm-cov|tarpaulin|jacoco|coverlet/i

/** Manifests have a place of their own. */
const manifests = /(^|\/)((package|composer)\.json|pom\.xml|build\.gradle(\.kts)?|mix\.exs)$/

/** Those that are called so before the others. */
function namedFirst(files: readonly Automation[], names: RegExp): Automation[] {
  const isNamed = ({ path }: Automation) => names.test(nameOf(path))
  return [...files.filter(isNamed), ...files.filter((file) => !isNamed(file))]
}

function shortest(paths: readonly string[]): string[] {
  return [...paths].sort((a, b) => nameOf(a).length - nameOf(b).length).slice(0, 1)
}

/** The file that is called after logging, or the settings of Django, which hold those of the log. */
function loggingIn({ sources, parts }: Application): string | undefined {
  const own = sources.filter((path) => !isForTests(path))
  return (
    own.find((path) => /(^|\/)(log|logs|logger|logging)\.\w+$/i.test(path)) ??
    [...own, ...parts.flatMap((part) => part.sources)].find((path) => /(^|\/)logging\/[^/]+$/i.test(path)) ??
    own.find((path) => /(^|\/)settings(\/(base|common))?\.py$/.test(path))
  )
}

function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}
