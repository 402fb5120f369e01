import { brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { expectProblem } from './bad-input-problem.ts'
import { plainRequest } from './http-request.ts'
import { nodes, secondNode } from './second-node.ts'

const server = sharedTestServer(nodes)
const computers = '/api/v0/computers'
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  plainRequest(server().address, path, { authorization: `Bearer ${server().acme.owner.key}`, ...headers }, method)

beforeAll(async () => {
  for (let index = 0; index < 12; index++) await server().acme.owner.computers.register({ name: `bench-${index}` })
})

describe('compression', () => {
  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
  ])('sends long answers in %s to callers who ask for it', async (encoding, inflate) => {
    const plain = await ask(computers)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    const { headers, body } = await ask(computers, { 'accept-encoding': encoding })
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
    expect(body.length).toBeLessThan(plain.body.length / 2)
    expect(inflate(body).equals(plain.body)).toBe(true)
  })

  it('respects the qualities of the caller', async () => {
    const encodingFor = async (accepted: string) =>
      (await ask(computers, { 'accept-encoding': accepted })).headers['content-encoding']
    expect(await encodingFor('gzip;q=1, zstd;q=0.5')).toBe('gzip')
    expect(await encodingFor('zstd;q=0, gzip')).toBe('gzip')
    expect(await encodingFor('identity, gzip;q=0.1')).toBeUndefined()
    expect(await encodingFor('gzip;q=0')).toBeUndefined()
  })

  it('leaves short answers uncompressed, unless the caller refuses that', async () => {
    expect((await ask('/healthz', { 'accept-encoding': 'gzip' })).headers).not.toHaveProperty('content-encoding')
    const { headers, body } = await ask('/healthz', { 'accept-encoding': 'gzip, identity;q=0' })
    expect(headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(body).toString())).toEqual({ status: 'ok' })
  })

  it('is 406 if the caller refuses everything', async () => {
    const { status, body } = await ask(computers, { 'accept-encoding': 'identity;q=0' })
    expect([status, JSON.parse(body.toString()).code]).toEqual([406, 'not_acceptable'])
  })

  it('of a request is 415 where it is not accepted, with the accepted encodings', async () => {
    const { raw, acme } = server()
    const body = new Uint8Array(gzipSync('{"name":"zipped"}'))
    const answer = await raw('POST', computers, { key: acme.owner.key, body, headers: { 'content-encoding': 'gzip' } })
    expectProblem(answer, 415, 'unsupported_media_type')
    expect(answer.headers.get('accept-encoding')).toBe('identity')
    const ordinary = { key: acme.owner.key, headers: { 'content-encoding': 'identity' }, json: { name: 'plain' } }
    expect((await raw('POST', computers, ordinary)).status).toBe(201)
  })

  it.each(['__proto__', 'constructor', 'toString', 'snappy'])('of telemetry that is %s is 415', async (encoding) => {
    const { raw, acme } = server()
    const headers = { 'content-encoding': encoding }
    for (const path of ['/v1/logs', '/api/v0/events']) {
      const answer = await raw('POST', path, { key: acme.owner.key, body: '{}', headers })
      expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'gzip, zstd, br, deflate'])
    }
  })
})

describe('the description of the API', () => {
  it.each(['/openapi.json', '/openapi.yaml'])('is compressed and has a version: %s', async (path) => {
    const first = await ask(path)
    expect(first.headers.etag).toMatch(/^"[\w-]+"$/)
    const again = await ask(path, { 'if-none-match': `"other", W/${first.headers.etag}` })
    expect([again.status, again.body.length]).toEqual([304, 0])
    const zipped = await ask(path, { 'accept-encoding': 'gzip' })
    expect(zipped.headers.etag).toBe(`W/${first.headers.etag}`)
    expect(gunzipSync(zipped.body).equals(first.body)).toBe(true)
    expect(zipped.body.length).toBeLessThan(first.body.length / 4)
  })

  it('is the same in YAML', async () => {
    const json = await ask('/openapi.json')
    const yaml = await ask('/openapi.yaml')
    expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8')
    expect(parse(yaml.body.toString())).toEqual(JSON.parse(json.body.toString()))
  })
})

