import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { exact } from './numbers.ts'
import { ScrollRegion } from './scroll-region.tsx'

export interface TableColumn<Row> {
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  readonly isNumber?: boolean
  /** The heading is only for screen readers, as above the buttons of a row. */
  readonly isBare?: boolean
}

interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

/** Tables with up to this many rows stay fast in any browser. */
const step = 200

/** Rows with headings; the first column names the row. It scrolls sideways on a narrow screen. */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  const [limit, setLimit] = useState(step)
  const more = rows.length - limit
  return (
    <>
      <ScrollRegion aria-label={label} className="card relative overflow-x-auto">
        <table className="w-full border-collapse text-[13px]">
          <thead>
            <tr className="border-b border-line">
              {columns.map(({ label: heading, isNumber, isBare }) => (
                <th
                  key={heading}
                  scope="col"
                  className={`px-4 py-2.5 text-xs font-medium whitespace-nowrap text-muted ${isNumber ? 'text-right' : 'text-left'}`}
                >
                  {isBare ? <span className="sr-only">{heading}</span> : heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, limit).map((row) => (
              <tr key={keyOf(row)} className="border-b border-line last:border-0 hover:bg-hover">
                {columns.map(({ label: heading, cell, isNumber }, index) =>
                  index === 0 ? (
                    <th key={heading} scope="row" className="max-w-80 min-w-44 px-4 py-2 text-left font-normal">
                      {cell(row)}
                    </th>
                  ) : (
                    <td key={heading} className={`px-4 py-2 ${isNumber ? 'tabular text-right' : ''}`}>
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {more > 0 && (
        <div className="mt-3 text-center">
          <Button onClick={() => setLimit(limit + step)}>Show {exact(Math.min(step, more))} more</Button>
        </div>
      )}
    </>
  )
}
