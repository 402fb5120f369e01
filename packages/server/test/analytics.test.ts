import { once } from 'node:events'
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Person, sharedTestServer, testServer } from '../src/testing/test-server.ts'
import { expectProblem } from './bad-input-problem.ts'

const now = '2026-03-05T09:30:00.000Z'
const server = sharedTestServer({ MUSTER_NOW: now })
const names = ['tokens', 'tools', 'activity', 'productivity', 'users']

function get(name: string, query: string, options: { key?: string; headers?: Record<string, string> } = {}) {
  const { key = server().acme.owner.key, headers = {} } = options
  return server().raw('GET', `/api/v1/analytics/${name}?${query}`, { key, headers })
}

function message(day: string, more: object = {}) {
  return { time: `${day}T12:00:00Z`, client: 'web', type: 'message', role: 'user', ...more } as const
}

async function send(person: Person, events: readonly object[]): Promise<void> {
  const receipt = await person.telemetry.events({ events: events as never })
  expect(receipt.rejected).toEqual([])
  await person.analytics.refresh()
}

/** `fetch` inflates answers; this does not. */
async function asItComes(url: string, headers: Record<string, string>) {
  const [message] = await once(request(url, { headers }).end(), 'response')
  const { 'content-encoding': encoding, vary } = message.headers
  return { encoding, vary, bytes: Buffer.concat(await Array.fromAsync(message as AsyncIterable<Buffer>)) }
}

describe.each(names)('/api/v1/analytics/%s', (name) => {
  it.each([
    ['', 'startDate'],
    ['startDate=2026-02-01', 'endDate'],
    ['startDate=2026-02-30&endDate=2026-03-01', 'startDate'],
    ['startDate=2026-02-01&endDate=2026-13-01', 'endDate'],
    ['startDate=2026-1-1&endDate=2026-03-01', 'startDate'],
    ['startDate=2026-02-01T00:00:00Z&endDate=2026-03-01', 'startDate'],
    ['startDate=2026-01-13&endDate=2026-03-01', 'startDate'],
    ['startDate=2026-02-01&endDate=2026-03-05', 'endDate'],
    ['startDate=2026-02-01&endDate=2030-01-01', 'endDate'],
    ['startDate=2026-03-01&endDate=2026-02-01', 'startDate'],
    ['startDate=2026-02-01&startDate=2026-02-02&endDate=2026-03-01', 'startDate'],
    ['startDate=2026-02-01&endDate=2026-03-01&format=xml', 'format'],
  ])('refuses %j and names %s', async (query, path) => {
    const answer = await get(name, query)
    expectProblem(answer, 400, 'invalid_request')
    expect(answer.json.errors.map((error: { path: string }) => error.path)).toContain(path)
  })

  it('serves every day from 2026-01-14 to yesterday, and ignores parameters that it does not know', async () => {
    const { status, json } = await get(name, 'startDate=2026-01-14&endDate=2026-03-04&color=blue')
    expect(status).toBe(200)
    const { organizationId } = server().acme
    expect(json.meta).toMatchObject({ org_id: organizationId, start_date: '2026-01-14', end_date: '2026-03-04' })
    if (name !== 'users') expect(json.data).toHaveLength(50)
    if (name !== 'users') expect(json.data[0].date).toBe('2026-01-14')
  })
})

describe('group_by', () => {
  it.each([
    ['tokens', 'tool_name'],
    ['tools', 'model'],
    ['activity', 'user'],
  ])('of %s cannot be %s', async (name, group) => {
    const answer = await get(name, `startDate=2026-02-01&endDate=2026-02-01&group_by=${group}`)
    expectProblem(answer, 400, 'invalid_request')
  })
})

