import type { ActivityRow, ProductivityRow, TokensRow, ToolsRow } from '@muster/contract/analytics'
import type { CostsRow } from '@muster/contract/costs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import type { Range } from '../../ui/days.ts'

/** The previous data stays on the screen until the next range is loaded. */
const steady = { placeholderData: keepPreviousData, staleTime: 5 * 60_000 } as const

function daysIn({ from, to }: Range) {
  return { startDate: from, endDate: to }
}

/** Without a range, no request is sent. */
export function useDays<Row>(
  name: string,
  range: Range | undefined,
  read: (range: Range, signal: AbortSignal) => Promise<readonly Row[]>,
) {
  return useQuery({
    queryKey: ['analytics', name, range?.from, range?.to],
    queryFn: ({ signal }) => (range ? read(range, signal) : []),
    enabled: range !== undefined,
    ...steady,
  })
}

export function useTokens(range: Range | undefined) {
  return useDays('tokens', range, async (days) => (await api.analytics.tokens(daysIn(days))).data as TokensRow[])
}

export function useTools(range: Range | undefined) {
  return useDays('tools', range, async (days) => (await api.analytics.tools(daysIn(days))).data as ToolsRow[])
}

export function useActivity(range: Range | undefined) {
  return useDays('activity', range, async (days) => (await api.analytics.activity(daysIn(days))).data as ActivityRow[])
}

export function useProductivity(range: Range | undefined) {
  return useDays(
    'productivity',
    range,
    async (days) => (await api.analytics.productivity(daysIn(days))).data as ProductivityRow[],
  )
}

export function useCosts(range: Range | undefined) {
  return useDays('costs', range, async (days) => (await api.analytics.costs(daysIn(days))).data as CostsRow[])
}

export function useAdoption(range: Range | undefined) {
  return useDays('adoption', range, async (days) => (await api.analytics.adoption(daysIn(days))).data)
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
