/** Milliseconds since 1970. Only this module reads the system clock. */
export interface Clock {
  now(): number
}

/** Returns real time. With `startAtMs`, time starts there and advances normally. */
export function createClock(startAtMs?: number): Clock {
  const offsetMs = startAtMs === undefined ? 0 : startAtMs - Date.now()
  return { now: () => Date.now() + offsetMs }
}

export function toIso(ms: number): string {
  return new Date(ms).toISOString()
}
