import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

const patienceMs = 120_000

/** Looks again and again until there is something. */
export async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  const endMs = performance.now() + patienceMs
  for (;;) {
    const found = await look()
    if (found) return found
    assert(performance.now() < endMs, 'it did not happen within two minutes')
    await pause(100)
  }
}
