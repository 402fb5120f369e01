import fc from 'fast-check'
import { expect, it } from 'vitest'
import { timeOf } from './values.ts'

const written = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const changed = fc
  .tuple(written, fc.nat(23), fc.constantFrom('', '9', '6', 'x', ':', '-', '+02:00', ' '))
  .map(([text, at, other]) => text.slice(0, at) + other + text.slice(at + 1))

it('reads every time as Date does, and anything else as 0', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(written, changed, fc.string())), (texts) => {
      for (const text of texts) expect(timeOf(text)).toBe(Date.parse(text) || 0)
    }),
  )
  for (const other of [7, null, undefined, {}, Number.NaN]) expect(timeOf(other)).toBe(0)
  expect(timeOf('2026-02-30T10:00:00.000Z')).toBe(Date.parse('2026-02-30T10:00:00.000Z') || 0)
})
