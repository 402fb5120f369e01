import { CostsByUserRow, CostsGroupRow, CostsRow } from '@muster/contract/costs'
import type { ModelPrice } from '@muster/contract/prices/price'
import { createPriceList, promptBounds } from '@muster/contract/prices/price-list'
import { WorkGroupRow, WorkRow } from '@muster/contract/work'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { createWorkTally } from '../src/know/analytics/work/work-tally.ts'
import type { WorkFact } from '../src/know/events/fact-shape.ts'
import type { UsageEvent, UsageType } from '../src/know/events/usage-event.ts'
import { type PlainPrice, workOracle } from './analytics-work-oracle.ts'
import { event, expectedWorkFacts } from './events-samples.ts'

const options = { seed: Number(process.env.FUZZ_SEED ?? 20_260_301), numRuns: Number(process.env.FUZZ_RUNS ?? 300) }
const day = '2026-03-01'

const modelPrices: ModelPrice[] = [
  {
    model: 'dear',
    from: '2026-01-14',
    input: 3,
    output: 15,
    cacheRead: 0.3,
    cacheWrite: 3.75,
    cacheWriteHour: 6,
    long: [{ above: 1_000, input: 6, output: 22.5, cacheRead: 0.6, cacheWrite: 7.5 }],
  },
  { model: 'cheap', from: '2026-02-15', to: '2026-03-01', input: 0.000001, output: 0.003625 },
  { model: 'late', from: '2026-03-02', input: 1, output: 1 },
]
const plainPrices: Record<string, PlainPrice> = {
  dear: {
    short: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, cacheWriteHour: 6 },
    long: { above: 1_000, amounts: { input: 6, output: 22.5, cacheRead: 0.6, cacheWrite: 7.5 } },
  },
  cheap: { short: { input: 0.000001, output: 0.003625 } },
}
const members = [
  { id: 'ada', email: 'ada@x.test', email_key: 'ada@x.test', team: 'Given' },
  { id: 'bo', email: 'bo@x.test', email_key: 'bo@x.test', team: null },
]
/** Who is behind a user of events, and the team of a member, said once more. */
const idOf = (user: string) => (user === 'e:ada@x.test' ? 'ada' : user === 'e:bo@x.test' ? 'bo' : user.slice(2))
const teamOf = ({ user, team }: UsageEvent) => (idOf(user) === 'ada' ? 'Given' : team || '(none)')

const count = fc.oneof(fc.constant(1), fc.nat(3))
const measure = fc.option(fc.nat(10_000), { nil: null })
const tokens = fc.oneof(fc.nat(3), fc.constantFrom(500, 999, 1_000, 1_001), fc.nat(10_000_000))
const draft = fc.record({
  type: fc.constantFrom<UsageType>(
    'model_call',
    'model_call',
    'model_call',
    'tool_call',
    'tool_result',
    'tool_decision',
    'model_failure',
    'line_change',
    'active_time',
    'file',
    'message',
  ),
  word: fc.nat(3),
  user: fc.constantFrom('u:ada', 'e:ada@x.test', 'e:bo@x.test', 'e:nobody@x.test', 'a:anon'),
  agent: fc.constantFrom('', 'claude-code', 'codex'),
  repository: fc.constantFrom('', 'git.test/a', 'git.test/b'),
  team: fc.constantFrom('', 'Sent', 'Other'),
  quantity: count,
  uncached: tokens,
  cacheReadTokens: tokens,
  cacheWriteTokens: tokens,
  /** Which part of that is kept for an hour. */
  hour: fc.constantFrom(null, 0, 0.5, 1),
  outputTokens: tokens,
  outcome: fc.constantFrom('', 'success', 'error' as const),
  decision: fc.constantFrom('', 'accept', 'refuse' as const),
  decidedBy: fc.constantFrom('', 'person', 'policy' as const),
  cost: measure,
  currency: fc.constantFrom('USD', 'USD', 'EUR', 'XXX'),
  lines: fc.tuple(measure, measure),
  durationMs: measure,
})
type Draft = typeof draft extends fc.Arbitrary<infer Value> ? Value : never
const usage = draft.map(toEvent)

