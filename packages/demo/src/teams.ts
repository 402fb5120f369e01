import type { Choice } from './random.ts'

export type TextList = readonly [string, ...string[]]

interface Hook {
  readonly event: string
  readonly matcher?: string
  readonly command: string
}

export interface Team {
  readonly name: string
  readonly slug: string
  readonly size: number
  /** The day on which the team got its agents; most people begin later. */
  readonly rollout: string
  /** The share of the team's work on each client. */
  readonly clients: { readonly terminal: number; readonly web: number; readonly headless: number }
  /** Paths of files, where `*` stands for a word. */
  readonly files: readonly [Choice<string>, ...Choice<string>[]]
  readonly repositories: TextList
  /** As people have written them into their settings, in several spellings. */
  readonly mcpServers: TextList
  readonly skills: TextList
  readonly hooks: readonly Hook[]
  /** Whether the team's work leads to commits. */
  readonly commits: boolean
}

const usual = { terminal: 0.8, web: 0.12, headless: 0.08 }

export const teams: readonly Team[] = [
  {
    name: 'Platform',
    slug: 'platform',
    size: 14,
    rollout: '2025-10-06',
    clients: { terminal: 0.72, web: 0.06, headless: 0.22 },
    files: [
      ['services/*/*.go', 9],
      ['deploy/*/main.tf', 4],
      ['charts/*/values.yaml', 4],
      ['scripts/*.sh', 2],
      ['docs/*.md', 1],
      ['Dockerfile', 1],
    ],
    repositories: ['gateway', 'deploy', 'identity'],
    mcpServers: ['Code Host', 'code host', 'Metrics', 'metrics ', 'Clusters'],
    skills: ['incident-review', 'infrastructure-plan', 'release-notes'],
    hooks: [
      { event: 'PreToolUse', matcher: 'Bash', command: './scripts/guard-production.sh' },
      { event: 'PostToolUse', matcher: 'Edit|Write', command: 'gofmt -l .' },
    ],
    commits: true,
  },
  {
    name: 'Web',
    slug: 'web',
    size: 20,
    rollout: '2025-11-17',
    clients: usual,
    files: [
      ['src/*/*.ts', 8],
      ['src/*/*.tsx', 9],
      ['src/styles/*.css', 3],
      ['src/*/*.test.ts', 4],
      ['package.json', 1],
      ['docs/*.md', 1],
    ],
    repositories: ['storefront', 'design-system', 'account'],
    mcpServers: ['Code Host', 'Designs', 'designs', ' Browser', 'browser'],
    skills: ['component-story', 'accessibility-check', 'release-notes'],
    hooks: [
      { event: 'PostToolUse', matcher: 'Edit|Write', command: 'npm run format' },
      { event: 'Stop', command: 'npm test -- --changed' },
    ],
    commits: true,
  },
  {
    name: 'Data',
    slug: 'data',
    size: 14,
    rollout: '2026-01-12',
    clients: { terminal: 0.66, web: 0.22, headless: 0.12 },
    files: [
      ['pipelines/*/*.py', 9],
      ['models/*/*.sql', 6],
      ['notebooks/*.ipynb', 2],
      ['schemas/*.yml', 2],
      ['docs/*.md', 1],
    ],
    repositories: ['warehouse', 'pipelines', 'forecasts'],
    mcpServers: ['Warehouse', 'warehouse', 'WAREHOUSE ', 'Issues'],
    skills: ['query-review', 'backfill-plan', 'data-contract'],
    hooks: [{ event: 'PostToolUse', matcher: 'Edit|Write', command: 'ruff check --fix' }],
    commits: true,
  },
  {
    name: 'Payments',
    slug: 'payments',
    size: 16,
    rollout: '2026-02-09',
    clients: usual,
    files: [
      ['src/main/java/*/*.java', 9],
      ['src/test/java/*/*Test.java', 5],
      ['src/main/kotlin/*/*.kt', 3],
      ['db/migrations/*.sql', 2],
      ['src/main/resources/application.yaml', 1],
    ],
    repositories: ['ledger', 'checkout', 'invoicing'],
    mcpServers: ['Issues', 'issues', 'Warehouse', 'Errors'],
    skills: ['migration-check', 'threat-model', 'release-notes'],
    hooks: [
      { event: 'PreToolUse', matcher: 'Bash', command: './gradlew verifyCommand' },
      { event: 'Stop', command: './gradlew check' },
    ],
    commits: true,
  },
  {
    name: 'Mobile',
    slug: 'mobile',
    size: 14,
    rollout: '2026-03-02',
    clients: usual,
    files: [
      ['app/src/main/*/*.kt', 7],
      ['ios/Sources/*/*.swift', 7],
      ['app/build.gradle', 1],
      ['ios/Resources/*.json', 1],
      ['docs/*.md', 1],
    ],
    repositories: ['android-app', 'ios-app'],
    mcpServers: ['Designs', 'Code Host', 'Errors', 'errors'],
    skills: ['screenshot-diff', 'release-notes'],
    hooks: [{ event: 'PostToolUse', matcher: 'Edit|Write', command: 'ktlint --format' }],
    commits: true,
  },
  {
    name: 'Search',
    slug: 'search',
    size: 12,
    rollout: '2026-03-23',
    clients: { terminal: 0.82, web: 0.06, headless: 0.12 },
    files: [
      ['crates/*/src/*.rs', 9],
      ['ranking/*.py', 4],
      ['proto/*.proto', 1],
      ['Cargo.toml', 1],
    ],
    repositories: ['index', 'ranking'],
    mcpServers: ['Code Host', 'Metrics'],
    skills: ['relevance-report', 'profile-run'],
    hooks: [{ event: 'Stop', command: 'cargo clippy --quiet' }],
    commits: true,
  },
  {
    name: 'Security',
    slug: 'security',
    size: 8,
    rollout: '2026-04-20',
    clients: { terminal: 0.6, web: 0.15, headless: 0.25 },
    files: [
      ['rules/*.yaml', 4],
      ['tools/*/*.go', 4],
      ['tools/*.py', 3],
      ['docs/*.md', 1],
    ],
    repositories: ['scanner', 'policies'],
    mcpServers: ['Code Host', 'Issues', 'ISSUES'],
    skills: ['threat-model', 'dependency-audit'],
    hooks: [{ event: 'UserPromptSubmit', command: 'secret-scan --stdin' }],
    commits: true,
  },
  {
    name: 'Quality',
    slug: 'quality',
    size: 10,
    rollout: '2026-05-04',
    clients: { terminal: 0.55, web: 0.2, headless: 0.25 },
    files: [
      ['e2e/*/*.spec.ts', 8],
      ['load/*.js', 2],
      ['fixtures/*.json', 2],
      ['docs/*.md', 1],
    ],
    repositories: ['end-to-end', 'load-tests'],
    mcpServers: ['Browser', 'browser ', 'Issues'],
    skills: ['flaky-test-hunt', 'test-plan'],
    hooks: [{ event: 'SessionEnd', command: './report-coverage.sh' }],
    commits: true,
  },
  {
    name: 'Product and design',
    slug: 'product',
    size: 12,
    rollout: '2026-06-01',
    clients: { terminal: 0.08, web: 0.92, headless: 0 },
    files: [
      ['briefs/*.md', 8],
      ['prototypes/*.html', 4],
      ['prototypes/*.css', 2],
      ['copy/*.json', 1],
    ],
    repositories: ['briefs'],
    mcpServers: ['Designs', 'Issues', 'issues'],
    skills: ['interview-summary', 'brief-outline'],
    hooks: [],
    commits: false,
  },
]

/** Replacements for `*` in a path. */
export const words: TextList = [
  'account',
  'audit',
  'basket',
  'billing',
  'catalog',
  'checkout',
  'customer',
  'delivery',
  'events',
  'export',
  'filters',
  'home',
  'import',
  'invoice',
  'login',
  'orders',
  'prices',
  'profile',
  'queue',
  'ranking',
  'refunds',
  'reports',
  'search',
  'settings',
  'shipping',
  'stock',
  'tax',
  'users',
]
