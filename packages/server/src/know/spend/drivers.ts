import { nanosOfDollar } from '@muster/contract/prices/cost'
import type { SpendDriver, SpendPlace } from '@muster/contract/spend'
import type { Change } from './repository.ts'

/** Changes below half a cent are none. */
const leastDollars = 0.005
/** How many of each kind are told. */
export const mostOfKind = 5

export type NameOf = (userId: string) => string | undefined

/** What rose and fell most, of each kind, and within the team that changed most. */
export function driversOf(changes: readonly Change[], nameOf: NameOf): SpendDriver[] {
  const [team] = changes.flatMap(({ place }) => (isOne(place) ? (place.team ?? []) : []))
  return changes
    .filter(
      ({ place, nanos }) => Math.abs(nanos) >= leastDollars * nanosOfDollar && (isOne(place) || place.team === team),
    )
    .map(({ place, nanos, allNanos }) => {
      const userName = place.user === undefined ? undefined : nameOf(place.user)
      return {
        ...place,
        ...(userName !== undefined && { userName }),
        change: nanos / nanosOfDollar,
        share: Math.abs(nanos) / allNanos,
      }
    })
}

export function isOne(place: object): boolean {
  return Object.keys(place).length === 1
}

/** What a driver is about, without the numbers. */
export function placeOf({ change: _, share: __, userName: ___, ...place }: SpendDriver): SpendPlace {
  return place
}