/** Only possible events: model calls have tokens and money, tools have outcomes and decisions, files have lines. */
function toEvent({ type, word, uncached, lines, ...given }: Draft): UsageEvent {
  const names: Partial<Record<UsageType, string[]>> = {
    model_call: ['dear', 'cheap', 'late', 'unheard-of'],
    model_failure: ['dear', 'cheap', 'late', 'unheard-of'],
    line_change: ['added', 'removed', 'added', 'removed'],
    active_time: ['user', 'agent', 'user', 'agent'],
    message: ['user', 'user', 'assistant', 'assistant'],
  }
  const isCall = type === 'model_call'
  const isTool = ['tool_call', 'tool_result', 'tool_decision'].includes(type)
  const { user, agent, repository, team, quantity, cost, currency, durationMs } = given
  return event({
    type,
    name: (names[type] ?? ['Edit', 'apply_patch', 'Bash', 'Edit'])[word] ?? '',
    user,
    agent,
    repository,
    team,
    quantity,
    ...(isCall && {
      inputTokens: uncached + given.cacheReadTokens + given.cacheWriteTokens,
      cacheReadTokens: given.cacheReadTokens,
      cacheWriteTokens: given.cacheWriteTokens,
      cacheWriteHourTokens: given.hour === null ? null : Math.floor(given.hour * given.cacheWriteTokens),
      outputTokens: given.outputTokens,
      cost,
      currency: cost === null ? '' : currency,
    }),
    ...((isCall || isTool) && { durationMs }),
    ...(isTool && { outcome: given.outcome, decision: given.decision, decidedBy: given.decision && given.decidedBy }),
    ...(type === 'file' && { linesAdded: lines[0], linesRemoved: lines[1] }),
  })
}

function factsOf(events: readonly UsageEvent[]): WorkFact[] {
  return expectedWorkFacts(events, day, promptBounds(modelPrices))
}

function computed(facts: readonly WorkFact[]) {
  const tally = createWorkTally({ day, members, prices: createPriceList(modelPrices) })
  for (const fact of facts) tally.add(fact)
  return tally.finish()
}

const nanos = (dollars: number | null) => (dollars === null ? null : Math.round(dollars * 1e9))

type Told = Pick<
  CostsRow,
  'reported_cost' | 'estimated_cost' | 'cost' | 'model_calls' | 'unpriced_tokens' | 'other_currencies'
>

function expectCosts(found: Told | undefined, events: readonly UsageEvent[], facts: number) {
  const expected = workOracle(events, plainPrices)
  expect(nanos(found?.reported_cost ?? null)).toBe(expected.reportedNanos)
  expect(found?.model_calls ?? 0).toBe(expected.modelCalls)
  expect(found?.unpriced_tokens ?? 0).toBe(expected.unpricedTokens)
  expect(nanos(found?.other_currencies.find(({ currency }) => currency === 'EUR')?.cost ?? null)).toBe(expected.euros)
  const estimated = nanos(found?.estimated_cost ?? null)
  expect(estimated === null).toBe(expected.estimatedPicos === null)
  // Each fact is rounded once, by half a billionth at the most.
  if (estimated !== null && expected.estimatedPicos !== null) {
    const off = BigInt(estimated) * 1000n - expected.estimatedPicos
    expect(off <= BigInt(500 * facts) && -off <= BigInt(500 * facts)).toBe(true)
  }
}

