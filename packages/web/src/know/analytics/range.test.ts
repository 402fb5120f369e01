import { describe, expect, it } from 'vitest'
import { lengthOf } from '../../ui/days.ts'
import { chosenRange, steppedSearch } from './range.ts'

const lastDay = '2026-06-30'

describe('chosenRange', () => {
  it('is the last 30 days without a valid range in the address', () => {
    const usual = { range: { from: '2026-06-01', to: '2026-06-30' }, preset: '30d' }
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

  it('compares with as many days before, unless these have no numbers or nobody wants it', () => {
    expect(chosenRange({ range: '7d' }, lastDay).previous).toEqual({ from: '2026-06-17', to: '2026-06-23' })
    expect(chosenRange({ range: '7d', compare: 'off' }, lastDay).previous).toBeUndefined()
    expect(chosenRange({ from: '2026-01-14', to: '2026-01-20' }, lastDay).previous).toBeUndefined()
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
})
