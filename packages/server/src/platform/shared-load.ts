/**
 * Lets callers that ask at the same time share one trip to the database.
 *
 * A caller never joins a trip that has begun: it would miss what was committed since, and reading one's own writes
 * would no longer hold. While `concurrency` trips are under way, callers gather, and the next trip carries all of
 * them. So a quiet service answers at once, and a busy one asks rarely and for much.
 */
export function sharedLoad<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  { concurrency = 2, maxKeys = 500 } = {},
): (key: Key) => Promise<Value | undefined> {
  let waiting = new Map<Key, PromiseWithResolvers<Value | undefined>>()
  let running = 0
  let scheduled = false

  function schedule() {
    if (scheduled || running >= concurrency || waiting.size === 0) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      void depart()
    })
  }

  async function depart() {
    const passengers = take()
    if (passengers.size === 0) return
    running++
    try {
      const values = await load([...passengers.keys()])
      for (const [key, { resolve }] of passengers) resolve(values.get(key))
    } catch (error) {
      for (const { reject } of passengers.values()) reject(error)
    } finally {
      running--
      schedule()
    }
  }

  function take() {
    if (waiting.size <= maxKeys) {
      const all = waiting
      waiting = new Map()
      return all
    }
    const some = new Map([...waiting].slice(0, maxKeys))
    for (const key of some.keys()) waiting.delete(key)
    return some
  }

  return (key) => {
    const known = waiting.get(key)
    if (known) return known.promise
    const seat = Promise.withResolvers<Value | undefined>()
    waiting.set(key, seat)
    schedule()
    return seat.promise
  }
}
