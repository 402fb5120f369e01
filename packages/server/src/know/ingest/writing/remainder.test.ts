import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replaces } from '../../events/identity.ts'
import { blank, type UsageEvent } from '../../events/usage-event.ts'
import { amountsOf, latenessMs, remaindersOf } from './remainder.ts'

const minute = 60_000
let made = 0

function event(timeMs: number, fields: Partial<UsageEvent>): UsageEvent {
  const id = (++made).toString(16).padStart(32, '0')
  return { id, timeMs, user: 'u:1', session: 's', client: 'web', type: 'tool_call', ...blank, ...fields }
}

const call = (timeMs: number, name = 'Bash') => event(timeMs, { name })
const turn = (beganMs: number, endedMs: number, ...events: UsageEvent[]) => ({ beganMs, endedMs, events })
const counted = (events: readonly UsageEvent[]) =>
  events.filter(({ quantity, inputTokens, outputTokens }) => quantity + inputTokens + outputTokens > 0)

describe('what is left of the events of the relay', () => {
  it('is all of them where nothing else was told, and none that somebody told', () => {
    const own = [call(minute), event(minute, { type: 'message', name: 'user' })]
    const turns = [turn(0, minute, ...own)]
    expect(remaindersOf(turns, [])).toEqual(own)
    const told = [call(10, 'shell'), event(10, { type: 'message', name: 'user' })]
    expect(counted(remaindersOf(turns, told))).toEqual([])
  })

  it('is by kind: a source that tells no messages takes the place of none', () => {
    const message = event(minute, { type: 'message', name: 'assistant' })
    expect(counted(remaindersOf([turn(0, minute, call(minute), message)], [call(1)]))).toEqual([message])
  })

  it('is what the other source lost', () => {
    const model = { type: 'model_call', name: 'm', quantity: 0, cost: 9, currency: 'USD' } as const
    const relayed = event(minute, { ...model, inputTokens: 500, outputTokens: 50, cacheReadTokens: 400 })
    const calls = [1, 2, 3, 4, 5].map(() => call(minute))
    const told = [
      ...[1, 2].map((at) =>
        event(at, { ...model, quantity: 1, inputTokens: 100, outputTokens: 10, cacheReadTokens: 80 }),
      ),
      ...[1, 2].map((at) => call(at)),
    ]
    const left = counted(remaindersOf([turn(0, minute, relayed, ...calls)], told))
    expect(left[0]).toMatchObject({
      inputTokens: 300,
      outputTokens: 30,
      cacheReadTokens: 240,
      cost: null,
      currency: '',
    })
    expect(left[0]?.billableTokens).toBe(114)
    expect(left.slice(1)).toEqual(calls.slice(2))
  })

  it('has no tokens of a cache beyond those that were read', () => {
    const relayed = event(minute, { type: 'model_call', name: 'm', inputTokens: 100, cacheReadTokens: 80 })
    const told = event(1, { type: 'model_call', name: 'm', inputTokens: 90, cacheReadTokens: 10 })
    const [left] = remaindersOf([turn(0, minute, relayed)], [told])
    expect(left).toMatchObject({ inputTokens: 10, cacheReadTokens: 10 })
  })

  it('counts results, decisions and lines wherever the other source tells them', () => {
    const own = [
      event(minute, { type: 'tool_result', name: 'Bash', outcome: 'success' }),
      event(minute, { type: 'tool_decision', name: 'Bash', decision: 'accept' }),
      event(minute, { type: 'line_change', name: 'added', quantity: 7, linesAdded: 7 }),
      event(minute, { type: 'file', name: 'edit' }),
    ]
    const told = [
      event(1, { name: 'shell', outcome: 'error', decision: 'accept' }),
      event(1, { type: 'file', name: 'create', linesAdded: 4, linesRemoved: 2 }),
    ]
    expect(counted(remaindersOf([turn(0, minute, ...own)], told))).toEqual([
      { ...own[2], quantity: 3, linesAdded: 3 },
      own[3],
    ])
  })

  it('leaves a report of another time to another turn, and takes a late one for the turn that ended first', () => {
    const [first, second] = [call(minute), call(20 * minute)]
    const turns = [turn(0, minute, first), turn(19 * minute, 20 * minute, second)]
    expect(counted(remaindersOf(turns, [call(minute + latenessMs)]))).toEqual([second])
    expect(counted(remaindersOf(turns, [call(minute + latenessMs + 1)]))).toEqual([first, second])
    expect(counted(remaindersOf(turns, [call(20 * minute)]))).toEqual([first])
  })

  it('has every start of a session, and every commit that has a name', () => {
    const own = [event(minute, { type: 'session_start' }), event(minute, { type: 'commit', name: 'a'.repeat(40) })]
    const told = [event(1, { type: 'session_start' }), event(1, { type: 'commit', name: '' })]
    expect(remaindersOf([turn(0, minute, ...own)], told)).toEqual(own)
  })
})

