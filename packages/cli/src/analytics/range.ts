const dayMs = 24 * 60 * 60 * 1000

/** The options of commands that show numbers by day. */
export const rangeOptions = {
  from: {
    type: 'text',
    value: 'day',
    summary: 'First day in UTC, such as 2026-03-01 (default: 27 days before the last, four weeks)',
  },
  to: { type: 'text', value: 'day', summary: 'Last day (default: yesterday)' },
} as const

interface RangeArgs {
  readonly from: string | undefined
  readonly to: string | undefined
}

/** The service checks whether it has numbers for these days. */
export function rangeOf({ from, to }: RangeArgs, lastDay = dayOf(Date.now() - dayMs)) {
  const endDate = to ?? lastDay
  const endMs = Date.parse(`${endDate}T00:00:00Z`)
  return { startDate: from ?? dayOf(Number.isNaN(endMs) ? Date.now() : endMs - 27 * dayMs), endDate }
}

export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** Rounded to the cent, or exact below one cent; empty if there is no amount. */
export function dollars(amount: number | null): string | undefined {
  if (amount === null) return undefined
  return amount > 0 && amount < 0.01 ? amount.toFixed(6) : amount.toFixed(2)
}

export function percent(share: number | null): string | undefined {
  return share === null ? undefined : `${(share * 100).toFixed(1)} %`
}
