import { describe, expect, it } from 'vitest'
import { createClient } from '../src/client.ts'
import { problem, type Seen, stubServer } from './stub-server.ts'

const all = Array.from({ length: 7 }, (_, index) => ({ sessionId: `s${index}`, reportId: `r${index}` }))

function pageOf({ url }: Seen) {
  const query = new URL(url, 'http://x').searchParams
  const start = Number(query.get('cursor') ?? 0)
  const end = start + Number(query.get('limit') ?? 20)
  const hasMore = end < all.length
  const pagination = { hasMore, nextCursor: hasMore ? String(end) : null }
  return { body: { sessions: all.slice(start, end), pagination } }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}

describe('items', () => {
  it('walks through all pages, with the rest of the input on each', async () => {
    const { url, seen } = await stubServer(pageOf)
    const client = createClient({ baseUrl: url })
    const sessions = await collect(client.sessions.list.items({ limit: 3, computerId: 'c' }))
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['s0', 's1', 's2', 's3', 's4', 's5', 's6'])
    expect(seen.map(({ url }) => url.split('?')[1])).toEqual([
      'limit=3&computerId=c',
      'limit=3&computerId=c&cursor=3',
      'limit=3&computerId=c&cursor=6',
    ])
  })

  it('fetches no page that nobody reads', async () => {
    const { url, seen } = await stubServer(pageOf)
    const client = createClient({ baseUrl: url })
    for await (const { sessionId } of client.sessions.list.items({ limit: 3 })) if (sessionId === 's2') break
    expect(seen).toHaveLength(1)
    client.sessions.list.items()
    expect(seen).toHaveLength(1)
  })

  it('throws the error of any page', async () => {
    const { url } = await stubServer((seen) =>
      seen.url.includes('cursor') ? problem(400, 'invalid_cursor') : pageOf(seen),
    )
    const walk = collect(createClient({ baseUrl: url }).sessions.list.items({ limit: 3 }))
    await expect(walk).rejects.toMatchObject({ code: 'invalid_cursor' })
  })

  it('ends when the service hands out the same cursor again', async () => {
    const body = { sessions: [all[0]], pagination: { hasMore: true, nextCursor: 'again' } }
    const { url } = await stubServer([{ body }])
    expect(await collect(createClient({ baseUrl: url }).sessions.list.items())).toHaveLength(2)
  })

  it('pages readiness reports by the last report, to the first empty page', async () => {
    const { url, seen } = await stubServer(({ url }) => {
      const after = new URL(url, 'http://x').searchParams.get('startAfter')
      const start = after === null ? 0 : all.findIndex(({ reportId }) => reportId === after) + 1
      return { body: { reports: all.slice(start, start + 4) } }
    })
    const reports = await collect(createClient({ baseUrl: url }).reports.list.items({ limit: 4, repoId: 'a/b' }))
    expect(reports).toHaveLength(7)
    expect(seen.map(({ url }) => new URL(url, 'http://x').searchParams.get('startAfter'))).toEqual([null, 'r3', 'r6'])
  })
})
