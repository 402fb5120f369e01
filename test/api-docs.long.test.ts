import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const script = join(import.meta.dirname, '../scripts/api-docs.ts')

it('npm run api-docs writes pages of what strangers import, and every link in them leads somewhere', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-api-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await promisify(execFile)(process.execPath, [script, folder])
  const pages = new Map(globSync(join(folder, '**/*.html')).map((path) => [path, readFileSync(path, 'utf8')]))
  const names = [...pages.keys()].map((path) => relative(folder, path))
  for (const name of ['createClient', 'readHistory', 'summarize', 'usageEvents', 'createPriceList']) {
    expect(names).toContainEqual(expect.stringMatching(new RegExp(`^functions/.*\\.${name}\\.html$`)))
  }
  expect(pages.get(join(folder, 'index.html'))).toContain('@muster/history/read-history')
  const ofClient = names.find((name) => name.endsWith('.createClient.html')) ?? ''
  expect(ofClient).toMatch(/muster_sdk\.createClient/)
  expect(pages.get(join(folder, ofClient))).toMatch(/href="[^"]*ClientOptions\.html"/)
  const examples = [...pages.values()].join('')
  expect(examples).toContain('<code class="ts">')
  const links = [...pages].flatMap(([path, page]) =>
    [...page.matchAll(/href="([^"]+)"/g)].map(([, to = '']) => ({ path, to })),
  )
  expect(links.length).toBeGreaterThan(1000)
  const anchors = new Map([...pages].map(([path, page]) => [path, idsIn(page)]))
  const broken = links.filter(({ path, to }) => !/^[a-z]+:/.test(to) && !leadsSomewhere(path, to, anchors))
  expect(broken).toEqual([])
}, 240_000)

function idsIn(page: string): Set<string> {
  return new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))
}

function leadsSomewhere(page: string, link: string, anchors: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const [address = '', anchor = ''] = link.split('#')
  const named = address === '' ? page : resolve(dirname(page), decodeURIComponent(address))
  const path = existsSync(named) && statSync(named).isDirectory() ? join(named, 'index.html') : named
  const ids = anchors.get(path)
  return existsSync(path) && (anchor === '' || ids === undefined || ids.has(anchor))
}
