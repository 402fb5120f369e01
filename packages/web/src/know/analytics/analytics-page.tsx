import { type ReactNode, useCallback } from 'react'
import { useMe } from '../../app/me.ts'
import { useSearchState } from '../../app/search.ts'
import { CrosshairScope } from '../../charts/crosshair.tsx'
import { longDay } from '../../ui/days.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatsFailed } from '../../ui/stat.tsx'
import { QualityNote } from './quality-note.tsx'
import { nameOfComparison } from './range.ts'
import { RangeControl } from './range-control.tsx'
import { useRange } from './use-range.ts'

interface AnalyticsPageProps {
  readonly title: ReactNode
  readonly children: ReactNode
  /** Whether to show the quality of the organization's numbers, which not every role may see. */
  readonly hasQuality?: boolean
}

/**
 * The frame of every analytics page: the range, a crosshair that leads to a single day, and the quality of the numbers.
 */
export function AnalyticsPage({ title, children, hasQuality = true }: AnalyticsPageProps) {
  const [, change] = useSearchState()
  const showDay = useCallback(
    (day: string) => change({ range: undefined, from: day, to: day }, { isStep: true }),
    [change],
  )
  return (
    <CrosshairScope onChoose={showDay}>
      <PageHeader title={title} actions={<RangeControl />} />
      <PrintedRange />
      {hasQuality && <QualityNote />}
      <div className="grid gap-4">{children}</div>
    </CrosshairScope>
  )
}

/** Paper has no address: it says whose numbers these are, and of when. */
function PrintedRange() {
  const { organization } = useMe()
  const { range, comparison } = useRange()
  return (
    <p className="mb-4 hidden print:block">
      {organization.name}, {longDay(range.from)} to {longDay(range.to)}, in UTC
      {comparison && `; compared with ${nameOfComparison(comparison)}`}
    </p>
  )
}

interface StatsProps {
  readonly children: ReactNode
  /** The number of columns, chosen so that lines are full. */
  readonly perLine?: 4 | 6
  /** Set if the totals could not be loaded; the charts below show the error. */
  readonly error: unknown
}

/** Totals, side by side. */
export function Stats({ children, perLine = 4, error }: StatsProps) {
  const look = perLine === 6 ? 'md:grid-cols-3 xl:grid-cols-6' : 'md:grid-cols-4'
  return (
    <StatsFailed value={Boolean(error)}>
      <dl className={`grid grid-cols-2 gap-3 ${look}`}>{children}</dl>
    </StatsFailed>
  )
}