describe('a day', () => {
  it('has zeros and no grouped rows if nothing happened', async () => {
    const day = 'startDate=2026-02-01&endDate=2026-02-01'
    const { key } = server().globex.owner
    expect((await get('tools', day, { key })).json.data[0]).toMatchObject({ tool_calls: 0, by_tool: [], web_users: 0 })
    expect((await get('tools', `${day}&group_by=tool_name`, { key })).json.data).toEqual([])
    expect((await get('users', day, { key })).json).toMatchObject({
      data: [],
      meta: { has_more: false, next_cursor: null },
    })
  })

  it('is reopened by a late event, and so are the windows that include it', async () => {
    const { acme } = server()
    await send(acme.owner, [message('2026-02-20', { sessionId: 'late' })])
    const weekly = async (day: string) =>
      (await get('activity', `startDate=${day}&endDate=${day}`)).json.data[0].weekly_active_users
    expect([await weekly('2026-02-19'), await weekly('2026-02-20'), await weekly('2026-02-26')]).toEqual([0, 1, 1])
    expect(await weekly('2026-02-27')).toBe(0)
    await send(acme.owner, [message('2026-02-21', { userEmail: 'late@acme.test' })])
    expect([await weekly('2026-02-20'), await weekly('2026-02-26'), await weekly('2026-02-27')]).toEqual([1, 2, 1])
    const { dataQuality } = await acme.owner.analytics.status()
    expect(dataQuality.acceptedEvents).toBeGreaterThanOrEqual(2)
  })

  it('is computed by itself, without anybody asking', async () => {
    const { acme, advance } = await testServer({ MUSTER_NOW: now })
    await acme.owner.telemetry.events({ events: [message('2026-03-04')] as never })
    const messages = async () => {
      advance(100)
      const { data } = await acme.owner.analytics.activity({ startDate: '2026-03-04', endDate: '2026-03-04' })
      return (data[0] as { messages: number }).messages
    }
    await expect.poll(messages, { interval: 200 }).toBe(1)
  })

  it('that is not over is not computed, whatever is sent', async () => {
    const { globex } = server()
    await send(globex.owner, [message('2026-03-05', { time: now })])
    const { computedDays, pendingDays } = await globex.owner.analytics.status()
    expect([...computedDays, ...pendingDays].map(({ day }) => day)).not.toContain('2026-03-05')
  })

  it('is over at midnight, and then counts by itself', async () => {
    const { globex } = server()
    server().advance(15 * 60 * 60 * 1000)
    const { completeThrough } = await globex.owner.analytics.refresh()
    // The batch that runs by itself may have been first, so the answer of the refresh need not name the day.
    const { computedDays } = await globex.owner.analytics.status()
    expect(computedDays.map(({ day }) => day)).toContain('2026-03-05')
    expect(completeThrough).toBe('2026-03-05')
  })
})

describe('/users', () => {
  it('pages by user, each with all days, and a cursor needs no such user', async () => {
    const { acme } = await testServer({ MUSTER_NOW: now })
    const emails = ['a@x.test', 'b@x.test', 'c@x.test', 'd@x.test', 'e@x.test']
    const days = ['2026-02-10', '2026-02-11', '2026-02-12']
    const events = emails.flatMap((userEmail) => days.map((day) => message(day, { userEmail })))
    await acme.owner.telemetry.events({ events: events as never })
    await acme.owner.analytics.refresh()
    const range = { startDate: '2026-02-01', endDate: '2026-02-28' }
    const first = await acme.owner.analytics.users({ ...range, limit: 2 })
    expect(first.data.map(({ user_id, date }) => [user_id, date])).toEqual(
      ['a@x.test', 'b@x.test'].flatMap((email) => days.map((day) => [email, day])),
    )
    expect(first.meta).toMatchObject({ has_more: true, next_cursor: 'b@x.test' })
    const all = await Array.fromAsync(acme.owner.analytics.users.items({ ...range, limit: 2 }))
    expect(all.map(({ user_email }) => user_email)).toEqual(emails.flatMap((email) => days.map(() => email)))
    const { data, meta } = await acme.owner.analytics.users({ ...range, cursor: 'cc' })
    expect([data[0]?.user_id, meta.has_more, meta.next_cursor]).toEqual(['d@x.test', false, null])
  })

  it.each(['limit=0', 'limit=101', 'limit=abc', 'limit=1.5', 'limit=', 'cursor=', 'cursor=%20'])(
    'refuses %s',
    async (query) => {
      expectProblem(await get('users', `startDate=2026-02-01&endDate=2026-02-01&${query}`), 400)
    },
  )

  it('has the next page in the Link header if there is no envelope', async () => {
    const { acme } = server()
    await send(
      acme.owner,
      ['x', 'y', 'z'].map((name) => message('2026-02-02', { userEmail: `${name}@x.test` })),
    )
    const lines: string[] = []
    let next: string | undefined =
      '/api/v1/analytics/users?startDate=2026-02-02&endDate=2026-02-02&format=ndjson&limit=1'
    while (next) {
      const answer = await server().raw('GET', next, { key: acme.owner.key })
      expect(answer.headers.get('content-type')).toMatch(/^application\/x-ndjson/)
      lines.push(...answer.text.trim().split('\n'))
      const link = /<(.*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
      next = link && new URL(link).pathname + new URL(link).search
    }
    expect(lines.map((line) => JSON.parse(line).user_id)).toEqual(['x@x.test', 'y@x.test', 'z@x.test'])
  })
})

describe('an answer', () => {
  const query = 'startDate=2026-02-01&endDate=2026-02-28'

  it('has an ETag that holds until the numbers change', async () => {
    const { acme } = server()
    for (const name of names) {
      const etag = (await get(name, query)).headers.get('etag') ?? ''
      const known = await get(name, query, { headers: { 'if-none-match': `"other", ${etag}` } })
      expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', etag])
      expect((await get(name, `${query}&format=csv`)).headers.get('etag')).not.toBe(etag)
      await send(acme.owner, [message('2026-02-03', { id: `etag ${name}` })])
      expect((await get(name, query, { headers: { 'if-none-match': etag } })).status).toBe(200)
    }
  })

  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
    ['zstd', 'gzip, br, zstd', zstdDecompressSync],
    ['gzip', 'gzip;q=1, br;q=0, zstd;q=0', gunzipSync],
  ])('comes as %s to a caller who accepts %s, with the same bytes inside', async (encoding, accepted, inflate) => {
    const { address, acme } = server()
    const plain = await get('tools', query, { headers: { 'accept-encoding': 'identity' } })
    const headers = { authorization: `Bearer ${acme.owner.key}`, 'accept-encoding': accepted }
    const response = await asItComes(`${address}/api/v1/analytics/tools?${query}`, headers)
    expect([response.encoding, response.vary]).toEqual([encoding, 'Accept, Accept-Encoding'])
    expect(inflate(response.bytes).toString()).toBe(plain.text)
  })

  it('as CSV has a line for each row, under its names', async () => {
    const { status, text, headers } = await get('activity', `${query}&format=csv`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
    const [head, ...lines] = text.trim().split(/\r?\n/)
    expect(head).toContain('date,daily_active_users,')
    expect(lines).toHaveLength(28)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="activity-[\d-]{21}\.csv"$/)
  })

  it('comes in the format that Accept prefers, unless the query names one', async () => {
    const typeFor = async (accept: string, more = '') => {
      const { headers } = await get('activity', query + more, { headers: { accept } })
      expect(headers.get('vary')).toBe('Accept, Accept-Encoding')
      return headers.get('content-type')
    }
    expect(await typeFor('text/csv')).toMatch(/^text\/csv;/)
    expect(await typeFor('application/x-ndjson, application/json;q=0.5')).toMatch(/^application\/x-ndjson/)
    expect(await typeFor('text/csv;q=0.5, */*')).toMatch(/^application\/json;/)
    expect(await typeFor('text/csv', '&format=json')).toMatch(/^application\/json;/)
    expect((await get('activity', query)).headers.get('content-disposition')).toBeNull()
  })

  it('compares If-None-Match weakly, and takes lists of tags', async () => {
    const { headers } = await get('tools', query)
    const strong = String(headers.get('etag')).replace(/^W\//, '')
    for (const known of [strong, `"a,b", ${strong}`, '*']) {
      expect((await get('tools', query, { headers: { 'if-none-match': known } })).status).toBe(304)
    }
    expect((await get('tools', query, { headers: { 'if-none-match': `${strong}x` } })).status).toBe(200)
  })

  it('is refused to a token', async () => {
    const { token } = await server().acme.owner.apiKeys.createToken()
    expectProblem(await get('tokens', query, { key: token }), 401, 'unauthorized')
  })
})

