import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactSecrets } from './redact-secrets.ts'

const words = fc.constantFrom(
  ...['token', '=', ':', ' ', '"', "'", 'Bearer', '--password', 'abcdefghij', 'https://', 'a:b@', 'sk-abcdefghijk'],
  ...['\n', '-p', 'mysql', '[redacted]'],
)
const texts = fc.array(words, { maxLength: 20 }).map((parts) => parts.join(''))

function expectStable(text: string): void {
  const once = redactSecrets(text)
  expect(redactSecrets(once)).toBe(once)
}

describe('redactSecrets', () => {
  it.each([
    ['API_KEY=abc123 ./run.sh', 'API_KEY=[redacted] ./run.sh'],
    ['export GITHUB_TOKEN="a b c"; make', 'export GITHUB_TOKEN=[redacted]; make'],
    ["DB_PASSWORD='s3cret!' psql", 'DB_PASSWORD=[redacted] psql'],
    ['curl https://x.test/?access_token=abc&page=2', 'curl https://x.test/?access_token=[redacted]&page=2'],
    ['{"apiKey": "abc", "model": "m"}', '{"apiKey": [redacted], "model": "m"}'],
    ['client-secret: abc', 'client-secret: [redacted]'],
    ['X-Api-Key: abc', 'X-Api-Key: [redacted]'],
    ['AWS_SECRET_ACCESS_KEY=abc/def+ghi aws s3 ls', 'AWS_SECRET_ACCESS_KEY=[redacted] aws s3 ls'],
  ])('removes the value of a name that holds a secret: %s', (command, expected) => {
    expect(redactSecrets(command)).toBe(expected)
  })

  it.each([
    ['curl -H "Authorization: Bearer abcdefghij" x', 'curl -H "Authorization: Bearer [redacted]" x'],
    ["curl -H 'authorization: basic YWRhOnNlY3JldA=='", "curl -H 'authorization: basic [redacted]'"],
    ['curl -H "Authorization: abcdefghij" x', 'curl -H "Authorization: [redacted]" x'],
    ['hook --bearer Bearer eyJhbGciOi.eyJzdWIi.c2ln', 'hook --bearer Bearer [redacted]'],
  ])('removes what follows a scheme: %s', (command, expected) => {
    expect(redactSecrets(command)).toBe(expected)
  })

  it.each([
    ['deploy --password hunter2 --region eu', 'deploy --password [redacted] --region eu'],
    ['deploy --password=hunter2', 'deploy --password=[redacted]'],
    ['deploy --api-key "a b" now', 'deploy --api-key [redacted] now'],
    ['deploy -token abc', 'deploy -token [redacted]'],
    ['deploy --no-password --region eu', 'deploy --no-password --region eu'],
    ['curl -u ada:hunter2 x', 'curl -u ada:[redacted] x'],
    ['curl --user ada:hunter2 x', 'curl --user ada:[redacted] x'],
    ['mysql -h db -u root -phunter2 app', 'mysql -h db -u root -p[redacted] app'],
    ['mysqldump -phunter2 app | gzip', 'mysqldump -p[redacted] app | gzip'],
  ])('removes the arguments of flags: %s', (command, expected) => {
    expect(redactSecrets(command)).toBe(expected)
  })

  it.each([
    ['git push https://ada:hunter2@git.test/r', 'git push https://[redacted]@git.test/r'],
    ['git clone https://ghp_0123456789abcdef0123@github.com/r', 'git clone https://[redacted]@github.com/r'],
    ['psql postgres://app:p%40ss@db/app', 'psql postgres://[redacted]@db/app'],
    ['redis-cli -u redis://:pw@host:6379', 'redis-cli -u redis://[redacted]@host:6379'],
  ])('removes credentials from addresses: %s', (command, expected) => {
    expect(redactSecrets(command)).toBe(expected)
  })

  it.each(
    [
      'sk-ant-api03-abcdefghijklmnop',
      'sk-proj-abcdefghijklmnop',
      'sk_live_abcdefghij',
      'ghp_abcdefghijklmnopqrst',
      'github_pat_abcdefghijklmnopqrst',
      'glpat-abcdefghijklmnopqrst',
      'xoxb-123456789-abcdef',
      'AKIAIOSFODNN7EXAMPLE',
      'AIzaSyA-abcdefghijklmnopqrstuvwxyz',
      'ya29.abcdefghijklmnopqrst',
      'npm_abcdefghijklmnopqrst',
      'pypi-abcdefghijklmnopqrst',
      'hf_abcdefghijklmnopqrst',
      'SG.abcdefghij.klmnopqrst',
      'glsa_abcdefghijklmnopqrst',
      'mst_0123456789_abcdefghijkl',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    ].map((token) => [token]),
  )('knows the token %s by its beginning', (token) => {
    expect(redactSecrets(`notify ${token} done`)).toBe('notify [redacted] done')
    expect(redactSecrets(`notify "${token}"`)).toBe('notify "[redacted]"')
  })

  it('removes a private key as a whole', () => {
    const key = '-----BEGIN RSA PRIVATE KEY-----\nabc\ndef\n-----END RSA PRIVATE KEY-----'
    expect(redactSecrets(`echo "${key}" > k`)).toBe('echo "[redacted]" > k')
    expect(redactSecrets(`echo ${key.slice(0, 40)}`)).toBe('echo [redacted]')
  })

  it.each([
    'npm test -- --max-tokens 100',
    'node scripts/check.js --tokenizer gpt',
    'git commit -m "count tokens"',
    'max_tokens=100 run',
    'prettier --write src/auth.ts',
    'mkdir -p a/b && echo hello',
    'curl https://example.com/a@b',
    'ssh ada@host ls',
    'python -m pytest tests/test_password_reset.py',
    'sk-1 task-runner',
    '',
  ])('keeps what is no secret: %s', (command) => {
    expect(redactSecrets(command)).toBe(command)
  })

  // The first seed failed once.
  it.each([-1443527327, undefined])('changes nothing when it runs again: seed %s', (seed) => {
    fc.assert(fc.property(texts, expectStable), { numRuns: 2000, ...(seed !== undefined && { seed }) })
  })

  it.each([
    'https://token=https://a:b@',
    'token=https://token=https://a:b@',
    `${'a:b@ '.repeat(799)}https://a:b@ x`,
    `${'token=a '.repeat(600)}`,
  ])('changes nothing when it runs again on %.40s', (text) => {
    expectStable(text)
  })

  it('cuts long texts between words', () => {
    expect(redactSecrets('a'.repeat(1e6))).toBe('…')
    expect(redactSecrets(`${'word '.repeat(799)}ghp_abcdefghijklmnopqrst`)).not.toContain('ghp_')
  })
})
