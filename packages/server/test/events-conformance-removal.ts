import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { EventStore } from '../src/know/events/event-store.ts'
import { event, factsFrom, noon } from './events-samples.ts'

const dayMs = 24 * 60 * 60 * 1000
const days = ['2026-03-01', '2026-03-02', '2026-03-03'] as const

/** Deleting events. */
export function removes(storeOf: () => EventStore): void {
  it('deletes events of some days, of everybody or of some users, and counts them again when they come again', async () => {
    const store = storeOf()
    const [organization, other] = [randomUUID(), randomUUID()]
    const given = days.flatMap((_, day) =>
      ['e:ada@example.com', 'u:1', 'a:x'].map((user) => event({ timeMs: noon + day * dayMs, user })),
    )
    await store.append(organization, given)
    await store.append(other, given)
    const users = async (of: string) =>
      Promise.all(days.map(async (day) => (await factsFrom(store, of, day)).map(({ user }) => user).sort()))
    const all = ['a:x', 'e:ada@example.com', 'u:1']

    const removed = { from: '2026-03-02', to: '2026-03-03', users: ['e:ada@example.com', 'u:1'] }
    expect(await store.remove(organization, removed)).toBe(4)
    expect(await users(organization)).toEqual([all, ['a:x'], ['a:x']])
    expect(await store.remove(organization, { from: '2026-03-01', to: '2026-03-01', users: null })).toBe(3)
    expect(await users(organization)).toEqual([[], ['a:x'], ['a:x']])
    expect(await store.remove(organization, removed)).toBe(0)
    expect(await store.remove(organization, { ...removed, users: ["it's \\ nobody"] })).toBe(0)
    expect(await users(other)).toEqual([all, all, all])

    const { added, duplicates } = await store.append(organization, given)
    expect([added, duplicates.size]).toEqual([7, 2])
    expect(await users(organization)).toEqual([all, all, all])
  })

  it('deletes an event in all of its versions, and only by the one that counts', async () => {
    const store = storeOf()
    const organization = randomUUID()
    const late = event({ user: 'u:late', timeMs: noon + 1_000 })
    const early = { ...late, user: 'u:early', timeMs: noon }
    const apart = event({ user: 'u:early' })
    for (const version of [late, early, apart]) await store.append(organization, [version])
    const users = async () => (await factsFrom(store, organization, days[0])).map(({ user }) => user)
    const ofDay = { from: days[0], to: days[0] }
    expect(await store.remove(organization, { ...ofDay, users: ['u:late'] })).toBe(0)
    expect(await users()).toEqual(['u:early'])
    for (const version of [late, early]) await store.append(organization, [version])
    expect(await store.remove(organization, { ...ofDay, users: ['u:early'] })).toBe(2)
    expect(await users()).toEqual([])
  })

  it('deletes a commit that was reported on several days, with the day on which it counts', async () => {
    const store = storeOf()
    const organization = randomUUID()
    const first = event({ type: 'commit', name: 'a1b2', timeMs: noon })
    const again = { ...first, timeMs: noon + dayMs }
    for (const version of [first, again]) await store.append(organization, [version])
    const counts = () => Promise.all(days.map(async (day) => (await factsFrom(store, organization, day)).length))
    expect(await store.remove(organization, { from: days[1], to: days[2], users: null })).toBe(0)
    expect(await counts()).toEqual([1, 0, 0])
    expect(await store.remove(organization, { from: days[0], to: days[0], users: null })).toBe(1)
    expect(await counts()).toEqual([0, 0, 0])
  })
}
