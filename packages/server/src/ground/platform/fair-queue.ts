/** For whom work is done. */
export interface Customer {
  readonly organizationId: string
  readonly userId: string
}

export interface FairQueue {
  /**
   * Resolves when a place is free, with a function that gives it back; calling that again does nothing. Rejects when
   * `signal` aborts first, and then nothing is left of it here.
   */
  enter(customer: Customer, signal?: AbortSignal): Promise<() => void>
}

/** Those of one user who wait, in order. */
type Line = Set<() => void>

/**
 * A few places for which many wait. Organizations take turns, and so do the users of each. Where there are several
 * places, one organization never has all of them, so that another one always finds one that becomes free soon.
 */
export function createFairQueue(places: number): FairQueue {
  const placesOfOne = Math.max(1, places - 1)
  const taken = new Map<string, number>()
  /** By organization and user. The next turn is that of the first entry; whoever had one goes to the end. */
  const waiting = new Map<string, Map<string, Line>>()
  let free = places

  function serve(): void {
    // An organization that moves to the end is met again.
    for (const [organizationId, users] of waiting) {
      if (free === 0) return
      const own = taken.get(organizationId) ?? 0
      const [first] = users
      if (own >= placesOfOne || !first) continue
      const [userId, line] = first
      const [begin] = line
      if (!begin) continue
      line.delete(begin)
      moveToEnd(users, userId, line)
      moveToEnd(waiting, organizationId, users)
      taken.set(organizationId, own + 1)
      free--
      begin()
    }
  }

  function add({ organizationId, userId }: Customer, begin: () => void): void {
    const users = waiting.get(organizationId) ?? new Map<string, Line>()
    users.set(userId, (users.get(userId) ?? new Set()).add(begin))
    waiting.set(organizationId, users)
  }

  function remove({ organizationId, userId }: Customer, begin: () => void): void {
    const users = waiting.get(organizationId)
    const line = users?.get(userId)
    line?.delete(begin)
    if (line?.size === 0) users?.delete(userId)
    if (users?.size === 0) waiting.delete(organizationId)
  }

  function giveBack({ organizationId }: Customer): void {
    const left = (taken.get(organizationId) ?? 1) - 1
    if (left > 0) taken.set(organizationId, left)
    else taken.delete(organizationId)
    free++
    serve()
  }

  return {
    async enter(customer, signal) {
      signal?.throwIfAborted()
      await new Promise<void>((resolve, reject) => {
        const begin = () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        }
        const leave = () => {
          remove(customer, begin)
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', leave, { once: true })
        add(customer, begin)
        serve()
      })
      let isGiven = false
      return () => {
        if (isGiven) return
        isGiven = true
        giveBack(customer)
      }
    },
  }
}

function moveToEnd<Value extends { readonly size: number }>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  if (value.size > 0) map.set(key, value)
}
