/** Runs work of the same name one after the other. */
export function createInOrder() {
  const last = new Map<string, Promise<void>>()
  return function inOrder(name: string, work: () => Promise<void>): Promise<void> {
    const done = (last.get(name) ?? Promise.resolve()).then(work)
    // A failure reaches only its own caller; the next work runs anyway.
    const settled = done.catch(() => {})
    last.set(name, settled)
    void settled.then(() => {
      if (last.get(name) === settled) last.delete(name)
    })
    return done
  }
}
