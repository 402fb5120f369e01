const dayMs = 86_400_000

/** The options of lists that can be limited to a time. */
export const timeOptions = {
  since: { type: 'text', value: 'time', summary: 'Only from this day or time on' },
  until: { type: 'text', value: 'time', summary: 'Only up to this day or time' },
} as const

/** A day stands for all of it. What is no time is judged by the service. */
export function timesOf({ since, until }: { readonly since: string | undefined; readonly until: string | undefined }) {
  return { since: momentOf(since, 0), until: momentOf(until, dayMs) }
}

function momentOf(text: string | undefined, lengthMs: number): string | undefined {
  const isDay = text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDay ? new Date(Date.parse(text) + lengthMs).toISOString() : text
}
