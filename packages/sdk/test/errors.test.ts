import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createClient, isMusterError, MusterConnectionError, MusterError } from '../src/client.ts'
import { nobodysUrl, problem, type StubAnswer, stubServer } from './stub-server.ts'

const apiKey = 'mst_k1_abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'

async function failure(answer: StubAnswer, baseUrl?: string): Promise<unknown> {
  const server = await stubServer([answer])
  const client = createClient({ baseUrl: baseUrl ?? server.url, apiKey, retries: 0 })
  return client.sessions.get({ sessionId: 's1' }).then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )
}

describe('MusterError', () => {
  it('holds the problem that the service describes', async () => {
    const errors = [{ path: '/name', message: 'must be a string' }]
    const answer = { ...problem(400, 'invalid_request', 'Wrong.', { 'retry-after': '3' }) }
    const error = await failure({ ...answer, body: { ...answer.body, errors } })
    expect(error).toBeInstanceOf(MusterError)
    expect(error).toMatchObject({
      name: 'MusterError',
      status: 400,
      code: 'invalid_request',
      title: 'Refused',
      detail: 'Wrong.',
      requestId: 'req_1',
      retryAfterMs: 3000,
      errors,
      message: 'Refused: Wrong. (400 invalid_request)',
    })
  })

  it('is made from the status alone when a proxy answers', async () => {
    const error = await failure({
      status: 502,
      body: '<html>Bad gateway</html>',
      headers: { 'x-request-id': 'proxy-9', 'content-type': 'text/html' },
    })
    expect(error).toMatchObject({ status: 502, code: 'http_502', requestId: 'proxy-9', errors: [] })
  })

  it('survives a body that only pretends to be a problem', async () => {
    const headers = { 'content-type': 'application/problem+json' }
    expect(await failure({ status: 400, headers, body: '{"title": 5, "errors":' })).toMatchObject({ code: 'http_400' })
    expect(await failure({ status: 400, headers, body: { title: 5, errors: [null, { path: 1 }] } })).toMatchObject({
      title: 'Status 400',
      errors: [{ path: '', message: '' }],
    })
  })

  it('is recognised by its code', async () => {
    const error = await failure(problem(404, 'session_not_found'))
    expect(isMusterError(error)).toBe(true)
    expect(isMusterError(error, 'session_not_found')).toBe(true)
    expect(isMusterError(error, 'computer_not_found')).toBe(false)
    expect(isMusterError(new Error('x'))).toBe(false)
  })
})

describe('MusterConnectionError', () => {
  it('names the address that does not answer, and the reason', async () => {
    const free = nobodysUrl
    const error = await failure({}, free)
    expect(error).toBeInstanceOf(MusterConnectionError)
    expect(error).toMatchObject({ message: expect.stringContaining(`${free}: connect ECONNREFUSED`) })
    expect(error).toHaveProperty('cause')
  })

  it('is thrown for an answer that cannot be the service’s', async () => {
    const page = { body: '<html>', headers: { 'content-type': 'text/html' } }
    expect(await failure(page)).toMatchObject({ message: expect.stringContaining('not JSON') })
    const moved = { status: 301, headers: { location: 'https://elsewhere.example/' } }
    expect(await failure(moved)).toMatchObject({ message: expect.stringContaining('redirect') })
  })
})

describe('the API key', () => {
  it.each<[string, StubAnswer]>([
    ['a refusal that echoes it', problem(401, 'unauthorized', `Bearer ${apiKey} is unknown.`)],
    ['a broken connection', { hangUp: true }],
    ['a page', { body: `<html>${apiKey}` }],
    ['a redirect', { status: 302, headers: { location: `/?key=${apiKey}` } }],
  ])('does not occur in the error of %s', async (_, answer) => {
    const error = await failure(answer)
    expect(error).toBeInstanceOf(Error)
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(apiKey)
  })

  it('does not occur in the error for a key that no header can carry', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: `${apiKey}\n${apiKey}` })
    const error = await client.sessions.list().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(TypeError)
    expect(inspect(error)).not.toContain(apiKey)
  })

  it('is not shown by printing the client', () => {
    expect(inspect(createClient({ baseUrl: 'http://x', apiKey }), { depth: 10, showHidden: true })).not.toContain(
      apiKey,
    )
  })

  it('may not be part of the URL', () => {
    expect(() => createClient({ baseUrl: `http://user:${apiKey}@host` })).toThrow(/^((?!mst_).)*$/)
    expect(() => createClient({ baseUrl: 'ftp://host' })).toThrow('http(s)')
    expect(() => createClient({ baseUrl: 'host:4000' })).toThrow('http(s)')
  })
})
