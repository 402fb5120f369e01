import { request } from 'node:http'
import { endpointList } from '@muster/contract/endpoints'
import { describe, expect, it } from 'vitest'
import { type RawAnswer, sharedTestServer } from '../src/testing/test-server.ts'
import { expectProblem } from './bad-input-problem.ts'

const server = sharedTestServer()

const get = (path: string) => server().raw('GET', path, { key: server().acme.owner.key })

/** The target of the request as it stands here: `fetch` would resolve `..`, and encode what it finds unfit. */
function rawTarget(method: string, path: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(server().address)
  const headers = { authorization: `Bearer ${server().acme.owner.key}` }
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => {
        const entries = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
        const status = response.statusCode ?? 0
        resolve({ status, headers: new Headers(Object.fromEntries(entries)), text, json: parsed(text) })
      })
    })
    outgoing.on('error', reject).end()
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const idPaths = [
  '/api/v0/sessions/:id',
  '/api/v0/sessions/:id/messages',
  '/api/v0/sessions/:id/messages/:id',
  '/api/v0/computers/:id',
  '/api/v0/computers/name/:id',
]

describe.each(idPaths)('%s', (template) => {
  const at = (id: string) => template.replaceAll(':id', id)

  it.each(['%zz', '%', '%2', '%ff', '%c0%af', '%ed%a0%80', 'a%'])('is 400 with the broken encoding %s', async (id) => {
    expectProblem(await get(at(id)), 400, 'invalid_request')
  })

  it.each(['%00', 'a%00b', '%00%00'])('is 400 with the NUL character in %s', async (id) => {
    expectProblem(await get(at(id)), 400, 'invalid_request')
  })

  it.each([
    '%2F',
    '..%2F..%2Fadmin',
    '%25',
    '%252F',
    'a%20b',
    '%F0%9F%98%80',
    "'%20or%201=1--",
    '%5C',
    '%0D%0A',
    '{}',
    '*',
  ])('is 404 for %s, which is an id that nothing has', async (id) => {
    const answer = await get(at(id))
    expectProblem(answer, 404)
    expect(answer.json.code).not.toBe('path_not_found')
  })

  it.each([201, 2000, 2001, 10_000])('is 400 for an id of %i characters', async (length) => {
    expectProblem(await get(at('a'.repeat(length)).slice(0, 14_000)), 400, 'invalid_request')
  })
})

describe('a path', () => {
  it('longer than any header may be is refused, without a hang', async () => {
    for (const length of [16_000, 20_000, 100_000]) {
      expect((await get(`/api/v0/sessions/${'a'.repeat(length)}`)).status).toBeOneOf([400, 414, 431])
    }
    expect((await get('/healthz')).status).toBe(200)
  })

  it.each([
    '/api',
    '/api/v0',
    '/api/v1/sessions',
    '/api/v0//sessions',
    '//api/v0/sessions',
    '/API/V0/SESSIONS',
    '/api/v0/sessions/a/b',
    '/api/v0/sessions.json',
    '/api/v0/sessions;limit=1',
    '/api/v0/sessions%2F1',
    '/%2e%2e/etc/passwd',
    '/.env',
    '/wp-login.php',
  ])('%s is not there', async (path) => {
    expectProblem(await rawTarget('GET', path), 404, 'path_not_found')
  })

  it.each(['/../etc/passwd', '/api/v0/../../etc/passwd', '/./healthz', '*'])('%s is not resolved', async (path) => {
    expectProblem(await rawTarget('GET', path), 404, 'path_not_found')
  })

  it('does not need a bearer to be unknown', async () => {
    expectProblem(await server().raw('GET', '/nowhere'), 404, 'path_not_found')
  })
})

