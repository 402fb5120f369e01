import type { CriterionId } from '@muster/contract/readiness/catalogue'

const readme = 'README*'
const contributing = '{CONTRIBUTING,DEVELOPMENT,DEVELOPING,HACKING}* {docs,.github}/{CONTRIBUTING,DEVELOPMENT,DEVELOPING,HACKING}*'
const architecture = '**/*overview.{md,mdx,rst,adoc}'
const instructions = 'AGENTS.md CLAUDE.md **/AGENTS.md **/CLAUDE.md .cursor/rules/** .github/copilot-instructions.md'
const agents = '.{claude,cursor,gemini,muster}/settings.json .{claude,cursor,codex,gemini,muster,agents,opencode,pi,windsurf,junie,roo}/**'
const hooks = '.pre-commit-config.y{a,}ml {.,}lefthook.y{a,}ml'
const linter = [
  '.eslintrc* eslint.config.* biome.json* {.,}oxlintrc.json* tslint.json {.,}golangci.* revive.toml {.,}ruff.toml {.,}pylintrc .flake8',
  '.prospector.* {.,}rubocop.yml {.,}clippy.toml phpstan* pint.json {.,}php-cs-fixer* phpcs* .swiftlint.yml .credo.exs .clang-tidy',
  'CPPLINT.cfg checkstyle*.xml **/*checkstyle*.xml **/*pmd*.xml .tflint.hcl .ameba.yml .codeclimate.y{a,}ml .editorconfig',
].join(' ')
const tasks = 'Makefile {J,j}ustfile Taskfile.y{a,}ml Rakefile package.json composer.json'
const updates = '{,.github/}dependabot.y{a,}ml .github/dependabot.y{a,}ml {.github/,}renovate.json* .renovaterc*'
const tests = [
  '{vitest,jest,karma}.{config,conf}.* phpunit*.xml* pytest.ini tox.{ini,toml} .rspec .mocharc* {.,}ava.config.* .config/nextest.toml',
  '{playwright,cypress}.config.* junit-platform.properties',
].join(' ')
const coverage = '{.,}codecov.y{a,}ml .github/{.,}codecov.y{a,}ml coveralls.json .coveralls.y{a,}ml .simplecov .coveragerc* {.,}nycrc* {.,}c8rc*'
const types = '{ts,js}config.json mypy.ini pyrightconfig.json phpstan*.neon* psalm.xml *.csproj'
const release = '{.,}goreleaser.y{a,}ml .github/workflows/{*-,}{release,publish,deploy}*.y{a,}ml {.,}release*'
const releasePages = '{MAINTAIN,RELEAS,RELEASE}*.*'
const scans = '.github/workflows/*{scan,security,audit,codeql}*.y{a,}ml'
const reviewers = 'triagebot.toml .github/workflows/*{review,approve,comment}*.y{a,}ml'
const cluster = '**/Chart.yaml **/{deploy,k8s,kubernetes,manifests,manager,base}/**/*{deployment,statefulset,manager}.y{a,}ml'
const workspace = 'package.json Cargo.toml go.work go.mod pom.xml build.gradle{,.kts} settings.gradle{,.kts} Directory.Build.props'
const compose = '{docker-,}compose*.y{a,}ml'

/**
 * In which files one would add what is missing, the likeliest first: names in the folder of an application or above it, and
 * paths. `@ci` stands for the first file of CI, `@manifest` for the manifest of the application.
 */