describe('the definitions', () => {
  it('say what every field of every row means', async () => {
    const { definitions, terms } = await server().acme.manager.analytics.definitions()
    expect(terms.length).toBeGreaterThan(5)
    const fields = new Set(definitions.map(({ endpoint, field }) => `${endpoint} ${field}`))
    for (const name of names) {
      const { json } = await get(name, 'startDate=2026-02-02&endDate=2026-02-02')
      for (const field of Object.keys(json.data[0])) expect(fields).toContain(`/api/v1/analytics/${name} ${field}`)
    }
  })
})

describe('a day of so many users that its document is kept in parts', () => {
  it('is the same row in every format, also after it was computed anew with more parts', async () => {
    const { globex, raw } = await testServer({ MUSTER_NOW: now })
    const { key } = globex.owner
    const call = (user: number) => ({
      time: '2026-02-10T12:00:00Z',
      client: 'web',
      type: 'model_call',
      userEmail: `user${user}@example.com`,
      model: 'claude-sonnet-4-5 \u{1f600}',
      inputTokens: 10,
      outputTokens: 1,
    })
    const read = (format: string) =>
      raw('GET', `/api/v1/analytics/tokens?startDate=2026-02-09&endDate=2026-02-11&format=${format}`, { key })
    for (const users of [2_000, 4_000]) {
      await send(
        globex.owner,
        Array.from({ length: users }, (_, user) => call(user)),
      )
      const { json, text } = await read('json')
      expect(text.length).toBeGreaterThan(256 * 1024)
      expect(json.data.map(({ by_user }: { by_user: object[] }) => by_user.length)).toEqual([0, users, 0])
      const lines = (await read('ndjson')).text.trimEnd().split('\n')
      expect(lines.map((line) => JSON.parse(line))).toEqual(json.data)
    }
  })
})
