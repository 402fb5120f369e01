import { describe, expect, it } from 'vitest'
import { createClient, MusterConnectionError } from '../src/client.ts'
import { maxRetryAfterMs, parseRetryAfter, retryDelayMs, sleepFor } from '../src/retry.ts'
import { problem, type StubAnswer, stubServer } from './stub-server.ts'

const session = { sessionId: 's1', status: 'idle', messageCount: 0, createdAt: 1, updatedAt: 1 }

/** A client that notes its pauses instead of waiting. */
async function setUp(answers: readonly StubAnswer[], options: { retries?: number; timeoutMs?: number } = {}) {
  const server = await stubServer(answers)
  const pauses: number[] = []
  const client = createClient({
    baseUrl: server.url,
    apiKey: 'mst_a_b',
    random: () => 0.5,
    sleep: async (ms) => void pauses.push(ms),
    ...options,
  })
  return { client, pauses, seen: server.seen }
}

describe('retries', () => {
  it.each([429, 502, 503, 504])('retries after a passing %i', async (status) => {
    const { client, seen } = await setUp([problem(status, 'unavailable'), { body: session }])
    expect(await client.sessions.get({ sessionId: 's1' })).toEqual(session)
    expect(seen).toHaveLength(2)
  })

  it.each([400, 401, 403, 404, 409, 412, 500])('does not repeat after %i', async (status) => {
    const { client, seen } = await setUp([problem(status, 'x'), { body: session }])
    await expect(client.sessions.get({ sessionId: 's1' })).rejects.toMatchObject({ status })
    expect(seen).toHaveLength(1)
  })

  it('doubles the pause, with jitter, and gives up after the last attempt', async () => {
    const { client, pauses, seen } = await setUp([problem(503, 'unavailable')], { retries: 3 })
    await expect(client.sessions.get({ sessionId: 's1' })).rejects.toMatchObject({ status: 503, code: 'unavailable' })
    expect(seen).toHaveLength(4)
    expect(pauses).toEqual([100, 200, 400])
  })

  it('does not repeat at all with retries: 0', async () => {
    const { client, seen } = await setUp([problem(503, 'unavailable')], { retries: 0 })
    await expect(client.sessions.list()).rejects.toMatchObject({ status: 503 })
    expect(seen).toHaveLength(1)
  })

  it('retries after a broken connection and after a time-out', async () => {
    const { client, seen } = await setUp([{ hangUp: true }, { silent: true }, { body: session }], { timeoutMs: 2000 })
    expect(await client.sessions.get({ sessionId: 's1' })).toEqual(session)
    expect(seen).toHaveLength(3)
  })

  it.each([
    ['PUT', (client: Client) => client.controls.replace({})],
    ['PATCH', (client: Client) => client.sessions.update({ sessionId: 's1', title: 'x' })],
    ['DELETE', (client: Client) => client.sessions.remove({ sessionId: 's1' })],
  ])('repeats %s', async (_, call) => {
    const { client, seen } = await setUp([{ hangUp: true }, { body: {} }])
    await call(client)
    expect(seen).toHaveLength(2)
  })
})

type Client = ReturnType<typeof createClient>

describe('idempotency keys', () => {
  it('keeps one key across the attempts of a POST, and makes a new one for the next call', async () => {
    const { client, seen } = await setUp([{ hangUp: true }, problem(503, 'unavailable'), { body: session }])
    await client.sessions.create({ computerId: 'c1' })
    await client.sessions.create({ computerId: 'c1' })
    const keys = seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
    expect(keys[3]).not.toBe(keys[0])
  })

  it('waits for a first request that is still being worked on', async () => {
    const { client, seen } = await setUp([problem(409, 'idempotency_in_progress'), { body: session }])
    expect(await client.sessions.create({ computerId: 'c1' })).toEqual(session)
    expect(seen).toHaveLength(2)
  })

  it('uses the caller’s key', async () => {
    const { client, seen } = await setUp([{ body: { messageId: 'm', status: 'pending' } }])
    await client.messages.post({ sessionId: 's1', text: 'hello' }, { idempotencyKey: 'mine' })
    expect(seen[0]?.headers['idempotency-key']).toBe('mine')
  })

  it('does not repeat a POST that takes no key', async () => {
    const { client, seen } = await setUp([problem(503, 'unavailable'), { body: {} }])
    await expect(client.apiKeys.createToken()).rejects.toMatchObject({ status: 503 })
    await expect(client.request('POST', '/api/v0/other', { body: {} })).resolves.toMatchObject({ status: 200 })
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined])
  })
})

