import { expect, it } from 'vitest'
import { questionOf } from './plan.ts'

it('asks only for what it would send', () => {
  const some = { portions: 2, agents: [] }
  const none = { portions: 0, agents: [] }
  expect(questionOf(some, false)).toBe('Send it?')
  expect(questionOf(some, true)).toBe('Send it, and what agents add from now on?')
  expect(questionOf(none, true)).toBe('Send what agents add from now on?')
  expect(questionOf(none, false)).toBeUndefined()
})
