import type { ReactNode } from 'react'
import { ChartCard } from './chart-card.tsx'
import type { DataTable } from './data-table.ts'
import { DayChart } from './day-chart.tsx'
import type { DaysBefore, Series } from './series.ts'

interface DayCardProps {
  readonly id: string
  readonly title: string
  /** The name of the chart, if it differs from the title. */
  readonly name?: string
  readonly fields?: readonly string[]
  readonly kind: 'columns' | 'lines'
  /** Days, series and table are undefined until they are loaded. */
  readonly days: readonly string[] | undefined
  readonly series: readonly Series[] | undefined
  readonly table: DataTable | undefined
  readonly previous?: DaysBefore | undefined
  readonly legendItem?: (key: string) => ReactNode
  readonly height?: number
  readonly max?: number
  readonly format?: (value: number) => string
  /** Default: `format`. */
  readonly axisFormat?: (value: number) => string
  readonly error: unknown
  readonly onRetry: () => void
}

/** A chart by day in a card, with its legend and its table. */
export function DayCard(props: DayCardProps) {
  const { id, title, name = title, fields, kind, days, series, table, previous, height, max, error, onRetry } = props
  const { format, axisFormat = format, legendItem } = props
  const looks = { max, ...(height && { height }), ...(format && { format }), ...(axisFormat && { axisFormat }) }
  return (
    <ChartCard
      id={id}
      title={title}
      {...(fields && { fields })}
      table={table}
      legend={series ?? []}
      {...(legendItem && { legendItem })}
      {...(height && { height })}
      error={error}
      onRetry={onRetry}
    >
      {days && series && (
        <DayChart name={name} kind={kind} days={days} series={series} previous={previous} {...looks} />
      )}
    </ChartCard>
  )
}
