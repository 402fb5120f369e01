import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { expectProblem } from './bad-input-problem.ts'

const server = sharedTestServer()
let computerId: string

beforeAll(async () => {
  computerId = (await server().acme.owner.computers.register({ name: 'workshop' })).id
})

type Body = string | Uint8Array<ArrayBuffer> | undefined

const send = (method: string, path: string, body: Body, contentType?: string) =>
  server().raw(method, path, {
    key: server().acme.owner.key,
    body,
    ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
  })

const register = (body: Body) => send('POST', '/api/v0/computers', body)

const createSession = (settings: string) =>
  send('POST', '/api/v0/sessions', `{"computerId":"${computerId}","sessionSettings":${settings}}`)

describe('a body that is not JSON', () => {
  it.each([
    '{',
    '{"name":',
    '{"name":"x",}',
    "{'name':'x'}",
    '{name:"x"}',
    '{"name":"x"}}',
    '{"name":"x"} trailing',
    '{"name":"\n"}',
    '{"name":"\\x"}',
    '{"name":"\\u12"}',
    '{"name":NaN}',
    '{"name":01}',
    'undefined',
    '// a comment\n{}',
    '\ufeff{"name":"x"}',
    ' ',
    '<name>x</name>',
    'name=x',
  ])('%j is 400', async (body) => expectProblem(await register(body), 400, 'malformed_json'))

  it.each([
    ['a lone byte', [0xff]],
    ['Latin-1', [...Buffer.from('{"name":"\xfc"}', 'latin1')]],
    ['an overlong encoding', [...Buffer.from('{"name":"'), 0xc0, 0xaf, ...Buffer.from('"}')]],
    ['half a surrogate pair', [...Buffer.from('{"name":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')]],
    ['half a character', [...Buffer.from('{"name":"'), 0xf0, 0x9f, 0x98, ...Buffer.from('"}')]],
    ['UTF-16', [...Buffer.from('\ufeff{"name":"x"}', 'utf16le')]],
  ])('%s is 400', async (_, bytes) => expectProblem(await register(Uint8Array.from(bytes)), 400, 'malformed_json'))

  it('is not quoted in the answer, because it may hold a secret', async () => {
    const { text } = await register('{"name": mst_secret_0123456789}')
    expect(text).not.toContain('secret')
  })
})

describe('a body of the wrong type', () => {
  it.each(['null', 'true', '1', '"text"', '[]', '[{"name":"x"}]'])('%s is 400', async (body) =>
    expectProblem(await register(body), 400, 'invalid_request'),
  )

  it('is 400 when it is missing or empty', async () => {
    expectProblem(await register(undefined), 400, 'invalid_request')
    expectProblem(await send('POST', '/api/v0/computers', '', 'application/json'), 400, 'invalid_request')
    expectProblem(await send('PUT', '/api/v0/organization/usage/limits/users', undefined), 400, 'invalid_request')
  })

  it('names every field that is wrong', async () => {
    const answer = await register('{"name":7,"provider":"x","hostname":null,"colour":"red"}')
    expectProblem(answer, 400, 'invalid_request')
    const paths = answer.json.errors.map(({ path }: { path: string }) => path)
    expect(paths.toSorted()).toEqual(['colour', 'hostname', 'name', 'provider'])
  })
})

describe('text that cannot be kept', () => {
  const texts = ['\\u0000', 'a\\u0000b', '\\ud800', '\\udc00', '\\udc00\\ud800', 'x\\ud83d']

  it.each(texts)('"%s" is 400 as a value and as a key, at any depth', async (text) => {
    const bodies = [
      await register(`{"name":"${text}"}`),
      await register(`{"name":"x","${text}":1}`),
      await createSession(`{"model":"${text}"}`),
      await createSession(`{"tags":[{"name":"a","metadata":{"b":[{"c":"${text}"}]}}]}`),
      await createSession(`{"tags":[{"name":"a","metadata":{"b":{"${text}":1}}}]}`),
      await createSession(`{"enabledToolIds":["fine","${text}"]}`),
    ]
    for (const answer of bodies) expectProblem(answer, 400, 'invalid_request')
    expect(bodies[0]?.json.errors[0].path).toBe('name')
    expect(bodies[3]?.json.errors[0].path).toBe('sessionSettings.tags[0].metadata.b[0].c')
    expect(bodies[4]?.json.errors[0].path).toBe('sessionSettings.tags[0].metadata.b')
    expect(bodies[5]?.json.errors[0].path).toBe('sessionSettings.enabledToolIds[1]')
  })

  it('is not text that only looks odd', async () => {
    const name = '\u0001\u0007\u001f\u007f\u0085\u2028\ufeff\ufffd\ufffe\u{1f9ff}'
    const { json } = await register(JSON.stringify({ name }))
    expect(json.name).toBe(name)
  })
})

