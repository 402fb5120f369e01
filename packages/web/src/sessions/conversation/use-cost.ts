import type { Session } from '@muster/contract/session'
import { useQuery } from '@tanstack/react-query'

/** What the tokens of a session cost at list prices, in dollars; `undefined` where the model has no known price. */
export function useCost(session: Session | undefined): number | undefined {
  const { model, tokenUsage } = session?.sessionSettings ?? {}
  const day = session && new Date(session.updatedAt).toISOString().slice(0, 10)
  const { data: priceOf } = useQuery({
    queryKey: ['list prices'],
    queryFn: async () => (await import('@muster/contract/prices/price-list')).priceOf,
    enabled: model !== undefined && tokenUsage !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!priceOf || !model || !tokenUsage || !day) return undefined
  const parts = [
    [tokenUsage.inputTokens, priceOf(model, day, 'input')],
    [tokenUsage.outputTokens, priceOf(model, day, 'output')],
    [tokenUsage.cacheReadTokens, priceOf(model, day, 'cacheRead')],
    [tokenUsage.cacheCreationTokens, priceOf(model, day, 'cacheWrite')],
  ] as const
  // A part without a price would make the sum too small.
  if (parts.some(([count, price]) => count > 0 && price === undefined)) return undefined
  return parts.reduce((sum, [count, price = 0]) => sum + (count * price) / 1e6, 0)
}
