import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysOf, lengthOf, type Range } from '../../ui/days.ts'
import { changeOf } from '../../ui/numbers.ts'
import { chosenRange, nameOfComparison, presets, steppedSearch } from './range.ts'
import { daysBefore, totalOf } from './sums.ts'

const lastDay = '2026-06-30'
const aDay = fc.integer({ min: 250, max: 700 }).map((days) => addDays('2026-01-14', days))

describe('chosenRange', () => {
  it('is the last 28 days without a valid range in the address', () => {
    const usual = { range: { from: '2026-06-03', to: '2026-06-30' }, preset: '28d' }
    const odd = [
      {},
      { range: 'soon' },
      { from: '2026-02-30', to: '2026-03-01' },
      { from: '2026-03-02', to: '2026-03-01' },
      { from: '2026-03-02' },
      { range: 'constructor' },
    ]
    for (const search of odd) expect(chosenRange(search, lastDay)).toMatchObject(usual)
  })

  it('is the range in the address, within the days that have numbers', () => {
    expect(chosenRange({ range: '7d' }, lastDay).range).toEqual({ from: '2026-06-24', to: '2026-06-30' })
    expect(chosenRange({ from: '2025-12-01', to: '2027-01-01' }, lastDay).range).toEqual({
      from: '2026-01-14',
      to: '2026-06-30',
    })
  })

  it.each([
    ['month', '2026-06-17', '2026-06-01', '2026-06-17'],
    ['last-month', '2026-06-17', '2026-05-01', '2026-05-31'],
    // The newest numbers on the first of July are of the last of June.
    ['month', '2026-06-30', '2026-06-01', '2026-06-30'],
    ['last-month', '2026-06-30', '2026-06-01', '2026-06-30'],
    ['month', '2026-07-01', '2026-07-01', '2026-07-01'],
  ])('%s, with numbers up to %s, is from %s to %s', (range, lastDay, from, to) => {
    expect(chosenRange({ range }, lastDay).range).toEqual({ from, to })
  })

  it.each([
    [{ range: '7d' }, '17 Jun – 23 Jun'],
    [{ from: '2026-06-01', to: '2026-06-30' }, 'May'],
    [{ range: 'month' }, 'May'],
    [{ from: '2026-06-01', to: '2026-06-10' }, '1 May – 10 May'],
    [{ from: '2026-06-01', to: '2026-06-02' }, '1 May – 7 May'],
    [{ from: '2026-06-02', to: '2026-06-11' }, '19 May – 28 May'],
    [{ from: '2026-06-01', to: '2026-06-01' }, '25 May'],
  ])('%j is compared with %s', (search, name) => {
    const { comparison } = chosenRange(search, lastDay)
    expect(comparison && nameOfComparison(comparison)).toBe(name)
  })

  it('is compared with nothing, if there are no numbers or nobody wants it', () => {
    expect(chosenRange({ range: '7d', compare: 'off' }, lastDay).comparison).toBeUndefined()
    expect(chosenRange({ from: '2026-01-14', to: '2026-01-20' }, lastDay).comparison).toBeUndefined()
  })
})

describe('a comparison', () => {
  const chosen = fc.oneof(
    fc.constantFrom(...Object.keys(presets)).map((range) => ({ range })),
    fc.tuple(aDay, fc.integer({ min: 0, max: 100 })).map(([from, more]) => ({ from, to: addDays(from, more) })),
  )
  const week = fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 7, maxLength: 7 })

  it('of numbers that depend on the weekday alone shows no change, in every range, in sums and by day', () => {
    fc.assert(
      fc.property(chosen, aDay, week, (search, lastDay, week) => {
        const { range, comparison } = chosenRange(search, lastDay)
        if (!comparison) throw new Error('there are numbers before every range of this test')
        const rowsOf = (days: Range) =>
          daysOf(days).map((date) => ({ date, count: week[new Date(date).getUTCDay()] ?? 0 }))
        const [rows, before] = [rowsOf(range), { rows: rowsOf(comparison.range), comparison }]
        const total = totalOf(rows, before, ({ count }) => count)
        expect(changeOf(total.value, total.before)?.text).toBe('no change')
        expect(daysBefore(rows, before, ({ count }) => count)?.values).toEqual(total.values)
      }),
    )
  })

  it('of whole weeks and whole months counts every day before once', () => {
    fc.assert(
      fc.property(aDay, fc.constantFrom('7d', '28d', '91d'), (lastDay, range) => {
        const { comparison } = chosenRange({ range }, lastDay)
        expect(daysOf(comparison?.range ?? { from: '', to: '' }).map((day) => comparison?.weightOf(day))).toEqual(
          Array(Number.parseInt(range, 10)).fill(1),
        )
      }),
    )
  })
})

describe('steppedSearch', () => {
  const week = { from: '2026-06-20', to: '2026-06-26' }

  it('moves by the length of the range', () => {
    expect(steppedSearch(week, -1, lastDay)).toMatchObject({ from: '2026-06-13', to: '2026-06-19' })
  })

  it('keeps its length at the last day, and stops at the first day', () => {
    const later = steppedSearch(week, 1, lastDay)
    expect(later).toMatchObject({ from: '2026-06-24', to: '2026-06-30' })
    expect(steppedSearch({ from: '2026-01-16', to: '2026-01-22' }, -1, lastDay)).toMatchObject({ from: '2026-01-14' })
    expect(steppedSearch({ from: '2026-06-24', to: lastDay }, 1, lastDay)).toBeUndefined()
    expect(lengthOf({ from: later?.from ?? '', to: later?.to ?? '' })).toBe(7)
  })

  it('moves months by months, and the last one ends with the last day', () => {
    const may = { from: '2026-05-01', to: '2026-05-31' }
    expect(steppedSearch(may, -1, '2026-06-17')).toMatchObject({ from: '2026-04-01', to: '2026-04-30' })
    const june = steppedSearch(may, 1, '2026-06-17')
    expect(june).toMatchObject({ from: '2026-06-01', to: '2026-06-17' })
    expect(steppedSearch({ from: '2026-06-01', to: '2026-06-17' }, -1, '2026-06-17')).toMatchObject(may)
  })
})
