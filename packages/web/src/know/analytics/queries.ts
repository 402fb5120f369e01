import type { ActivityRow, ProductivityRow, TokensRow, ToolsRow } from '@muster/contract/analytics'
import type { CostGroup, CostsGroupRow, CostsRow } from '@muster/contract/costs'
import type { WorkGroup, WorkGroupRow, WorkRow } from '@muster/contract/work'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../app/api.ts'
import type { Range } from '../../ui/days.ts'
import { asQuery, type Filter } from './filters.ts'
import { type Loaded, loaded } from './loaded.ts'
import type { Before } from './sums.ts'
import { useRange } from './use-range.ts'

/** The previous data stays on the screen until the next range is loaded. */
const steady = { placeholderData: keepPreviousData, staleTime: 5 * 60_000 } as const

interface Days {
  readonly startDate: string
  readonly endDate: string
}

/** Rows of an endpoint for a range of days. */
export interface DayRows<Row> {
  /** Names the answer in the cache. */
  readonly name: string
  readonly read: (days: Days, signal: AbortSignal) => Promise<readonly Row[]>
}

const rows = <Row>(name: string, read: DayRows<Row>['read']): DayRows<Row> => ({ name, read })

export const tokens = rows('tokens', async (days) => (await api.analytics.tokens(days)).data as TokensRow[])
export const tools = rows('tools', async (days) => (await api.analytics.tools(days)).data as ToolsRow[])
export const activity = rows('activity', async (days) => (await api.analytics.activity(days)).data as ActivityRow[])
export const productivity = rows(
  'productivity',
  async (days) => (await api.analytics.productivity(days)).data as ProductivityRow[],
)
export const adoption = rows('adoption', async (days) => (await api.analytics.adoption(days)).data)
export const work = rows('work', async (days) => (await api.analytics.work(days)).data as WorkRow[])

export function costs(filters: readonly Filter[] = []) {
  return rows(`costs ${JSON.stringify(filters)}`, async (days) => {
    return (await api.analytics.costs({ ...days, ...asQuery(filters) })).data as CostsRow[]
  })
}

export function costsBy(group: CostGroup, filters: readonly Filter[] = []) {
  return rows(`costs by ${group} ${JSON.stringify(filters)}`, async (days) => {
    return (await api.analytics.costs({ ...days, group_by: group, ...asQuery(filters) })).data as CostsGroupRow[]
  })
}

export function workBy(group: WorkGroup) {
  return rows(`work by ${group}`, async (days) => {
    return (await api.analytics.work({ ...days, group_by: group })).data as WorkGroupRow[]
  })
}

/** Without a range, no request is sent. */
export function useRows<Row>({ name, read }: DayRows<Row>, range: Range | undefined) {
  return useQuery({
    queryKey: ['analytics', name, range?.from, range?.to],
    queryFn: ({ signal }) => (range ? read({ startDate: range.from, endDate: range.to }, signal) : []),
    enabled: range !== undefined,
    ...steady,
  })
}

/** What a page shows of the chosen days, and of those they are compared with as soon as these are there. */
export function useView<Row, View>(
  wanted: DayRows<Row>,
  prepare: (rows: readonly Row[], before: Before<Row> | undefined, range: Range) => View,
): Loaded<View> {
  const { range, comparison } = useRange()
  const now = useRows(wanted, range)
  const before = useRows(wanted, comparison?.range)
  const isThere = !before.isPlaceholderData && !now.isPlaceholderData
  const rowsBefore = isThere ? before.data : undefined
  const view = useMemo(() => {
    const compared = comparison && rowsBefore && { rows: rowsBefore, comparison }
    return now.data && prepare(now.data, compared, range)
  }, [now.data, rowsBefore, comparison, range, prepare])
  return loaded(now, view)
}

export function useStatus() {
  return useQuery({ queryKey: ['analytics', 'status'], queryFn: () => api.analytics.status(), staleTime: 60_000 })
}

export function useDefinitions() {
  return useQuery({
    queryKey: ['analytics', 'definitions'],
    queryFn: () => api.analytics.definitions(),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
