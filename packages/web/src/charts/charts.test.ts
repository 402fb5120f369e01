import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvOf, tableOfDays } from './data-table.ts'
import { labelledDays, layoutOf } from './layout.ts'
import { colorsOf, maxSeries, otherKey } from './series.ts'
import { stackOf, totalsOf, totalsOfAnyCase } from './stacks.ts'

const namedDays = fc.array(fc.array(fc.tuple(fc.constantFrom(...'abcdefghijklmnop'), fc.nat(1e6)), { maxLength: 16 }))

describe('a stack', () => {
  it('holds every count of every day once, in at most eight series', () => {
    fc.assert(
      fc.property(namedDays, (days) => {
        const series = stackOf(days)
        expect(series.length).toBeLessThanOrEqual(maxSeries)
        for (const [index, day] of days.entries()) {
          const whole = day.reduce((sum, [, count]) => sum + count, 0)
          expect(series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)).toBe(whole)
        }
      }),
    )
  })

  it('has the largest first, and all the small ones as one', () => {
    const day = Array.from({ length: 10 }, (_, index) => [`m${index}`, 100 - index] as const)
    const keys = stackOf([day]).map(({ key }) => key)
    expect(keys).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', otherKey])
  })

  it('adds names up whatever their case, and shows the spelling that counts most', () => {
    expect(
      totalsOfAnyCase([
        [['Browser', 3]],
        [['browser', 2]],
        [
          ['BROWSER', 1],
          ['x', 9],
        ],
      ]),
    ).toEqual([
      ['x', 9],
      ['Browser', 6],
    ])
    expect(totalsOf([[['b', 1]], [['a', 1]]])).toEqual([
      ['a', 1],
      ['b', 1],
    ])
  })
})

describe('colours', () => {
  it('are different for up to eight names, and the same for the same name alone', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 8 }), (names) => {
        const colors = colorsOf(names.filter((name) => name !== otherKey))
        expect(new Set(colors.values()).size).toBe(colors.size)
      }),
    )
    expect(colorsOf(['atlas-5'])).toEqual(colorsOf(['atlas-5']))
    const names = ['kestrel-2', 'atlas-4-mini', 'heron-3-pro', 'atlas-5', 'kestrel-2-fast']
    for (const name of names) expect(colorsOf(names.toReversed()).get(name)).toBe(colorsOf(names).get(name))
  })
})

describe('a layout', () => {
  const series = [
    { key: 'a', label: 'a', color: 'red', values: [1, undefined, 3] },
    { key: 'b', label: 'b', color: 'blue', values: [2, 2, 2] },
  ]

  it('breaks a line where nothing is known, and leaves no column there', () => {
    const lines = layoutOf({ series, kind: 'lines', previous: undefined, days: 3, width: 300, height: 100 })
    expect(lines.shapes[0]?.path.match(/M/g)).toHaveLength(2)
    const columns = layoutOf({ series, kind: 'columns', previous: undefined, days: 3, width: 300, height: 100 })
    expect(columns.shapes[0]?.path.match(/M/g)).toHaveLength(2)
    expect(columns.shapes[1]?.path.match(/M/g)).toHaveLength(3)
  })

  it('has room for the highest stack and for the period before', () => {
    const previous = [9, 1, 1]
    const { y, ticks } = layoutOf({ series, kind: 'columns', previous, days: 3, width: 300, height: 100 })
    expect(y(9)).toBeGreaterThanOrEqual(0)
    expect(ticks.at(-1)?.value).toBeGreaterThanOrEqual(9)
  })

  it('draws no column of a few days across the whole chart', () => {
    const { shapes } = layoutOf({ series, kind: 'columns', previous: undefined, days: 1, width: 1_000, height: 100 })
    const xs = [...(shapes[1]?.path.matchAll(/[MH]([\d.]+)/g) ?? [])].map(([, x]) => Number(x))
    expect(Math.max(...xs) - Math.min(...xs)).toBe(80)
  })

  it('does not fail without days or width', () => {
    const empty = layoutOf({ series: [], kind: 'columns', previous: undefined, days: 0, width: 0, height: 100 })
    expect(empty.shapes).toEqual([])
  })

  it('labels no more days than have room', () => {
    const days = Array.from({ length: 300 }, (_, index) => String(index))
    expect(labelledDays(days, 600).length).toBeLessThanOrEqual(8)
  })
})

describe('a table', () => {
  const days = ['2026-01-14', '2026-01-15']
  const series = [
    { key: 'a', label: 'a, b', color: '', values: [1, undefined] },
    { key: 'b', label: '=HYPERLINK("x")', color: '', values: [2_000_000, 0.5] },
  ]

  it('has exact numbers and a sum of parts', () => {
    expect(tableOfDays(days, series, true).rows).toEqual([
      ['2026-01-14', 2_000_001, 1, 2_000_000],
      ['2026-01-15', 0.5, undefined, 0.5],
    ])
  })

  it('becomes a file in which sums of money have no false digits, and counts have all of theirs', () => {
    const rows = [[0.1 + 0.2, 2 ** 53 - 1]]
    expect(csvOf({ columns: ['Cost', 'Tokens'], rows })).toBe('Cost,Tokens\r\n0.3,9007199254740991\r\n')
  })

  it('becomes a file in which nothing is run', () => {
    expect(csvOf(tableOfDays(days, series, false))).toBe(
      'Date,"a, b","\'=HYPERLINK(""x"")"\r\n2026-01-14,1,2000000\r\n2026-01-15,,0.5\r\n',
    )
  })
})
