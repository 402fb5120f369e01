import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createCostCells } from './cost-cells.ts'
import { noCosts } from './cost-sums.ts'

const aCost = fc.record({
  userId: fc.constantFrom('ada', 'bo'),
  repository: fc.integer({ max: 300, min: 0 }).map(String),
  nanos: fc.nat(1e6),
})

it('however many places a user has, at most 101 cells are kept, which add up to the same, in any order', () => {
  fc.assert(
    fc.property(fc.array(aCost, { maxLength: 400, size: 'max' }), (costs) => {
      const cellsOf = (all: typeof costs) => {
        const cells = createCostCells()
        for (const { userId, repository, nanos } of all) {
          cells.add({ userId, team: 't', agent: 'a', repository, model: 'm' }, { ...noCosts(), estimated: nanos })
        }
        return cells.all()
      }
      const cells = cellsOf(costs)
      for (const userId of ['ada', 'bo']) {
        const own = cells.filter((cell) => cell.userId === userId)
        expect(own.length).toBeLessThanOrEqual(101)
        const whole = costs.filter((cost) => cost.userId === userId).reduce((sum, { nanos }) => sum + nanos, 0)
        expect(own.reduce((sum, { estimated }) => sum + (estimated ?? 0), 0)).toBe(whole)
      }
      expect(cellsOf(costs.toReversed())).toEqual(cells)
    }),
  )
})
