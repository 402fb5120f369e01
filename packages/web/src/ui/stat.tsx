import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext } from 'react'
import { rangeSearch, type Search, useSearchState } from '../app/search.ts'
import { Sparkline } from '../charts/sparkline.tsx'
import { changeOf, compact, exact } from './numbers.ts'

interface StatProps {
  readonly label: string
  readonly value: number
  readonly before?: number | undefined
  /** What a workday gives on average: months and ranges of the same length differ in their workdays. */
  readonly perWorkday?: number | undefined
  readonly values?: readonly number[]
  readonly format?: (value: number) => string
  /** The address of the page with the details. */
  readonly to?: string
  /** More of that address than the shown days. */
  readonly search?: Search
  /** What the total leaves out: then it is a lower bound. */
  readonly missing?: ReactNode
}

/** One total, its change, and its values as a sparkline. */
export function Stat({ label, value, before, perWorkday, values, format = compact, to, missing, ...link }: StatProps) {
  const [search] = useSearchState()
  return (
    <div className="card @container relative px-4 py-3">
      <dt className="text-xs text-muted">
        {to ? (
          <Link
            to={to}
            search={{ ...rangeSearch(search), ...link.search } as never}
            className="after:absolute after:inset-0 hover:text-ink"
          >
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd className="mt-1">
        <span className="flex items-end justify-between gap-2">
          <span className="min-w-0">
            <span
              className="tabular block text-lg leading-7 font-semibold tracking-tight whitespace-nowrap @[11rem]:text-[22px]"
              title={exact(value)}
            >
              {missing && '≥ '}
              {format(value)}
            </span>
            <span className="tabular flex min-h-4 flex-wrap gap-x-2 text-xs text-muted">
              <ChangeWords change={changeOf(value, before)} />
              {perWorkday !== undefined && <span className="whitespace-nowrap">{format(perWorkday)} a workday</span>}
            </span>
          </span>
          {values && values.length > 1 && (
            <span className="hidden shrink-0 @[13rem]:block">
              <Sparkline values={values} width={72} height={28} />
            </span>
          )}
        </span>
        {missing && <span className="relative mt-1 block text-xs text-warn">{missing}</span>}
      </dd>
    </div>
  )
}

const signs = { up: '↑ ', down: '↓ ', same: '' } as const
const spoken = { up: 'more by ', down: 'less by ', same: '' } as const

function ChangeWords({ change }: { change: ReturnType<typeof changeOf> }) {
  if (!change) return null
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true">{change.text === 'new' ? '' : signs[change.direction]}</span>
      <span className="sr-only">{spoken[change.direction]}</span>
      {change.text}
    </span>
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
