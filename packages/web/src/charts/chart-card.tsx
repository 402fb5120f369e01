import { type ReactNode, useId } from 'react'
import { useSearchState } from '../app/search.ts'
import { DefinitionButton } from '../know/analytics/definition-button.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { exact } from '../ui/numbers.ts'
import { ScrollRegion } from '../ui/scroll-region.tsx'
import { Empty, Failure, Skeleton } from '../ui/states.tsx'
import { csvOf, type DataTable } from './data-table.ts'
import { saveFile } from './save-file.ts'
import type { Series } from './series.ts'

interface ChartCardProps {
  /** Used in the address and in the name of the file. */
  readonly id: string
  readonly title: string
  /** Fields whose definitions explain the chart, such as `/api/v1/analytics/tokens billable_tokens`. */
  readonly fields?: readonly string[]
  readonly table: DataTable | undefined
  readonly legend?: readonly Series[]
  /** An entry of the legend, if it is more than its label. */
  readonly legendItem?: (key: string) => ReactNode
  readonly error?: unknown
  readonly onRetry?: () => void
  /** The height of the chart, reserved while it loads so that the layout does not shift. */
  readonly height?: number
  readonly className?: string
  readonly children: ReactNode
}

/** A chart with its legend, its numbers as a table and as a file, and their definitions. */
export function ChartCard(props: ChartCardProps) {
  const { id, title, fields, table, legend, legendItem, error, onRetry, height = 240, className = '', children } = props
  const [search, change] = useSearchState()
  const isTable = search.table === id
  const isEmpty =
    table !== undefined && !table.rows.some((row) => row.some((value) => typeof value === 'number' && value !== 0))
  const actions = (
    <>
      {fields && <DefinitionButton title={title} fields={fields} />}
      <Button
        size="small"
        look="quiet"
        aria-pressed={isTable}
        onClick={() => change({ table: isTable ? undefined : id })}
      >
        Table
      </Button>
      <Button
        size="small"
        look="quiet"
        disabled={!table}
        onClick={() => table && saveFile(`${id}.csv`, 'text/csv', csvOf(table))}
      >
        CSV
      </Button>
    </>
  )
  return (
    <Card title={title} actions={actions} className={className}>
      {error ? (
        <Failure error={error} {...(onRetry && { retry: onRetry })} />
      ) : !table ? (
        <div style={{ height }}>
          <Skeleton className="h-full" />
        </div>
      ) : isTable ? (
        <NumberTable title={title} table={table} />
      ) : isEmpty ? (
        <div className="grid place-items-center" style={{ height }}>
          <Empty icon="activity" title="Nothing on these days" />
        </div>
      ) : (
        <>
          {children}
          {legend && legend.length > 1 && <Legend series={legend} item={legendItem} />}
        </>
      )}
    </Card>
  )
}

interface LegendProps {
  readonly series: readonly Series[]
  readonly item: ChartCardProps['legendItem']
}

function Legend({ series, item }: LegendProps) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {series.map(({ key, label, color }) => (
        <li key={key} className="flex min-w-0 items-center gap-1.5">
          <span className="size-2 shrink-0 rounded-sm" style={{ background: color }} />
          <span className="truncate">{item ? item(key) : label}</span>
        </li>
      ))}
    </ul>
  )
}

/** All rows, with exact numbers. */
export function NumberTable({ title, table }: { title: string; table: DataTable }) {
  const id = useId()
  return (
    <ScrollRegion aria-labelledby={id} className="max-h-[28rem] overflow-auto rounded-md border border-line">
      <table className="w-full border-collapse text-xs">
        <caption id={id} className="sr-only">
          {title}
        </caption>
        <thead className="sticky top-0 bg-sunken">
          <tr>
            {table.columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={`px-3 py-2 font-medium whitespace-nowrap text-muted ${isNumeric(table, index) ? 'text-right' : 'text-left'}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {table.rows.map((row) => (
            <tr key={row.join('\0')}>
              {row.map((value, index) => (
                <td
                  key={table.columns[index]}
                  className={`tabular max-w-80 truncate px-3 py-1.5 whitespace-nowrap ${isText(value) ? 'text-left' : 'text-right'}`}
                >
                  {typeof value === 'number' ? exact(value) : (value ?? '–')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function isNumeric({ rows }: DataTable, index: number): boolean {
  return rows.some((row) => !isText(row[index]))
}

/** Shares are text with a percent sign, but are right-aligned like other numbers. */
function isText(value: string | number | undefined): boolean {
  return value === undefined || (typeof value === 'string' && !value.endsWith('%'))
}
