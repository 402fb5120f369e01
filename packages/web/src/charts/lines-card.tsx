import { ChartCard } from './chart-card.tsx'
import type { DataTable } from './data-table.ts'
import { DayChart } from './day-chart.tsx'
import type { Series } from './series.ts'

interface LinesCardProps {
  readonly id: string
  readonly title: string
  readonly fields: readonly string[]
  /** Undefined until it is loaded. */
  readonly chart: { readonly series: readonly Series[]; readonly table: DataTable } | undefined
  readonly days: readonly string[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly format?: (value: number) => string
  readonly max?: number
}

/** Lines by day, with their table. The axis shows numbers as `format` does. */
export function LinesCard({ id, title, fields, chart, days, error, onRetry, format, max }: LinesCardProps) {
  const looks = { max, ...(format && { format, axisFormat: format }) }
  return (
    <ChartCard
      id={id}
      title={title}
      fields={fields}
      table={chart?.table}
      legend={chart?.series ?? []}
      error={error}
      onRetry={onRetry}
    >
      {chart && days && <DayChart name={title} kind="lines" days={days} series={chart.series} {...looks} />}
    </ChartCard>
  )
}
