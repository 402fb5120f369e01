import { dayMs } from '../../ground/platform/days.ts'
import { maxDaysOfRequest } from './bounds.ts'

/**
 * Admits events of a limited number of days: the first that it sees. Each day of a request causes work in many tables.
 */
export class DayBound {
  readonly #days = new Set<number>()

  admits(timeMs: number): boolean {
    const day = Math.floor(timeMs / dayMs)
    if (this.#days.size >= maxDaysOfRequest && !this.#days.has(day)) return false
    this.#days.add(day)
    return true
  }
}
