const nsInMs = 1_000_000
const maxDigits = 19

/** Nanoseconds as decimal digits, from the two halves of an unsigned 64-bit number, without a BigInt. */
export function nsFromHalves(low: number, high: number): string {
  if (high === 0) return low === 0 ? '' : String(low)
  // 2^32 is 4294 × 10^6 + 967296, so the product below stays exact in a double.
  const rest = high * 967_296 + low
  const ms = high * 4294 + Math.floor(rest / nsInMs)
  return `${ms}${String(rest % nsInMs).padStart(6, '0')}`
}

/** Nanoseconds as decimal digits, from a JSON field; empty if absent, undefined if it is not a time. */
export function nsFromJson(value: unknown): string | undefined {
  if (value === undefined || value === null || value === 0 || value === '0' || value === '') return ''
  const digits = typeof value === 'number' && Number.isInteger(value) ? String(value) : value
  return typeof digits === 'string' && digits.length <= maxDigits + 1 && /^\d+$/.test(digits) ? digits : undefined
}

/** Converts nanoseconds as decimal digits to milliseconds; NaN for an empty text. */
export function msOf(timeNs: string): number {
  return timeNs === '' ? Number.NaN : Number(timeNs.slice(0, -6))
}
