import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { scoreOf } from '@muster/contract/readiness/score'
import { describe, expect, it } from 'vitest'
import { judge } from '../src/judge.ts'
import { ci, type Files, library, repositoryOf, service } from './mini.ts'

const tested: Files = { ...library, ...ci(), 'src/main.test.ts': 'it()\n' }
const retries = 'export default { retries: process.env.CI ? 2 : 0 }\n'

/** Each row was judged wrongly before. */
const rows: readonly [lesson: string, id: CriterionId, verdict: 'passes' | 'fails', files: Files][] = [
  [
    'a dockerfile in small letters',
    'health_checks',
    'passes',
    { ...service(), 'docker/dockerfile': 'FROM node\nHEALTHCHECK CMD curl -f localhost\n' },
  ],
  [
    'a schema of a test',
    'api_schema_docs',
    'fails',
    { ...service(), 'test/manual/echo.proto': 'syntax = "proto3";\n' },
  ],
  ['a schema of the service', 'api_schema_docs', 'passes', { ...service(), 'api/echo.proto': 'syntax = "proto3";\n' }],
  [
    'settings in a folder of their own',
    'flaky_test_detection',
    'passes',
    { ...tested, 'config/playwright.config.js': retries },
  ],
  [
    'settings that are commented out',
    'flaky_test_detection',
    'fails',
    { ...tested, 'config/playwright.config.js': '// retries: 2\nexport default {}\n' },
  ],
  [
    'a key without a value',
    'secrets_management',
    'passes',
    { ...service(), '.gitignore': '.env\n', 'docker/.env.production': 'APP_KEY=\nDEBUG=false\n' },
  ],
  [
    'a key with a value',
    'secrets_management',
    'fails',
    { ...service(), '.gitignore': '.env\n', 'docker/.env.production': 'APP_KEY=1234abcd\n' },
  ],
  [
    'the architecture of a processor',
    'service_flow_documented',
    'fails',
    { ...library, 'docker/README.md': '## Single architecture container building\n' },
  ],
  [
    'a comment in a block of commands',
    'service_flow_documented',
    'fails',
    { ...library, 'README.md': '```sh\n# builds for the architecture of the host\nmake\n```\n' },
  ],
  [
    'the architecture of the product',
    'service_flow_documented',
    'passes',
    { ...library, 'README.md': '## Architecture\n' },
  ],
  [
    'a reporter for people',
    'test_performance_tracking',
    'fails',
    { ...library, ...ci('node --test --test-reporter=spec'), 'src/main.test.ts': 'it()\n' },
  ],
]

describe('where things stand in real repositories', () => {
  it.each(rows)('%s: %s %s', (_, id, verdict, files) => {
    const { report } = judge(repositoryOf({ files }))
    const { rationale } = report[id] ?? {}
    expect([scoreOf(report).passing.has(id) ? 'passes' : 'fails', rationale]).toEqual([verdict, rationale])
  })
})
