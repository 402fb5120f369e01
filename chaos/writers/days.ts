const dayMs = 86_400_000
const begin = Date.now()

/** How many days before the campaign events are: analytics only has past days. */
function daysAgo(count: number): string {
  return new Date(begin - count * dayMs).toISOString().slice(0, 10)
}

/** Each writer has days of its own, so that its numbers can be checked separately. */
export const dayOf = {
  native: [daysAgo(1), daysAgo(2)],
  logs: daysAgo(3),
  grpc: daysAgo(4),
  totals: daysAgo(5),
} as const
