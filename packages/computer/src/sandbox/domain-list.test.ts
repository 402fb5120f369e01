import { describe, expect, it } from 'vitest'
import { isListed } from './domain-list.ts'

describe('a list of domains', () => {
  it.each([
    ['example.org', ['example.org'], true],
    ['EXAMPLE.org.', ['example.ORG'], true],
    ['api.example.org', ['example.org'], false],
    ['api.example.org', ['*.example.org'], true],
    ['a.b.example.org', ['*.example.org'], true],
    ['example.org', ['*.example.org'], false],
    ['badexample.org', ['*.example.org'], false],
    ['example.org.evil.net', ['example.org', '*.example.org'], false],
    ['10.0.0.1', ['*.0.0.1'], false],
    ['[::1]', ['::1'], true],
    ['anything.net', ['*'], false],
    ['', ['example.org'], false],
  ])('%s against %j: %s', (host, domains, isOn) => {
    expect(isListed(host, domains)).toBe(isOn)
  })
})
