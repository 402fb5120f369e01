import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UsageEvent } from '../../events/usage-event.ts'
import { billableTokens } from '../draft.ts'
import { addPoint, eventsToStore, type RunningTotal, settled } from './running-totals.ts'

const empty: RunningTotal = {
  event: { user: 'u:1', session: '', client: 'web', type: 'commit', name: '', detail: '', extra: '' },
  points: [],
  isCut: false,
}

function point(minute: number, quantity: number) {
  const timeMs = minute * 60_000
  const tokens = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }
  return { timeNs: `${timeMs}000000`, timeMs, quantity, ...tokens }
}

/** A store that counts the smallest version of each event, with a keeper of the total. */
class World {
  readonly stored = new Map<string, UsageEvent>()
  total = empty

  /** `fails` says how far it gets: the points are recorded, then the store has them, then they are settled. */
  send(points: readonly ReturnType<typeof point>[], fails: 'before the store' | 'after the store' | 'never' = 'never') {
    for (const each of points) this.total = addPoint(this.total, each)
    if (fails === 'before the store') return
    for (const event of eventsToStore('o', 's', this.total)) {
      const known = this.stored.get(event.id)
      if (!known || event.quantity < known.quantity) this.stored.set(event.id, event)
    }
    if (fails === 'never') this.total = settled(this.total)
  }

  /** The counted sums by minute. */
  counted(): Record<number, number> {
    const some = [...this.stored.values()].filter(({ quantity }) => quantity > 0)
    return Object.fromEntries(some.map(({ timeMs, quantity }) => [timeMs / 60_000, quantity]))
  }
}

describe('a running total', () => {
  it('counts its first point completely, and then what each point adds', () => {
    const world = new World()
    for (const each of [point(1, 2), point(2, 5), point(3, 5), point(4, 9)]) world.send([each])
    expect(world.counted()).toEqual({ 1: 2, 2: 3, 4: 4 })
  })

  it('counts a stored but unsettled point once when its sender continues with the next total', () => {
    for (const fails of ['before the store', 'after the store'] as const) {
      const world = new World()
      world.send([point(1, 10)])
      world.send([point(2, 12)], fails)
      world.send([point(3, 17)])
      expect(world.counted()).toEqual({ 1: 10, 2: 2, 3: 5 })
    }
  })

  it('counts on the day of each point, whichever of them comes first', () => {
    const world = new World()
    world.send([point(2, 9)])
    world.send([point(1, 5)])
    expect(world.counted()).toEqual({ 1: 5, 2: 4 })
  })

  it('counts nothing for a late point that equals the next one', () => {
    const world = new World()
    world.send([point(2, 5)])
    world.send([point(1, 5)])
    expect(world.counted()).toEqual({ 1: 5 })
  })

  it('counts from zero when it shrinks', () => {
    const world = new World()
    for (const each of [point(1, 5), point(2, 2), point(3, 3)]) world.send([each])
    expect(world.counted()).toEqual({ 1: 5, 2: 2, 3: 1 })
  })

  it('keeps few points, and still ends with the last total', () => {
    const world = new World()
    for (let minute = 1; minute <= 500; minute++) world.send([point(minute, minute)])
    world.send([point(3, 3), point(0.5, 1)])
    expect(world.total.points.length).toBeLessThanOrEqual(60)
    expect(Object.values(world.counted()).reduce((a, b) => a + b, 0)).toBe(500)
  })

  it('counts the same in any order, delivered any number of times, whatever fails in between', () => {
    const growth = fc.array(fc.nat(9), { minLength: 1, maxLength: 12 })
    const step = fc.record({
      which: fc.nat(),
      fails: fc.constantFrom('before the store', 'after the store', 'never', 'never'),
    })
    fc.assert(
      fc.property(growth, fc.array(step, { maxLength: 40 }), (steps, sendings) => {
        let sum = 0
        const points = steps.map((added, index) => {
          sum += added
          return point(index + 1, sum)
        })
        const expected = Object.fromEntries(steps.flatMap((added, index) => (added > 0 ? [[index + 1, added]] : [])))
        const world = new World()
        for (const { which, fails } of sendings) {
          const one = points[which % points.length]
          if (one) world.send([one], fails)
        }
        world.send(points.toReversed())
        expect(world.counted()).toEqual(expected)
      }),
    )
  })
})

describe('billableTokens', () => {
  it.each([
    [5705, 107, 4001, 2211],
    [5202, 107, 4001, 1708],
    [0, 0, 0, 0],
    [10, 0, 5, 6],
    [15, 0, 15, 2],
    [35, 0, 35, 4],
    [100_000_000, 100_000_000, 100_000_000, 110_000_000],
  ])('of %i in, %i out and %i cached are %4$i', (inputTokens, outputTokens, cacheReadTokens, billable) => {
    expect(billableTokens({ inputTokens, outputTokens, cacheReadTokens })).toBe(billable)
  })
})
