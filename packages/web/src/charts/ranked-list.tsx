import type { ReactNode } from 'react'
import { compact, exact, percent } from '../ui/numbers.ts'
import { colorsOf } from './series.ts'

interface RankedListProps {
  readonly name: string
  readonly rows: readonly (readonly [name: string, count: number])[]
  readonly most?: number
  /** The display name of a row, if its name is an id. */
  readonly nameOf?: (name: string) => string
  readonly render?: (name: string) => ReactNode
  /** Colours the rows like the same names in other charts. */
  readonly isColored?: boolean
  readonly format?: (count: number) => string
}

/** Rows by size, the largest first, each with its share of the total. */
export function RankedList(props: RankedListProps) {
  const { name, rows, most = 8, nameOf = (label: string) => label, isColored = false, format = compact } = props
  const { render = nameOf } = props
  const exactly = format === compact ? exact : format
  const total = rows.reduce((sum, [, count]) => sum + count, 0)
  const top = rows[0]?.[1] ?? 1
  const shown = rows.slice(0, most)
  const colors = colorsOf(shown.map(([label]) => label))
  return (
    <>
      <ol aria-label={name} className="space-y-1">
        {shown.map(([label, count]) => (
          <li
            key={label}
            className="flex h-8 items-center gap-3 text-[13px]"
            title={`${nameOf(label)}: ${exactly(count)}`}
          >
            <span className="relative flex h-full min-w-0 flex-1 items-center px-2">
              <svg aria-hidden="true" className="absolute inset-0 size-full" preserveAspectRatio="none">
                <rect
                  width={`${Math.max(0.5, (count / top) * 100)}%`}
                  height="100%"
                  rx={4}
                  fill={isColored ? colors.get(label) : 'var(--color-accent)'}
                  fillOpacity={0.14}
                />
              </svg>
              <span className="relative min-w-0 truncate">{render(label)}</span>
            </span>
            <span className="tabular">{format(count)}</span>
            <span className="tabular w-12 text-right text-xs text-muted">{percent(count / total)}</span>
          </li>
        ))}
      </ol>
      {rows.length > most && (
        <p className="mt-2 px-2 text-xs text-muted">and {exact(rows.length - most)} more in the table</p>
      )}
    </>
  )
}
