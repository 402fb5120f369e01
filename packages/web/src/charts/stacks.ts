import { colorsOf, maxSeries, otherKey, type Series } from './series.ts'

type Named = readonly (readonly [name: string, count: number])[]

/** The sum of each name over all days, the largest first. */
export function totalsOf(days: readonly Named[]): (readonly [name: string, count: number])[] {
  const totals = new Map<string, number>()
  for (const day of days) for (const [name, count] of day) totals.set(name, (totals.get(name) ?? 0) + count)
  return [...totals].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
}

/** The same, but names that differ only in case are merged under the most frequent spelling. */
export function totalsOfAnyCase(days: readonly Named[]): (readonly [name: string, count: number])[] {
  const spellings = new Map<string, string>()
  const all = totalsOf(days)
  for (const [name] of all) if (!spellings.has(name.toLowerCase())) spellings.set(name.toLowerCase(), name)
  return totalsOf([all.map(([name, count]) => [spellings.get(name.toLowerCase()) ?? name, count] as const)])
}

/** One series for each of the largest names, and one for all others together, so that totals do not change. */
export function stackOf(days: readonly Named[], most = maxSeries): Series[] {
  const names = totalsOf(days).flatMap(([name, total]) => (total > 0 ? [name] : []))
  const shown = names.length <= most ? names : [...names.slice(0, most - 1), otherKey]
  const isShown = new Set(shown)
  const colors = colorsOf(shown)
  const byDay = days.map((day) => {
    const counts = new Map<string, number>()
    for (const [name, count] of day) {
      const key = isShown.has(name) ? name : otherKey
      counts.set(key, (counts.get(key) ?? 0) + count)
    }
    return counts
  })
  return shown.map((key) => ({
    key,
    label: key,
    color: colors.get(key) ?? '',
    values: byDay.map((counts) => counts.get(key) ?? 0),
  }))
}