describe('money and work', () => {
  it('are what the events say, in all and in every group', () => {
    fc.assert(
      fc.property(fc.array(usage, { maxLength: 60, size: 'max' }), (events) => {
        const facts = factsOf(events)
        const { costs, work } = computed(facts)
        expectCosts(costs.row, events, facts.length)
        const about = events.filter(({ type, cost }) => type === 'model_call' || cost !== null)
        const keys = {
          model: (one: UsageEvent) => one.name,
          team: teamOf,
          agent: (one: UsageEvent) => one.agent || '(none)',
          repository: (one: UsageEvent) => one.repository || '(none)',
        }
        for (const [group, rows] of Object.entries(costs.groups)) {
          const byKey = Map.groupBy(about, keys[group as keyof typeof keys])
          expect(rows.map(({ group_key }) => group_key).sort()).toEqual([...byKey.keys()].sort())
          for (const row of rows) expectCosts(row, byKey.get(row.group_key) ?? [], facts.length)
        }
        const byUser = Map.groupBy(about, ({ user }) => idOf(user))
        expect(costs.users.map(({ group_key }) => group_key).sort()).toEqual([...byUser.keys()].sort())
        for (const row of costs.users) expectCosts(row, byUser.get(row.group_key) ?? [], facts.length)
        expect(work.row).toMatchObject(workOracle(events, plainPrices).work)
        for (const group of ['agent', 'team', 'repository'] as const) {
          const byKey = Map.groupBy(events, keys[group])
          for (const row of work.groups[group]) {
            expect(row).toMatchObject(workOracle(byKey.get(row.group_key) ?? [], plainPrices).work)
          }
        }
      }),
      options,
    )
  })

  it('add up to the day in every group, and are null only where all parts are', () => {
    fc.assert(
      fc.property(fc.array(usage, { maxLength: 60, size: 'max' }), (events) => {
        const { costs, work } = computed(factsOf(events))
        for (const rows of [...Object.values(costs.groups), costs.users, costs.row.by_model]) {
          for (const field of ['cost', 'reported_cost', 'estimated_cost'] as const) {
            expect(totalOf(rows.map((row) => nanos(row[field])))).toBe(nanos(costs.row[field]))
          }
          for (const field of ['model_calls', 'unpriced_tokens'] as const) {
            expect(totalOf(rows.map((row) => row[field])) ?? 0).toBe(costs.row[field])
          }
        }
        const additive = Object.keys(work.row).filter((field) => !/^date|_avg$|_rate$|_by_kind$/.test(field))
        for (const [group, rows] of Object.entries(work.groups)) {
          const fields = group === 'tool' ? additive.filter((field) => /^(edits|calls|tool)_/.test(field)) : additive
          for (const field of fields) {
            const parts = rows.map((row) => (row as unknown as Record<string, number | null>)[field] ?? null)
            expect(totalOf(parts), `${group} ${field}`).toBe((work.row as unknown as Record<string, unknown>)[field])
          }
        }
      }),
      options,
    )
  })

  it('do not depend on the order of facts, and are as the contract says', () => {
    fc.assert(
      fc.property(fc.array(usage, { maxLength: 40, size: 'max' }), (events) => {
        const facts = factsOf(events)
        const rows = computed(facts)
        expect(JSON.stringify(computed(facts.toReversed()))).toBe(JSON.stringify(rows))
        const { costs, work } = rows
        for (const [schema, found] of [
          [CostsRow, [costs.row]],
          [CostsGroupRow, Object.values(costs.groups).flat()],
          [CostsByUserRow, costs.users],
          [WorkRow, [work.row]],
          [WorkGroupRow, Object.values(work.groups).flat()],
        ] as const) {
          for (const row of found) {
            expect([...Value.Errors(schema, row)]).toEqual([])
            expect(Object.keys(row)).toEqual(Object.keys(schema.properties))
          }
        }
      }),
      options,
    )
  })

  it('distinguish at most 2,000 models, and lose nothing of the others', () => {
    const events = Array.from({ length: 2_500 }, (_, index) =>
      event({ type: 'model_call', name: `model-${index}`, inputTokens: index + 1 }),
    )
    const { costs } = computed(factsOf(events))
    expect(costs.groups.model).toHaveLength(2_001)
    const other = costs.groups.model.find(({ group_key }) => group_key === '(other)')
    expect(other).toMatchObject({ model_calls: 500, unpriced_tokens: (500 * 501) / 2 })
    expect(costs.row.unpriced_tokens).toBe((2_500 * 2_501) / 2)
  })
})

it('report that there are too many teams, and that a sum is too large to be exact', () => {
  const teams = Array.from({ length: 2_001 }, (_, index) => event({ user: 'a:x', team: `team-${index}` }))
  expect(computed(factsOf(teams)).folded).toEqual([{ kind: 'team', names: 2_001 }])
  const cost = Number.MAX_SAFE_INTEGER
  const dear = [
    event({ type: 'model_call', name: 'm', cost, currency: 'USD' }),
    event({ type: 'message', name: 'user' }),
  ]
  expect(computed(factsOf(dear)).isSaturated).toBe(true)
  expect(computed(factsOf(teams)).isSaturated).toBe(false)
})

function totalOf(parts: readonly (number | null)[]): number | null {
  const told = parts.filter((part) => part !== null)
  return told.length === 0 ? null : told.reduce((sum, part) => sum + part, 0)
}
