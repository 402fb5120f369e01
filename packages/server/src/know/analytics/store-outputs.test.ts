import { expect, it } from 'vitest'
import { storeOutputs } from './store-outputs.ts'

it('lets the job make the next output while one is stored, and stores them in order', async () => {
  const first = Promise.withResolvers<void>()
  const stored: number[] = []
  async function* outputs() {
    yield 1
    // The first is being stored: only this lets it end.
    first.resolve()
    yield 2
    yield 3
  }
  await storeOutputs(outputs(), async (output) => {
    if (output === 1) await first.promise
    stored.push(output)
  })
  expect(stored).toEqual([1, 2, 3])
})

it('ends the job and rejects when an output cannot be stored', async () => {
  let isEnded = false
  async function* outputs() {
    try {
      yield 1
      yield 2
      yield 3
    } finally {
      isEnded = true
    }
  }
  const storing = storeOutputs(outputs(), async (output) => {
    if (output === 1) throw new Error('full')
    expect(output).toBe('never')
  })
  await expect(storing).rejects.toThrow('full')
  expect(isEnded).toBe(true)
})

it('waits for what is being stored when the job fails', async () => {
  const slow = Promise.withResolvers<void>()
  let isStored = false
  async function* outputs() {
    yield 1
    setImmediate(slow.resolve)
    throw new Error('lost')
  }
  const storing = storeOutputs(outputs(), async () => {
    await slow.promise
    isStored = true
  })
  await expect(storing).rejects.toThrow('lost')
  expect(isStored).toBe(true)
})

it('rejects when the last output cannot be stored', async () => {
  async function* outputs() {
    yield 1
  }
  await expect(storeOutputs(outputs(), () => Promise.reject(new Error('full')))).rejects.toThrow('full')
})
