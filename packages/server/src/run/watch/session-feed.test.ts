import pino from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createHints } from '../../ground/platform/hints.ts'
import type { CurrentSession, CurrentSessions } from '../sessions/current-sessions.ts'
import { createSessionFeed } from './session-feed.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('tells of a version once, although its hint comes again while it is being read', async () => {
  const hints = createHints()
  const reads: PromiseWithResolvers<CurrentSession[]>[] = []
  const current = {
    find: () => {
      const read = Promise.withResolvers<CurrentSession[]>()
      reads.push(read)
      return read.promise
    },
    changedSince: async () => [],
  } as unknown as CurrentSessions
  const feed = createSessionFeed({ hints, current, clock: { now: () => 1 }, log: pino({ level: 'silent' }) })
  const told: number[] = []
  const end = feed.subscribe('acme', (events) => told.push(...events.map(({ version }) => version)))
  const hint = (version: number) =>
    hints.publish({ kind: 'session', organizationId: 'acme', sessionId: 'one', version })
  const answer = async (version: number) => {
    reads.at(-1)?.resolve([{ sessionId: 'one', version } as CurrentSession])
    await vi.advanceTimersByTimeAsync(5)
  }

  hint(2)
  await vi.advanceTimersByTimeAsync(5)
  hint(2)
  await answer(2)
  expect(reads).toHaveLength(2)
  await answer(2)
  expect(told).toEqual([2])
  hint(3)
  await vi.advanceTimersByTimeAsync(5)
  await answer(3)
  expect(told).toEqual([2, 3])
  end()
})
