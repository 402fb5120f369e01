/** The first day that the interface has data for. */
export const earliestDay = '2026-01-14'
