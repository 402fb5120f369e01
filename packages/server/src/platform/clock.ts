/** Milliseconds since 1970, from the one place that may ask the machine for the time. */
export interface Clock {
  now(): number
}

/** Real time, or, when `startAtMs` is given, time that begins there and runs on at the usual pace. */
export function createClock(startAtMs?: number): Clock {
  const offsetMs = startAtMs === undefined ? 0 : startAtMs - Date.now()
  return { now: () => Date.now() + offsetMs }
}

export function toIso(ms: number): string {
  return new Date(ms).toISOString()
}
