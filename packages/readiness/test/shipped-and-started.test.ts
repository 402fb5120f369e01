import { describe } from 'vitest'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { ci, type Files, json, library, npm, prose, service } from './mini.ts'

const page = { 'docs/a.md': '# A page\n' }
const locked: Files = {
  'core/package.json': npm(['a'], { name: 'core', exports: './a.ts' }),
  'core/a.ts': 'export {}\n',
  'core/package-lock.json': '{}',
}
const website = (directory: string): Files => ({
  [`${directory}/package.json`]: npm(['@docusaurus/core'], { name: 'pages' }),
  [`${directory}/src/index.tsx`]: 'export {}\n',
})
const grown: Files = Object.fromEntries(
  Array.from({ length: 5 }, (_, index) => [`core/s${index}.ts`, 'export const a = 1\n']),
)
const deployed: Files = { ...service(), 'deploy/service.yaml': 'kind: Service\n' }
const go: Files = {
  'go.mod': 'module mini\n',
  'main.go': 'package main\nvar s = http.Server{}\n',
  Dockerfile: 'FROM a\n',
}
const instructions = (tree: string): Files => ({
  ...library,
  'src/parts/a.ts': 'export {}\n',
  'docs/a.md': '# A\n',
  'AGENTS.md': `${prose}\n\n\`\`\`\nmini/\n${tree}\`\`\`\n`,
})

/** Files that lie below tests, or stand in for others, deploy, watch and describe nothing. */
const shipped: readonly Judged[] = [
  ['an alert', 'alerting_configured', 'passes', { ...service(), 'ops/a.yml': 'groups:\n- alert: Down\n' }],
  ['an alert of tests', 'alerting_configured', 'fails', { ...service(), 'tests/a.yml': 'groups:\n- alert: Down\n' }],
  ['names of icons', 'deployment_observability', 'fails', { ...service(), 'src/icons/dashboard-icons.json': '{}' }],
  ['a dashboard', 'deployment_observability', 'passes', { ...service(), 'ops/dashboard-main.json': '{}' }],
  [
    'an image of tests that is asked for its health',
    'health_checks',
    'fails',
    { ...service(), 'tests/Dockerfile': 'FROM a\nHEALTHCHECK CMD a\n' },
  ],
  ['a canary of tests', 'progressive_rollout', 'fails', { ...deployed, 'e2e/deploy/canary.yaml': 'kind: Rollout\n' }],
  ['a canary', 'progressive_rollout', 'passes', { ...deployed, 'deploy/canary.yaml': 'kind: Rollout\n' }],
  ['a runbook of tests', 'runbooks_documented', 'fails', { ...service(), 'tests/TROUBLESHOOTING.md': '# A\n' }],
]

/** What nobody but a person starts is no automation. */
const started: readonly Judged[] = [
  [
    'a script that a person starts',
    'release_automation',
    'fails',
    { ...library, ...ci(), 'scripts/push.sh': 'docker push mini\n' },
  ],
  [
    'a script that CI starts',
    'release_automation',
    'passes',
    { ...library, ...ci('./scripts/push.sh'), 'scripts/push.sh': 'docker push mini\n' },
  ],
  [
    'a target that CI makes',
    'release_automation',
    'passes',
    { ...library, ...ci('make push'), Makefile: 'push:\n\tdocker push mini\n' },
  ],
  [
    'a script of a target that CI makes',
    'release_automation',
    'passes',
    { ...library, ...ci('make push'), Makefile: 'push:\n\tscripts/push.sh\n', 'scripts/push.sh': 'npm publish\n' },
  ],
  [
    'a script of a package that a person runs',
    'release_automation',
    'fails',
    { ...library, ...ci(), 'package.json': npm([], { exports: './a', scripts: { ship: 'npm publish' } }) },
  ],
  [
    'a script of a package that CI runs',
    'release_automation',
    'passes',
    {
      ...library,
      ...ci('npm run ship'),
      'package.json': npm([], { exports: './a', scripts: { ship: 'npm publish' } }),
    },
  ],
  [
    'tests in a file that the Makefile includes',
    'ci_runs_tests',
    'passes',
    {
      ...library,
      '.github/workflows/ci.yml': 'on: push\njobs:\n  a:\n    steps:\n      - run: make verify\n',
      'src/a.test.ts': 'it()\n',
      Makefile: '-include build/common.make\n',
      'build/common.make': 'verify:\n\tnpx vitest run\n',
    },
  ],
]

