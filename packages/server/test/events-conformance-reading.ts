import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { dayOf } from '../src/ground/platform/days.ts'
import type { UsageEvent } from '../src/know/events/usage-event.ts'
import type { Subject } from './events-conformance.ts'
import { event, expectedFacts, expectedWorkFacts, factsFrom, noon, sorted, workFactsFrom } from './events-samples.ts'

const day = dayOf(noon)

/** What the rest of the port promises. */
export function answersReaders({ storeOf, factsOf, anotherStore }: Subject): void {
  it('gives the facts of some users alone, with awkward names too', async () => {
    const organization = randomUUID()
    const mine = [event({ user: 'u:1' }), event({ user: "e:o'neill@example.com", type: 'model_call', name: 'm' })]
    await storeOf().append(organization, [...mine, event({ user: 'u:2' })])
    const users = mine.map(({ user }) => user)
    expect(await workFactsFrom(storeOf(), organization, day, { users })).toEqual(expectedWorkFacts(mine, day))
    expect(sorted(await factsFrom(storeOf(), organization, day, [], users))).toEqual(expectedFacts(mine, day))
  })

  it('tells what each user spent on a day: by model where asked to, and all else in one sum', async () => {
    const organization = randomUUID()
    const call = (user: string, name: string, billableTokens: number, parts: Partial<UsageEvent> = {}) =>
      event({ user, type: 'model_call', name, detail: 'standard', billableTokens, ...parts })
    const awkward = 'o\'pus \\ "5" ü'
    const replaced = call('e:ada@example.com', 'small', 1_000)
    await storeOf().append(organization, [
      call('e:ada@example.com', awkward, 10),
      call('e:ada@example.com', awkward, 20, { detail: 'thinking', session: 'another' }),
      call('e:ada@example.com', 'small', 300),
      call('e:ada@example.com', 'smaller', 4_000),
      call('u:1', 'small', 2 ** 40 + 1),
      call('a:somebody', 'small', 7),
      call('u:2', 'small', 8, { timeMs: noon - 86_400_000 }),
      event({ user: 'u:3', billableTokens: 9 }),
      replaced,
    ])
    // The version with the smaller text counts.
    await storeOf().append(organization, [{ ...replaced, user: 'e:abe@example.com' }, replaced])
    const tokens = async (models: readonly string[]) => sorted(await storeOf().userTokens(organization, day, models))
    expect(await tokens([])).toEqual(
      sorted([
        { user: 'e:ada@example.com', model: '', billableTokens: 4_330 },
        { user: 'e:abe@example.com', model: '', billableTokens: 1_000 },
        { user: 'u:1', model: '', billableTokens: 2 ** 40 + 1 },
      ]),
    )
    expect(await tokens(['small', awkward])).toEqual(
      sorted([
        { user: 'e:ada@example.com', model: awkward, billableTokens: 30 },
        { user: 'e:ada@example.com', model: 'small', billableTokens: 300 },
        { user: 'e:ada@example.com', model: '', billableTokens: 4_000 },
        { user: 'e:abe@example.com', model: 'small', billableTokens: 1_000 },
        { user: 'u:1', model: 'small', billableTokens: 2 ** 40 + 1 },
      ]),
    )
    expect(await storeOf().userTokens(randomUUID(), day, [])).toEqual([])
  })

  it('keeps a sum of tokens that is too big to be exact at the largest number that is', async () => {
    const organization = randomUUID()
    const huge = () => event({ type: 'model_call', name: 'm', billableTokens: Number.MAX_SAFE_INTEGER })
    await storeOf().append(organization, [huge(), huge()])
    expect(await storeOf().userTokens(organization, day, [])).toEqual([
      { user: 'e:ada@example.com', model: '', billableTokens: Number.MAX_SAFE_INTEGER },
    ])
  })

  it('lists the days of a user, in order, and not those of an event that counts for somebody else', async () => {
    const organization = randomUUID()
    const on = (date: string, parts: Partial<UsageEvent> = {}) =>
      event({ timeMs: Date.parse(`${date}T12:00:00Z`), user: 'u:b', ...parts })
    const lost = on('2026-03-05')
    await storeOf().append(organization, [on('2026-03-03'), on('2025-12-31'), lost, on('2026-03-04', { user: 'u:c' })])
    await storeOf().append(organization, [on('2026-03-03'), { ...lost, user: 'u:a' }])
    expect(await storeOf().daysOf(organization, 'u:b')).toEqual(['2025-12-31', '2026-03-03'])
  })

  it('answers while others write with what was appended before, and nothing twice', async () => {
    const organization = randomUUID()
    let acknowledged = 0
    let begun = 0
    const write = async () => {
      for (let round = 0; round < 10; round++) {
        begun += 200
        await storeOf().append(
          organization,
          Array.from({ length: 200 }, () => event()),
        )
        acknowledged += 200
      }
    }
    let isWriting = true
    const writing = Promise.all([write(), write(), write()]).finally(() => {
      isWriting = false
    })
    while (isWriting) {
      const before = acknowledged
      const [fact] = await factsFrom(storeOf(), organization, day)
      expect(fact?.events ?? 0).toBeGreaterThanOrEqual(before)
      expect(fact?.events ?? 0).toBeLessThanOrEqual(begun)
    }
    await writing
    expect(await factsOf(organization)).toEqual([expect.objectContaining({ events: 6_000, quantity: 6_000 })])
  })

  it('exports every event once, in small batches, so that another store gives the same facts', async () => {
    const organizations = [randomUUID(), randomUUID()]
    const target = await anotherStore()
    const events = Array.from({ length: 3_000 }, (_, index) =>
      event({
        timeMs: noon + index * 60_000,
        name: `tool ${index % 7}`,
        user: `u:${index % 5}`,
        session: `${index}`,
      }),
    )
    for (const organization of organizations) {
      await storeOf().append(organization, events)
      await storeOf().append(
        organization,
        events.slice(0, 20).map((given) => ({ ...given, user: 'a' })),
      )
    }
    let exported = 0
    const ids = new Set<string>()
    for await (const { organizationId, events: batch } of storeOf().export()) {
      expect(batch.length).toBeLessThan(60_000)
      exported += batch.length
      for (const { id } of batch) ids.add(`${organizationId} ${id}`)
      await target.append(organizationId, batch)
    }
    expect(ids.size).toBe(exported)
    expect(await storeOf().count()).toBe(exported)
    expect(await target.count()).toBe(exported)
    for (const organization of organizations) {
      for (const date of ['2026-03-01', '2026-03-02', '2026-03-03']) {
        expect(sorted(await factsFrom(target, organization, date))).toEqual(await factsOf(organization, date))
      }
    }
    await target.close()
  })

  it('answers a ping', async () => {
    await storeOf().ping()
  })
}
