import { describe, expect, it } from 'vitest'
import { repeat } from './repeat.ts'

describe('repeat', () => {
  it('continues after a failure, reports it, and passes on how the last run went', async () => {
    const third = Promise.withResolvers<void>()
    const failures: unknown[] = []
    const went: boolean[] = []
    let runs = 0
    const repeated = repeat({
      work: async () => {
        runs++
        if (runs === 2) throw new Error('the second')
        if (runs === 3) third.resolve()
      },
      onFailure: (error) => failures.push(error),
      pauseMs: ({ hasFailed }) => {
        went.push(hasFailed)
        return 0
      },
    })
    await third.promise
    await repeated.stop()
    expect(failures).toEqual([new Error('the second')])
    expect(went.slice(0, 2)).toEqual([false, true])
  })

  it('stops when the run under way is over, and begins no other', async () => {
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let runs = 0
    let isOver = false
    const repeated = repeat({
      work: async () => {
        runs++
        begun.resolve()
        await released.promise
        isOver = true
      },
      onFailure: () => undefined,
      pauseMs: () => 0,
    })
    await begun.promise
    const stopped = repeated.stop()
    expect(isOver).toBe(false)
    released.resolve()
    await stopped
    await new Promise(setImmediate)
    expect([isOver, runs]).toEqual([true, 1])
  })
})
