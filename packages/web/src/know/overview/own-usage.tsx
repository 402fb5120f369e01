import type { OwnUsage } from '@muster/contract/own-usage'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../app/api.ts'
import { nowMs } from '../../app/environment.ts'
import { DayCard } from '../../charts/day-card.tsx'
import { addDays, longDay, type Range, yesterday } from '../../ui/days.ts'
import { compact, money } from '../../ui/numbers.ts'
import { Stat, StatSkeleton } from '../../ui/stat.tsx'
import { Stats } from '../analytics/analytics-page.tsx'
import { preparePerson } from '../analytics/person/prepare.ts'
import { useRange } from '../analytics/use-range.ts'

/** The person's own numbers, and the remaining credits of this month. */
export function OwnUsageCards() {
  const range = useRangeWithToday()
  const query = useQuery({
    queryKey: ['own usage', range.from, range.to],
    queryFn: () => api.organization.myUsage({ startDate: range.from, endDate: range.to }),
    placeholderData: keepPreviousData,
  })
  const view = useMemo(() => query.data && preparePerson(query.data.data, undefined, range), [query.data, range])
  const state = { error: query.error, onRetry: () => void query.refetch() }
  return (
    <>
      <Stats error={query.error}>
        {view && query.data ? (
          <>
            <Stat
              label="Your billable tokens"
              value={view.totals.tokens.value}
              values={view.tokens[0]?.values as number[]}
            />
            <Stat label="Your sessions" value={view.totals.sessions.value} />
            <Stat label="Your tool calls" value={view.totals.toolCalls.value} />
            <Stat label={creditsLabel(query.data)} value={query.data.month.credits_used} />
          </>
        ) : (
          ['Your billable tokens', 'Your sessions', 'Your tool calls', 'Credits this month'].map((label) => (
            <StatSkeleton key={label} label={label} />
          ))
        )}
      </Stats>
      <DayCard
        id="own-tokens"
        title="Your billable tokens"
        table={view?.tokensTable}
        {...state}
        kind="columns"
        days={view?.days}
        series={view?.tokens}
      />
      <DayCard
        id="own-work"
        title="Your tool calls and messages"
        table={view?.workTable}
        {...state}
        kind="lines"
        days={view?.days}
        series={view?.work}
      />
      <p className="text-xs text-muted">
        {range.to === today() && `${longDay(range.to)} is not over; its numbers still rise. `}
        {query.data?.month.cost != null &&
          `This month cost about ${money(query.data.month.cost)}, as far as prices are known.`}
      </p>
    </>
  )
}

function today(): string {
  return addDays(yesterday(nowMs()), 1)
}

/** Own numbers are at most seconds old, so a range that ends yesterday is extended to today. */
function useRangeWithToday(): Range {
  const { range } = useRange()
  const [lastDay, now] = [yesterday(nowMs()), today()]
  return useMemo(() => (range.to === lastDay ? { from: range.from, to: now } : range), [range, lastDay, now])
}

function creditsLabel({ month }: OwnUsage): string {
  return month.credit_limit === null ? 'Credits this month' : `Credits this month, of ${compact(month.credit_limit)}`
}
