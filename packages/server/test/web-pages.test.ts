import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serveWebPages } from '../src/http/web-pages.ts'
import { sharedTestServer } from '../src/testing/test-server.ts'

const template =
  '<html data-theme="__THEME__"><meta content="__NONCE__"><meta content="__NOW__"><meta content="__SIGNED_IN__"><meta content="__PACKAGES__"></html>'

async function temporary(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-web-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

async function builtApplication(): Promise<string> {
  const directory = await temporary()
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'index.html'), template)
  await writeFile(join(directory, 'pages.json'), '["/","/overview","/analytics/users/$userId"]')
  await writeFile(join(directory, 'assets/app-1.js'), 'let it = 1')
  await writeFile(join(directory, 'assets/app-1.js.gz'), gzipSync('let it = 1'))
  return directory
}

async function served(directory: string) {
  const app = Fastify()
  const web = serveWebPages(app, {
    directory,
    isHttps: false,
    openIdName: '',
    packagesBuild: async () => 'build-1',
    clock: { now: () => 7 },
    isSignedIn: async (cookie) => cookie === 'good',
  })
  return { app, web }
}

describe('the web application', () => {
  it('is one document for every page, with its own nonce, and nothing in it may come from elsewhere', async () => {
    const { app } = await served(await builtApplication())
    const pages = await Promise.all(['/', '/overview?range=7d', '/analytics/users/x'].map((url) => app.inject(url)))
    expect(pages.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const policies = pages.map(({ headers }) => String(headers['content-security-policy']))
    expect(new Set(policies).size).toBe(3)
    for (const [index, policy] of policies.entries()) {
      const nonce = /'nonce-([\w-]{22})'/.exec(policy)?.[1]
      expect(pages[index]?.body).toContain(nonce)
      expect(policy).toContain("default-src 'none'; script-src 'self';")
      expect(policy).not.toMatch(/unsafe|http|\*/)
    }
  })

  it('knows who is signed in, the time and the theme, and takes no other text from the browser', async () => {
    const { app } = await served(await builtApplication())
    const body = async (cookie: string) => (await app.inject({ url: '/', headers: { cookie } })).body
    expect(await body('muster=good; muster-theme=dark')).toMatch(/data-theme="dark".*"7".*"yes".*"build-1"/)
    expect(await body('muster=bad; muster-theme="><script>')).toMatch(/data-theme="system".*"7".*"no"/)
  })

  it('has a document for missing pages too', async () => {
    const { app } = await served(await builtApplication())
    const answer = await app.inject('/nowhere')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  })

  it('has files that browsers keep for ever, compressed before anybody asks', async () => {
    const { app } = await served(await builtApplication())
    const plain = await app.inject('/assets/app-1.js')
    expect([plain.body, plain.headers['cache-control']]).toEqual(['let it = 1', 'public, max-age=31536000, immutable'])
    expect(plain.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
    )
    const zipped = await app.inject({ url: '/assets/app-1.js', headers: { 'accept-encoding': 'gzip' } })
    expect([zipped.headers['content-encoding'], zipped.headers.vary]).toEqual(['gzip', 'accept-encoding'])
    for (const path of ['/assets/app-2.js', '/assets/app-1.js.gz', '/assets/%2e%2e%2findex.html']) {
      expect((await app.inject(path)).body).not.toMatch(/let it|theme/)
    }
  })

  it('is optional: without it, the service says how to get it', async () => {
    const { app } = await served(await temporary())
    const answer = await app.inject('/')
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('npm ci')])
  })
})

describe('paths that no endpoint answers', () => {
  const server = sharedTestServer()

  it('are problems for programs, and documents for browsers', async () => {
    const { raw } = server()
    expect((await raw('GET', '/nowhere')).json).toMatchObject({ status: 404, code: 'path_not_found' })
    const page = await raw('GET', '/nowhere', { headers: { accept: 'text/html,*/*' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    for (const path of ['/api/nowhere', '/v1/nowhere', '/assets/nowhere']) {
      const answer = await raw('GET', path, { headers: { accept: 'text/html' } })
      expect(answer.json).toMatchObject({ status: 404, code: 'path_not_found' })
    }
    expect((await raw('POST', '/overview', { headers: { accept: 'text/html' } })).json).toMatchObject({ status: 404 })
  })
})
