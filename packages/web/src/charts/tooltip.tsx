import { dayAndMonth, longDay } from '../ui/days.ts'
import type { DaysBefore, Series } from './series.ts'

interface ChartTooltipProps {
  readonly days: readonly string[]
  readonly series: readonly Series[]
  readonly kind: 'columns' | 'lines'
  readonly previous?: DaysBefore | undefined
  readonly format: (value: number) => string
  readonly index: number
  readonly x: number
  readonly width: number
}

const tooltipWidth = 224

/** The exact values of one day, beside the crosshair and always inside the chart. */
export function ChartTooltip({ days, series, kind, previous, format, index, x, width }: ChartTooltipProps) {
  const rows = series
    .map(({ key, label, color, values }) => ({ key, label, color, value: values[index] }))
    .filter(({ value }) => kind === 'lines' || (value ?? 0) > 0)
  const ordered = kind === 'lines' ? rows : rows.toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0))
  const total = series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)
  const [before, dayBefore = ''] = [previous?.values[index], previous?.days[index]]
  const left = x + tooltipWidth + 16 > width ? Math.max(0, x - tooltipWidth - 12) : x + 12
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-2 z-10 rounded-lg border border-line bg-raised px-3 py-2 text-xs shadow-pop"
      style={{ left, width: tooltipWidth }}
    >
      <p className="mb-1 font-medium">{longDay(days[index] ?? '')}</p>
      {kind === 'columns' && series.length > 1 && <Row label="Total" value={format(total)} isStrong />}
      {ordered.map(({ key, label, color, value }) => (
        <Row key={key} label={label} color={color} value={value === undefined ? '–' : format(value)} />
      ))}
      {ordered.length === 0 && <p className="text-muted">Nothing on this day</p>}
      {before !== undefined && <Row label={dayAndMonth(dayBefore)} value={format(before)} isPale />}
    </div>
  )
}

interface RowProps {
  readonly label: string
  readonly value: string
  readonly color?: string
  readonly isStrong?: boolean
  readonly isPale?: boolean
}

function Row({ label, value, color, isStrong = false, isPale = false }: RowProps) {
  return (
    <p className={`flex items-center gap-2 py-px ${isStrong ? 'font-medium' : ''} ${isPale ? 'text-muted' : ''}`}>
      {color && <span className="size-2 shrink-0 rounded-sm" style={{ background: color }} />}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      <span className="tabular">{value}</span>
    </p>
  )
}
