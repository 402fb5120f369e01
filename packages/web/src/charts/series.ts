/** One line or colour of a chart: a number for each day, or `undefined` if it is unknown. */
export interface Series {
  readonly key: string
  readonly label: string
  /** A colour of the theme. */
  readonly color: string
  readonly values: readonly (number | undefined)[]
}

/** The totals of the days that those of a chart are compared with, in the same order. */
export interface DaysBefore {
  readonly days: readonly string[]
  readonly values: readonly (number | undefined)[]
}

const colors = 8
export const otherKey = '(other)'

/** The maximum number of series that people can distinguish by colour. */
export const maxSeries = 8

/**
 * Assigns each name the same colour on every page. If two names of one chart would share a colour, the later one in the
 * alphabet gets the next free colour, whatever their values, so that charts with the same names agree.
 */
export function colorsOf(names: readonly string[]): Map<string, string> {
  const taken = new Set<number>()
  const found = new Map<string, string>()
  for (const name of names.toSorted()) {
    if (name === otherKey) {
      found.set(name, 'var(--color-series-other)')
      continue
    }
    let index = hashOf(name) % colors
    for (let tries = 0; taken.has(index) && tries < colors; tries++) index = (index + 1) % colors
    taken.add(index)
    found.set(name, `var(--color-series-${index + 1})`)
  }
  return found
}

function hashOf(text: string): number {
  let hash = 2166136261
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619) >>> 0
  return hash
}

/** Colours in order, for a chart with few, fixed series. */
export function plainColor(index: number): string {
  return `var(--color-series-${(index % colors) + 1})`
}
