import { describe, expect, it } from 'vitest'
import { createAllowance } from './allowance.ts'

/** Takes as many as there is room for. Returns how many, and how often the database was asked to count. */
async function fill(limit: number): Promise<{ taken: number; counted: number }> {
  let taken = 0
  let counted = 0
  const hasRoom = createAllowance(limit)
  const count = async () => {
    counted++
    return taken
  }
  while (await hasRoom('somebody', count)) taken++
  return { taken, counted }
}

describe('createAllowance', () => {
  it.each([1, 5, 99])('is exact for a limit of %i', async (limit) => {
    expect((await fill(limit)).taken).toBe(limit)
  })

  it('is exact on one node, and counts rarely while there is much room', async () => {
    const { taken, counted } = await fill(10_000)
    expect(taken).toBe(10_000)
    expect(counted).toBeLessThan(1000)
  })
})
