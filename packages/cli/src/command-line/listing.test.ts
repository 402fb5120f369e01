import { describe, expect, it } from 'vitest'
import { fetchRows, wantedCount } from './listing.ts'

/** Notes the size of the pages that are asked for. */
function source(total: number) {
  const pages: number[] = []
  async function* items({ limit }: { limit: number }) {
    pages.push(limit)
    for (let index = 0; index < total; index += 1) yield index
  }
  return { items, pages }
}

describe('fetchRows', () => {
  it('asks for one more than is shown, to know whether there are more', async () => {
    const { items, pages } = source(50)
    expect(await fetchRows({ limit: '3', all: false }, items)).toEqual({ rows: [0, 1, 2], following: 3 })
    expect(await fetchRows({ limit: '50', all: false }, items)).toMatchObject({ following: undefined })
    expect(pages).toEqual([4, 51])
  })

  it('asks for the largest pages with --all', async () => {
    const { items, pages } = source(250)
    const { rows } = await fetchRows({ limit: undefined, all: true }, items)
    expect([rows.length, pages]).toEqual([250, [100]])
  })
})

describe('wantedCount', () => {
  it('is 20 unless something else is asked for', () => {
    expect(wantedCount({ limit: undefined, all: false })).toBe(20)
    expect(wantedCount({ limit: '1000', all: false })).toBe(1000)
  })

  it.each(['0', '-1', 'x', '1.5', '', ' 3', '1e3'])('refuses %j', (limit) => {
    expect(() => wantedCount({ limit, all: false })).toThrow('whole number')
  })

  it('refuses --limit together with --all', () => {
    expect(() => wantedCount({ limit: '5', all: true })).toThrow('either')
  })
})
