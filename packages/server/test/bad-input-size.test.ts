import { request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { expectProblem } from './bad-input-problem.ts'

const server = sharedTestServer()
let messages: string

beforeAll(async () => {
  const { owner } = server().acme
  const { id } = await owner.computers.register({ name: 'workshop' })
  messages = `/api/v0/sessions/${(await owner.sessions.create({ computerId: id })).sessionId}/messages`
})

const megabytes = 10
const large = JSON.stringify({ name: 'x'.repeat(megabytes * 2 ** 20) })

interface Upload {
  readonly path: string
  /** What is really sent, which may be less than was announced. */
  readonly chunks: readonly string[]
  readonly contentLength?: number
  /** The request stays open, as if the caller were slow. */
  readonly unfinished?: boolean
}

/** A request by hand: `fetch` would not announce one length and send another. Resolves with the answer. */
function upload({
  path,
  chunks,
  contentLength,
  unfinished,
}: Upload): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server().address)
    const headers = {
      authorization: `Bearer ${server().acme.owner.key}`,
      'content-type': 'application/json',
      ...(contentLength !== undefined && { 'content-length': contentLength }),
    }
    const outgoing = request({ hostname, port, path, method: 'POST', headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => {
        outgoing.destroy()
        resolve({ status: response.statusCode, text })
      })
    })
    // A server that has answered may close while the rest of the body is still on its way.
    outgoing.on('error', reject)
    for (const chunk of chunks) outgoing.write(chunk)
    if (!unfinished) outgoing.end()
  })
}

const ordinary = '/api/v0/computers'

describe('a body that is too large', () => {
  it('is 413 by fetch', async () => {
    const { key } = server().acme.owner
    for (const path of [ordinary, messages]) {
      expectProblem(await server().raw('POST', path, { key, body: large }), 413, 'body_too_large')
    }
  })

  it('is 413 with the limit for a message of 20 MB, and 400 for one that is only longer than a text may be', async () => {
    const { key } = server().acme.owner
    const post = (length: number) =>
      server().raw('POST', messages, { key, body: JSON.stringify({ text: 'x'.repeat(length) }) })
    const tooLarge = await post(20_000_000)
    expectProblem(tooLarge, 413, 'body_too_large')
    expect(tooLarge.json.detail).toContain(`${8 * 2 ** 20} bytes`)
    const tooLong = await post(1_000_001)
    expectProblem(tooLong, 400, 'invalid_request')
    expect(tooLong.json.errors).toEqual([
      { path: 'text', message: expect.stringContaining('up to 1000000 characters') },
    ])
  })

  it('gets the limit in the answer', async () => {
    const { key } = server().acme.owner
    for (const [path, limit] of [
      [ordinary, 2 ** 20],
      [messages, 8 * 2 ** 20],
    ] as const) {
      expect((await server().raw('POST', path, { key, body: large })).json.detail).toContain(`${limit} bytes`)
    }
  })

  it('is 413 by node:http, with a length and in chunks', async () => {
    const chunks = Array.from({ length: megabytes * 16 }, () => 'x'.repeat(2 ** 16))
    for (const path of [ordinary, messages]) {
      const contentLength = megabytes * 2 ** 20
      for (const answer of [await upload({ path, chunks, contentLength }), await upload({ path, chunks })]) {
        expect([answer.status, JSON.parse(answer.text).code]).toEqual([413, 'body_too_large'])
      }
    }
  })

  it('is refused from its length alone, before it was sent', async () => {
    const answer = await upload({ path: ordinary, chunks: ['{'], contentLength: 1e12, unfinished: true })
    expect(answer.status).toBe(413)
  })

  it('is refused as soon as it is too large, without waiting for its end', async () => {
    const chunks = Array.from({ length: 32 }, () => ' '.repeat(2 ** 16))
    expect((await upload({ path: ordinary, chunks, unfinished: true })).status).toBe(413)
  })

  it('is 401 without a bearer, and is not read', async () => {
    expectProblem(await server().raw('POST', ordinary, { body: large }), 401, 'unauthorized')
  })

  it('does not keep others from being served', async () => {
    const { owner } = server().acme
    const uploads = Array.from({ length: 10 }, () => server().raw('POST', ordinary, { key: owner.key, body: large }))
    expect((await owner.computers.list()).computers).toHaveLength(1)
    for (const answer of await Promise.all(uploads)) expect(answer.status).toBe(413)
  })

  it('leaves the connection usable, or closed, but never hanging', async () => {
    for (let round = 0; round < 5; round++) {
      const { key } = server().acme.owner
      expect((await server().raw('POST', ordinary, { key, body: large })).status).toBe(413)
      expect((await server().raw('GET', ordinary, { key })).status).toBe(200)
    }
  })
})

describe('a body of nothing but faults', () => {
  // Each of these once took seconds, in which nobody else was answered.
  const bodies: [string, string, string, () => string][] = [
    ['a list of half a million numbers', 'PUT', '/api/v0/organization/usage/limits/users', () => list('0', 500_000)],
    ['fifty thousand different scopes', 'POST', '/api/v0/api-keys', () => scopes(50_000)],
    ['a million attachments', 'POST', '', () => `{"text":"x","images":[${'0,'.repeat(999_999)}0]}`],
    ['two million empty objects', 'POST', '', () => `{"text":"x","images":[${'{},'.repeat(1_999_999)}{}]}`],
    ['a hundred thousand unknown fields', 'POST', '', () => fields(100_000)],
    ['a text that is too long', 'POST', '', () => JSON.stringify({ text: 'x'.repeat(7_000_000) })],
    ['base64 with a fault at its end', 'POST', '', () => file(`${'A'.repeat(6_000_000)}!`)],
    ['base64 of nothing but padding', 'POST', '', () => file('='.repeat(6_000_000))],
  ]

  it.each(bodies)('gets a short list of them: %s', async (_, method, path, body) => {
    const answer = await server().raw(method, path || messages, { key: server().acme.owner.key, body: body() })
    expectProblem(answer, 400, 'invalid_request')
    expect(answer.json.errors.length).toBeLessThanOrEqual(20)
  })

  it('is refused before it is parsed when it holds more than anybody needs', async () => {
    const answer = await server().raw('POST', messages, { key: server().acme.owner.key, body: fields(100_000) })
    expect(answer.json.errors).toEqual([{ path: 'body', message: 'must not have more than 20000 fields in all' }])
  })
})

const list = (item: string, length: number) => `{"users":[${Array(length).fill(item).join(',')}]}`
const scopes = (length: number) =>
  JSON.stringify({ name: 'x', scopes: Array.from({ length }, (_, index) => `scope ${index}`) })
const fields = (length: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length }, (_, index) => [`field ${index}`, index])))
const file = (data: string) => JSON.stringify({ text: 'x', files: [{ type: 'base64', mediaType: 'text/plain', data }] })
