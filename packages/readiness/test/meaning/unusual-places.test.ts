import { describe } from 'vitest'
import { ci, type Files, library, service, tested } from '../mini.ts'
import { itJudges } from './it-judges.ts'

const testedInCi: Files = { ...tested, ...ci() }
const retries = 'export default { retries: process.env.CI ? 2 : 0 }\n'

describe('where things stand in real repositories', () => {
  itJudges([
    [
      'a schema of a test',
      'api_schema_docs',
      'fails',
      { ...service(), 'test/manual/echo.proto': 'syntax = "proto3";\n' },
    ],
    [
      'a schema of the service',
      'api_schema_docs',
      'passes',
      { ...service(), 'api/echo.proto': 'syntax = "proto3";\n' },
    ],
    [
      'settings in a folder of their own',
      'flaky_test_detection',
      'passes',
      { ...testedInCi, 'config/playwright.config.js': retries },
    ],
    [
      'settings that are commented out',
      'flaky_test_detection',
      'fails',
      { ...testedInCi, 'config/playwright.config.js': '// retries: 2\nexport default {}\n' },
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
  ])
})