describe('a query', () => {
  it.each([
    'limit=%00',
    'cursor=%00',
    'limit=%zz',
    'limit=%ff',
    'limit=1%00',
    'cursor=%ed%a0%80',
    'computerId=%00',
    'computerId=',
    `cursor=${'a'.repeat(5000)}`,
    'limit[]=1&limit=x',
    'limit=1&limit=1',
  ])('?%s is 400', async (query) => expectProblem(await get(`/api/v0/sessions?${query}`), 400))

  it.each([
    '?',
    '?&&&',
    '?=',
    '?==',
    '?limit',
    '?__proto__=1',
    '?constructor=1&toString=2',
    '?a[b][c]=1',
    `?${'a&'.repeat(5000)}`,
  ])('%s does no harm', async (query) => {
    const { status } = await get(`/api/v0/sessions${query}`)
    expect(status).toBe(query === '?limit' ? 400 : 200)
  })

  it('does not stand in for a path parameter', async () => {
    expectProblem(await get('/api/v0/computers/name/?name=x'), 404, 'path_not_found')
    expectProblem(await get('/api/v0/sessions/?sessionId=x'), 404, 'path_not_found')
  })
})

describe('methods', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  const paths = Map.groupBy(endpointList, ({ endpoint }) => endpoint.path)

  it.each([...paths.keys()])('that %s does not have are 405, with those that it has', async (path) => {
    const own = paths.get(path)?.map(({ endpoint }) => endpoint.method) ?? []
    const target = path.replaceAll(/\{\w+\}/g, 'x')
    for (const method of methods.filter((other) => !own.some((one) => one === other))) {
      const answer = await server().raw(method, target, { key: server().acme.owner.key })
      expectProblem(answer, 405, 'method_not_allowed')
      const allowed = answer.headers.get('allow')?.split(', ') ?? []
      expect(allowed.toSorted()).toEqual([...own, ...(own.includes('GET') ? ['HEAD'] : [])].toSorted())
    }
  })

  it('that are refused are refused whatever the body', async () => {
    const { key } = server().acme.owner
    for (const body of ['{', '\0', 'x'.repeat(2 ** 21)]) {
      expectProblem(await server().raw('PUT', '/api/v0/sessions', { key, body }), 405, 'method_not_allowed')
    }
  })

  it('HEAD answers as GET does, without a body', async () => {
    for (const path of [
      '/api/v0/sessions',
      '/healthz',
      '/api/v0/sessions?limit=0',
      '/api/v0/computers/x',
      '/nowhere',
    ]) {
      const [head, full] = [await rawTarget('HEAD', path), await rawTarget('GET', path)]
      expect([path, head.status, head.text]).toEqual([path, full.status, ''])
      expect(head.headers.get('content-type')).toBe(full.headers.get('content-type'))
      expect(head.headers.get('x-request-id')).toMatch(/\S/)
    }
  })

  it('HEAD needs a bearer where GET does', async () => {
    const answer = await fetch(`${server().address}/api/v0/sessions`, { method: 'HEAD' })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })

  it('OPTIONS, TRACE and those of other protocols do nothing and say so', async () => {
    for (const method of ['OPTIONS', 'PROPFIND', 'MKCOL', 'LOCK', 'PURGE']) {
      const answer = await rawTarget(method, '/api/v0/sessions')
      expect([method, answer.status]).toEqual([method, expect.toBeOneOf([204, 404, 405, 501])])
    }
  })
})

describe('x-request-id', () => {
  it('is taken from the request when it is a plain word, and is never an echo of anything else', async () => {
    const ask = (id: string) => server().raw('GET', '/nowhere', { headers: { 'x-request-id': id } })
    expect((await ask('abc-1.2_3')).json.requestId).toBe('abc-1.2_3')
    for (const id of ['', 'a b', '<script>', 'x'.repeat(65), 'é', 'a,b']) {
      const answer = await ask(id)
      expectProblem(answer, 404)
      expect(answer.json.requestId).not.toBe(id)
    }
  })

  it('is different for every request', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/nowhere')))
    expect(new Set(answers.map(({ json }) => json.requestId)).size).toBe(20)
  })
})
