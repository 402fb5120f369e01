import { expect, it } from 'vitest'
import { createProbe } from './probe.ts'

it('asks once for all who want to know at the same time, and anew afterwards', async () => {
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

it('tells that nothing is answered, and does not ask again before the first question is over', async () => {
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
