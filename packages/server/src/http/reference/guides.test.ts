import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readGuides } from './guides.ts'

const directory = join(import.meta.dirname, '../../../../../docs')

describe('the guides', () => {
  const { files } = readGuides(directory, 'https://muster.acme.test')
  const pages = [...files].flatMap(([path, { body }]) => (typeof body === 'string' ? [{ path, body }] : []))

  it('are a page for each document, and are listed on every one', () => {
    expect(files.get('/docs/agents')?.body).toContain('<a href="/docs/agents/codex">')
    expect(files.get('/docs/guides')?.body).toContain('<a href="/docs/sdk">The SDK</a>')
    expect(pages.length).toBeGreaterThan(30)
  })

  it('name the service that sends them in the commands that they show', () => {
    const cli = String(files.get('/docs/cli')?.body)
    expect(cli).toContain('https://muster.acme.test/packages/muster-cli.tgz')
    for (const { body } of pages) expect(body).not.toMatch(/https:\/\/muster\.example\.org|http:\/\/127\.0\.0\.1:4000/)
  })

  it('lead to pages, headings and pictures that there are', () => {
    const broken = pages.flatMap(({ path, body }) =>
      [...body.matchAll(/(?:href|src)="([^"]+)"/g)].flatMap(([, href = '']) => {
        const [target = '', anchor] = href.split('#')
        if (!href.startsWith('/docs/') && !href.startsWith('#')) return []
        const found = target === '' ? body : files.get(target)?.body
        const isThere = found !== undefined && (!anchor || String(found).includes(`id="${anchor}"`))
        return isThere ? [] : [`${path}: ${href}`]
      }),
    )
    expect(broken).toEqual([])
  })
})
