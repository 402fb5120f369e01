import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { ci, type Files, frontend, json, library, type Mini, npm, pair, prose, service } from './mini.ts'

const published: Files = { ...library, 'package.json': npm([], { exports: './src/main.ts', private: false }) }

const scripted: Files = {
  ...library,
  'package.json': npm([], { exports: './src/main.ts', scripts: { build: 'tsc' } }),
}

/** For every criterion a miniature repository that passes and one that does not. */
export const cases: Readonly<Record<CriterionId, { readonly passes: Mini; readonly fails: Mini }>> = {
  readme: both({ ...library, 'README.md': prose }, { ...library, 'README.md': '# mini\n' }),
  gitignore_comprehensive: both(
    { ...library, '.gitignore': 'node_modules/\n.env\n.DS_Store\n' },
    { ...library, '.gitignore': '# node_modules/\n.env\n.DS_Store\n' },
  ),
  env_template: both({ ...service(), '.env.example': 'PORT=\n' }, service()),
  formatter: both({ ...library, 'biome.json': '{}' }, library),
  lint_config: both({ ...library, 'eslint.config.js': 'export default []\n' }, library),
  type_check: both({ ...library, 'tsconfig.json': '{}' }, library),
  unit_tests_exist: both({ ...library, 'src/main.test.ts': 'it()\n' }, { ...library, 'src/tested.ts': 'it()\n' }),

  agents_md: both({ ...library, 'AGENTS.md': prose }, { ...library, 'AGENTS.md': 'Be kind.\n' }),
  build_cmd_doc: both({ ...library, 'README.md': '```sh\nnpm ci\n```\n' }, { ...library, 'README.md': 'Build it.\n' }),
  deps_pinned: both({ ...service(), 'package-lock.json': '{}' }, service()),
  monorepo_tooling: both({ ...pair, 'package.json': json({ workspaces: ['*'] }) }, pair),
  vcs_cli_tools: both(
    { ...library, 'AGENTS.md': 'Open it with `gh pr create`.\n' },
    { ...library, 'AGENTS.md': 'Open a pull request.\n' },
  ),
  automated_pr_review: both({ ...library, ...ci('npx reviewdog') }, { ...library, ...ci() }),
  error_tracking_contextualized: both(service(['@sentry/node']), service()),
  runbooks_documented: both({ ...service(), 'docs/runbooks/database.md': 'Restart it.\n' }, service()),
  structured_logging: both(service(['pino']), service()),
  database_schema: both({ ...service(['pg']), 'migrations/0001_first.sql': 'create table a ();\n' }, service(['pg'])),
  devcontainer: both({ ...library, '.devcontainer/devcontainer.json': '{"image": "debian"}' }, library),
  local_services_setup: both({ ...service(['pg']), 'compose.yaml': 'services: {}\n' }, service(['pg'])),
  automated_doc_generation: both({ ...library, 'typedoc.json': '{}' }, library),
  automated_security_review: both({ ...library, ...ci('npm audit') }, { ...library, ...ci() }),
  branch_protection: {
    passes: { files: library, hosting: { branchProtection: true } },
    fails: { files: library, hosting: { branchProtection: false } },
  },
  codeowners: both(
    { ...library, '.github/CODEOWNERS': '# Who\n* @team\n' },
    { ...library, '.github/CODEOWNERS': '# @team\n' },
  ),
  dependency_update_automation: both({ ...library, '.github/dependabot.yml': 'version: 2\n' }, library),
  secrets_management: both(
    { ...library, '.gitignore': '.env\n' },
    { ...library, '.gitignore': '.env\n', '.env': 'API_KEY=abc\n' },
  ),
  pre_commit_hooks: both({ ...library, '.pre-commit-config.yaml': 'repos: []\n' }, library),
  strict_typing: both(
    { ...library, 'tsconfig.json': '{\n  // Comments are fine.\n  "compilerOptions": {"strict": true}\n}' },
    { ...library, 'tsconfig.json': '{"compilerOptions": {"strict": false}}' },
  ),
  issue_labeling_system: both(
    { ...library, '.github/ISSUE_TEMPLATE/bug.yml': 'name: Bug\nlabels: [bug]\n' },
    { ...library, '.github/ISSUE_TEMPLATE/bug.yml': 'name: Bug\n' },
  ),
  issue_templates: both(
    { ...library, '.github/ISSUE_TEMPLATE/bug.md': 'What happened?\n' },
    { ...library, '.github/ISSUE_TEMPLATE/config.yml': 'blank_issues_enabled: false\n' },
  ),
  pr_templates: both({ ...library, '.github/pull_request_template.md': 'Why?\n' }, library),
  test_coverage_thresholds: both(
    { ...library, 'vitest.config.ts': 'test: { coverage: { thresholds: { lines: 80 } } }\n' },
    { ...library, 'vitest.config.ts': '// thresholds\n' },
  ),
  unit_tests_runnable: both(
    { ...library, 'package.json': npm([], { exports: './src/main.ts', scripts: { test: 'node --test' } }) },
    {
      ...library,
      'package.json': npm([], { exports: './src/main.ts', scripts: { test: 'echo "Error: no test specified"' } }),
    },
  ),
  ci_runs_tests: both(
    { ...library, 'src/main.test.ts': 'it()\n', ...ci() },
    {
      ...library,
      'src/main.test.ts': 'it()\n',
      'package.json': npm([], { exports: './src/main.ts', scripts: { test: 'node --test' } }),
    },
  ),

  agentic_development: both({ ...library, '.mcp.json': '{}' }, library),
  single_command_setup: both(
    { ...library, Makefile: 'setup:\n\tnpm ci\n' },
    { ...library, Makefile: '# setup:\nclean:\n\trm -r x\n' },
  ),
  release_automation: both({ ...library, '.goreleaser.yaml': 'version: 2\n' }, library),
  release_notes_automation: both({ ...library, 'cliff.toml': '[changelog]\n' }, library),
  dead_feature_flag_detection: both(
    { ...service(['unleash-client']), ...ci('npx unleash-checker') },
    service(['unleash-client']),
  ),
  unused_dependencies_detection: both({ ...library, 'knip.json': '{}' }, library),
  version_drift_detection: both({ ...pair, '.syncpackrc': '{}' }, pair),
  alerting_configured: both(
    { ...service(), 'monitoring/rules.yaml': 'groups:\n  - rules:\n      - alert: Down\n' },
    { ...service(), 'monitoring/rules.yaml': 'groups: []\n' },
  ),
  distributed_tracing: both(service(['@opentelemetry/api']), service()),
  health_checks: both(
    { ...service(), 'src/routes.ts': "app.get('/healthz', () => 'ok')\n" },
    { ...service(), 'src/routes.ts': "// app.get('/healthz')\nimport './health.ts'\n" },
  ),
  metrics_collection: both(service(['prom-client']), service()),
  devcontainer_runnable: both(
    {
      ...library,
      '.devcontainer/devcontainer.json': '{"build": {"dockerfile": "../Dockerfile"}}',
      Dockerfile: 'FROM x\n',
    },
    { ...library, '.devcontainer/devcontainer.json': '{"build": {"dockerfile": "Dockerfile"}}' },
  ),
  api_schema_docs: both({ ...service(), 'openapi.yaml': 'openapi: 3.1.0\n' }, service()),
  documentation_freshness: {
    passes: {
      files: library,
      git: { documentation: { path: 'README.md', commitHash: 'a'.repeat(40), daysBefore: 3 } },
    },
    fails: { files: library, git: { documentation: 'older' } },
  },
  service_flow_documented: both({ ...library, 'ARCHITECTURE.md': 'Boxes.\n' }, library),
  skills: both(
    {
      ...library,
      '.agents/skills/release/SKILL.md': '---\nname: release\ndescription: How to release.\n---\nDo it.\n',
    },
    { ...library, '.agents/skills/release/SKILL.md': 'Do it.\n' },
  ),
  product_analytics_instrumentation: both(frontend(['posthog-js']), frontend()),
  log_scrubbing: both(
    { ...service(), 'src/log.ts': "export const options = { redact: ['password'] }\n" },
    { ...service(), 'src/log.ts': '// redact nothing\n' },
  ),
  min_release_age: both(
    { ...library, '.github/dependabot.yml': 'updates:\n  - cooldown:\n      default-days: 7\n' },
    { ...library, '.github/dependabot.yml': 'updates: []\n' },
  ),
  pii_handling: both(
    { ...service(['pg']), 'src/users.ts': 'export const anonymizeUser = () => {}\n' },
    service(['pg']),
  ),
  secret_scanning: both({ ...library, ...ci('gitleaks detect') }, { ...library, ...ci() }),
  dead_code_detection: both({ ...library, 'tsconfig.json': '{"compilerOptions": {"noUnusedLocals": true}}' }, library),
  duplicate_code_detection: both({ ...library, '.jscpd.json': '{}' }, library),
  large_file_detection: both(
    { ...library, '.gitattributes': '*.psd filter=lfs\n' },
    { ...library, '.gitattributes': '# *.psd filter=lfs\n' },
  ),
  naming_consistency: both(
    { ...library, 'biome.json': '{"linter": {"rules": {"style": {"useNamingConvention": "error"}}}}' },
    { ...library, 'biome.json': '{}' },
  ),
  tech_debt_tracking: both({ ...library, 'TECH_DEBT.md': 'Rewrite it.\n' }, library),
  integration_tests_exist: both(
    { ...library, 'test/integration/orders.test.ts': 'it()\n' },
    { ...library, 'src/main.test.ts': 'it()\n' },
  ),
  test_naming_conventions: both(
    { ...library, 'src/a.test.ts': '', 'src/b.test.ts': '' },
    {
      ...library,
      'src/a.test.ts': '',
      'src/b.spec.ts': '',
      'test/c.ts': "it('works', () => {})\n",
      'test/helper-of-tests.ts': '',
    },
  ),

  fast_ci_feedback: {
    passes: { files: library, hosting: { medianCiMinutes: 9 } },
    fails: { files: library, hosting: { medianCiMinutes: 11 } },
  },
  build_performance_tracking: both({ ...library, ...ci(), 'turbo.json': '{}' }, { ...library, ...ci() }),
  deployment_frequency: {
    passes: { files: library, hosting: { deploymentsLast30Days: 4 } },
    fails: { files: library, hosting: { deploymentsLast30Days: 3 } },
  },
  feature_flag_infrastructure: both(service(['@openfeature/server-sdk']), service()),
  heavy_dependency_detection: both({ ...frontend(), '.size-limit.json': '[]' }, frontend()),
  progressive_rollout: both(
    { ...service(), 'k8s/app.yaml': 'kind: Rollout\n' },
    { ...service(), 'k8s/app.yaml': 'kind: Deployment\n' },
  ),
  rollback_automation: both(
    { ...service(), 'k8s/app.yaml': 'kind: Deployment\n', ...ci('helm upgrade --atomic app .') },
    { ...service(), 'k8s/app.yaml': 'kind: Deployment\n' },
  ),
  circuit_breakers: both(service(['axios', 'opossum']), service(['axios'])),
  code_quality_metrics: both({ ...library, ...ci(), 'codecov.yml': '{}' }, { ...library, ...ci() }),
  deployment_observability: both({ ...service(), 'ops/dashboards/app.json': '{}' }, service()),
  profiling_instrumentation: both(service(['@pyroscope/nodejs']), service()),
  agents_md_validation: both(
    { ...library, 'AGENTS.md': prose, ...ci('npx markdown-link-check AGENTS.md') },
    { ...library, 'AGENTS.md': prose },
  ),
  dast_scanning: both({ ...service(), ...ci('zap-baseline.py -t http://localhost') }, service()),
  privacy_compliance: both({ ...service(), 'docs/privacy.md': 'We keep little.\n' }, service()),
  code_modularization: both({ ...large(50), '.dependency-cruiser.cjs': 'module.exports = {}\n' }, large(50)),
  n_plus_one_detection: both(service(['typeorm', 'dataloader']), service(['typeorm'])),
  backlog_health: {
    passes: { files: library, hosting: { openIssues: 10, staleIssues: 5 } },
    fails: { files: library, hosting: { openIssues: 10, staleIssues: 6 } },
  },
  flaky_test_detection: both(
    { ...library, 'src/main.test.ts': '', ...ci('npx vitest --retries=2') },
    { ...library, 'src/main.test.ts': '', ...ci() },
  ),
  test_isolation: both({ ...library, 'package.json': npm(['vitest'], { exports: './src/main.ts' }) }, library),
  test_performance_tracking: both({ ...library, ...ci('npx vitest --reporter=junit') }, { ...library, ...ci() }),

  error_to_insight_pipeline: both(
    { ...service(), ...ci('gh issue create --title "$ERROR"') },
    { ...service(), ...ci() },
  ),
  cyclomatic_complexity: both(
    { ...library, 'eslint.config.js': "export default [{ rules: { complexity: 'error' } }]\n" },
    { ...library, 'eslint.config.js': '// complexity\nexport default []\n' },
  ),

  license: both({ ...published, LICENSE: 'MIT\n' }, published),
  security_policy: both({ ...library, '.github/SECURITY.md': 'Write to us.\n' }, library),
  dangerous_workflows: both(
    { ...library, ...ci() },
    { ...library, ...ci('echo "\u0024{{ github.event.pull_request.title }}"') },
  ),
  binary_artifacts: both(library, { ...library, 'bin/tool.exe': new Uint8Array([77, 90, 0, 3]) }),
  token_permissions: both(
    { ...library, '.github/workflows/ci.yml': `permissions: {contents: read}\n${workflow('npm test')}` },
    { ...library, '.github/workflows/ci.yml': `permissions: {contents: write}\n${workflow('npm test')}` },
  ),
  actions_pinned: both(
    { ...library, '.github/workflows/ci.yml': workflow('npm test', `actions/checkout@${'a'.repeat(40)} # v5`) },
    { ...library, '.github/workflows/ci.yml': workflow('npm test', 'actions/checkout@v5') },
  ),
  agents_md_current: both(
    { ...scripted, 'AGENTS.md': `${prose}\n\n\`\`\`sh\nnpm run build\n\`\`\`\n` },
    { ...scripted, 'AGENTS.md': `${prose}\n\n\`\`\`sh\nnpm run bundle\n\`\`\`\n` },
  ),
  mcp_configuration: both(
    { ...library, '.mcp.json': '{"mcpServers": {"muster": {"command": "muster"}}}' },
    { ...library, '.mcp.json': '{"mcpServers": {}}' },
  ),
  agent_hooks: both(
    { ...library, '.claude/settings.json': '{"hooks": {"PreToolUse": [{"hooks": []}]}}' },
    { ...library, '.claude/settings.json': '{"permissions": {}}' },
  ),
}

function workflow(run: string, uses?: string): string {
  const steps = [...(uses === undefined ? [] : [`      - uses: ${uses}\n`]), `      - run: ${run}\n`].join('')
  return `on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`
}

function both(passes: Files, fails: Files): { passes: Mini; fails: Mini } {
  return { passes: { files: passes }, fails: { files: fails } }
}

function large(count: number): Files {
  const sources = Array.from({ length: count }, (_, index) => [`src/part${index}.ts`, 'export {}\n'] as const)
  return { ...library, ...Object.fromEntries(sources) }
}
