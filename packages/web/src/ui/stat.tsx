import { Link } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import { rangeSearch, useSearchState } from '../app/search.ts'
import { Sparkline } from '../charts/sparkline.tsx'
import { changeOf, compact, exact } from './numbers.ts'

interface StatProps {
  readonly label: string
  readonly value: number
  readonly before?: number | undefined
  readonly values?: readonly number[]
  readonly format?: (value: number) => string
  /** The address of the page with the details. */
  readonly to?: string
}

/** One total, its change, and its values as a sparkline. */
export function Stat({ label, value, before, values, format = compact, to }: StatProps) {
  const [search] = useSearchState()
  const change = changeOf(value, before)
  const sign = change?.direction === 'up' ? '↑' : change?.direction === 'down' ? '↓' : '='
  return (
    <div className="card relative px-4 py-3">
      <dt className="text-xs text-muted">
        {to ? (
          <Link to={to} search={rangeSearch(search) as never} className="after:absolute after:inset-0 hover:text-ink">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="mt-1 flex items-end justify-between gap-2">
        <span>
          <span className="tabular block text-[22px] leading-7 font-semibold tracking-tight" title={exact(value)}>
            {format(value)}
          </span>
          <span className="tabular block h-4 text-xs whitespace-nowrap text-muted">
            {change && (
              <>
                <span aria-hidden="true">{change.text === 'new' ? '' : `${sign} `}</span>
                <span className="sr-only">
                  {change.direction === 'up' ? 'more by ' : change.direction === 'down' ? 'less by ' : ''}
                </span>
                {change.text}
              </>
            )}
          </span>
        </span>
        {values && values.length > 1 && (
          <span className="hidden sm:block">
            <Sparkline values={values} width={72} height={28} />
          </span>
        )}
      </dd>
    </div>
  )
}

/** Whether the data of the totals could not be loaded. */
export const StatsFailed = createContext(false)

export function StatSkeleton({ label }: { label: string }) {
  const hasFailed = useContext(StatsFailed)
  return (
    <div className="card px-4 py-3">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-1 h-11">
        {hasFailed ? (
          <span className="text-[13px] text-muted">not loaded</span>
        ) : (
          <span className="block h-6 w-20 animate-pulse rounded bg-sunken" />
        )}
      </dd>
    </div>
  )
}
