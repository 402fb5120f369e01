import fc from 'fast-check'
import { expect, it } from 'vitest'
import { claudeCode } from '../src/agents/claude-code.ts'
import { usageEvents } from '../src/import/usage-events.ts'
import { Ledger } from '../src/ledger/ledger.ts'
import { PieceWriter } from '../src/pieces/piece-writer.ts'

const day = '2026-11-15'
const tokens = { input: 1, cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0, output: 1, reasoning: 0 }

/** A day with a call and a tool call at each of some times. */
function ledgerOf(seconds: readonly number[]): Ledger {
  const ledger = new Ledger()
  const writer = new PieceWriter((piece) => ledger.take(piece))
  for (const [number, second] of seconds.entries()) {
    const timeMs = Date.parse(day) + second * 1000
    writer.call({ key: `${number}`, session: 'session', timeMs, model: 'model', tokens })
    writer.tool({ key: `${number}`, session: 'session', timeMs, name: 'Read' })
  }
  writer.end()
  return ledger
}

it('has the events of a day in the order of time, and those of one time in the order of ids', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5), { maxLength: 30 }), (seconds) => {
      const events = [...usageEvents({ agent: claudeCode, ledger: ledgerOf(seconds) }).on(day)]
      const places = events.map(({ time, id }) => `${time} ${id}`)
      expect(places).toEqual(places.toSorted())
      expect(events).toHaveLength(3 * seconds.length)
    }),
  )
})

it('makes events only when somebody takes them', () => {
  const ledger = ledgerOf(Array.from({ length: 5000 }, (_, number) => number))
  let made = 0
  const { calls } = ledger
  const at = calls.at.bind(calls)
  calls.at = (number) => {
    made += 1
    return at(number)
  }
  for (const _ of usageEvents({ agent: claudeCode, ledger }).on(day)) break
  expect(made).toBeLessThan(3)
})
