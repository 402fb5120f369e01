import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { itJudges } from './meaning/it-judges.ts'
import { ci, type Files, library, prose, repositoryOf, service } from './mini.ts'

const crate: Files = {
  'Cargo.toml': '[package]\nname = "a"\n',
  'src/main.rs': 'fn main() {}\n',
  Dockerfile: 'EXPOSE 80\n',
}

/** What fifty-three further repositories showed. */
describe('templates of a chart are part of a deployment', () => {
  const probed = 'livenessProbe:\n  tcpSocket: {port: 80}\n'
  itJudges([
    ['with probes', 'health_checks', 'passes', { ...service(), 'charts/a/templates/deployment.yaml': probed }],
    ['but not those that others copy', 'health_checks', 'fails', { ...service(), 'templates/deployment.yaml': probed }],
    [
      'with dashboards',
      'deployment_observability',
      'passes',
      { ...service(), 'charts/a/templates/monitoring/overview-dashboard.yaml': 'kind: ConfigMap\n' },
    ],
    [
      'and their schema is of settings',
      'api_schema_docs',
      'fails',
      { ...service(), 'helm-chart/a/schema.yaml': 'type: object\n' },
    ],
  ])
})

describe('rules that are off are off', () => {
  const python: Files = { 'pyproject.toml': '[project]\nname = "a"\n', 'a/__init__.py': '' }
  const pylint = (disabled: string): Files => ({
    ...python,
    pylintrc: `[MASTER]\ndisable=\n    ${disabled}\n\n[FORMAT]\nmax-module-lines=1000\n`,
  })
  itJudges([
    ['in settings of Pylint', 'large_file_detection', 'fails', pylint('too-many-lines')],
    ['though others are', 'large_file_detection', 'passes', pylint('missing-docstring')],
  ])
})

describe('other spellings', () => {
  itJudges([
    [
      'variables that stand beside arguments',
      'env_template',
      'fails',
      {
        ...crate,
        'src/main.rs':
          'struct A {\n    #[arg(long, env = "A_PORT")]\n    port: u16,\n}\nfn main() { TcpListener::bind("0.0.0.0:80") }\n',
      },
    ],
    [
      'two templates',
      'env_template',
      'passes',
      { ...service(), 'src/a.ts': 'process.env.A_URL\n', 'env-example-document': 'A_URL=\n' },
    ],
    [
      'an error that is counted',
      'error_tracking_contextualized',
      'fails',
      { ...service(), 'src/a.ts': 'metrics.recordError(error)\n' },
    ],
    [
      'an error on a span',
      'error_tracking_contextualized',
      'passes',
      { ...service(), 'src/a.ts': 'span.recordError(error)\n' },
    ],
    [
      'types that hide secrets',
      'log_scrubbing',
      'fails',
      { ...crate, 'Cargo.toml': '[package]\nname = "a"\n[dependencies]\naxum = "1"\nsecrecy = "1"\n' },
    ],
    [
      'a script that somebody made small',
      'automated_security_review',
      'fails',
      { ...library, ...ci(), 'web/scripts/a.min.js': 'var codeql="semgrep"\n' },
    ],
    [
      'a secret of a cluster',
      'secrets_management',
      'fails',
      { ...library, 'k8s/secrets.yaml': 'kind: Secret\ntype: Opaque\nstringData:\n  password: abc\n' },
    ],
    [
      'a schema of secrets',
      'secrets_management',
      'passes',
      { ...library, 'api/secrets.yaml': 'openapi: 3.1.0\npaths: {}\n' },
    ],
    [
      'hidden files that are all ignored',
      'secrets_management',
      'passes',
      { ...service(), '.gitignore': '.*\nnode_modules\n' },
    ],
    [
      'migrations that are undone',
      'rollback_automation',
      'fails',
      { ...service(), 'deploy/a.yaml': 'kind: Deployment\n', ...ci('mix ecto.rollback') },
    ],
    ['nothing but pages', 'deps_pinned', 'passes', { 'README.md': prose }],
  ])
})

describe('kinds', () => {
  const kindOf = (files: Files) => findApplications(repositoryOf({ files })).map(({ name, kind }) => `${name} ${kind}`)
  const page = `# A\n\n${'Install it with NuGet and import it. '.repeat(20)}\n\n\`\`\`csharp\nusing A;\n\`\`\`\n`

  it('are told by a project that is made for the web, whatever its page is about', () => {
    const files = {
      'README.md': page,
      'API/A.csproj': '<Project Sdk="Microsoft.NET.Sdk.Web"></Project>',
      'API/Program.cs': 'WebApplication.CreateBuilder(args);\n',
    }
    expect(kindOf(files)).toEqual(['API service'])
  })

  it('are told by a release of Erlang', () => {
    const files = { 'rebar.config': '{deps, []}.\n', 'src/a.erl': '-module(a).\n', 'rel/vm.args': '-name a\n' }
    expect(kindOf(files)).toEqual(['. service'])
  })
})
