import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { advanceCounter, type CounterState } from './counters.ts'
import { billableTokens, type EventDraft } from './draft.ts'

function point(quantity: number, timeNs: string, startTimeNs = '100'): EventDraft {
  return {
    key: 'k',
    timeMs: 0,
    session: '',
    client: 'terminal-ui',
    type: 'commit',
    name: '',
    detail: '',
    extra: '',
    quantity,
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    counter: { series: 's', startTimeNs, timeNs },
  }
}

function sum(points: readonly EventDraft[]): number {
  let state: CounterState | undefined
  let total = 0
  for (const each of points) {
    const step = advanceCounter(each, state)
    state = step.state
    total += step.draft?.quantity ?? 0
  }
  return total
}

describe('advanceCounter', () => {
  it('counts the first point whole and then what each adds', () => {
    expect(sum([point(2, '200'), point(5, '300'), point(5, '400')])).toBe(5)
  })

  it('adds nothing for a point that was seen, or that comes after a later one', () => {
    expect(sum([point(5, '300'), point(5, '300'), point(2, '200')])).toBe(5)
  })

  it('counts from zero after a new start, and does not go back to the old one', () => {
    expect(sum([point(5, '300'), point(1, '1500', '1400'), point(6, '400')])).toBe(6)
  })

  it('counts from zero when a total shrinks without a new start', () => {
    expect(sum([point(5, '300'), point(2, '400'), point(3, '500')])).toBe(8)
  })

  it('comes to the last total whatever order points of one process arrive in', () => {
    const growth = fc.array(fc.nat(9), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(growth, fc.infiniteStream(fc.nat()), (steps, randoms) => {
        let total = 0
        const points = steps.map((step, index) => {
          total += step
          return { draft: point(total, String(1000 + index)), order: randoms.next().value ?? 0 }
        })
        const arrived = points.sort((a, b) => a.order - b.order).map(({ draft }) => draft)
        expect(sum(arrived)).toBe(total)
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