/** Turns of one session, one after the other, with some calls; and reports at times of which some belong to turns. */
const world = fc
  .record({
    turns: fc.array(fc.record({ pause: fc.nat(15), length: fc.nat(12), calls: fc.nat(3), tokens: fc.nat(9) }), {
      ...{ minLength: 1, maxLength: 4 },
    }),
    told: fc.array(fc.record({ at: fc.nat(70), calls: fc.nat(2), tokens: fc.nat(9) }), { maxLength: 6 }),
  })
  .map(({ turns, told }) => {
    let now = 0
    return {
      turns: turns.map(({ pause, length, calls, tokens }) => {
        const beganMs = (now + pause) * minute
        now += pause + length
        const used = event(now * minute, { type: 'model_call', name: 'm', quantity: 0, inputTokens: tokens })
        return turn(beganMs, now * minute, ...Array.from({ length: calls }, () => call(now * minute)), used)
      }),
      told: told.flatMap(({ at, calls, tokens }) => [
        ...Array.from({ length: calls }, () => call(at * minute)),
        event(at * minute, { type: 'model_call', name: 'n', inputTokens: tokens }),
      ]),
    }
  })

type World = typeof world extends fc.Arbitrary<infer Made> ? Made : never

/** The most that reports can stand for, found by trying: one unit after the other, each time with all others moved if need be. */
function mostMatched({ turns, told }: World, kind: string): number {
  const units = (events: readonly UsageEvent[]) =>
    events.flatMap((one) =>
      amountsOf(one).flatMap(([each, amount]) =>
        each === kind ? Array.from({ length: amount }, () => one.timeMs) : [],
      ),
    )
  const needs = turns.flatMap(({ beganMs, endedMs, events }) => units(events).map(() => ({ beganMs, endedMs })))
  const reports = units(told)
  const standsFor = new Map<number, number>()
  function place(report: number, tried: Set<number>): boolean {
    const at = reports[report] ?? 0
    return needs.some(({ beganMs, endedMs }, need) => {
      if (tried.has(need) || at < beganMs || at > endedMs + latenessMs) return false
      tried.add(need)
      const other = standsFor.get(need)
      if (other !== undefined && !place(other, tried)) return false
      standsFor.set(need, report)
      return true
    })
  }
  return reports.filter((_, report) => place(report, new Set())).length
}

const totalOf = (events: readonly UsageEvent[], kind: string) =>
  events.flatMap(amountsOf).reduce((sum, [each, amount]) => sum + (each === kind ? amount : 0), 0)

describe('for any turns and reports', () => {
  it('as many reports as possible take the place of what the relay told', () => {
    fc.assert(
      fc.property(world, (made) => {
        const left = remaindersOf(made.turns, made.told)
        for (const kind of ['tool_call', 'inputTokens']) {
          const own = totalOf(
            made.turns.flatMap(({ events }) => events),
            kind,
          )
          expect(totalOf(left, kind)).toBe(own - mostMatched(made, kind))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('less is left the more is told, and a later turn changes nothing of those before it', () => {
    fc.assert(
      fc.property(world, fc.nat(6), fc.nat(4), (made, fewer, known) => {
        const before = remaindersOf(made.turns.slice(0, known), made.told.slice(0, fewer))
        const after = new Map(remaindersOf(made.turns, made.told).map((one) => [one.id, one]))
        for (const one of before) {
          const later = after.get(one.id) as UsageEvent
          expect(replaces(one, later)).toBe(false)
        }
      }),
      { numRuns: 300 },
    )
  })
})
