import { useMemo } from 'react'
import { nowMs } from '../../app/environment.ts'
import { useSearchState } from '../../app/search.ts'
import { yesterday } from '../../ui/days.ts'
import { type ChosenRange, chosenRange } from './range.ts'

/** The range that all analytics pages share, from the address. */
export function useRange(): ChosenRange {
  const [{ range, from, to, compare }] = useSearchState()
  const lastDay = yesterday(nowMs())
  return useMemo(() => chosenRange({ range, from, to, compare }, lastDay), [range, from, to, compare, lastDay])
}
