import { describe, expect, it } from 'vitest'
import { createClient } from '../src/client.ts'
import { stubServer } from './stub-server.ts'

async function setUp(options: { appUrl?: string; headers?: Record<string, string> } = {}) {
  const server = await stubServer([{ body: {}, headers: { 'x-answer': '42' } }])
  return { server, client: createClient({ baseUrl: server.url, apiKey: 'mst_a_b', ...options }) }
}

describe('one flat input', () => {
  it('becomes path and query on GET', async () => {
    const { client, server } = await setUp()
    await client.messages.list({ sessionId: 's1', limit: 5, role: 'user', cursor: undefined })
    expect(server.seen[0]).toMatchObject({ method: 'GET', url: '/api/v0/sessions/s1/messages?limit=5&role=user' })
    expect(server.seen[0]?.body).toBe('')
  })

  it('becomes path and body on POST and PATCH', async () => {
    const { client, server } = await setUp()
    await client.messages.post({ sessionId: 's1', text: 'héllo' })
    await client.computers.update({ computerId: 'c1', name: 'mine' })
    expect(server.seen.map(({ method, url, body }) => [method, url, JSON.parse(body)])).toEqual([
      ['POST', '/api/v0/sessions/s1/messages', { text: 'héllo' }],
      ['PATCH', '/api/v0/computers/c1', { name: 'mine' }],
    ])
    expect(server.seen[0]?.headers['content-type']).toBe('application/json')
  })

  it('keeps null in a body, where it removes something', async () => {
    const { client, server } = await setUp()
    await client.sessions.update({ sessionId: 's1', sessionSettings: { archivedAt: null } })
    expect(server.seen[0]?.body).toBe('{"sessionSettings":{"archivedAt":null}}')
  })

  it('sends an empty object where a body is expected, and no body where none is', async () => {
    const { client, server } = await setUp()
    await client.controls.replace({})
    await client.apiKeys.createToken()
    expect(server.seen.map(({ body }) => body)).toEqual(['{}', ''])
  })

  it.each([
    ['a/b', 'a%2Fb'],
    ['50%', '50%25'],
    ['%2F', '%252F'],
    ['büro ☕ #1?', 'b%C3%BCro%20%E2%98%95%20%231%3F'],
    ['...', '...'],
    ['lone \ud800', 'lone%20%EF%BF%BD'],
  ])('percent-encodes %j in the path', async (name, encoded) => {
    const { client, server } = await setUp()
    await client.computers.getByName({ name })
    expect(server.seen[0]?.url).toBe(`/api/v0/computers/name/${encoded}`)
  })

  it.each(['', '.', '..'])('refuses %j in the path, because it would name another path', async (sessionId) => {
    const { client, server } = await setUp()
    await expect(client.sessions.remove({ sessionId })).rejects.toThrow(TypeError)
    expect(server.seen).toEqual([])
  })
})

describe('headers', () => {
  it('carries the bearer, If-Match and the caller’s own', async () => {
    const { client, server } = await setUp({ headers: { 'user-agent': 'test/1' } })
    await client.controls.replace({ ideAutoConnect: true }, { ifMatch: 3, headers: { 'x-trace': 'abc' } })
    expect(server.seen[0]?.headers).toMatchObject({
      authorization: 'Bearer mst_a_b',
      'if-match': '3',
      'user-agent': 'test/1',
      'x-trace': 'abc',
    })
  })

  it('asks a function for the token on every attempt', async () => {
    const server = await stubServer([{ status: 503, body: {} }, { body: {} }])
    let turn = 0
    const token = async () => `token-${++turn}`
    await createClient({ baseUrl: server.url, token, sleep: async () => {} }).sessions.list()
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2'])
  })

  it('sends no Authorization without a key', async () => {
    const server = await stubServer([{ body: { status: 'ok' } }])
    expect(await createClient({ baseUrl: server.url }).service.health()).toEqual({ status: 'ok' })
    expect(server.seen[0]?.headers.authorization).toBeUndefined()
  })
})

describe('hosts', () => {
  it('sends readiness reports to the application host, with every path below a base path', async () => {
    const app = await stubServer([{ body: { reports: [] } }])
    const { client, server } = await setUp({ appUrl: `${app.url}/app/` })
    await client.reports.list()
    await client.request('GET', '/api/organization/agent-readiness-reports?limit=1', { query: { repoId: 'a b' } })
    await client.sessions.list()
    expect(app.seen.map(({ url }) => url)).toEqual([
      '/app/api/organization/maturity-level-reports',
      '/app/api/organization/agent-readiness-reports?limit=1&repoId=a+b',
    ])
    expect(server.seen.map(({ url }) => url)).toEqual(['/api/v0/sessions'])
  })
})

describe('answers', () => {
  it('is undefined for 204', async () => {
    const server = await stubServer([{ status: 204 }])
    expect(await createClient({ baseUrl: server.url }).sessions.remove({ sessionId: 's' })).toBeUndefined()
  })

  it('is text where the endpoint produces text', async () => {
    const server = await stubServer([{ body: 'up 1\n' }])
    expect(await createClient({ baseUrl: server.url }).service.metrics()).toBe('up 1\n')
    expect(server.seen[0]?.headers.accept).toBe('text/plain')
  })
})

describe('request', () => {
  it('makes any call and gives status, headers and body', async () => {
    const { client, server } = await setUp()
    const answer = await client.request('post', '/api/v0/new', { query: { a: [1, 2] }, body: { b: true } })
    expect(answer).toMatchObject({ status: 200, body: {} })
    expect(answer.headers.get('x-answer')).toBe('42')
    expect(server.seen[0]).toMatchObject({ method: 'POST', url: '/api/v0/new?a=1&a=2', body: '{"b":true}' })
  })

  it('sends text as it is, with the caller’s content type', async () => {
    const { client, server } = await setUp()
    const headers = { 'Content-Type': 'application/x-ndjson' }
    await client.request('POST', '/api/v0/events', { body: '{}\n{}\n', headers })
    expect(server.seen[0]).toMatchObject({ body: '{}\n{}\n', headers: { 'content-type': 'application/x-ndjson' } })
  })

  it('stays on its host, whatever the path looks like', async () => {
    const { client, server } = await setUp()
    await client.request('GET', '//elsewhere.example/x')
    expect(server.seen[0]?.url).toBe('//elsewhere.example/x')
    await expect(client.request('GET', 'https://elsewhere.example/')).rejects.toThrow('begin with a slash')
    await expect(client.request('GET', '@elsewhere.example/')).rejects.toThrow(TypeError)
  })
})
