import { describe, expect, it } from 'vitest'
import { listedAs } from './domain-list.ts'

describe('a list of domains', () => {
  it.each([
    ['example.org', ['example.org'], 'example.org'],
    ['EXAMPLE.org.', ['example.ORG'], 'example.ORG'],
    ['api.example.org', ['example.org'], undefined],
    ['api.example.org', ['*.example.org'], '*.example.org'],
    ['a.b.example.org', ['*.example.org'], '*.example.org'],
    ['example.org', ['*.example.org'], undefined],
    ['badexample.org', ['*.example.org'], undefined],
    ['example.org.evil.net', ['example.org', '*.example.org'], undefined],
    ['10.0.0.1', ['*.0.0.1'], undefined],
    ['[::1]', ['::1'], '::1'],
    ['::1', ['[::1]:443'], '[::1]:443'],
    ['example.org', ['example.org:443'], 'example.org:443'],
    ['example.org', ['example.org:8080'], undefined],
    ['anything.net', ['*'], '*'],
    ['anything.net', ['*', 'anything.net'], 'anything.net'],
    ['', ['example.org', '*'], undefined],
  ])('%s, at port 443, against %j: %s', (host, domains, entry) => {
    expect(listedAs(host, 443, domains)).toBe(entry)
  })
})
