import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge.ts'
import { itJudges } from './meaning/it-judges.ts'
import { ci, type Files, json, library, npm, repositoryOf, service, tested } from './mini.ts'
import { programs } from './programs.ts'

const go = (more: Files): Files => ({
  'go.mod': 'module mini\n\nrequire github.com/lib/pq v1.0.0\n',
  'main.go': 'package main\n\nfunc main() { http.ListenAndServe(":80", nil) }\n',
  ...more,
})
const project =
  '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><IsPackable>true</IsPackable></PropertyGroup></Project>'
const chart = {
  'deploy/chart/Chart.yaml': 'name: mini\n',
  'deploy/chart/crds/a.yaml': 'kind: CustomResourceDefinition\n',
}

/** Each row names what a reader would name, of several things that are there. */
const rows: readonly (readonly [lesson: string, id: CriterionId, named: string, files: Files])[] = [
  [
    'a folder of integration tests before a test that is called so by chance',
    'integration_tests_exist',
    'playwright_tests/test_pages.py',
    {
      ...programs.python,
      'app/tests/test_integration_request.py': 'def test_a(): pass\n',
      'playwright_tests/test_pages.py': 'def test_b(): pass\n',
    },
  ],
  [
    'the solution that holds most',
    'unit_tests_runnable',
    'Mini.slnx',
    {
      'Benchmarks.slnx': '<Solution/>',
      'Mini.slnx': '<Solution><Project Path="src/Mini.csproj"/></Solution>',
      'src/Mini.csproj': project,
      'src/Mini.cs': 'class Mini {}\n',
    },
  ],
  [
    'changes of tables before files of tests',
    'database_schema',
    'store/migrations/1_first.sql',
    go({
      'engine/test/migration/a.xml': '<a/>',
      'engine/test/migration/b.xml': '<b/>',
      'hack/migrations/main.go': 'package main\n',
      'store/migrations/1_first.sql': 'create table a (b int);\n',
    }),
  ],
  [
    'changes of tables that lie nearer to the root',
    'database_schema',
    'store/migration/migration.go',
    go({ 'idp/old/migration/migration.go': 'package a\n', 'store/migration/migration.go': 'package b\n' }),
  ],
  [
    'the probe of a chart beside the route',
    'health_checks',
    'deploy/chart/templates/a.yaml',
    {
      ...service(),
      'src/health.ts': 'app.get("/healthz", ok)\n',
      'deploy/chart/templates/a.yaml': 'kind: Deployment\nspec:\n  livenessProbe: {}\n',
    },
  ],
  [
    'the page for those who work here beside the one for users',
    'build_cmd_doc',
    'CONTRIBUTING.md',
    { ...library, 'README.md': '```\nnpm install mini\n```\n', 'CONTRIBUTING.md': '```\nnpm run build\n```\n' },
  ],
  [
    'secrets of CI beside what is not tracked',
    'secrets_management',
    '.github/workflows/ci.yml',
    { ...service(), ...ci(`deploy $${'{{ secrets.KEY }}'}`), '.gitignore': '.env\n' },
  ],
  ['the chart that nothing rolls back', 'rollback_automation', 'Chart.yaml', { ...service(), ...chart }],
  [
    'the deployment before other objects of a cluster',
    'progressive_rollout',
    'config/manager/manager.yaml',
    { ...service(), 'config/crd/kustomization.yaml': 'a: b\n', 'config/manager/manager.yaml': 'kind: Deployment\n' },
  ],
  [
    'the workflow that only comments',
    'automated_pr_review',
    '.github/workflows/size-comment.yml',
    { ...tested, ...ci(), '.github/workflows/size-comment.yml': 'on: pull_request\njobs: {}\n' },
  ],
  [
    'a target that nobody calls before a commit',
    'pre_commit_hooks',
    'Makefile',
    { ...tested, Makefile: 'precommit:\n\tnpm test\n' },
  ],
  [
    'what the program reports about itself',
    'product_analytics_instrumentation',
    'src/telemetry/send.ts',
    { ...service(), 'src/telemetry/send.ts': 'export {}\n' },
  ],
  [
    'a script for updates',
    'dependency_update_automation',
    'tools/update-deps.sh',
    { ...tested, 'tools/update-deps.sh': 'npm update\n' },
  ],
  ['the list of maintainers', 'codeowners', 'MAINTAINERS.md', { ...tested, 'MAINTAINERS.md': 'Ada\n' }],
  [
    'settings of a bundler in a folder',
    'heavy_dependency_detection',
    'build/webpack.prod.js',
    {
      'package.json': npm(['react-dom'], { devDependencies: { webpack: '5' } }),
      'src/app.tsx': 'export const App = () => null\n',
      'build/webpack.prod.js': 'module.exports = {}\n',
    },
  ],
]

describe('a rationale names what tells most', () => {
  it.each(rows)('%s: %s', (_, id, named, files) => {
    expect(judge(repositoryOf({ files })).report[id]?.rationale).toContain(named)
  })
})

describe('what only looks like evidence', () => {
  itJudges([
    [
      'a name with the same letters redacts nothing',
      'log_scrubbing',
      'fails',
      { ...service(['pino']), 'src/log.ts': 'log.info(user.requiredActions, desiredActive)\n' },
    ],
    [
      'a function that redacts does',
      'log_scrubbing',
      'passes',
      { ...service(['pino']), 'src/log.ts': 'log.info(withRedaction(user))\n' },
    ],
    [
      'a profile of a script is none of the service',
      'profiling_instrumentation',
      'fails',
      go({ 'hack/prices/main.go': 'package main\n\nimport (\n\t"runtime/pprof"\n)\n' }),
    ],
    [
      'a setting for profiles is one',
      'profiling_instrumentation',
      'passes',
      go({ 'config/types.go': 'package config\n\ntype Manager struct {\n\tPprofBindAddress string\n}\n' }),
    ],
    [
      'pages about changes of the program change no table',
      'database_schema',
      'fails',
      go({ 'changelogs/mod.go': 'package changelogs\n' }),
    ],
    [
      'a workflow that tries a release makes none',
      'release_automation',
      'fails',
      { ...tested, '.github/workflows/integration-tests-on-release.yml': 'on: push\njobs: {}\n' },
    ],
    [
      'a script of CI may publish through make',
      'release_automation',
      'passes',
      {
        ...tested,
        ...ci('tools/ship.sh'),
        'tools/ship.sh': 'MAKE="make --debug=v"\n$MAKE -C build/release publish A=1\n',
        'package.json': json({ name: 'mini', exports: './src/main.ts' }),
      },
    ],
  ])
})
