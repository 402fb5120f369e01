import { Script } from 'node:vm'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ReferencePage, referencePage } from './reference-page.ts'

describe('referencePage', () => {
  let page: ReferencePage
  beforeAll(async () => {
    page = await referencePage({ apiUrl: 'https://api.example.com/base', appUrl: 'https://app.example.com' })
  })

  it('loads nothing but its own assets', () => {
    const sources = [...page.html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source)
    expect(sources.toSorted()).toEqual([...page.assets.keys(), '/openapi.json', 'data:,'].toSorted())
    expect(page.html).not.toMatch(/https?:/)
  })

  it('has a script that parses as a whole and asks for no source map', () => {
    for (const { body, gzipped } of page.assets.values()) {
      expect(() => new Script(body.toString())).not.toThrow()
      expect(body.toString()).not.toContain('sourceMappingURL')
      expect(gunzipSync(gzipped).equals(body)).toBe(true)
    }
  })

  it('may call the addresses of the service, and runs no inline script', () => {
    const policy = new Map(
      page.contentSecurityPolicy.split('; ').map((rule) => rule.split(/ (.*)/) as [string, string]),
    )
    expect(policy.get('connect-src')).toBe("'self' https://api.example.com https://app.example.com")
    expect(policy.get('script-src')).toBe("'self'")
    expect(policy.get('default-src')).toBe("'none'")
    expect(page.html).not.toMatch(/<script(?![^>]* src=)/)
  })

  it('gives an asset the same name as long as its content is the same', async () => {
    const again = await referencePage({ apiUrl: 'https://other.example.com', appUrl: 'https://other.example.com' })
    expect([...again.assets.keys()]).toEqual([...page.assets.keys()])
  })
})
