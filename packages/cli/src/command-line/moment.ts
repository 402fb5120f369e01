const dayMs = 86_400_000

/** The options of lists that can be limited to a period. */
export const timeOptions = {
  since: { type: 'text', value: 'time', summary: 'Only from this day or time on' },
  until: { type: 'text', value: 'time', summary: 'Only up to this day or time' },
} as const

/** A day means the whole day. The service validates other text. */
export function timesOf({ since, until }: { readonly since: string | undefined; readonly until: string | undefined }) {
  return { since: momentOf(since, 0), until: momentOf(until, dayMs) }
}

function momentOf(text: string | undefined, lengthMs: number): string | undefined {
  const isDay = text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDay ? new Date(Date.parse(text) + lengthMs).toISOString() : text
}
