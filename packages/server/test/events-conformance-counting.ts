import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayOf } from '../src/ground/platform/days.ts'
import type { UsageEvent } from '../src/know/events/usage-event.ts'
import { remaindersOf } from '../src/know/ingest/writing/remainder.ts'
import type { Subject } from './events-conformance.ts'
import { event, expectedFacts, newId, noon } from './events-samples.ts'

const day = dayOf(noon)

/** What counts, and that it counts once. */
export function countsEventsOnce({ storeOf, factsOf }: Subject): void {
  it('adds up the events of a day by everything but time and id', async () => {
    const organization = randomUUID()
    const events = [
      event({ quantity: 2, inputTokens: 10 }),
      event({ timeMs: noon + 1, quantity: 3, inputTokens: 5, outputTokens: 7 }),
      event({ user: 'u:2' }),
      event({ session: 'session-2' }),
      event({ client: 'web' }),
      event({ type: 'skill' }),
      event({ name: 'Edit' }),
      event({ detail: 'github' }),
      event({ extra: 'high', cacheReadTokens: 1, cacheWriteTokens: 2, billableTokens: 3 }),
    ]
    const result = await storeOf().append(organization, events)
    expect(result).toMatchObject({ duplicates: new Set(), added: 9, days: new Set([day]) })
    const facts = await factsOf(organization)
    expect(facts).toHaveLength(8)
    expect(facts).toContainEqual(expect.objectContaining({ quantity: 5, events: 2, inputTokens: 15, outputTokens: 7 }))
    expect(facts).toEqual(expectedFacts(events, day))
  })

  it('has nothing to say of a day or an organization without events, and takes an append of nothing', async () => {
    const organization = randomUUID()
    const nothing = { duplicates: new Set(), added: 0, days: new Set() }
    expect(await storeOf().append(organization, [])).toMatchObject(nothing)
    expect(await factsOf(organization)).toEqual([])
    expect(await storeOf().daysOf(organization, 'u:1')).toEqual([])
  })

  it('gives the events of some sessions on a day', async () => {
    const organization = randomUUID()
    const [first, second] = [event({ session: "it's" }), event({ session: 'b', outputTokens: 7 })]
    const others = [event({ session: 'c' }), event({ session: 'b', timeMs: noon + 86_400_000 })]
    await storeOf().append(organization, [first, second, ...others])
    const found = await storeOf().eventsOfSessions(organization, ["it's", 'b', 'nobody'], day)
    expect(found.toSorted((a, b) => a.outputTokens - b.outputTokens)).toEqual([first, second])
  })

  it('counts what the relay and other sources tell once, in whatever order it comes', async () => {
    const minute = 60_000
    const call = (at: number) =>
      ({ session: 's', timeMs: noon + at * minute, type: 'tool_call', name: 'Bash' }) as const
    const used = (at: number, inputTokens: number) =>
      event({ ...call(at), type: 'model_call', name: 'm', detail: 'standard', quantity: 0, inputTokens })
    const turns = [1, 14, 16].map((at) => ({
      beganMs: noon + (at - 1) * minute,
      endedMs: noon + at * minute,
      events: [event(call(at)), event(call(at)), used(at, 100)],
    }))
    const told = [event(call(0.5)), event(call(13.5)), used(0.7, 130), used(15.5, 40)]
    const counted = (events: readonly UsageEvent[]) =>
      events
        .filter(({ quantity, inputTokens }) => quantity + inputTokens > 0)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const expected = counted([...remaindersOf(turns, told), ...told])
    const orders = fc.shuffledSubarray([0, 0, 0, 1, 2, 3, 4], { minLength: 7 })
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const organization = randomUUID()
        const read = () => storeOf().eventsOfSessions(organization, ['s'], day)
        const known: typeof turns = []
        const ids = new Set(turns.flatMap(({ events }) => events.map(({ id }) => id)))
        // Turns come one after the other, reports at any time.
        for (const next of order) {
          if (next === 0) known.push(...turns.slice(known.length, known.length + 1))
          else await storeOf().append(organization, told.slice(next - 1, next))
          const reports = (await read()).filter(({ id }) => !ids.has(id))
          await storeOf().append(organization, remaindersOf(known, reports))
        }
        expect(counted(await read())).toEqual(expected)
      }),
      { numRuns: 4 },
    )
  })

  it('counts an event once, however often it is appended, and says which it had', async () => {
    const organization = randomUUID()
    const [a, b, c] = [event(), event(), event()]
    const first = await storeOf().append(organization, [a, b, a])
    expect(first).toEqual({
      duplicates: new Set([a.id]),
      added: 2,
      addedByDay: new Map([[day, 2]]),
      days: new Set([day]),
    })
    const second = await storeOf().append(organization, [c, b, { ...a }])
    expect(second).toMatchObject({ duplicates: new Set([a.id, b.id]), added: 1, days: new Set([day]) })
    const third = await storeOf().append(organization, [a, b, c])
    expect(third).toMatchObject({ duplicates: new Set([a.id, b.id, c.id]), added: 0, days: new Set() })
    expect(await factsOf(organization)).toEqual(expectedFacts([a, b, c], day))
  })

  it('counts an event once that many append at the same moment, and one of them is told that it was new', async () => {
    const organization = randomUUID()
    const events = Array.from({ length: 50 }, () => event())
    const results = await Promise.all(Array.from({ length: 8 }, () => storeOf().append(organization, events)))
    expect(results.map(({ added }) => added).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 50])
    expect(await factsOf(organization)).toEqual(expectedFacts(events, day))
  })

  it('counts the smallest version of an event, whatever the order', async () => {
    const [small, middle, big] = [
      event({ id: newId(), user: 'e:ada@example.com', session: 's9' }),
      { user: 'e:bob@example.com', session: 's2' },
      { user: 'e:bob@example.com', session: 's3' },
    ].map((parts, _, [first]) => ({ ...(first as UsageEvent), ...parts }))
    const versions = [small, middle, big] as UsageEvent[]
    for (const order of [versions, versions.toReversed(), [middle, small, big] as UsageEvent[]]) {
      const organization = randomUUID()
      for (const version of order) await storeOf().append(organization, [version])
      expect(await factsOf(organization)).toEqual(expectedFacts(versions, day))
      expect((await factsOf(organization)).map(({ session }) => session)).toEqual(['s9'])
    }
  })

  it('compares texts by their bytes, beyond the first 65,536 characters too', async () => {
    const organization = randomUUID()
    const [first, second] = [event({ name: '\u{ffee}' }), event({ name: '\u{1f600}' })]
    const other = { ...second, id: first.id }
    await storeOf().append(organization, [other])
    await storeOf().append(organization, [first])
    expect((await factsOf(organization)).map(({ name: found }) => found)).toEqual(['\u{ffee}'])
  })

  it('counts a commit for the first who reported it, whatever time somebody else tells later', async () => {
    const organization = randomUUID()
    const first = event({ type: 'commit', name: 'abc123', session: 'one' })
    const claimed = { ...first, timeMs: noon - 86_400_000, user: 'u:other', session: 'two' }
    expect((await storeOf().append(organization, [first])).days).toEqual(new Set([day]))
    expect(await storeOf().append(organization, [claimed])).toMatchObject({
      duplicates: new Set([first.id]),
      added: 0,
      days: new Set(),
    })
    expect(await factsOf(organization)).toEqual(expectedFacts([first], day))
    expect(await factsOf(organization, '2026-02-28')).toEqual([])
    expect(await storeOf().daysOf(organization, claimed.user)).toEqual([])
    const together = randomUUID()
    expect(await storeOf().append(together, [first, claimed])).toMatchObject({ added: 1, days: new Set([day]) })
    expect(await factsOf(together)).toEqual(expectedFacts([first], day))
  })

  it('keeps organizations apart that have events of the same ids', async () => {
    const [one, two] = [randomUUID(), randomUUID()]
    const events = [event(), event(), event({ type: 'commit', name: 'abc' })]
    const [first, second] = await Promise.all([
      storeOf().append(one, events),
      storeOf().append(
        two,
        events.slice(1).map((given) => ({ ...given, user: 'u:two' })),
      ),
    ])
    expect([first.added, second.added]).toEqual([3, 2])
    expect(await factsOf(one)).toEqual(expectedFacts(events, day))
    expect((await factsOf(two)).map(({ user }) => user)).toEqual(['u:two', 'u:two'])
    expect(await storeOf().daysOf(one, 'u:two')).toEqual([])
  })
}
