import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge.ts'
import { openRepository } from '../src/repository/open-repository.ts'
import { itJudges, type Judged } from './meaning/it-judges.ts'
import { ci, type Files, frontend, json, library, npm, repositoryOf, service } from './mini.ts'
import { git, temporaryDirectory, writeFiles } from './temporary-repository.ts'

const mix = (...dependencies: readonly string[]): string =>
  `defmodule Mini do\n  defp deps do\n    [\n${['phoenix', 'ecto_sql', 'postgrex', ...dependencies]
    .map((name) => `      {:${name}, "~> 1.0"}`)
    .join(',\n')}\n    ]\n  end\nend\n`
const elixir: Files = {
  'mix.exs': mix(),
  'lib/mini_web/endpoint.ex': 'defmodule MiniWeb.Endpoint do\n  use Phoenix.Endpoint, otp_app: :mini\nend\n',
  Dockerfile: 'FROM elixir\nEXPOSE 4000\nCMD ["mix", "phx.server"]\n',
}
const maven = (group: string, artifact: string): Files => ({
  'pom.xml': `<project><artifactId>mini</artifactId><dependencies>
<dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency>
<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId></dependency>
</dependencies></project>\n`,
  'src/main/java/A.java': '@SpringBootApplication\nclass A { public static void main(String[] a) {} }\n',
})
const privateKey = '-----BEGIN PRIVATE KEY-----\nAAAA\n'
const told = (page: string): Files => ({ ...library, 'AGENTS.md': `${page}\n${'Work with care. '.repeat(9)}\n` })

/** Each row was judged wrongly in one of sixty repositories that nobody had met. */
const verdicts: readonly Judged[] = [
  [
    'a link to a host without its protocol leads outside',
    'agents_md_current',
    'passes',
    told('Use [the source](src/main.ts) and [the tasks](github.com/mini/mini/issues).'),
  ],
  [
    'a page in a folder may write its links as seen from the root',
    'agents_md_current',
    'passes',
    {
      ...library,
      '.github/copilot-instructions.md': `Read [the source](src/main.ts). ${'Work with care. '.repeat(9)}\n`,
    },
  ],
  [
    'a link to a file that is nowhere is out of date',
    'agents_md_current',
    'fails',
    told('Read [the source](src/gone.ts).'),
  ],
  [
    'a bot that may skip the signature of contributors updates nothing',
    'dependency_update_automation',
    'fails',
    {
      ...library,
      '.github/workflows/cla.yml': 'jobs:\n  a:\n    steps:\n      - with:\n          allow: renovate[bot]\n',
    },
  ],
  [
    'a scan of manifests for a cluster',
    'automated_security_review',
    'passes',
    { ...library, ...ci('make audit'), Makefile: 'audit:\n\tkubescape scan framework nsa manifests/\n' },
  ],
  [
    'a workflow of others that scans',
    'automated_security_review',
    'passes',
    {
      ...library,
      '.github/workflows/scan.yml': 'jobs:\n  a:\n    uses: others/security-scan/.github/workflows/scan.yaml@v2\n',
    },
  ],
  [
    'a key that an example shows',
    'secrets_management',
    'passes',
    { ...library, 'misc/key.pem': privateKey, 'examples/serve.js': 'serve({ key: "misc/key.pem" })\n' },
  ],
  [
    'a key in a folder of which a test takes another',
    'secrets_management',
    'passes',
    {
      ...library,
      'resources/cert/a.key': privateKey,
      'resources/cert/a.pfx': new Uint8Array([0, 1]),
      'tests/a.js': 'read("../resources/cert/b.pem")\n',
    },
  ],
  [
    'a key that only the program takes',
    'secrets_management',
    'fails',
    { ...library, 'misc/key.pem': privateKey, 'src/serve.js': 'serve({ key: "misc/key.pem" })\n' },
  ],
  ['a key for a suite of tests', 'secrets_management', 'passes', { ...library, 'suites/common/a.pem': privateKey }],
  [
    'a script for users fetches a release',
    'single_command_setup',
    'fails',
    { ...library, 'install.sh': 'curl -L https://github.com/mini/mini/releases/download/v1/mini > mini\n' },
  ],
  ['a script that installs packages', 'single_command_setup', 'passes', { ...library, 'install.sh': 'npm ci\n' }],
  [
    'a task of Mix called setup',
    'single_command_setup',
    'passes',
    {
      ...elixir,
      'mix.exs': `${mix()}  defp aliases do\n    [\n      setup: ["deps.get", "ecto.setup"]\n    ]\n  end\n`,
    },
  ],
  [
    'a target that starts an environment for developers',
    'single_command_setup',
    'passes',
    { ...library, Makefile: 'dev-env: image\n\tkind create cluster\n' },
  ],
  [
    'a script that initializes all',
    'single_command_setup',
    'passes',
    { ...library, 'package.json': npm([], { exports: './src/main.ts', scripts: { initialize: 'run-s a b' } }) },
  ],
  [
    'a composition of another name that is built before it starts',
    'single_command_setup',
    'passes',
    { ...service(), 'DEVELOP.md': '```\ndocker compose -f quickstart.yml up --build\n```\n' },
  ],
  [
    'comments of a build are no headings',
    'service_flow_documented',
    'fails',
    { ...library, 'CMakeLists.txt': '# host architecture of the machine\nproject(mini)\n' },
  ],
  [
    'a page on inner workings',
    'service_flow_documented',
    'passes',
    { ...library, 'INNER_WORKINGS.md': '# What happens inside\n' },
  ],
  [
    'terms of a license say nothing about the privacy of users',
    'privacy_compliance',
    'fails',
    { ...frontend(), 'LICENSE.md': '# Terms\n\n## 16. Data Protection\n' },
  ],
  [
    'a theme alone generates nothing',
    'automated_doc_generation',
    'fails',
    { ...library, 'docs/_config.yml': 'theme: jekyll-theme-tactile\n' },
  ],
  [
    'a site with settings of its own',
    'automated_doc_generation',
    'passes',
    { ...library, 'docs/_config.yml': 'theme: jekyll-theme-tactile\ncollections:\n  guides:\n' },
  ],
  [
    'settings of a book in the folder of pages',
    'automated_doc_generation',
    'passes',
    { ...library, 'docs/book.json': json({ title: 'Mini' }) },
  ],
  [
    'a task file that others may replace by their own',
    'automated_doc_generation',
    'passes',
    { ...library, 'Taskfile.dist.yaml': 'tasks:\n  doc:\n    cmd: cargo doc --no-deps\n' },
  ],
  [
    'a library of Elixir that makes a reference of the API',
    'automated_doc_generation',
    'passes',
    { ...elixir, 'mix.exs': mix('open_api_spex') },
  ],
  ['the same under its older name', 'api_schema_docs', 'passes', { ...elixir, 'mix.exs': mix('phoenix_swagger') }],
  [
    'a socket of live pages is no health check',
    'health_checks',
    'fails',
    { ...elixir, 'lib/mini_web/live.ex': 'socket "/live", Phoenix.LiveView.Socket\n' },
  ],
  [
    'logs that a service for logs gets with their fields',
    'structured_logging',
    'passes',
    { ...elixir, 'mix.exs': mix('logflare_logger_backend') },
  ],
  [
    'the newer client of Prometheus for Java',
    'metrics_collection',
    'passes',
    maven('io.prometheus', 'prometheus-metrics-core'),
  ],
  ['the metrics of Dropwizard', 'metrics_collection', 'passes', maven('io.dropwizard.metrics', 'metrics-core')],
  ['the metrics of Netflix', 'metrics_collection', 'passes', maven('com.netflix.servo', 'servo-core')],
  [
    'swap files without a star',
    'gitignore_comprehensive',
    'passes',
    { ...library, '.gitignore': 'node_modules/\n.swp\n' },
  ],
  [
    'a description for a registry leaves nothing behind',
    'gitignore_comprehensive',
    'passes',
    {
      ...library,
      'composer.json': json({ name: 'mini/mini', description: 'Pages' }),
      '.gitignore': 'node_modules/\n.DS_Store\n',
    },
  ],
]

