import { describe, expect, it } from 'vitest'
import { createClient, type Lost, MusterConnectionError } from '../src/client.ts'
import { eventsServer, play, refuse } from './events-server.ts'
import { nobodysUrl } from './stub-server.ts'

const quick = { sleep: async () => {}, random: () => 0.5 }

/** The ids of so many events, and who was told of what. */
async function read(answers: Parameters<typeof eventsServer>[0], count: number, input: object = {}, options = {}) {
  const server = await eventsServer(answers)
  const client = createClient({ baseUrl: server.url, apiKey: 'k', ...quick })
  const ids: (string | undefined)[] = []
  const lost: Lost[] = []
  const events = client.sessions.events({ sessionId: 's', ...input }, { onLost: (one) => lost.push(one), ...options })
  for await (const { id } of events) if (ids.push(id) === count) break
  return { ...server, ids, lost }
}

describe('watching', () => {
  it('continues after the last complete event when the connection breaks or ends', async () => {
    const { ids, seen, lost } = await read([play([1, 2], 'break'), play([3], 'end'), play([4, 5])], 5)
    expect(ids).toEqual(['1', '2', '3', '4', '5'])
    expect(seen.map(({ lastEventId }) => lastEventId)).toEqual([undefined, '2', '3'])
    expect(lost.map(({ attempt }) => attempt)).toEqual([1, 1])
  })

  it('sends the last event id besides its first address, and accepts one from its caller', async () => {
    const { seen } = await read([play([1], 'end'), play([2])], 2, { from: 'start' })
    expect(seen).toEqual([
      { url: '/api/v0/sessions/s/events?from=start', lastEventId: undefined },
      { url: '/api/v0/sessions/s/events?from=start', lastEventId: '1' },
    ])
    const kept = await read([play([8])], 1, {}, { lastEventId: '7' })
    expect(kept.seen[0]?.lastEventId).toBe('7')
  })

  it('treats a silent connection as dead', async () => {
    const { ids, lost } = await read([play([1]), play([2])], 2, {}, { silenceMs: 50 })
    expect(ids).toEqual(['1', '2'])
    expect(lost[0]?.error.message).toContain('said nothing for 0.05 seconds')
  })

  it('survives an outage of the service, and reports each attempt', async () => {
    const away = refuse(503, 'unavailable')
    const { ids, lost } = await read([play([1], 'end'), away, away, away, away, play([2])], 2)
    expect(ids).toEqual(['1', '2'])
    expect(lost.map(({ attempt, retryInMs }) => [attempt, retryInMs])).toEqual([
      [1, 100],
      [2, 200],
      [3, 400],
      [4, 800],
      [5, 1600],
    ])
  })

  it('throws errors that stay: a deleted session, a revoked key', async () => {
    await expect(read([play([1], 'end'), refuse(404, 'session_not_found')], 2)).rejects.toMatchObject({
      code: 'session_not_found',
    })
    await expect(read([refuse(401, 'unauthorized')], 1)).rejects.toMatchObject({ status: 401 })
  })

  it('does not retry for ever before the first connection', async () => {
    const client = createClient({ baseUrl: nobodysUrl, retries: 1, ...quick })
    const lost: number[] = []
    const events = client.sessions.events({ sessionId: 's' }, { onLost: ({ attempt }) => lost.push(attempt) })
    await expect(events.next()).rejects.toThrow(MusterConnectionError)
    expect(lost).toEqual([1])
  })

  it('throws when something that is not the service answers', async () => {
    const page = (response: import('node:http').ServerResponse) => response.end('<html>Hello</html>')
    await expect(read([page], 1)).rejects.toThrow('no stream of events')
    const rubbish = (response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: <p>\n\n')
    }
    await expect(read([rubbish], 1)).rejects.toThrow('holds no JSON')
  })

  it('ends the connection when the reader stops, and when the signal is aborted', async () => {
    const stopped = await read([play([1, 2])], 1)
    await stopped.closed[0]

    const server = await eventsServer([play([1])])
    const abort = new AbortController()
    const client = createClient({ baseUrl: server.url })
    const events = client.sessions.events({ sessionId: 's' }, { signal: abort.signal })
    await events.next()
    const next = events.next()
    abort.abort(new Error('enough'))
    await expect(next).rejects.toThrow('enough')
    await server.closed[0]
  })
})
