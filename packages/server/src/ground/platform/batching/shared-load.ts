interface SharedLoadOptions<Key> {
  /** The most queries that run at the same time. */
  readonly concurrency?: number
  readonly maxKeys?: number
  /** The name of a key, under which `load` returns its value. Required if keys are objects. */
  readonly nameOf?: (key: Key) => unknown
}

/**
 * Lets concurrent callers share one database query.
 *
 * A caller never joins a query that has started, because it would miss later commits, even its own writes. While
 * `concurrency` queries run, callers are collected, and the next query serves all of them. So a quiet service answers
 * at once, and a busy one sends few large queries.
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
