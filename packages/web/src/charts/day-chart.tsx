import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react'
import { longDay, shortDay } from '../ui/days.ts'
import { compact, exact } from '../ui/numbers.ts'
import { useCrosshair } from './crosshair.tsx'
import { labelledDays, layoutOf, margin } from './layout.ts'
import type { DaysBefore, Series } from './series.ts'
import { ChartTooltip } from './tooltip.tsx'
import { useWidth } from './use-width.ts'

interface DayChartProps {
  /** The text alternative of the chart. */
  readonly name: string
  readonly days: readonly string[]
  readonly series: readonly Series[]
  /** Columns are parts of a whole and are stacked; lines are not. */
  readonly kind: 'columns' | 'lines'
  readonly previous?: DaysBefore | undefined
  readonly format?: (value: number) => string
  readonly axisFormat?: (value: number) => string
  readonly height?: number
  readonly max?: number | undefined
}

/** Numbers by day. The pointer and the arrow keys show exact values; a click or Enter selects that day alone. */
export function DayChart(props: DayChartProps) {
  const { name, days, series, kind, previous, format = exact, axisFormat = compact, height = 240, max } = props
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const { index, setIndex, onChoose } = useCrosshair()
  const layout = useMemo(
    () => layoutOf({ series, kind, previous: previous?.values, days: days.length, width, height, max }),
    [series, kind, previous, days.length, width, height, max],
  )
  const active = index !== undefined && index < days.length ? index : undefined
  const x = active === undefined ? undefined : layout.xs[active]
  // The line of a single day has no length, so it is drawn as a point.
  const pointed = kind === 'columns' ? undefined : days.length === 1 ? 0 : active

  const indexAt = (event: PointerEvent) => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left - margin.left
    return Math.max(0, Math.min(days.length - 1, Math.floor(left / layout.step)))
  }
  const canChoose = onChoose !== undefined && days.length > 1
  const choose = (at: number) => {
    const day = days[at]
    if (day && canChoose) onChoose(day)
  }
  // A tap shows the values of a day. A click selects it, because a mouse shows the values on hover.
  const onPointerUp = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button === 0) choose(indexAt(event))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && active !== undefined) choose(active)
    const last = days.length - 1
    const moves: Record<string, number> = {
      ArrowLeft: Math.max(0, (active ?? days.length) - 1),
      ArrowRight: Math.min(last, (active ?? -1) + 1),
      Home: 0,
      End: last,
    }
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    setIndex(next)
  }

  return (
    <div ref={box} className="relative" style={{ height }}>
      <svg role="img" aria-label={name} width={width} height={height} className="block overflow-visible">
        {layout.ticks.map(({ value, y }) => (
          <g key={value}>
            <line x1={margin.left} x2={width - margin.right} y1={y} y2={y} className="stroke-line" strokeWidth={1} />
            <text x={margin.left - 8} y={y} dy="0.32em" textAnchor="end" className="tabular fill-faint text-[11px]">
              {axisFormat(value)}
            </text>
          </g>
        ))}
        {labelledDays(days, width).map((at) => (
          <text
            key={days[at]}
            x={layout.xs[at]}
            y={height - 6}
            textAnchor="middle"
            className="tabular fill-faint text-[11px]"
          >
            {shortDay(days[at] ?? '')}
          </text>
        ))}
        {x !== undefined && (
          <rect
            x={x - layout.step / 2}
            y={margin.top}
            width={layout.step}
            height={height - margin.top - margin.bottom}
            className="fill-hover"
          />
        )}
        {layout.shapes.map(({ key, color, path }) =>
          kind === 'columns' ? (
            <path key={key} d={path} fill={color} />
          ) : (
            <path
              key={key}
              d={path}
              fill="none"
              stroke={color}
              strokeWidth={2}
              strokeLinejoin="round"
              strokeLinecap="round"
            />
          ),
        )}
        {layout.previous && (
          <path
            d={layout.previous}
            fill="none"
            className="stroke-faint"
            strokeWidth={1.25}
            strokeOpacity={0.7}
            strokeDasharray="1 3"
          />
        )}
        {x !== undefined && (
          <line x1={x} x2={x} y1={margin.top} y2={height - margin.bottom} className="stroke-line-strong" />
        )}
        {pointed !== undefined &&
          series.map(({ key, color, values }) => {
            const value = values[pointed]
            return value === undefined ? null : (
              <circle
                key={key}
                cx={layout.xs[pointed]}
                cy={layout.y(value)}
                r={3.5}
                fill={color}
                className="stroke-surface"
                strokeWidth={1.5}
              />
            )
          })}
      </svg>
      <div
        role="slider"
        tabIndex={0}
        aria-label={`${name}, day by day`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, days.length - 1)}
        aria-valuenow={active ?? Math.max(0, days.length - 1)}
        aria-valuetext={describe(props, active, format)}
        className={`absolute inset-0 ${canChoose ? 'cursor-pointer' : ''}`}
        onPointerMove={(event) => setIndex(indexAt(event))}
        onPointerUp={onPointerUp}
        onPointerLeave={() => setIndex(undefined)}
        onBlur={() => setIndex(undefined)}
        onKeyDown={onKeyDown}
      />
      {active !== undefined && x !== undefined && (
        <ChartTooltip {...props} format={format} index={active} x={x} width={width} />
      )}
    </div>
  )
}

function describe({ days, series }: DayChartProps, index: number | undefined, format: (value: number) => string) {
  if (index === undefined) return 'Use the arrow keys to read the days, and Enter to show one alone'
  const parts = series.map(({ label, values }) => {
    const value = values[index]
    return `${label} ${value === undefined ? 'unknown' : format(value)}`
  })
  return `${longDay(days[index] ?? '')}: ${parts.join(', ')}`
}
