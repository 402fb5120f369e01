import pino from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from './app-error.ts'
import { tellFailure } from './tell-failure.ts'

afterEach(() => vi.useRealTimers())

it('tells of a failure that lasts once a minute, without a stack', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
  const cause = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
  const away = new AppError('unavailable', 'The store is away.', { cause })
  for (let second = 0; second <= 120; second++) {
    tellFailure(log, 'the batch failed', away)
    vi.advanceTimersByTime(1_000)
  }
  expect(lines).toHaveLength(3)
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({
    msg: 'the batch failed',
    reason: 'connect ECONNREFUSED',
    again: 59,
  })
  expect(lines.join()).not.toContain('stack')
})

it('shows where a fault of ours is', () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
  tellFailure(log, 'the batch failed', new TypeError('undefined is not a function'))
  tellFailure(log, 'the lease failed', new TypeError('undefined is not a function'))
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('tell-failure.test.ts')
})
