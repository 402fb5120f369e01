import { describe, expect, it } from 'vitest'
import { sharedLoad } from '../src/ground/platform/batching/shared-load.ts'

/** A loader whose trips end when the test says so. */
function loader(options?: { concurrency?: number; maxKeys?: number }) {
  const trips: { keys: readonly string[]; end: (suffix: string) => void; fail: (error: Error) => void }[] = []
  const load = sharedLoad<string, string>((keys) => {
    const trip = Promise.withResolvers<ReadonlyMap<string, string>>()
    const end = (suffix: string) => trip.resolve(new Map(keys.map((key) => [key, key + suffix])))
    trips.push({ keys, end, fail: trip.reject })
    return trip.promise
  }, options)
  return { load, trips, departed: () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve))) }
}

describe('sharedLoad', () => {
  it('lets callers that ask at the same time share one trip', async () => {
    const { load, trips, departed } = loader()
    const values = Promise.all([load('a'), load('b'), load('a')])
    await departed()
    expect(trips.map(({ keys }) => keys)).toEqual([['a', 'b']])
    trips[0]?.end('1')
    expect(await values).toEqual(['a1', 'b1', 'a1'])
  })

  it('never lets a caller join a trip that has begun', async () => {
    const { load, trips, departed } = loader()
    const before = load('a')
    await departed()
    const after = load('a')
    await departed()
    expect(trips).toHaveLength(2)
    trips[1]?.end('new')
    expect(await after).toBe('anew')
    trips[0]?.end('old')
    expect(await before).toBe('aold')
  })

  it('lets callers gather while as many trips as allowed are under way', async () => {
    const { load, trips, departed } = loader({ concurrency: 1 })
    const first = load('a')
    await departed()
    const rest = Promise.all([load('b'), load('c'), load('b')])
    await departed()
    expect(trips).toHaveLength(1)
    trips[0]?.end('1')
    expect(await first).toBe('a1')
    await departed()
    expect(trips[1]?.keys).toEqual(['b', 'c'])
    trips[1]?.end('2')
    expect(await rest).toEqual(['b2', 'c2', 'b2'])
  })

  it('serves everybody even if more wait than one trip can take', async () => {
    const { load, trips, departed } = loader({ concurrency: 1, maxKeys: 2 })
    const values = Promise.all(['a', 'b', 'c', 'd', 'e'].map((key) => load(key)))
    for (let trip = 0; trip < 3; trip++) {
      await departed()
      trips[trip]?.end('!')
    }
    expect(await values).toEqual(['a!', 'b!', 'c!', 'd!', 'e!'])
    expect(trips.map(({ keys }) => keys.length)).toEqual([2, 2, 1])
  })

  it('rejects all callers of a failed trip, and continues with the next', async () => {
    const { load, trips, departed } = loader({ concurrency: 1 })
    const lost = Promise.allSettled([load('a'), load('b')])
    await departed()
    const next = load('a')
    trips[0]?.fail(new Error('no way'))
    for (const outcome of await lost)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'no way' } })
    await departed()
    trips[1]?.end('!')
    expect(await next).toBe('a!')
  })

  it('returns undefined for a missing key', async () => {
    const load = sharedLoad<string, string>(async () => new Map())
    expect(await load('a')).toBeUndefined()
  })
})
