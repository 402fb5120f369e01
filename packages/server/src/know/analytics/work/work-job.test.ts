import { describe, expect, it } from 'vitest'
import { moneyIsComplete, workJob } from './work-job.ts'

const begin = () => workJob({ day: '2026-03-04', members: [], format: 'packed', prices: [] })

/** A fact about money: two calls of a user, as DuckDB packs them. */
const money = Buffer.from(
  [
    ['money', 1, 2, 3, 5, 12, 15, 21, 22],
    ['u:ada', 'model_call', 'a-model', 'an-agent', 'USD', 2, 3_000_000_000, 2],
  ]
    .map((values) => values.join('\x1f'))
    .join('\x1e'),
)

const kindsOf = (outputs: Iterable<object>) =>
  [...outputs].flatMap((output) =>
    'documents' in output ? (output.documents as { kind: string }[]).map(({ kind }) => kind) : Object.keys(output),
  )

describe('the job for costs and work', () => {
  it('returns costs once money is complete, and work at the end', () => {
    const job = begin()
    expect(job.take(money)).toBeUndefined()
    const costs = [...(job.take(moneyIsComplete) ?? [])]
    const kinds = ['model', 'user', 'team', 'agent', 'repository'].map((group) => `costs_by_${group}`)
    expect(kindsOf(costs)).toEqual(['costs', ...kinds, 'costCells'])
    expect(costs.at(-1)).toMatchObject({
      costCells: [{ userId: 'ada', model: 'a-model', agent: 'an-agent', reported: 3_000_000_000 }],
    })
    const groups = ['agent', 'team', 'repository', 'tool'].map((group) => `work_by_${group}`)
    expect(kindsOf(job.finish())).toEqual(['work', ...groups, 'whole'])
  })
})
