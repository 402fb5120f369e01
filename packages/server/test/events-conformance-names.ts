import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { dayOf } from '../src/ground/platform/days.ts'
import { maxNames } from '../src/know/events/name-bounds.ts'
import type { UsageEvent } from '../src/know/events/usage-event.ts'
import type { Subject } from './events-conformance.ts'
import { computedApart, computedOf, event, expectedFacts, factsFrom, noon, sorted } from './events-samples.ts'

const day = dayOf(noon)

/** The names that stay, found in the plainest way: most tokens, then most often, then by bytes. */
function keptNames(events: readonly UsageEvent[], nameOf: (event: UsageEvent) => string): Set<string> {
  const sums = new Map<string, { tokens: number; count: number }>()
  for (const each of events) {
    const known = sums.get(nameOf(each)) ?? { tokens: 0, count: 0 }
    sums.set(nameOf(each), { tokens: known.tokens + each.billableTokens, count: known.count + each.quantity })
  }
  const inOrder = [...sums].sort(
    ([a, x], [b, y]) => y.tokens - x.tokens || y.count - x.count || Buffer.compare(Buffer.from(a), Buffer.from(b)),
  )
  return new Set(inOrder.slice(0, 2_000).map(([name]) => name))
}

/** How many names a day may have. */
export function boundsNames({ storeOf }: Subject): void {
  async function folded(organization: string) {
    const { folded: kinds } = await storeOf().names(organization, day)
    const facts = sorted(await factsFrom(storeOf(), organization, day, kinds))
    const apart = await computedApart(storeOf(), organization, day)
    expect(apart.rows).toEqual(computedOf(day, facts, []).rows)
    return { kinds, facts }
  }

  it('leaves names alone as long as there are no more than 2,000 of a kind', async () => {
    const organization = randomUUID()
    const named = (type: UsageEvent['type']) =>
      Array.from({ length: maxNames }, (_, index) => event({ type, name: `${type} ${index}` }))
    const events = [...named('tool_call'), ...named('skill')]
    await storeOf().append(organization, events)
    const { kinds, facts } = await folded(organization)
    expect(kinds).toEqual([])
    expect(facts).toEqual(expectedFacts(events, day))
  })

  it('keeps the 2,000 that are used most, and counts the others under one name', async () => {
    const organization = randomUUID()
    const tools = Array.from({ length: 2_300 }, (_, index) =>
      event({ name: `tool é${index}`, detail: index % 2 === 0 ? '' : 'github', quantity: 1 + (index % 3) }),
    )
    const models = Array.from({ length: 2_100 }, (_, index) =>
      event({ type: 'model_call', name: `model ${index}`, detail: 'standard', billableTokens: index % 700 }),
    )
    const skills = [event({ type: 'skill', name: 'alone' })]
    const commits = Array.from({ length: 2_050 }, (_, index) => event({ type: 'commit', name: `${index}` }))
    await storeOf().append(organization, [...tools, ...models, ...skills, ...commits])
    const { kinds, facts } = await folded(organization)
    expect(kinds.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual([
      { kind: 'model', names: 2_100 },
      { kind: 'tool', names: 2_300 },
    ])
    const [keptTools, keptModels] = [keptNames(tools, ({ name }) => name), keptNames(models, ({ name }) => name)]
    const expected = [
      ...tools.map((each) => (keptTools.has(each.name) ? each : { ...each, name: '(other)' })),
      ...models.map((each) => (keptModels.has(each.name) ? each : { ...each, name: '(other)' })),
      ...[...skills, ...commits],
    ]
    expect(facts).toEqual(expectedFacts(expected, day))
  })

  it('tells hooks apart by all they have, and servers, extensions and languages each by itself', async () => {
    const organization = randomUUID()
    const hooks = Array.from({ length: 2_200 }, (_, index) =>
      event({ type: 'hook', name: 'Stop', detail: `${index % 50}`, extra: `run ${index}` }),
    )
    const calls = Array.from({ length: 2_200 }, (_, index) => event({ name: 'Bash', detail: `server ${index}` }))
    const plain = [event({ name: 'Bash' }), event({ type: 'file', name: 'edit', detail: '.ts', extra: '' })]
    const files = Array.from({ length: 2_200 }, (_, index) =>
      event({ type: 'file', name: 'edit', detail: `.x${index}`, extra: `language ${index % 2_150}` }),
    )
    await storeOf().append(organization, [...hooks, ...calls, ...files, ...plain])
    const { kinds, facts } = await folded(organization)
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['extension', 'hook', 'language', 'mcp_server'])
    const kept = {
      hooks: keptNames(hooks, ({ extra }) => extra),
      servers: keptNames(calls, ({ detail }) => detail),
      extensions: keptNames([...files, ...plain.slice(1)], ({ detail }) => detail),
      languages: keptNames(files, ({ extra }) => extra),
    }
    const isFirst = hooks.filter(({ extra }) => kept.hooks.has(extra)).length
    expect(isFirst).toBe(2_000)
    const shown = (type: string) => facts.filter((fact) => fact.type === type)
    const sumOf = (some: readonly { quantity: number }[]) => some.reduce((sum, { quantity }) => sum + quantity, 0)
    expect(sumOf(shown('hook'))).toBe(2_200)
    expect(shown('hook').filter(({ name }) => name === '(other)')).toMatchObject([
      { detail: '', extra: '', quantity: 200 },
    ])
    expect(new Set(shown('tool_call').map(({ detail }) => detail))).toEqual(new Set([...kept.servers, '(other)', '']))
    expect(new Set(shown('file').map(({ detail }) => detail))).toEqual(new Set([...kept.extensions, '(other)']))
    expect(new Set(shown('file').map(({ extra }) => extra))).toEqual(new Set([...kept.languages, '(other)', '']))
    expect([sumOf(shown('tool_call')), sumOf(shown('file'))]).toEqual([2_201, 2_201])
  })

  it('counts the events of each day once', async () => {
    const organization = randomUUID()
    const events = [event(), event(), event({ timeMs: noon + 86_400_000 })]
    await storeOf().append(organization, events)
    await storeOf().append(organization, events)
    const counts = await storeOf().countByDay(organization, [day, '2026-03-02', '2026-03-03'])
    expect(counts).toEqual(
      new Map([
        [day, 2],
        ['2026-03-02', 1],
      ]),
    )
    expect(await storeOf().countByDay(organization, [])).toEqual(new Map())
    expect(await storeOf().countByDay(randomUUID(), [day])).toEqual(new Map())
    await storeOf().append(organization, [
      event({ user: "u:o'2" }),
      event({ type: 'commit', name: 'abc', user: "u:o'2" }),
    ])
    const ofUser = (user: string, of = day) => storeOf().countOfUser(organization, user, of)
    expect([await ofUser("u:o'2"), await ofUser('e:ada@example.com'), await ofUser("u:o'2", '2026-03-02')]).toEqual([
      2, 2, 0,
    ])
  })
}
