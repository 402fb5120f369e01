import { useSyncExternalStore } from 'react'

let isThere = false
const listeners = new Set<() => void>()

/** Whether the service meanwhile serves another build than the one that runs here. */
export async function hasNewVersion(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src
  if (!own) return false
  const answer = await fetch('/sign-in', { headers: { accept: 'text/html' } }).catch(() => undefined)
  return answer?.ok === true && !(await answer.text()).includes(new URL(own).pathname)
}

export function tellNewVersion(): void {
  isThere = true
  for (const listener of listeners) listener()
}

export function useNewVersion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isThere,
  )
}

const leastMs = 10 * 60_000
let lookedAt = Date.now()

/** Looks for a new version whenever somebody comes back to the page, but not more often than every ten minutes. */
export function watchForNewVersion(): () => void {
  const look = () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < leastMs) return
    lookedAt = Date.now()
    void hasNewVersion().then((has) => has && tellNewVersion())
  }
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}
