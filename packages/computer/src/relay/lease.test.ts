import { describe, expect, it, onTestFinished } from 'vitest'
import { Lease } from './lease.ts'

function begin() {
  const state = { nowMs: 0, lost: 0, suspendedMs: 0 }
  const lease = new Lease({
    onSilent: () => {},
    onLost: () => {
      state.lost += 1
    },
    // The process is suspended right after it has read the clock.
    now: () => {
      const now = state.nowMs
      state.nowMs += state.suspendedMs
      state.suspendedMs = 0
      return now
    },
  })
  onTestFinished(() => lease.stop())
  lease.begin(60_000)
  return { lease, state }
}

describe('Lease', () => {
  it('is lost when a sign of life comes too late, even if it only waited to be read', () => {
    const { lease, state } = begin()
    state.nowMs = 61_000
    lease.sign()
    lease.sign()
    expect(state.lost).toBe(1)
    state.nowMs = 130_000
    lease.begin(60_000)
    expect(state.lost).toBe(2)
  })

  it('is lost when the process is suspended while it takes note of a sign of life', () => {
    const { lease, state } = begin()
    state.suspendedMs = 61_000
    lease.sign()
    lease.sign()
    expect(state.lost).toBe(1)
  })

  it('is kept by signs of life that come in time', () => {
    const { lease, state } = begin()
    for (let count = 0; count < 10; count += 1) {
      state.nowMs += 59_000
      lease.sign()
    }
    expect(state.lost).toBe(0)
  })
})
