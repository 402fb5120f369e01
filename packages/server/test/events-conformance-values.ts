import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { dayOf } from '../src/ground/platform/days.ts'
import type { Subject } from './events-conformance.ts'
import { event, expectedFacts, factsFrom, noon, sorted } from './events-samples.ts'

const day = dayOf(noon)

/** That what comes out is what went in. */
export function keepsValues({ storeOf, factsOf }: Subject): void {
  it('keeps the last millisecond of a day and the first of the next apart', async () => {
    const organization = randomUUID()
    const midnight = Date.parse('2026-03-02T00:00:00.000Z')
    const [last, first] = [event({ timeMs: midnight - 1 }), event({ timeMs: midnight, quantity: 7 })]
    const edges = [event({ timeMs: 0 }), event({ timeMs: Date.parse('2105-12-31T23:59:59.999Z') })]
    const { days } = await storeOf().append(organization, [last, first, ...edges])
    expect(days).toEqual(new Set(['1970-01-01', '2026-03-01', '2026-03-02', '2105-12-31']))
    expect(await factsOf(organization, '2026-03-01')).toEqual(expectedFacts([last], '2026-03-01'))
    expect(await factsOf(organization, '2026-03-02')).toEqual(expectedFacts([first], '2026-03-02'))
    expect(await storeOf().daysOf(organization, last.user)).toEqual([...days].toSorted())
  })

  it('keeps every text as it is', async () => {
    const organization = `it's "quoted" \\ ${randomUUID()}`
    const names = [
      '',
      ' ',
      '\t',
      '\n',
      '\r\n',
      "'",
      "''",
      '"',
      '\\',
      "\\'",
      '\\n',
      '\\N',
      'NULL',
      '\0',
      'a\0b',
      '%s',
      '--',
    ]
    const more = [
      '\x1f',
      '\x1f1',
      '\x1f1\x1f2',
      'é',
      'e\u0301',
      '😀',
      '👩‍👩‍👧',
      '日本語',
      '\u{10ffff}',
      'x'.repeat(200_000),
      'ж'.repeat(42),
    ]
    const events = [...names, ...more].map((text) =>
      event({ name: text, detail: text, session: text, user: `a:${text}` }),
    )
    await storeOf().append(organization, events)
    expect(await factsOf(organization)).toEqual(expectedFacts(events, day))
    const users = ["a:'", 'a:\\', "a:\\'"]
    const ofUsers = events.filter(({ user }) => users.includes(user))
    expect(sorted(await factsFrom(storeOf(), organization, day, [], users))).toEqual(expectedFacts(ofUsers, day))
    for (const user of ["a:it's", "a:'", 'a:\\', 'a:\0']) {
      const occurs = events.some((given) => given.user === user)
      expect(await storeOf().daysOf(organization, user)).toEqual(occurs ? [day] : [])
    }
    expect((await storeOf().append(organization, events)).added).toBe(0)
  })

  it.each([
    'a\x1e',
    '\x1f\x1e',
    // Values that would be confused if the texts of a fact were simply joined.
    'a\x1f\x1f\x1f1\x1f1\x1f\x1eterminal-ui\x1ftool_call\x1fforged',
  ])('gives one fact for one event, whatever its name holds: %j', async (name) => {
    const organization = randomUUID()
    const events = [event({ name }), event({ name: 'Bash', inputTokens: 3 })]
    await storeOf().append(organization, events)
    expect(await factsOf(organization)).toEqual(expectedFacts(events, day))
  })

  it('takes away a byte order mark before a text, and mends half a character', async () => {
    const organization = randomUUID()
    await storeOf().append(organization, [event({ name: '\ufeffBash' }), event({ name: 'half \ud83d' })])
    expect((await factsOf(organization)).map((fact) => fact.name)).toEqual(['Bash', 'half \ufffd'])
  })

  it('adds up exactly to 2^53 - 1, and stays there with a sum beyond', async () => {
    const organization = randomUUID()
    const most = Number.MAX_SAFE_INTEGER
    await storeOf().append(organization, [
      event({ quantity: most, inputTokens: most - 1, outputTokens: 2 ** 52 }),
      event({ quantity: 0, inputTokens: 1, outputTokens: 2 ** 52 - 1 }),
    ])
    const sums = { quantity: most, inputTokens: most, outputTokens: most }
    expect(await factsOf(organization)).toEqual([expect.objectContaining(sums)])
    await storeOf().append(organization, [event({ quantity: 1 })])
    expect(await factsOf(organization)).toEqual([expect.objectContaining(sums)])
    // More than 64 bits hold, which must not look like a small number.
    const many = Array.from({ length: 4_100 }, () => event({ name: 'many', billableTokens: most }))
    await storeOf().append(organization, many)
    expect(await factsOf(organization)).toContainEqual(expect.objectContaining({ name: 'many', billableTokens: most }))
  })

  it('keeps 10,000 names apart', async () => {
    const organization = randomUUID()
    const events = Array.from({ length: 20_000 }, (_, index) => event({ name: `tool ${index % 10_000}` }))
    await Promise.all(
      [0, 5_000, 10_000, 15_000].map((at) => storeOf().append(organization, events.slice(at, at + 5_000))),
    )
    const facts = await factsOf(organization)
    expect(facts).toHaveLength(10_000)
    expect(facts).toEqual(expectedFacts(events, day))
  })

  it('refuses what cannot be an event, and only to the one who appends it', async () => {
    const organization = randomUUID()
    const good = event()
    const wrong = [
      event({ id: 'abc' }),
      event({ id: 'A'.repeat(32) }),
      event({ timeMs: -1 }),
      event({ timeMs: Number.NaN }),
      event({ timeMs: Date.parse('2106-01-01') }),
      event({ quantity: 0.5 }),
      event({ billableTokens: 2 ** 53 }),
      event({ outputTokens: -1 }),
    ]
    const results = await Promise.allSettled([
      ...wrong.map((given) => storeOf().append(organization, [event(), given])),
      storeOf().append(organization, [good]),
    ])
    const refused = results.map((result) => result.status === 'rejected' && result.reason instanceof RangeError)
    expect(refused).toEqual([...wrong.map(() => true), false])
    expect(await factsOf(organization)).toEqual(expectedFacts([good], day))
  })
}
