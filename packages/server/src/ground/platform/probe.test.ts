import { expect, it } from 'vitest'
import { createProbe } from './probe.ts'

it('checks once for all who ask at the same time, and again for later callers', async () => {
  let asked = 0
  const answer = Promise.withResolvers<void>()
  const probe = createProbe('It', () => {
    asked++
    return answer.promise
  })
  const waiting = [probe(), probe(), probe()]
  answer.resolve()
  await Promise.all(waiting)
  expect(asked).toBe(1)
  await probe()
  expect(asked).toBe(2)
})

it('reports silence, and does not check again before the first check is over', async () => {
  let asked = 0
  const never = new Promise<void>(() => {})
  const probe = createProbe(
    'The database',
    () => {
      asked++
      return never
    },
    1,
  )
  await expect(probe()).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The database does not answer just now.',
  })
  await expect(probe()).rejects.toMatchObject({ status: 503 })
  expect(asked).toBe(1)
})

it('passes a failure on', async () => {
  await expect(createProbe('It', () => Promise.reject(new Error('refused')))()).rejects.toThrow('refused')
})
