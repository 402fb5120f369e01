import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { KeySet } from '../src/ledger/key-set.ts'
import { Ledger } from '../src/ledger/ledger.ts'
import { Numbers } from '../src/ledger/numbers.ts'
import { Texts } from '../src/ledger/texts.ts'
import { PieceWriter } from '../src/pieces/piece-writer.ts'
import type { ModelCall } from '../src/record.ts'

const count = fc.oneof(fc.nat(300), fc.nat(70_000), fc.maxSafeNat())
const call: fc.Arbitrary<ModelCall> = fc.record({
  key: fc.string({ unit: 'grapheme', maxLength: 300 }),
  session: fc.constantFrom('one', 'other', ''),
  timeMs: fc.oneof(fc.nat(1e9), fc.double({ min: 0, max: 1e12, noNaN: true })),
  endMs: fc.constant(undefined),
  model: fc.constantFrom('a', 'b', 'modèle'),
  tokens: fc.record({
    input: count,
    cacheRead: count,
    cacheWrite: count,
    cacheWriteHour: count,
    output: count,
    reasoning: count,
  }),
  cost: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }), { nil: undefined }),
  telemetryId: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
})

function ledgerOf(calls: readonly ModelCall[]): Ledger {
  const ledger = new Ledger()
  const writer = new PieceWriter((piece) => ledger.take(piece))
  for (const each of calls) writer.call(each)
  writer.end()
  return ledger
}

it('gives back every call as it was told, once, however large its numbers are', () => {
  fc.assert(
    fc.property(fc.uniqueArray(call, { selector: ({ key }) => key, maxLength: 40 }), (calls) => {
      const ledger = ledgerOf(calls)
      // Times are kept as differences, so the last bit of a fraction of a millisecond may be lost.
      const rounded = (one: ModelCall) => ({ ...one, timeMs: Math.round(one.timeMs * 1000) + 0 })
      expect([...ledger.calls.values()].map(rounded)).toEqual(calls.map(rounded))
      expect(ledgerOf([...calls, ...calls]).calls.size).toBe(calls.length)
    }),
  )
})

it('numbers keys like a list that is searched for each of them', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 })), (keys) => {
      const set = new KeySet()
      const unique = [...new Set(keys)]
      expect(keys.map((key) => set.add(Buffer.from(key)))).toEqual(keys.map((key) => unique.indexOf(key)))
      expect(set.size).toBe(unique.length)
      expect(set.find('never added')).toBe(-1)
    }),
  )
})

it('tells half a million similar keys apart', () => {
  const set = new KeySet()
  const keys = Array.from({ length: 500_000 }, (_, number) => Buffer.from(`msg_01${number.toString(36)}`))
  for (const key of keys) set.add(key)
  expect(set.size).toBe(keys.length)
  expect(set.add(keys[123_456] as Buffer)).toBe(123_456)
})

it('keeps numbers of every size beside each other, also far apart', () => {
  const numbers = new Numbers()
  const values = [0, 7, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, -5, 0.5, Number.MAX_SAFE_INTEGER, 3, 0]
  for (const start of [0, 1_000_000]) {
    for (const [at, value] of values.entries()) numbers.set(start + at, value)
    for (const [at, value] of values.entries()) expect(numbers.get(start + at)).toBe(value)
  }
  expect(numbers.get(500_000)).toBe(0)
})

it('finds texts again that are on the disk by then', () => {
  const texts = new Texts()
  const textOf = (number: number) => `${number} ${'ä\0"\uD800'.repeat(100)}`
  for (let number = 0; number < 30_000; number += 1) texts.add(textOf(number))
  for (const number of [0, 1023, 1024, 15_000, 28_671, 29_999]) expect(texts.get(number)).toBe(textOf(number))
})

it('adds up a million calls and tool calls in little memory', () => {
  const source = (path: string) => JSON.stringify(join(import.meta.dirname, '../src', path))
  const script = `
    import { Ledger } from ${source('ledger/ledger.ts')}
    import { PieceWriter } from ${source('pieces/piece-writer.ts')}
    const ledger = new Ledger({ keepsKeys: false })
    const writer = new PieceWriter((piece) => ledger.take(piece))
    const tokens = { input: 12, cacheRead: 90000, cacheWrite: 900, cacheWriteHour: 0, output: 300, reasoning: 0 }
    const before = process.memoryUsage.rss()
    for (let n = 0; n < 1e6; n += 1) {
      writer.call({ key: 'msg_01' + n, session: 'session-' + (n >> 7), timeMs: 17e11 + n, model: 'm', tokens })
      writer.tool({ key: 'toolu_01' + n, session: 'session-' + (n >> 7), timeMs: 17e11 + n, name: 'Read' })
    }
    writer.end()
    console.log(ledger.calls.size + ledger.tools.size, Math.round((process.memoryUsage.rss() - before) / 2 ** 20))`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  const [records, megabytes] = printed.split(' ').map(Number)
  expect(records).toBe(2e6)
  // An object for each of them takes 700.
  expect(megabytes).toBeLessThan(250)
})
