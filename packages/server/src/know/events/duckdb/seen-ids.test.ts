import { describe, expect, it } from 'vitest'
import type { Entry, Scope } from '../append.ts'
import { SeenIds } from './seen-ids.ts'

const id = (number: number) => number.toString(16).padStart(16, '0').padEnd(32, '0')

function scopeOf(idDay: number, ids: readonly number[]): Scope {
  return { organizationId: 'one', idDay, entries: new Map(ids.map((number) => [id(number), {} as Entry])) }
}

/** Imitates a table in which every day has the ids below `stored`. */
function tableOf(stored: number) {
  const reads: number[] = []
  return {
    reads,
    count: async () => stored,
    async read({ idDay }: Scope, add: (high: number, low: number) => void) {
      reads.push(idDay)
      for (let number = 0; number < stored; number++) add(0, number)
    },
  }
}

describe('ids that were seen', () => {
  it('reads a day once, and then knows what is stored and what was added', async () => {
    const table = tableOf(3)
    const seen = new SeenIds(table)
    const scope = scopeOf(1, [0, 2, 5, 6])
    expect(await seen.suspects(scope)).toEqual([id(0), id(2)])
    seen.add(scope, [id(5)])
    expect(await seen.suspects(scope)).toEqual([id(0), id(2), id(5)])
    expect(table.reads).toEqual([1])
  })

  it('drops the least recently used days when there is no room', async () => {
    const table = tableOf(500)
    const seen = new SeenIds(table, 3 * 8 * 1024)
    for (const day of [1, 2, 3, 1, 4, 1, 2]) await seen.suspects(scopeOf(day, [1]))
    expect(table.reads).toEqual([1, 2, 3, 4, 2])
  })

  it('suspects every id of a day that is too large by itself, and never reads that day', async () => {
    const table = tableOf(5_000)
    const seen = new SeenIds(table, 8 * 1024)
    expect(await seen.suspects(scopeOf(1, [1, 9_999]))).toEqual([id(1), id(9_999)])
    expect(table.reads).toEqual([])
  })

  it('reads again after a write that may have failed', async () => {
    const table = tableOf(1)
    const seen = new SeenIds(table)
    await seen.suspects(scopeOf(1, [1]))
    seen.forget()
    await seen.suspects(scopeOf(1, [1]))
    expect(table.reads).toEqual([1, 1])
  })
})
