import pino from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../../ground/platform/app-error.ts'
import { admittedForMs, createStays } from './stays.ts'
import { unauthorized } from './unauthorized.ts'

it('whoever stays is judged again and again, and turned away once, when that is known', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const stays = createStays(pino({ level: 'silent' }))
  onTestFinished(() => stays.close())
  const away = new AppError('unavailable', 'The database is away.')
  const refusal = unauthorized()
  const judgements = [undefined, away, new Error('Something else.'), undefined, refusal]
  const judge = vi.fn(async () => {
    const error = judgements.shift()
    if (error) throw error
  })
  const end = vi.fn()
  stays.keep(judge, end)
  const gone = vi.fn(async () => {})
  stays.keep(gone, end)()
  await vi.advanceTimersByTimeAsync(4 * admittedForMs)
  expect([judge.mock.calls.length, end.mock.calls.length]).toEqual([4, 0])
  await vi.advanceTimersByTimeAsync(3 * admittedForMs)
  expect(judge).toHaveBeenCalledTimes(5)
  expect(end.mock.calls).toEqual([[refusal]])
  expect(gone).not.toHaveBeenCalled()
})

it('is not judged twice at the same time, however long it takes', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const stays = createStays(pino({ level: 'silent' }))
  onTestFinished(() => stays.close())
  const judge = vi.fn(() => new Promise(() => {}))
  stays.keep(judge, () => {})
  await vi.advanceTimersByTimeAsync(5 * admittedForMs)
  expect(judge).toHaveBeenCalledTimes(1)
})
