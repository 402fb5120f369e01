import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { dayMs, dayOf } from '../src/ground/platform/days.ts'
import { readHistory } from '../src/know/events/facts.ts'
import { followedDays } from '../src/know/events/session-history.ts'
import type { UsageEvent } from '../src/know/events/usage-event.ts'
import type { Subject } from './events-conformance.ts'
import { event, noon } from './events-samples.ts'

const day = dayOf(noon)
const later = (days: number) => noon + days * dayMs

function start(parts: Partial<UsageEvent>): UsageEvent {
  return event({ type: 'session_start', name: '', ...parts })
}

const told = ({ user, session, client, extra: level, timeMs }: UsageEvent) => ({ user, session, client, level, timeMs })

/** What is known of sessions that go on for days. */
export function followsSessions({ storeOf }: Subject): void {
  async function historyOf(events: readonly UsageEvent[], on = day) {
    const organization = randomUUID()
    await storeOf().append(organization, events)
    // Sent again, nothing is there twice.
    await storeOf().append(organization, events)
    const { starts, calls } = readHistory(await storeOf().sessionHistory(organization, on))
    const byTime = <T extends { readonly timeMs: number }>(list: readonly T[]) =>
      [...list].sort((a, b) => a.timeMs - b.timeMs)
    return { starts: byTime(starts), calls: byTime(calls) }
  }

  it('tells the starts of the sessions of a day, on that day and before', async () => {
    const before = start({ timeMs: later(-3), extra: 'manual', client: 'web' })
    const again = start({ timeMs: noon, extra: 'auto-high', user: 'u:2' })
    const hooked = start({ timeMs: later(-1), session: 'hooks alone' })
    const events = [
      before,
      again,
      event({ timeMs: noon + 1, extra: 'manual' }),
      start({ timeMs: later(1) }),
      start({ timeMs: later(-2), session: 'over' }),
      hooked,
      event({ type: 'hook', session: 'hooks alone' }),
      start({ timeMs: later(-1), quantity: 0 }),
      start({ timeMs: noon, session: '' }),
      start({ timeMs: later(-followedDays - 1) }),
    ]
    expect((await historyOf(events)).starts).toEqual([before, hooked, again].map(told))
  })

  it('tells starts whatever their texts hold', async () => {
    const odd = start({ session: 'a\x1fb\x1ec\x1bd', user: "e:o'hara@example.com" })
    const plain = start({ timeMs: noon + 1, session: 'plain' })
    expect((await historyOf([odd, plain])).starts).toEqual([odd, plain].map(told))
  })

  it('tells when tools were called without a level, in sessions of which several are told', async () => {
    const events = [
      start({ timeMs: later(-1), extra: 'manual', session: 'two' }),
      start({ timeMs: noon, extra: 'auto-high', session: 'two' }),
      event({ timeMs: noon + 1, session: 'two', quantity: 2 }),
      event({ timeMs: noon + 1, session: 'two', name: 'Edit' }),
      event({ timeMs: noon + 2, session: 'two', extra: 'auto-low' }),
      event({ timeMs: later(1), session: 'two' }),
      start({ extra: 'manual', session: 'one' }),
      start({ timeMs: noon + 5, extra: 'manual', session: 'one' }),
      event({ session: 'one' }),
    ]
    const { calls } = await historyOf(events)
    expect(calls).toEqual([{ user: 'e:ada@example.com', session: 'two', timeMs: noon + 1, quantity: 3 }])
  })

  it('tells the later days on which sessions of a day go on', async () => {
    const organization = randomUUID()
    await storeOf().append(organization, [
      start({}),
      event({ timeMs: later(5) }),
      start({ timeMs: later(2) }),
      event({ timeMs: later(3), session: 'another' }),
      event({ timeMs: later(4), type: 'hook' }),
      event({ timeMs: later(-1) }),
      event({ timeMs: later(followedDays + 3) }),
    ])
    const days = (...numbers: number[]) => numbers.map((number) => dayOf(later(number)))
    expect(await storeOf().daysOfSessions(organization, day)).toEqual(days(2, 5))
    expect(await storeOf().daysOfSessions(organization, dayOf(later(2)))).toEqual(days(5))
    expect(await storeOf().daysOfSessions(organization, dayOf(later(5)))).toEqual([])
  })

  it('has no history for a day without events', async () => {
    expect(await historyOf([])).toEqual({ starts: [], calls: [] })
    expect(await storeOf().daysOfSessions(randomUUID(), day)).toEqual([])
  })
}
