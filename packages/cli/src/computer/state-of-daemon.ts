import { existsSync } from 'node:fs'
import { isHeld } from '@muster/computer/place/hold-lock'
import { findIdentity } from '@muster/computer/place/identity'
import type { Place } from '@muster/computer/place/place'
import { findStatus } from '@muster/computer/place/status'

/** The identity of this machine, and the status that its daemon reports. `undefined` if it has not joined. */
export function stateOfDaemon(place: Place) {
  const identity = findIdentity(place)
  if (!identity) return undefined
  const isRunning = existsSync(place.lock) && isHeld(place)
  const now = isRunning ? findStatus(place) : undefined
  return { identity, now, state: isRunning ? (now?.state ?? 'starting') : 'stopped' }
}
