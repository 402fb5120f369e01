/** The user and organization for whom work is done. */
export interface Customer {
  readonly organizationId: string
  readonly userId: string
}

export interface FairQueue {
  /**
   * Resolves when a place is free, with an idempotent function that frees it again. Rejects if `signal` aborts first,
   * and then leaves the queue.
   */
  enter(customer: Customer, signal?: AbortSignal): Promise<() => void>
}

/** The waiting callers of one user, in order. */
type Line = Set<() => void>

/**
 * A queue for a few places. Organizations take turns, and so do the users of each. If there are several places, one
 * organization never occupies all of them, so that another organization soon finds a free one.
 */
export function createFairQueue(places: number): FairQueue {
  const placesOfOne = Math.max(1, places - 1)
  const taken = new Map<string, number>()
  /** By organization and user. The first entry is served next and then moves to the end. */
  const waiting = new Map<string, Map<string, Line>>()
  let free = places

  function serve(): void {
    // The loop also visits organizations that move to the end.
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
