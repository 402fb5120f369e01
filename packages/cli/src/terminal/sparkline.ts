const steps = [...'▁▂▃▄▅▆▇█']

/** A line of small bars, one for each value; if there are too many values, neighbours are added up. */
export function sparkline(values: readonly number[], width: number): string {
  const perBar = Math.max(1, Math.ceil(values.length / width))
  const bars = Array.from({ length: Math.ceil(values.length / perBar) }, (_, index) =>
    values.slice(index * perBar, (index + 1) * perBar).reduce((sum, value) => sum + value, 0),
  )
  const most = Math.max(0, ...bars)
  return bars.map((value) => steps[most === 0 ? 0 : Math.round((value / most) * (steps.length - 1))]).join('')
}
