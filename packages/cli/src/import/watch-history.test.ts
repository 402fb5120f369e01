import { expect, it } from 'vitest'
import { watchHistory } from './watch-history.ts'

it('sends again what could not be sent, though no file has changed since', async () => {
  const ended = new AbortController()
  const outcomes: boolean[] = []
  await watchHistory(
    [],
    [],
    1,
    async () => {
      outcomes.push(outcomes.length === 2)
      if (outcomes.length === 3) ended.abort()
      return outcomes.length === 3
    },
    ended.signal,
  )
  expect(outcomes).toEqual([false, false, true])
})
