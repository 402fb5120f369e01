import { describe, expect, it } from 'vitest'
import { helpText } from './help-text.ts'
import { ConfigError, readConfig, unknownSettings, withDemoDefaults } from './read-config.ts'

function problemsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

describe('readConfig', () => {
  it('needs nothing: every setting has a default or may be absent', () => {
    expect(readConfig({})).toEqual({
      MUSTER_HOST: '127.0.0.1',
      MUSTER_PORT: 4000,
      MUSTER_TLS_CERT: undefined,
      MUSTER_TLS_KEY: undefined,
      MUSTER_DATA_DIR: './data',
      MUSTER_UPGRADE_BACKUP: 'on',
      MUSTER_API_URL: undefined,
      MUSTER_APP_URL: undefined,
      MUSTER_ORG_NAME: 'My organization',
      MUSTER_OWNER_EMAIL: 'owner@example.com',
      MUSTER_OWNER_KEY: undefined,
      MUSTER_OPERATOR_KEY: undefined,
      DATABASE_URL: undefined,
      MUSTER_DATABASE_CONNECTIONS: 20,
      MUSTER_SECRET_KEY: undefined,
      MUSTER_TOKEN_SECONDS: 900,
      MUSTER_BROWSER_IDLE_HOURS: 168,
      MUSTER_BROWSER_DAYS: 30,
      MUSTER_OIDC_ISSUER: undefined,
      MUSTER_OIDC_AUDIENCE: undefined,
      MUSTER_OIDC_JWKS_URL: undefined,
      MUSTER_OIDC_CLIENT_ID: undefined,
      MUSTER_OIDC_CLIENT_SECRET: undefined,
      MUSTER_OIDC_NAME: 'single sign-on',
      MUSTER_OIDC_TRUST_EMAIL: 'verified',
      MUSTER_OIDC_MAX_TOKEN_SECONDS: 86_400,
      MUSTER_RATE_LIMIT: 1_000_000,
      MUSTER_ORGANIZATION_RATE_LIMIT: 10_000_000,
      MUSTER_MAX_IN_FLIGHT: 1000,
      MUSTER_ORGANIZATION_MAX_IN_FLIGHT: 4000,
      MUSTER_MAX_KEYS_PER_USER: 1000,
      MUSTER_MAX_USERS: 100_000,
      MUSTER_MAX_COMPUTERS_PER_USER: 1000,
      MUSTER_MAX_SESSIONS_PER_USER: 1_000_000,
      MUSTER_AUDIT_DAYS: 1095,
      MUSTER_COUNTER_DAYS: 400,
      MUSTER_COMPUTER_GRACE_SECONDS: 120,
      MUSTER_CREDIT_ALLOWANCE: 1_000_000,
      MUSTER_WEBHOOK_NETWORKS: [],
      MUSTER_MANAGED_COMPUTERS: 'off',
      MUSTER_MANAGED_AGENT: undefined,
      MUSTER_MANAGED_ENV_FILE: undefined,
      MUSTER_MAX_MANAGED_COMPUTERS: 10,
      MUSTER_MAX_EVENTS_PER_USER_DAY: 200_000,
      MUSTER_MAX_BODY_BYTES: 1_048_576,
      MUSTER_MAX_MESSAGE_BYTES: 8_388_608,
      MUSTER_MAX_ATTACHMENT_BYTES: 5_242_880,
      MUSTER_MAX_REPORT_BYTES: 2_097_152,
      MUSTER_MAX_TELEMETRY_BYTES: 16_777_216,
      MUSTER_WORKER_MEMORY_MB: 512,
      MUSTER_OTLP_GRPC_PORT: undefined,
      CLICKHOUSE_URL: undefined,
      CLICKHOUSE_CLUSTER: undefined,
      MUSTER_TRUST_PROXY: 0,
      MUSTER_NETWORK_POLICY: 'enforce',
      MUSTER_CORS_ORIGINS: [],
      MUSTER_METRICS_TOKEN: undefined,
      MUSTER_LOG_LEVEL: 'info',
      MUSTER_NOW: undefined,
    })
  })

  it('takes an empty value as an absent one', () => {
    const names = Object.keys(readConfig({}))
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}))
  })

  it('reads every kind of value', () => {
    const config = readConfig({
      MUSTER_PORT: '0',
      MUSTER_API_URL: 'https://api.example.org///',
      MUSTER_TRUST_PROXY: '2',
      MUSTER_CORS_ORIGINS: ' https://a.test, https://b.test ,,',
      MUSTER_NOW: '2026-03-01T09:30:00Z',
      MUSTER_OWNER_KEY: `mst_owner_${'A'.repeat(43)}`,
      MUSTER_SECRET_KEY: Buffer.alloc(32, 255).toString('base64'),
      MUSTER_OIDC_ISSUER: 'https://login.example.org/',
      MUSTER_OIDC_AUDIENCE: 'muster',
    })
    expect(config).toMatchObject({
      MUSTER_PORT: 0,
      MUSTER_API_URL: 'https://api.example.org',
      MUSTER_TRUST_PROXY: 2,
      MUSTER_CORS_ORIGINS: ['https://a.test', 'https://b.test'],
      MUSTER_NOW: Date.UTC(2026, 2, 1, 9, 30),
      MUSTER_OIDC_ISSUER: 'https://login.example.org/',
    })
  })

  it('says everything that is wrong in one message', () => {
    const message = problemsOf({ MUSTER_PORT: '70000', MUSTER_LOG_LEVEL: 'loud', MUSTER_TRUST_PROXY: 'yes' })
    expect(message.split('\n')).toEqual([
      'The configuration has 3 problems:',
      '  - MUSTER_PORT must be a whole number from 0 to 65535, not "70000"',
      '  - MUSTER_TRUST_PROXY must be a whole number from 0 to 16, not "yes"',
      '  - MUSTER_LOG_LEVEL must be one of debug, info, warn, error, silent, not "loud"',
    ])
  })

  it.each([
    ['MUSTER_PORT', ['-1', '65536', '4e3', '0x10', ' 80', '1.5', 'http']],
    ['MUSTER_API_URL', ['localhost:4000', 'ftp://a', '/api', 'https://']],
    ['MUSTER_OIDC_ISSUER', ['login.example.org', 'javascript:alert(1)']],
    ['MUSTER_OWNER_EMAIL', ['owner', '@', 'a b@c', 'a@b@c']],
    ['MUSTER_TOKEN_SECONDS', ['59', '86401']],
    ['MUSTER_NETWORK_POLICY', ['off', 'ENFORCE']],
    ['MUSTER_NOW', ['now', '2026', '1772357400000', '2026-13-01T00:00:00Z']],
    ['MUSTER_DATABASE_CONNECTIONS', ['0', '1', '1001']],
  ])('refuses a wrong %s', (name, values) => {
    for (const value of values)
      expect([value, problemsOf({ [name]: value })]).toEqual([value, expect.stringContaining(name)])
  })

  it.each(['MUSTER_OWNER_KEY', 'MUSTER_OPERATOR_KEY', 'DATABASE_URL', 'MUSTER_SECRET_KEY'])(
    'does not repeat the value of %s, which may be nearly right',
    (name) => {
      const message = problemsOf({ [name]: 'hunter 2' })
      expect(message).toContain(`${name} must be `)
      expect(message).not.toContain('hunter')
    },
  )

  it('wants an operator key that nobody can guess', () => {
    for (const key of ['a'.repeat(31), `${'a'.repeat(32)} `]) {
      expect(problemsOf({ MUSTER_OPERATOR_KEY: key })).toContain('MUSTER_OPERATOR_KEY must be at least 32 characters')
    }
    expect(readConfig({ MUSTER_OPERATOR_KEY: 'a'.repeat(32) }).MUSTER_OPERATOR_KEY).toHaveLength(32)
  })

  it('wants an audience with an issuer, and an issuer with an audience', () => {
    expect(problemsOf({ MUSTER_OIDC_ISSUER: 'https://a.test' })).toContain('MUSTER_OIDC_AUDIENCE')
    expect(problemsOf({ MUSTER_OIDC_AUDIENCE: 'muster' })).toContain('MUSTER_OIDC_ISSUER')
  })
})

