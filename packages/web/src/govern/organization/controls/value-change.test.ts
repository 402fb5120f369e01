import { expect, it } from 'vitest'
import { valueChange } from './value-change.ts'

it('a change of a setting names what comes and goes: entries of lists, names of groups, yes and no', () => {
  expect(valueChange({ from: ['a', 'b'], to: ['b', 'c'] })).toEqual({ removed: ['a'], added: ['c'] })
  expect(valueChange({ from: true, to: false })).toEqual({ removed: ['yes'], added: ['no'] })
  expect(valueChange({ from: undefined, to: { x: 1, y: ['z'] } })).toEqual({ removed: [], added: ['x: 1', 'y: ["z"]'] })
  expect(valueChange({ from: ['a', 'b'], to: ['b', 'a'] })).toEqual({ removed: ['a', 'b'], added: ['b', 'a'] })
  expect(valueChange({ from: ['a'], to: [] })).toEqual({ removed: ['a'], added: ['(empty list)'] })
})
