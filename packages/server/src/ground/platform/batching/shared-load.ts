interface SharedLoadOptions<Key> {
  /** How many trips may be under way at the same time. */
  readonly concurrency?: number
  readonly maxKeys?: number
  /** The name of a key, by which `load` returns its value. Keys that are objects need it. */
  readonly nameOf?: (key: Key) => unknown
}

/**
 * Lets callers that ask at the same time share one trip to the database.
 *
 * A caller never joins a trip that has begun, because it would miss later commits, even its own writes. While
 * `concurrency` trips run, callers gather, and the next trip takes all of them. So a quiet service answers at once, and
 * a busy one sends few large queries.
 */
export function sharedLoad<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<unknown, Value>>,
  { concurrency = 2, maxKeys = 500, nameOf = (key) => key }: SharedLoadOptions<Key> = {},
): (key: Key) => Promise<Value | undefined> {
  let waiting = new Map<unknown, { key: Key; seat: PromiseWithResolvers<Value | undefined> }>()
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
      const values = await load([...passengers.values()].map(({ key }) => key))
      for (const [name, { seat }] of passengers) seat.resolve(values.get(name))
    } catch (error) {
      for (const { seat } of passengers.values()) seat.reject(error)
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
    for (const name of some.keys()) waiting.delete(name)
    return some
  }

  return (key) => {
    const name = nameOf(key)
    const known = waiting.get(name)
    if (known) return known.seat.promise
    const seat = Promise.withResolvers<Value | undefined>()
    waiting.set(name, { key, seat })
    schedule()
    return seat.promise
  }
}