describe('a number that cannot be kept', () => {
  it('is 400, and does not come back as null', async () => {
    const answer = await createSession('{"tags":[{"name":"a","metadata":{"n":[0,-1e999]}}]}')
    expectProblem(answer, 400, 'invalid_request')
    expect(answer.json.errors[0].path).toBe('sessionSettings.tags[0].metadata.n[1]')
    expectProblem(await createSession('{"assistantActiveTimeMs":1e999}'), 400)
    expectProblem(await createSession('{"assistantActiveTimeMs":9007199254740993}'), 400)
  })
})

describe('nesting', () => {
  const nested = (levels: number) =>
    `{"tags":[{"name":"a","metadata":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}]}`

  it('of 40 levels comes back', async () => {
    const { status, json } = await createSession(nested(40))
    expect([status, JSON.stringify(json.sessionSettings)]).toEqual([201, nested(40)])
  })

  it('of 200 levels is 400, and so is any more', async () => {
    expectProblem(await createSession(nested(200)), 400, 'invalid_request')
    expectProblem(await register('['.repeat(500_000)), 400, 'invalid_request')
    expectProblem(await register('['.repeat(50_000)), 400, 'malformed_json')
    expectProblem(await register('['.repeat(250_000) + ']'.repeat(250_000)), 400, 'invalid_request')
    expectProblem(await register(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`), 400, 'invalid_request')
  })
})

describe('keys with a meaning in JavaScript', () => {
  it('are unknown fields like all others', async () => {
    for (const key of ['constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']) {
      const answer = await register(`{"name":"x","${key}":{"name":"y"}}`)
      expectProblem(answer, 400, 'invalid_request')
      expect(answer.json.errors[0].path).toBe(key)
    }
  })

  it('do not stand in for a field that is missing', async () => {
    expectProblem(await register('{"__proto__":{"name":"x"}}'), 400, 'invalid_request')
    expectProblem(await register('{"name":"x","__proto__":{"admin":true}}'), 400, 'invalid_request')
    expectProblem(await createSession('{"tags":[{"name":"a","metadata":{"__proto__":{"a":1}}}]}'), 400)
    expect({}).not.toHaveProperty('admin')
  })

  it('are kept where any key is allowed', async () => {
    const settings = '{"tags":[{"name":"a","metadata":{"constructor":{"prototype":{"x":1}},"toString":null}}]}'
    expect(JSON.stringify((await createSession(settings)).json.sessionSettings)).toBe(settings)
  })
})

describe('strings that are too long', () => {
  it.each([
    ['name', () => register(JSON.stringify({ name: 'x'.repeat(64) }))],
    ['hostname', () => register(JSON.stringify({ name: 'x', hostname: 'x'.repeat(254) }))],
    ['name', () => register(JSON.stringify({ name: 'x'.repeat(1_000_000) }))],
    ['sessionSettings.model', () => createSession(JSON.stringify({ model: 'x'.repeat(201) }))],
    ['sessionSettings.providerLock', () => createSession(JSON.stringify({ providerLock: 'x'.repeat(65) }))],
    ['sessionSettings.tags[0].name', () => createSession(JSON.stringify({ tags: [{ name: 'x'.repeat(201) }] }))],
  ])('%s is 400', async (path, ask) => {
    const answer = await ask()
    expectProblem(answer, 400, 'invalid_request')
    expect(answer.json.errors[0].path).toBe(path)
    expect(answer.text.length).toBeLessThan(2000)
  })
})

describe('media types', () => {
  const json = '{"name":"'

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    '',
  ])('other than JSON are 415: %j', async (contentType) => {
    // Bytes, because `fetch` would give a text a media type of its own.
    const body = new Uint8Array(Buffer.from(`${json}unsupported"}`))
    expectProblem(await send('POST', '/api/v0/computers', body, contentType), 415, 'unsupported_media_type')
  })

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON;charset=UTF-8',
    'application/merge-patch+json',
  ])('of JSON are taken: %s', async (contentType) => {
    const answer = await send('POST', '/api/v0/computers', `${json}${contentType}"}`, contentType)
    expect([answer.status, answer.json.name]).toEqual([201, contentType])
  })
})

describe('DELETE with a body', () => {
  it('of nothing, or of an empty object, is the same as without', async () => {
    const { owner } = server().acme
    for (const body of ['', '{}', undefined]) {
      const { sessionId } = await owner.sessions.create({ computerId })
      const answer = await send('DELETE', `/api/v0/sessions/${sessionId}`, body, 'application/json')
      expect([body, answer.status, answer.text]).toEqual([body, 204, ''])
    }
  })
})
