import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { itJudges } from './meaning/it-judges.ts'
import { type Files, library, npm, repositoryOf, service } from './mini.ts'

const django = (more: Files): Files => ({
  'requirements/default.txt': 'django==5.0\n',
  'manage.py': 'import django\n',
  'wsgi.py': 'import django\n',
  ...more,
})

/** What forty-eight repositories of all kinds showed. */
describe('lists of what others need', () => {
  itJudges([
    [
      'name no profiler',
      'profiling_instrumentation',
      'fails',
      django({ 'requirements/constraints.txt': 'datadog==1.0\n' }),
    ],
    [
      'unless it is named itself',
      'profiling_instrumentation',
      'passes',
      django({ 'requirements/more.txt': 'datadog==1.0\n' }),
    ],
  ])
})

describe('no applications', () => {
  const names = (files: Files) => findApplications(repositoryOf({ files })).map(({ name }) => name)

  it('are playgrounds, applications for tests, and input of tests', () => {
    const trial = (folder: string): Files => ({ [`${folder}/package.json`]: npm(['vue']), [`${folder}/a.js`]: '' })
    const files = {
      'packages/router/package.json': npm([], { private: false, exports: './a.js' }),
      'packages/router/a.js': '',
      ...trial('packages/playground-file-based'),
      ...trial('packages/analyzer/test-files/basic'),
      ...trial('apps/ssr-testing'),
      ...trial('apps/storybook'),
    }
    expect(names(files)).toEqual(['packages/router'])
  })

  it('are lists of tools beside a program of another language', () => {
    const files = {
      'Cargo.toml': '[workspace]\nmembers = ["relay"]\n',
      'relay/Cargo.toml': '[package]\nname = "relay"\n',
      'relay/src/main.rs': 'fn main() {}\n',
      'pyproject.toml': '[project]\nname = "relay"\nversion = "0.0.0"\n[dependency-groups]\ndev = ["flake8"]\n',
      'scripts/a.py': '',
      'a.py': '',
    }
    expect(names(files)).toEqual(['relay'])
  })
})

describe('other places', () => {
  itJudges([
    [
      'a heading of reStructuredText',
      'runbooks_documented',
      'passes',
      { ...service(), 'docs/install.rst': 'Install\n=======\n\nTroubleshooting\n---------------\n\nText.\n' },
    ],
    [
      'a sentence about it',
      'runbooks_documented',
      'fails',
      { ...service(), 'docs/install.rst': 'Install\n=======\n\nTroubleshooting is hard.\n' },
    ],
    [
      'pictures of a product',
      'deployment_observability',
      'fails',
      { ...service(), 'app/assets/dashboards/default.json': '{}\n' },
    ],
    [
      'retries that settings share',
      'flaky_test_detection',
      'passes',
      {
        ...library,
        'src/a.test.ts': 'it()\n',
        'vitest.shared.mts': 'export default { retry: 2 }\n',
        '.github/workflows/a.yml': 'on: push\njobs: {a: {steps: [{run: npx vitest}]}}\n',
      },
    ],
    [
      'services that tests start',
      'local_services_setup',
      'passes',
      {
        'go.mod': 'module a\n\nrequire (\n\tgithub.com/jackc/pgx/v5 v5.0.0\n\tgithub.com/ory/dockertest/v3 v3.0.0\n)\n',
        'main.go': 'package main\n\nfunc main() { http.ListenAndServe(":80", nil) }\n',
        Dockerfile: 'EXPOSE 80\n',
      },
    ],
  ])
})
