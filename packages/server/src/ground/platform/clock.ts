/** Milliseconds since 1970. Only this module asks the machine for the time. */
export interface Clock {
  now(): number
}

/** Real time. With `startAtMs`, time starts there and runs at the usual pace. */
export function createClock(startAtMs?: number): Clock {
  const offsetMs = startAtMs === undefined ? 0 : startAtMs - Date.now()
  return { now: () => Date.now() + offsetMs }
}

export function toIso(ms: number): string {
  return new Date(ms).toISOString()
}
