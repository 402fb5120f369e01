import { describe, expect, it } from 'vitest'
import { preferredEncoding, preferredType } from './negotiate.ts'

describe('preferredEncoding', () => {
  const offered = ['zstd', 'br', 'gzip'] as const

  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['GZIP ; Q=0.8, br;q=0.2', 'gzip'],
    ['zstd;q=0, *', 'br'],
    ['*;q=0.1', 'zstd'],
    ['identity, gzip;q=0.5', 'identity'],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity;q=0, gzip', 'gzip'],
    ['deflate', 'identity'],
    ['gzip;q=0', 'identity'],
    ['gzip;q=nonsense', 'gzip'],
    ['constructor', 'identity'],
  ])('chooses for %j', (header, expected) => {
    expect(preferredEncoding(header, offered)).toBe(expected)
  })

  it.each(['identity;q=0', '*;q=0', 'identity;q=0, deflate', 'gzip;q=0, *;q=0'])('refuses %j', (header) => {
    expect(() => preferredEncoding(header, offered)).toThrow('Accept-Encoding')
  })

  it('applies the quality of * to identity too, unless that is named', () => {
    expect(preferredEncoding('*;q=0, identity', offered)).toBe('identity')
    expect(preferredEncoding('*;q=0, gzip', offered)).toBe('gzip')
  })
})

describe('preferredType', () => {
  const offered = ['application/json', 'text/csv', 'application/x-ndjson'] as const

  it.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['text/csv', 'text/csv'],
    ['text/csv; header=present', 'text/csv'],
    ['text/csv, application/json', 'application/json'],
    ['text/csv, application/json;q=0.9', 'text/csv'],
    ['text/*', 'text/csv'],
    ['application/x-ndjson, */*;q=0.1', 'application/x-ndjson'],
    ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', 'application/json'],
    ['image/png', 'application/json'],
  ])('chooses for %j', (header, expected) => {
    expect(preferredType(header, offered)).toBe(expected)
  })
})