describe('HEAD', () => {
  it.each([computers, '/healthz', '/openapi.json', '/docs', '/api/v0/me'])(
    'tells what GET of %s would',
    async (path) => {
      const got = await ask(path)
      const { status, headers, body } = await ask(path, {}, 'HEAD')
      expect([status, body.length]).toEqual([200, 0])
      expect(headers['content-type']).toBe(got.headers['content-type'])
      expect(headers['content-length']).toBe(String(got.body.length))
    },
  )

  it('asks for the same rights', async () => {
    expect((await ask(computers, { authorization: 'Bearer wrong' }, 'HEAD')).status).toBe(401)
  })
})

describe('every answer', () => {
  it.each([
    ['GET', computers, 200],
    ['GET', '/healthz', 200],
    ['GET', '/nothing', 404],
    ['POST', '/healthz', 405],
    ['GET', '/docs', 200],
  ])('of %s %s tells browsers to guess nothing', async (method, path, status) => {
    const answer = await ask(path, {}, method)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      // The installation of these tests is reached by https.
      'strict-transport-security': 'max-age=31536000',
    })
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  it('lets the page at /docs run its own script, and nothing else', async () => {
    const policy = (await ask('/docs')).headers['content-security-policy']
    expect(policy).toContain("script-src 'self'")
    expect((await ask(computers)).headers['content-security-policy']).not.toContain('script-src')
  })
})

describe('a path with a slash at its end', () => {
  it('does not exist, and the answer names the right one', async () => {
    const { status, body } = await ask(`${computers}/`)
    expect([status, JSON.parse(body.toString()).detail]).toEqual([404, expect.stringMatching(/computers$/)])
    expect(JSON.parse((await ask('/nothing/')).body.toString()).detail).not.toContain('slash')
  })
})

describe('the log', () => {
  it('reports an offline computer in one line, without a stack', async () => {
    const { acme } = server()
    const { id } = await acme.owner.computers.register({ name: 'closed-laptop' })
    const node = await secondNode(server())
    const path = `/api/v0/sessions?computerId=${id}`
    const { status } = await plainRequest(node.address, path, { authorization: `Bearer ${acme.owner.key}` })
    expect(status).toBe(503)
    const lines = node.lines.map((line) => JSON.parse(line)).filter(({ msg }) => /not connected/.test(msg))
    expect(lines).toMatchObject([{ level: 30, code: 'computer_offline', requestId: expect.any(String) }])
    expect(JSON.stringify(lines)).not.toContain('stack')
  })
})

describe('/metrics', () => {
  it('answers to this machine, and to nobody who comes through a proxy', async () => {
    expect((await ask('/metrics')).status).toBe(200)
    for (const header of ['x-forwarded-for', 'forwarded']) {
      const { status, body } = await ask('/metrics', { [header]: '127.0.0.1' })
      expect([status, JSON.parse(body.toString()).detail]).toEqual([
        401,
        expect.stringContaining('MUSTER_METRICS_TOKEN'),
      ])
    }
  })

  it('answers no page of a browser that reaches this machine under a name of its own', async () => {
    expect((await ask('/metrics', { host: 'evil.example' })).status).toBe(401)
    expect((await ask('/metrics', { host: 'localhost.evil.example:4000' })).status).toBe(401)
    for (const host of ['localhost:4000', '127.0.0.1', '[::1]:4000']) {
      expect([host, (await ask('/metrics', { host })).status]).toEqual([host, 200])
    }
  })

  it('needs a token where agents of managed computers run', async () => {
    const node = await secondNode(server(), { MUSTER_MANAGED_COMPUTERS: 'any' })
    const { status, body } = await plainRequest(node.address, '/metrics')
    expect([status, JSON.parse(body.toString()).detail]).toEqual([401, expect.stringContaining('Agents run on this')])
  })

  it('needs its token from everybody once there is one', async () => {
    const node = await secondNode(server(), { MUSTER_METRICS_TOKEN: 'for-prometheus' })
    const statusWith = async (headers: Record<string, string>) =>
      (await plainRequest(node.address, '/metrics', headers)).status
    expect(await statusWith({})).toBe(401)
    expect(await statusWith({ authorization: 'Bearer for-prometheus', 'x-forwarded-for': '203.0.113.7' })).toBe(200)
  })
})
