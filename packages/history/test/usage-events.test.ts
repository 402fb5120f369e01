import fc from 'fast-check'
import { expect, it } from 'vitest'
import { portionsOf } from '../src/import/portions.ts'
import { readHistory } from '../src/read-history.ts'
import { temporaryHome } from './home.ts'
import { answer, chat, writeLines } from './write-lines.ts'

/** A history with a call and a tool call at each of some seconds. */
function writeCalls(home: string, seconds: readonly number[]): void {
  const records = seconds.map((second, number) => {
    const { message } = answer(`call ${number}`)
    const content = [{ type: 'tool_use', id: `tool ${number}`, name: 'Read' }]
    const timestamp = new Date(Date.parse('2026-11-15T23:59:57Z') + second * 1000).toISOString()
    return answer('', { timestamp, requestId: `request ${number}`, message: { ...message, content } })
  })
  writeLines(home, chat, records)
}

it('has the events of a day in the order of time, those of one time in the order of ids, whatever their order in files', () => {
  const home = temporaryHome()
  fc.assert(
    fc.property(fc.array(fc.nat(5), { minLength: 1, maxLength: 30 }), (seconds) => {
      writeCalls(home, seconds)
      const portions = [...portionsOf(readHistory([{ home, environment: {} }]))]
      const places = portions.flatMap(({ name, events }) => events.map(({ time, id }) => `${name} ${time} ${id}`))
      expect(places).toEqual(places.toSorted())
      expect(places).toHaveLength(3 * seconds.length + 1)
      expect(new Set(portions.map(({ name }) => name)).size).toBe(portions.length)
    }),
  )
})

it('cuts a long day into portions of 2,000 events, which are the same when they are made again', () => {
  const home = temporaryHome()
  writeCalls(home, new Array(1_500).fill(0))
  const portions = portionsOf(readHistory([{ home, environment: {} }]))
  const shown = () => [...portions].map(({ name, digest, events }) => `${name} ${digest} ${events.length}`)
  expect([...portions].map(({ name, events }) => [name, events.length])).toEqual([
    ['2026-11-15 claude-code 0', 2_000],
    ['2026-11-15 claude-code 1', 2_000],
    ['2026-11-15 claude-code 2', 501],
  ])
  expect(shown()).toEqual(shown())
})
