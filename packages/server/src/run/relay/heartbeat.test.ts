import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { createHeartbeat } from './heartbeat.ts'

/** A connection that answers pings as long as it is alive. */
class FakeSocket extends EventEmitter {
  isAlive = true
  isEnded = false
  pings = 0

  ping(): void {
    this.pings++
    if (this.isAlive) this.emit('pong')
  }

  terminate(): void {
    this.isEnded = true
    this.emit('close')
  }
}

function beatFor(count: number) {
  const heartbeat = createHeartbeat()
  const sockets = Array.from({ length: count }, () => new FakeSocket())
  for (const socket of sockets) heartbeat.add(socket as unknown as WebSocket)
  return { heartbeat, sockets }
}

describe('the heartbeat of computers', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('ends a connection 27 seconds after the last ping that it answered, and no sooner', () => {
    const { heartbeat, sockets } = beatFor(1)
    const [socket] = sockets as [FakeSocket]
    while (socket.pings === 0) vi.advanceTimersToNextTimer()
    socket.isAlive = false
    vi.advanceTimersByTime(26_900)
    expect(socket.isEnded).toBe(false)
    vi.advanceTimersByTime(100)
    expect(socket.isEnded).toBe(true)
    heartbeat.stop()
  })

  it('keeps a connection that misses two pings and answers the next', () => {
    const { heartbeat, sockets } = beatFor(1)
    const [socket] = sockets as [FakeSocket]
    for (let round = 0; round < 100; round++) {
      socket.isAlive = false
      vi.advanceTimersByTime(18_000)
      socket.isAlive = true
      socket.emit('pong')
    }
    expect(socket.isEnded).toBe(false)
    heartbeat.stop()
  })

  it('keeps a connection whose answers wait behind frames that are not read yet', () => {
    const { heartbeat, sockets } = beatFor(1)
    const [socket] = sockets as [FakeSocket]
    socket.isAlive = false
    for (let round = 0; round < 100; round++) {
      vi.advanceTimersByTime(18_000)
      socket.emit('message', '{}')
    }
    expect(socket.isEnded).toBe(false)
    heartbeat.stop()
  })

  it('pings each of many once in nine seconds, and only a slice of them at once', () => {
    const { heartbeat, sockets } = beatFor(200)
    const pingsOfAll = () => sockets.reduce((sum, { pings }) => sum + pings, 0)
    vi.advanceTimersToNextTimer()
    expect(pingsOfAll()).toBe(5)
    vi.advanceTimersByTime(9_000 - 225)
    expect(sockets.map(({ pings }) => pings)).toEqual(sockets.map(() => 1))
    heartbeat.stop()
  })
})
