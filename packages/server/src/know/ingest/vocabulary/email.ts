import { maxEmailLength } from '@muster/contract/telemetry'

/** The text in lower case if it looks like an e-mail address. */
export function emailOf(text: string): string | undefined {
  if (text.length > maxEmailLength) return undefined
  const email = text.trim().toLowerCase()
  // No address has control characters or surrogate halves, and they could not be stored.
  if (/[\p{Cc}\p{Cs}]/u.test(email)) return undefined
  return /^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\.]+(\.[^\s@<>"(),:;\\.]+)+$/.test(email) ? email : undefined
}