describe('Retry-After', () => {
  it('waits as long as the service asks', async () => {
    const busy = problem(429, 'too_many_requests', 'Slow.', { 'retry-after': '7' })
    const { client, pauses } = await setUp([busy, { body: session }])
    await client.sessions.get({ sessionId: 's1' })
    expect(pauses).toEqual([7000])
  })

  it('gives up at once when the service asks for longer than the bound', async () => {
    const busy = problem(429, 'too_many_requests', 'Slow.', { 'retry-after': '3600' })
    const { client, pauses } = await setUp([busy, { body: session }])
    await expect(client.sessions.get({ sessionId: 's1' })).rejects.toMatchObject({ retryAfterMs: 3_600_000 })
    expect(pauses).toEqual([])
  })

  it('reads seconds and HTTP dates, and nothing else', () => {
    const now = Date.parse('2026-03-01T09:30:00Z')
    expect(parseRetryAfter('12', now)).toBe(12_000)
    expect(parseRetryAfter('Sun, 01 Mar 2026 09:30:05 GMT', now)).toBe(5000)
    expect(parseRetryAfter('Sun, 01 Mar 2026 09:29:00 GMT', now)).toBe(0)
    for (const text of [null, '', 'soon', '-1', '1.5', '2026']) {
      expect([text, parseRetryAfter(text, now)]).toEqual([text, text === '2026' ? 2_026_000 : undefined])
    }
  })

  it('never pauses for longer than ten seconds of its own', () => {
    expect(retryDelayMs(30, undefined, () => 0.999)).toBe(9990)
    expect(retryDelayMs(0, maxRetryAfterMs, () => 0)).toBe(maxRetryAfterMs)
    expect(retryDelayMs(0, maxRetryAfterMs + 1, () => 0)).toBeUndefined()
  })
})

describe('abort', () => {
  it('ends a call that waits for its answer, with the signal’s reason', async () => {
    const { client, seen } = await setUp([{ silent: true }])
    const stop = new AbortController()
    const call = client.sessions.list({}, { signal: stop.signal })
    await Promise.race([call, expect.poll(() => seen).toHaveLength(1)])
    stop.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    expect(seen).toHaveLength(1)
  })

  it('ends a call that waits for its next attempt', async () => {
    const server = await stubServer([problem(503, 'unavailable', 'No.', { 'retry-after': '20' })])
    const stop = new AbortController()
    const sleep: typeof sleepFor = (ms, signal) => {
      setImmediate(() => stop.abort())
      return sleepFor(ms, signal)
    }
    const client = createClient({ baseUrl: server.url, sleep })
    const call = client.sessions.list({}, { signal: stop.signal })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(server.seen).toHaveLength(1)
  })

  it('sends nothing when the signal was aborted before', async () => {
    const { client, seen } = await setUp([{ body: {} }])
    await expect(client.sessions.list({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(seen).toEqual([])
  })

  it('distinguishes a time-out from an abort', async () => {
    const { client } = await setUp([{ silent: true }], { retries: 0 })
    const call = client.sessions.list({}, { timeoutMs: 30, signal: new AbortController().signal })
    await expect(call).rejects.toBeInstanceOf(MusterConnectionError)
    await expect(client.sessions.list({}, { timeoutMs: 30 })).rejects.toThrow('no answer within 0.03 seconds')
  })
})