/** Each row passed for a wrong reason; now it names the file that a reader would name. */
const places: readonly (readonly [lesson: string, id: CriterionId, place: string, files: Files])[] = [
  [
    'the setup of the whole before that of a part',
    'single_command_setup',
    'package.json:',
    {
      'a/package.json': npm([], { name: 'a', exports: './a.js', scripts: { setup: 'a' } }),
      'a/a.js': 'exports.a = 1\n',
      'package.json': npm([], { workspaces: ['a'], scripts: { setup: 'npm ci' } }),
    },
  ],
  [
    'the description of the API before a format of data',
    'api_schema_docs',
    'docs/openapi.yaml:1',
    { ...service(), 'convert/model.proto': 'syntax = "proto3";\n', 'docs/openapi.yaml': 'openapi: 3.1.0\n' },
  ],
  [
    'the description of the API before the settings of what makes clients',
    'api_schema_docs',
    'ui/openapi/v3.json:1',
    { ...service(), 'client/openapitools.json': '{}', 'ui/openapi/v3.json': '{}' },
  ],
  [
    'a migration before the settings of the formatter beside it',
    'database_schema',
    'priv/repo/migrations/1_users.exs:1',
    {
      ...elixir,
      'priv/repo/migrations/.formatter.exs': '[]\n',
      'priv/repo/migrations/1_users.exs': 'defmodule Users do\nend\n',
    },
  ],
  [
    'a composition before the settings of a platform for tests',
    'local_services_setup',
    'compose.yml:1',
    { ...elixir, 'compose.yml': 'services: {}\n', 'test/e2e/supabase/config.toml': 'project_id = "a"\n' },
  ],
  [
    'a dashboard before the settings of a linter beside it',
    'deployment_observability',
    'deploy/grafana/dashboards/mini.json:1',
    { ...service(), 'deploy/grafana/dashboards/.markdownlint.json': '{}', 'deploy/grafana/dashboards/mini.json': '{}' },
  ],
]

describe('verdicts on sixty more repositories', () => {
  itJudges(verdicts)

  it.each(places)('%s: %s names %s', (_, id, place, files) => {
    expect(judge(repositoryOf({ files })).report[id]?.rationale).toMatch(new RegExp(`^${place.replaceAll('.', '\\.')}`))
  })

  it('names the page that changed, not the settings that changed with it', async () => {
    const root = await temporaryDirectory()
    writeFiles(root, { 'docs/docs.json': '{}', 'docs/guide.mdx': '# Guide\n' })
    git(root, 'init', '-q')
    git(root, 'add', '.')
    git(root, 'commit', '-qm', 'a')
    const { report } = judge((await openRepository(root)).repository)
    expect(report.documentation_freshness?.rationale).toContain('docs/guide.mdx:1 changed')
  })
})
