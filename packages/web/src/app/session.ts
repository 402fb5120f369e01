import { useSyncExternalStore } from 'react'
import { wasSignedIn } from './environment.ts'

/** `ended`: somebody was signed in, and the service says no longer. What they were typing must stay. */
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

/** The service no longer knows us. */
export function signedOut(): void {
  if (state === 'in') set('ended')
}

/** On purpose. */
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
