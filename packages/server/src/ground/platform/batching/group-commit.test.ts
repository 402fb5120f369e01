import { describe, expect, it } from 'vitest'
import { groupCommit } from './group-commit.ts'

/** A group whose writes end when the test says so. */
function heldGroup(maxSize = 100, pace = {}) {
  const writes: { calls: readonly number[]; end: PromiseWithResolvers<void> }[] = []
  const began: PromiseWithResolvers<void>[] = []
  const group = groupCommit<number, string>({
    async write(calls) {
      const end = Promise.withResolvers<void>()
      writes.push({ calls, end })
      began.shift()?.resolve()
      await end.promise
      return calls.map((call) => `wrote ${call}`)
    },
    sizeOf: (call) => call,
    maxSize,
    ...pace,
  })
  const nextWrite = () => {
    const seat = Promise.withResolvers<void>()
    began.push(seat)
    return seat.promise
  }
  return { group, writes, nextWrite }
}

describe('a group commit', () => {
  it('writes together what comes while a write is under way, and answers each with its own', async () => {
    const { group, writes, nextWrite } = heldGroup()
    let begun = nextWrite()
    const first = group.submit(1)
    await begun
    const others = [group.submit(2), group.submit(3)]
    begun = nextWrite()
    writes[0]?.end.resolve()
    expect(await first).toBe('wrote 1')
    await begun
    writes[1]?.end.resolve()
    expect(await Promise.all(others)).toEqual(['wrote 2', 'wrote 3'])
    expect(writes.map(({ calls }) => calls)).toEqual([[1], [2, 3]])
    await group.idle()
  })

  it('closes a group that is big enough, and lets a call that is too big travel alone', async () => {
    const { group, writes, nextWrite } = heldGroup(10)
    const calls = [6, 4, 1, 50, 2].map((call) => group.submit(call))
    for (let write = 0; write < 4; write++) {
      await nextWrite()
      writes[write]?.end.resolve()
    }
    await Promise.all(calls)
    expect(writes.map((write) => write.calls)).toEqual([[6, 4], [1], [50], [2]])
  })

  it('fails the calls of a write that failed, and goes on', async () => {
    const { group, writes, nextWrite } = heldGroup()
    let begun = nextWrite()
    const calls = [group.submit(1), group.submit(2)]
    await begun
    writes[0]?.end.reject(new Error('no room'))
    const outcomes = await Promise.allSettled(calls)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    begun = nextWrite()
    const later = group.submit(3)
    await begun
    writes[1]?.end.resolve()
    expect(await later).toBe('wrote 3')
  })

  it('holds small groups back for a while, but not big ones', async () => {
    const { group, writes, nextWrite } = heldGroup(100, { minIntervalMs: 3_600_000, smallSize: 10 })
    let begun = nextWrite()
    const first = group.submit(1)
    await begun
    writes[0]?.end.resolve()
    await first
    begun = nextWrite()
    const big = group.submit(10)
    await begun
    writes[1]?.end.resolve()
    expect(await big).toBe('wrote 10')
  })
})