const words: readonly Judged[] = [
  ['a website without a lock file', 'deps_pinned', 'passes', { ...locked, ...website('website') }],
  [
    'a package that keeps its pages beside itself',
    'deps_pinned',
    'fails',
    { ...library, 'package.json': npm(['a'], { exports: './src/main.ts', devDependencies: { docsify: '1' } }) },
  ],
  [
    'a package that keeps its pages beside itself, and weighs as much as it has files',
    'unit_tests_exist',
    'passes',
    {
      ...grown,
      'core/package.json': npm([], { name: 'core', exports: './s0.ts', devDependencies: { vitepress: '1' } }),
      'core/s.test.ts': 'it()\n',
      'side/package.json': npm([], { name: 'side', exports: './a.ts' }),
      'side/a.ts': 'export {}\n',
    },
  ],
  [
    'an action of the repository that takes another by its tag',
    'actions_pinned',
    'fails',
    {
      ...library,
      '.github/workflows/ci.yml': 'on: push\njobs:\n  a:\n    steps:\n      - uses: ./.github/actions/own\n',
      '.github/actions/own/action.yml': 'runs:\n  using: composite\n  steps:\n    - uses: actions/cache@v4\n',
    },
  ],
  [
    'what Gitpod does first',
    'single_command_setup',
    'passes',
    { ...library, '.gitpod.yml': 'tasks:\n  - init: npm ci\n    command: npm start\n' },
  ],
  [
    'what Gitpod does each time',
    'single_command_setup',
    'fails',
    { ...library, '.gitpod.yml': 'tasks:\n  - command: npm start\n' },
  ],
  [
    'a route from settings',
    'health_checks',
    'passes',
    { ...service(), 'src/a.ts': 'get(config.healthCheck.path, a)\n' },
  ],
  ['a route in a package', 'health_checks', 'passes', { ...go, 'pkg/ping/ping.go': 'package ping\n' }],
  ['what asks others', 'health_checks', 'fails', { ...service(), 'src/a.ts': 'fetch(peer.healthUrl)\n' }],
  [
    'a package of switches',
    'feature_flag_infrastructure',
    'passes',
    { ...go, 'features/features.go': 'package features\n' },
  ],
  [
    'a component that shows features',
    'feature_flag_infrastructure',
    'fails',
    { ...service(), 'src/features/Features.tsx': 'export const Features = () => null\n' },
  ],
  [
    'what the program can do',
    'feature_flag_infrastructure',
    'fails',
    { ...go, 'features/upload.go': 'package features\n' },
  ],
  [
    'a heading below documentation',
    'service_flow_documented',
    'passes',
    { ...library, 'documentation/a.md': '## Architecture\n' },
  ],
  [
    'a tree that is there',
    'agents_md_current',
    'passes',
    instructions('├── docs/\n└── src/\n    ├── main.ts\n    └── parts/\n'),
  ],
  [
    'a tree with a folder that is gone',
    'agents_md_current',
    'fails',
    instructions('├── docs/\n├── types/    # gone\n└── src/\n    └── parts/\n'),
  ],
  [
    'a tree of something that others make',
    'agents_md_current',
    'absent',
    instructions('├── docs/\n├── plugin/\n├── theme/\n└── words/\n'),
  ],
  [
    'a target in a file beside the Makefile',
    'agents_md_current',
    'passes',
    {
      ...library,
      ...page,
      Makefile: 'include Makefile.common\n',
      'Makefile.common': 'verify:\n\ttrue\n',
      'AGENTS.md': `${prose}\n\n\`\`\`sh\nmake verify\n\`\`\`\n`,
      'package.json': json({ name: 'mini', exports: './src/main.ts' }),
    },
  ],
]

describe('what is shipped', () => itJudges(shipped))
describe('what CI starts', () => itJudges(started))
describe('definitions that had two readings', () => itJudges(words))