export const placesToAdd: Readonly<Partial<Record<CriterionId, string>>> = {
  agent_hooks: agents,
  agentic_development: `${instructions} ${agents}`,
  agents_md: `**/AGENTS.md **/CLAUDE.md ${contributing}`,
  agents_md_validation: `${instructions} ${hooks} @ci`,
  api_schema_docs: `docs/**/{*-,*_,}{api,rest,http}*.* ${readme}`,
  automated_doc_generation: `${readme} @manifest`,
  automated_pr_review: `${reviewers} @ci`,
  automated_security_review: `${scans} @ci`,
  build_cmd_doc: readme,
  build_performance_tracking: '@ci gradle.properties',
  circuit_breakers: '@manifest',
  code_modularization: `.madgerc* .dpdmrc* ${linter} settings.gradle{,.kts} @manifest`,
  code_quality_metrics: `@ci ${readme}`,
  codeowners: '.pullapprove.y{a,}ml triagebot.toml MAINTAINERS* OWNERS* **/OWNERS',
  cyclomatic_complexity: `${linter} @manifest`,
  dast_scanning: `${scans} @ci`,
  dead_code_detection: `${linter} @manifest`,
  dependency_update_automation: `${updates} @manifest`,
  deployment_observability: '.github/workflows/*deploy*.y{a,}ml @ci',
  devcontainer: `${compose} .tool-versions`,
  distributed_tracing: '@manifest',
  documentation_freshness: `${readme} ${contributing}`,
  duplicate_code_detection: `${linter} @ci @manifest`,
  env_template: readme,
  error_tracking_contextualized: '@manifest',
  feature_flag_infrastructure: '@manifest',
  flaky_test_detection: `${tests} @ci @manifest`,
  formatter: `${linter} @manifest @ci`,
  health_checks: `Dockerfile* Containerfile* ${readme}`,
  heavy_dependency_detection: '{vite,webpack,rollup,rspack,next,nuxt,vue,svelte,astro}.config.* angular.json @manifest',
  integration_tests_exist: tests,
  issue_labeling_system: '.github/ISSUE_TEMPLATE/{b,B,f,F,i,I,1,0,c}* .github/ISSUE_TEMPLATE/** .github/workflows/*stale*',
  issue_templates: '.github/ISSUE_TEMPLATE/config.y{a,}ml',
  large_file_detection: `${hooks} .gitattributes @manifest`,
  lint_config: '@manifest @ci',
  local_services_setup: readme,
  log_scrubbing: '**/{log,logger,logging}.*',
  mcp_configuration: agents,
  metrics_collection: '@manifest',
  min_release_age: `${updates} pnpm-workspace.yaml @manifest`,
  monorepo_tooling: `${workspace} ${tasks}`,
  n_plus_one_detection: '@manifest',
  naming_consistency: `${linter} ${contributing} @manifest`,
  pre_commit_hooks: `.pre-commit-hooks.yaml ${contributing}`,
  product_analytics_instrumentation: '@manifest',
  profiling_instrumentation: '@manifest',
  progressive_rollout: cluster,
  release_automation: `${release} ${releasePages} @ci`,
  release_notes_automation: `${release} {CHANGELOG,CHANGES,HISTORY,NEWS}* ${releasePages} @ci`,
  rollback_automation: cluster,
  runbooks_documented: readme,
  secret_scanning: `${scans} @ci ${hooks}`,
  security_policy: `${readme} ${contributing}`,
  service_flow_documented: `${readme} ${contributing} ${architecture} ${instructions}`,
  single_command_setup: `${tasks} ${contributing} ${readme}`,
  strict_typing: `${types} @manifest`,
  structured_logging: '**/{log,logger,logging}.* config/environments/production.rb config/config.exs @manifest',
  tech_debt_tracking: `${linter} @manifest`,
  test_coverage_thresholds: `${coverage} ${tests} @ci @manifest`,
  test_isolation: `${tests} ${tasks} @manifest @ci`,
  test_performance_tracking: `${tests} @ci`,
  type_check: '@manifest',
  unit_tests_exist: '@manifest',
  unit_tests_runnable: `${tasks} @manifest`,
  unused_dependencies_detection: `@ci ${tasks} ${workspace}`,
  vcs_cli_tools: `${contributing} @ci`,
  version_drift_detection: `pnpm-workspace.yaml ${workspace}`,
}