describe('TLS', () => {
  it('wants a key with a certificate, and a certificate with a key', () => {
    expect(problemsOf({ MUSTER_TLS_CERT: 'cert.pem' })).toContain('MUSTER_TLS_KEY')
    expect(problemsOf({ MUSTER_TLS_KEY: 'key.pem' })).toContain('MUSTER_TLS_CERT')
    expect(problemsOf({ MUSTER_TLS_CERT: 'cert.pem', MUSTER_TLS_KEY: 'key.pem' })).toBe('')
  })
})

describe('helpText', () => {
  it('names every setting, with its default, and no secret', () => {
    const help = helpText()
    for (const name of Object.keys(readConfig({}))) expect(help).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'))
    expect(help).toContain('(4000)')
    for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(140)
  })
})

describe('a misspelt setting', () => {
  it('is refused with a similar name', () => {
    for (const [name, meant] of [
      ['MUSTER_PROT', 'MUSTER_PORT'],
      ['MUSTER_TLS_CRET', 'MUSTER_TLS_CERT'],
      ['MUSTER_OWNERKEY', 'MUSTER_OWNER_KEY'],
      ['MUSTER_LOGLEVEL', 'MUSTER_LOG_LEVEL'],
    ] as const) {
      expect(problemsOf({ [name]: 's3cret' })).toContain(`${name} is no setting. Is ${meant} meant?`)
      expect(problemsOf({ [name]: 's3cret' })).not.toContain('s3cret')
    }
  })

  it('is not suspected in variables of Kubernetes, the command or hooks', () => {
    for (const name of ['MUSTER_SERVICE_HOST', 'MUSTER_PORT_4000_TCP', 'MUSTER_API_KEY', 'MUSTER_SESSION_ID']) {
      expect(problemsOf({ [name]: 'x' })).toBe('')
    }
  })
})

describe('withDemoDefaults', () => {
  it('gives a demonstration a directory and a name of its own, unless they are given', () => {
    expect(readConfig(withDemoDefaults({ MUSTER_DATA_DIR: '' }))).toMatchObject({
      MUSTER_DATA_DIR: './data-demo',
      MUSTER_ORG_NAME: 'Demonstration',
    })
    expect(readConfig(withDemoDefaults({ MUSTER_DATA_DIR: '/srv/demo' })).MUSTER_DATA_DIR).toBe('/srv/demo')
  })
})

describe('unknownSettings', () => {
  it('finds names that are most likely misspelt, and leaves others alone', () => {
    const names = ['MUSTER_PROT', 'MUSTER_PORT', 'MUSTER_API_KEY', 'PATH', 'DATABASE_URL', 'MUSTERS']
    expect(unknownSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual(['MUSTER_PROT'])
  })
})
