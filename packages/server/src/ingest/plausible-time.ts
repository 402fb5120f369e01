const maxYearsOff = 10
const maxMsOff = maxYearsOff * 365.25 * 24 * 60 * 60 * 1000

/** A clock that is further off than this tells nothing about the day on which something happened. */
export function isTooFarOff(timeMs: number, nowMs: number): boolean {
  return Math.abs(timeMs - nowMs) > maxMsOff
}
