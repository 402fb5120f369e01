import type { CostGroup, CostsByUserRow, CostsRow } from '@muster/contract/costs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { aCost, type Cost, organizationThatPaid } from './costs-at-places.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-04-17T09:30:00.000Z', MUSTER_RATE_LIMIT: '0' })
const range = { startDate: '2026-02-20', endDate: '2026-04-16' }
const groups = [undefined, 'model', 'user', 'team', 'agent', 'repository'] as const
const fields = { team: 'team', model: 'model', repository: 'repository', user: 'person' } as const

const aFilter = fc.uniqueArray(
  fc.constantFrom(
    'team:Web',
    'team:Data',
    'model:atlas-5',
    'repository:shop',
    'user:bo@x.test',
    'user:cy@x.test',
    'team:Nobody',
  ),
  { minLength: 1, maxLength: 4 },
)

function isMeant(cost: Cost, filters: readonly string[]): boolean {
  const byKind = Map.groupBy(
    filters.map((text) => text.split(':')),
    ([kind]) => kind as keyof typeof fields,
  )
  return [...byKind].every(([kind, all]) => all.some(([, name]) => name === cost[fields[kind]]))
}

describe('filters of costs', () => {
  it('give the rows that an organization would have to which nothing else had happened', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aCost, { minLength: 5, maxLength: 80 }), aFilter, async (costs, filter) => {
        const whole = await organizationThatPaid(server(), costs)
        const part = await organizationThatPaid(
          server(),
          costs.filter((cost) => isMeant(cost, filter)),
        )
        for (const group_by of groups) {
          const grouped = group_by === undefined ? {} : { group_by }
          const { data } = await whole.analytics.costs({ ...range, ...grouped, filter })
          expect(data).toEqual((await part.analytics.costs({ ...range, ...grouped })).data)
        }
      }),
      { numRuns: 5 },
    )
  })

  it('of every key of a group add up to the whole', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aCost, { minLength: 60, maxLength: 60 }), async (costs) => {
        const owner = await organizationThatPaid(server(), costs)
        const sumOf = async (filter?: string) => {
          const { data } = await owner.analytics.costs({ ...range, ...(filter !== undefined && { filter }) })
          return (data as CostsRow[]).reduce((sum, { cost }) => sum + (cost ?? 0), 0)
        }
        const whole = await sumOf()
        for (const group_by of ['model', 'user', 'team', 'agent', 'repository'] satisfies CostGroup[]) {
          const { data } = await owner.analytics.costs({ ...range, group_by })
          const keys = new Set((data as CostsByUserRow[]).map(({ group_key }) => group_key))
          let sum = 0
          for (const key of keys) sum += await sumOf(`${group_by}:${key}`)
          expect(sum).toBe(whole)
        }
      }),
      { numRuns: 1 },
    )
  })

  it('that name no group are refused with what to write', async () => {
    const { owner } = server().acme
    await expect(owner.analytics.costs({ ...range, filter: 'Web' })).rejects.toThrow(/such as team:Web/)
    await expect(owner.analytics.costs({ ...range, filter: ['team:Web', 'moon:full'] })).rejects.toThrow(
      /such as team:Web/,
    )
  })
})
