import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'

const server = sharedTestServer()

/** Sends bytes that no client library would send, and resolves with all that comes back before the connection ends. */
function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(server().address)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text
    })
    socket.on('close', () => resolve(answer)).on('error', reject)
  })
}

function problemOf(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, problem: JSON.parse(body) as Record<string, unknown> }
}

describe('what is hardly HTTP', () => {
  it.each([
    ['headers of 20 KB', `GET /api/v0/me HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['a broken request line', 'GET\r\n\r\n', 400, 'invalid_request'],
    ['a path with bytes that are no ASCII', 'GET /\u00ff HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'invalid_request'],
  ])('gets a problem with a requestId: %s', async (_what, bytes, expected, code) => {
    const { status, head, problem } = problemOf(await exchange(bytes))
    expect(status).toBe(expected)
    expect(head).toContain('application/problem+json')
    expect(problem).toMatchObject({ status: expected, code, detail: expect.any(String) })
    expect(head).toContain(`x-request-id: ${problem.requestId}`)
  })
})

describe('methods', () => {
  it.each(['OPTIONS', 'PROPFIND', 'DELETE'])(
    'answers 405 with Allow to %s on a path that has others',
    async (method) => {
      const { status, headers, json } = await server().raw(method, '/api/v0/computers/name/x')
      expect([status, json.code, headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET, HEAD'])
    },
  )

  it('answers 404 to OPTIONS on a path that does not exist', async () => {
    expect((await server().raw('OPTIONS', '/api/v0/nothing')).status).toBe(404)
  })
})

describe('a POST without a body', () => {
  it('needs no media type, and may name any', async () => {
    const { key } = server().acme.owner
    for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
      const answer = await server().raw('POST', '/api/v0/token', { key, headers: { 'content-type': type } })
      expect(answer.status).toBe(200)
    }
  })
})
