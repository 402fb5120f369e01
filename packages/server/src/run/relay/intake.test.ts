import { maxFrameBytes } from '@muster/contract/relay/protocol'
import { frameCostBytes, maxSendRate } from '@muster/contract/relay/send-rate'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSendRates, Intake } from './intake.ts'

const { bytesPerSecond, burstBytes } = maxSendRate

function intakeOf(rates = createSendRates()) {
  const socket = { isPaused: false, pause: () => set(true), resume: () => set(false) }
  function set(isPaused: boolean): void {
    socket.isPaused = isPaused
  }
  return { socket, rates, intake: new Intake(socket, rates.of('c')) }
}

describe('the socket of a computer', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is read on and on at the rate that is allowed', () => {
    const { socket, intake } = intakeOf()
    for (let second = 0; second < 60; second++) {
      intake.take(bytesPerSecond - frameCostBytes)()
      expect(socket.isPaused).toBe(false)
      vi.advanceTimersByTime(1000)
    }
  })

  it('rests after too much, for as long as that would have taken', () => {
    const { socket, intake } = intakeOf()
    const whole = maxFrameBytes / 2
    for (let sent = 0; sent < burstBytes; sent += whole) intake.take(whole - frameCostBytes)()
    expect(socket.isPaused).toBe(false)
    intake.take(bytesPerSecond - frameCostBytes)()
    expect(socket.isPaused).toBe(true)
    // What had been read before the rest began counts as well.
    intake.take(bytesPerSecond - frameCostBytes)()
    vi.advanceTimersByTime(1999)
    expect(socket.isPaused).toBe(true)
    vi.advanceTimersByTime(1)
    expect(socket.isPaused).toBe(false)
  })

  it('rests after too many small frames, too', () => {
    const { socket, intake } = intakeOf()
    for (let count = 0; count <= burstBytes / frameCostBytes; count++) intake.take(0)()
    expect(socket.isPaused).toBe(true)
  })

  it('gains nothing by a new connection', () => {
    const { rates, intake } = intakeOf()
    for (let sent = 0; sent < burstBytes; sent += 2 ** 20) intake.take(2 ** 20)()
    const { socket, intake: next } = intakeOf(rates)
    next.take(1)()
    expect(socket.isPaused).toBe(true)
  })

  it('is not read further while too many frames, or too large ones, are worked on', () => {
    const { socket, intake } = intakeOf()
    const small = Array.from({ length: 512 }, () => intake.take(10))
    expect(socket.isPaused).toBe(true)
    for (const done of small) done()
    expect(socket.isPaused).toBe(false)
    const first = intake.take(maxFrameBytes)
    vi.advanceTimersByTime(60_000)
    intake.take(maxFrameBytes)
    expect(socket.isPaused).toBe(true)
    first()
    expect(socket.isPaused).toBe(false)
  })
})
