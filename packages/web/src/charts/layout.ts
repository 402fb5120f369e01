import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import type { Series } from './series.ts'

interface Box {
  readonly width: number
  readonly height: number
}

export const margin = { top: 8, right: 4, bottom: 22, left: 44 }

interface Shape {
  readonly key: string
  readonly color: string
  readonly path: string
}

interface ChartLayout {
  readonly shapes: readonly Shape[]
  readonly previous: string | undefined
  readonly ticks: readonly { readonly value: number; readonly y: number }[]
  /** The x coordinate of the middle of each day. */
  readonly xs: readonly number[]
  readonly step: number
  readonly y: (value: number) => number
}

interface LayoutOptions extends Box {
  readonly series: readonly Series[]
  readonly kind: 'columns' | 'lines'
  readonly previous: readonly (number | undefined)[] | undefined
  readonly days: number
  /** A fixed maximum, such as 1 for shares. */
  readonly max?: number | undefined
}

/** The positions of all parts of a chart. Pure, so that it can be tested without a browser. */
export function layoutOf({ series, kind, previous, days, width, height, max }: LayoutOptions): ChartLayout {
  const inner = Math.max(0, width - margin.left - margin.right)
  const step = days > 0 ? inner / days : inner
  const xs = Array.from({ length: days }, (_, index) => margin.left + step * (index + 0.5))
  const top = max ?? Math.max(1e-9, ...highest(series, kind, days), ...(previous ?? []).map((value) => value ?? 0))
  const y = scaleLinear()
    .domain([0, top])
    .range([height - margin.bottom, margin.top])
  if (max === undefined) y.nice(4)
  const path = line<number | undefined>()
    .defined((value) => value !== undefined)
    .x((_, index) => xs[index] ?? 0)
    .y((value) => y(value ?? 0))
  const shapes =
    kind === 'columns'
      ? columns(series, days, xs, step, y)
      : series.map(({ key, color, values }) => ({ key, color, path: path([...values]) ?? '' }))
  return {
    shapes,
    previous: previous && (path([...previous]) ?? undefined),
    ticks: y.ticks(4).map((value) => ({ value, y: y(value) })),
    xs,
    step,
    y,
  }
}

function highest(series: readonly Series[], kind: 'columns' | 'lines', days: number): number[] {
  const at = (index: number) => series.map(({ values }) => values[index] ?? 0)
  return Array.from({ length: days }, (_, index) =>
    kind === 'columns' ? at(index).reduce((sum, value) => sum + value, 0) : Math.max(0, ...at(index)),
  )
}

/** Limits the width of columns if there are few days. */
const maxColumnWidth = 80

/** One path per series instead of hundreds of shapes. */
function columns(
  series: readonly Series[],
  days: number,
  xs: readonly number[],
  step: number,
  y: (value: number) => number,
) {
  const usual = step > 8 ? Math.min(6, step * 0.25) : step > 3 ? 1 : 0
  const gap = Math.max(usual, step - maxColumnWidth)
  const half = (step - gap) / 2
  const heights = new Array<number>(days).fill(0)
  return series.map(({ key, color, values }) => {
    const boxes = xs.map((x, index) => {
      const low = heights[index] ?? 0
      const high = low + (values[index] ?? 0)
      heights[index] = high
      return high <= low ? '' : `M${x - half},${y(low)}V${y(high)}H${x + half}V${y(low)}Z`
    })
    return { key, color, path: boxes.join('') }
  })
}

/** The days with a label below the chart: as many as fit, evenly spaced. */
export function labelledDays(days: readonly string[], width: number): number[] {
  const room = Math.max(2, Math.floor((width - margin.left) / 72))
  const every = Math.max(1, Math.ceil(days.length / room))
  return days.flatMap((_, index) => (index % every === 0 ? [index] : []))
}
