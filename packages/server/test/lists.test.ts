import { beforeAll, describe, expect, it } from 'vitest'
import { encodeCursor } from '../src/ground/platform/cursor.ts'
import { sharedTestServer } from '../src/testing/test-server.ts'

const server = sharedTestServer()
let computerId: string
let sessionId: string

/** Enough rows in every list of `acme` for two pages of the default size, and a few in those of `globex`. */
beforeAll(async () => {
  for (const [{ owner }, rows] of [
    [server().acme, 23],
    [server().globex, 3],
  ] as const) {
    const computer = await owner.computers.register({ name: 'workshop' })
    const session = await owner.sessions.create({ computerId: computer.id })
    for (let index = 0; index < rows; index++) {
      await owner.sessions.create({ computerId: computer.id })
      await owner.messages.post({ sessionId: session.sessionId, text: `message ${index}` })
      const email = `user${index}@${rows}.test`
      await owner.users.invite({ email, role: 'member' })
      await owner.limits.set({ users: [{ email, limit: index }] })
      await owner.apiKeys.create({ name: `key ${index}` })
      await owner.controls.replace({ sessionRetentionDays: 20 + index })
      await owner.reports.publish({ repoUrl: `https://git.test/${index}`, apps: {}, report: {} })
    }
    if (rows === 23) [computerId, sessionId] = [computer.id, session.sessionId]
  }
})

const lists = {
  sessions: '/api/v0/sessions',
  messages: '/api/v0/sessions/:session/messages',
  users: '/api/v0/organization/users',
  changes: '/api/v0/organization/enterprise-controls/history',
  limits: '/api/v0/organization/usage/limits/users',
  apiKeys: '/api/v0/api-keys',
  audit: '/api/v0/organization/audit-log',
  repositories: '/api/organization/repositories',
}

const get = (list: string, query = '', key = server().acme.owner.key) =>
  server().raw('GET', `${list.replace(':session', sessionId)}${query}`, { key })

/** The rows of a page, whatever their field is called. */
function rowsOf(json: Record<string, unknown>): unknown[] {
  const rows = Object.entries(json).find(([name]) => name !== 'pagination')?.[1]
  return Array.isArray(rows) ? rows : []
}

