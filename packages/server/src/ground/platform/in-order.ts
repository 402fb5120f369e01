/** Runs work of the same name in sequence. */
export function createInOrder() {
  const last = new Map<string, Promise<void>>()
  return function inOrder<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = last.get(name)
    const done = before ? before.then(work) : work()
    // Only the caller gets the failure; later work runs anyway.
    const settled = done.then(nothing, nothing)
    last.set(name, settled)
    void settled.then(() => {
      if (last.get(name) === settled) last.delete(name)
    })
    return done
  }
}

function nothing(): void {}
