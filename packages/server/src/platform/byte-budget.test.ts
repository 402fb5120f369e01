import { describe, expect, it } from 'vitest'
import { ByteBudget } from './byte-budget.ts'

const never = new AbortController().signal

describe('ByteBudget', () => {
  it('lets nobody hold more than there is, and serves in order', async () => {
    const budget = new ByteBudget(10)
    const first = await budget.take(8, never)
    const served: string[] = []
    const large = budget.take(5, never).then((taken) => {
      served.push('large')
      return taken
    })
    const small = budget.take(2, never).then((taken) => {
      served.push('small')
      return taken
    })
    await Promise.resolve()
    expect([budget.held, served]).toEqual([8, []])
    first.keep(5)
    const taken = await large
    expect([budget.held, served]).toEqual([10, ['large']])
    taken.release()
    taken.release()
    await small
    expect([budget.held, served]).toEqual([7, ['large', 'small']])
  })

  it('grants more than the budget if nobody holds any of it', async () => {
    const budget = new ByteBudget(10)
    const taken = await budget.take(11, never)
    expect(budget.held).toBe(11)
    taken.release()
    expect(budget.held).toBe(0)
  })

  it('forgets callers who stopped waiting', async () => {
    const budget = new ByteBudget(10)
    const taken = await budget.take(10, never)
    const leaving = new AbortController()
    const left = budget.take(10, leaving.signal)
    const behind = budget.take(1, never)
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    taken.release()
    await behind
    expect(budget.held).toBe(1)
    await expect(budget.take(1, leaving.signal)).rejects.toThrow('gone')
  })
})