describe.each(Object.entries(lists))('the list of %s', (name, list) => {
  it.each(['0', '101', 'abc', '1.5', '-1', '', '%20', '1e1', '0x10', '١', '1000000000000000000000', '01', '+1', ' 1'])(
    'answers 400 for limit=%s',
    async (limit) => {
      const { status, json } = await get(list, `?limit=${limit}`)
      expect([status, json.code, json.errors[0].path]).toEqual([400, 'invalid_request', 'limit'])
    },
  )

  it('answers 400 for two limits or two cursors', async () => {
    expect((await get(list, '?limit=1&limit=2')).json.errors[0].path).toBe('limit')
    expect((await get(list, '?cursor=a&cursor=b')).json.errors[0].path).toBe('cursor')
  })

  it('holds 20 rows when nothing is asked for', async () => {
    const { json } = await get(list)
    expect(rowsOf(json)).toHaveLength(20)
    expect(json.pagination).toEqual({ hasMore: true, nextCursor: expect.any(String) })
  })

  it.each(['1', '2', '99', '100'])('takes limit=%s', async (limit) => {
    const { status, json } = await get(list, `?limit=${limit}`)
    expect(status).toBe(200)
    expect(rowsOf(json).length).toBeLessThanOrEqual(Number(limit))
    expect(json.pagination.hasMore).toBe(json.pagination.nextCursor !== null)
  })

  it('ends with hasMore false and nextCursor null', async () => {
    let cursor: string | null = null
    const seen: unknown[] = []
    do {
      const { json } = await get(list, `?limit=7${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)
      seen.push(...rowsOf(json))
      if (!json.pagination.hasMore) expect(json.pagination).toEqual({ hasMore: false, nextCursor: null })
      cursor = json.pagination.nextCursor
    } while (cursor)
    expect(new Set(seen.map((row) => JSON.stringify(row))).size).toBe(seen.length)
    if (name !== 'audit') expect(seen).toEqual(rowsOf((await get(list, '?limit=100')).json))
  })

  it('answers 400 for a cursor that is garbled, cut short or made up', async () => {
    const cursor: string = (await get(list, '?limit=1')).json.pagination.nextCursor
    const middle = Math.floor(cursor.length / 2)
    const garbled = [
      '',
      'x',
      'null',
      '0',
      'eyJpZCI6MX0',
      cursor.slice(0, -1),
      cursor.slice(1),
      `${cursor}A`,
      `${cursor}=`,
      `${cursor}!`,
      ` ${cursor}`,
      cursor.slice(0, middle) + (cursor[middle] === 'A' ? 'B' : 'A') + cursor.slice(middle + 1),
      cursor.split('').reverse().join(''),
      'A'.repeat(1001),
      '\0',
      '🦆',
    ]
    for (const wrong of garbled) {
      const { status, json } = await get(list, `?cursor=${encodeURIComponent(wrong)}`)
      expect([wrong, status, json.errors?.[0]?.path]).toEqual([wrong, 400, 'cursor'])
      expect(json.code).toBeOneOf(['invalid_cursor', 'invalid_request'])
    }
  })

  it('answers 400 for the cursor of any other list', async () => {
    for (const other of Object.values(lists)) {
      if (other === list) continue
      const cursor = (await get(other, '?limit=1')).json.pagination.nextCursor
      const { status, json } = await get(list, `?cursor=${cursor}`)
      expect([other, status, json.code]).toEqual([other, 400, 'invalid_cursor'])
    }
  })

  it('answers 400 for a cursor of another organization', async () => {
    if (name === 'messages') return
    const cursor = (await get(list, '?limit=1', server().globex.owner.key)).json.pagination.nextCursor
    expect(cursor).toEqual(expect.any(String))
    const { status, json } = await get(list, `?cursor=${cursor}`)
    expect([status, json.code]).toEqual([400, 'invalid_cursor'])
  })

  it('lets the size of the page change on the way', async () => {
    const first = (await get(list, '?limit=3')).json
    const rest = (await get(list, `?limit=100&cursor=${first.pagination.nextCursor}`)).json
    const all = rowsOf((await get(list, '?limit=100')).json)
    expect([...rowsOf(first), ...rowsOf(rest)].slice(0, 20)).toEqual(all.slice(0, 20))
  })

  it('ignores query parameters that it does not know', async () => {
    expect((await get(list, '?limit=2&colour=red&limits=0&page=-1')).json).toEqual((await get(list, '?limit=2')).json)
  })
})

describe('a cursor', () => {
  const invalid = [400, 'invalid_cursor']

  it('of one filter or order is 400 with another', async () => {
    const cursorOf = async (list: string, query: string) => (await get(list, query)).json.pagination.nextCursor
    const { messages, audit } = lists
    const queries = ['', '&order=asc', '&role=user', '&role=user&order=asc']
    for (const one of queries) {
      const cursor = await cursorOf(messages, `?limit=1${one}`)
      for (const other of queries) {
        const { status, json } = await get(messages, `?limit=1${other}&cursor=${cursor}`)
        expect([one, other, status, json.code]).toEqual([one, other, ...(one === other ? [200, undefined] : invalid)])
      }
    }
    const { status, json } = await get(audit, `?cursor=${await cursorOf(audit, '?limit=1&action=session.create')}`)
    expect([status, json.code]).toEqual(invalid)
  })

  it('of one session is 400 for another', async () => {
    const cursor = (await get(lists.messages, '?limit=1')).json.pagination.nextCursor
    const other = await server().acme.owner.sessions.create({ computerId })
    const { status, json } = await get(`/api/v0/sessions/${other.sessionId}/messages`, `?cursor=${cursor}`)
    expect([status, json.code]).toEqual(invalid)
  })

  it('of one who sees all is 400 for one who sees only their own', async () => {
    const cursor = (await get(lists.sessions, '?limit=1')).json.pagination.nextCursor
    const { status, json } = await get(lists.sessions, `?cursor=${cursor}`, server().acme.member.key)
    expect([status, json.code]).toEqual(invalid)
  })

  it('that somebody made up is 400, even with the right checksum', async () => {
    const { organizationId } = server().acme
    const ofSessions = [[], ['x', 'y'], [1], [1, 'x'], [1e300, sessionId], ['1', sessionId], [1.5, sessionId]]
    const ofMessages = [[], ['x'], ['1'], [1.5], [2 ** 40], [-(2 ** 40)]]
    for (const position of ofSessions) {
      const { status, json } = await get(
        lists.sessions,
        `?cursor=${encodeCursor(`sessions:${organizationId}:all`, position)}`,
      )
      expect([position, status, json.code]).toEqual([position, ...invalid])
    }
    for (const position of ofMessages) {
      const { status, json } = await get(
        lists.messages,
        `?cursor=${encodeCursor(`messages:${sessionId}:desc:`, position)}`,
      )
      expect([position, status, json.code]).toEqual([position, ...invalid])
    }
  })
})
