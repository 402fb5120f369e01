import { useSyncExternalStore } from 'react'
import { wasSignedIn } from './environment.ts'

/** `ended`: the service ended the session while the page was open. What the person typed must stay. */
type State = 'in' | 'out' | 'ended'

let state: State = wasSignedIn ? 'in' : 'out'
const listeners = new Set<() => void>()

function set(next: State): void {
  state = next
  for (const listener of listeners) listener()
}

export function isSignedIn(): boolean {
  return state !== 'out'
}

export function signedIn(): void {
  set('in')
}

/** Called when the service has ended the session. */
export function signedOut(): void {
  if (state === 'in') set('ended')
}

/** Called when the person signs out. */
export function leave(): void {
  set('out')
}

export function useSessionState(): State {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}
