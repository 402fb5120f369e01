import { describe, expect, it } from 'vitest'
import { IdSet } from './id-set.ts'

describe('a set of ids', () => {
  it('has what was added and nothing else, while it grows from small to several tables', () => {
    const set = IdSet.for(0, 2 ** 30)
    if (!set) throw new Error('There is room for an empty set.')
    const count = 300_000
    for (let index = 0; index < count; index++) set.add(index >>> 4, index)
    let [missing, wrong, alike] = [0, 0, 0]
    for (let index = 0; index < count; index++) {
      if (!set.has(index >>> 4, index)) missing++
      if (set.has(index >>> 4, index + count)) wrong++
      if (set.has((index >>> 4) + 1, index)) alike++
    }
    expect({ missing, wrong }).toEqual({ missing: 0, wrong: 0 })
    // Big tables keep the second half only. Ids that agree in it are still told apart, by their places.
    expect(alike).toBeLessThan(count / 10_000)
    expect(set.bytes).toBeLessThan(count * 8)
  })

  it('treats signed and unsigned numbers with the same bits alike, and zeros as an id', () => {
    const set = IdSet.for(1, 2 ** 20)
    expect(set?.has(0, 0)).toBe(false)
    set?.add(0, 0)
    set?.add(0xffff_ffff, 0x8000_0000)
    expect([set?.has(0, 0), set?.has(-1, -(2 ** 31))]).toEqual([true, true])
  })

  it('is not created if it needs too much memory', () => {
    expect(IdSet.for(1_000_000, 2 ** 20)).toBeUndefined()
  })
})
