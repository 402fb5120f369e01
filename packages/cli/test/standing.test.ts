import { readHistory } from '@muster/history/read-history'
import { summarize } from '@muster/history/summary/usage'
import { expect, it } from 'vitest'
import { temporaryHome } from '../../history/test/home.ts'
import { answer, chat, writeLines } from '../../history/test/write-lines.ts'
import { statusLine } from '../src/usage/status-line.ts'

const nowMs = Date.parse('2026-11-15T12:00:00Z')

/** The status line of a history with calls at these times, each of which costs three dollars. */
function lineOf(times: readonly string[], since?: string): string {
  const home = temporaryHome()
  const calls = times.map((timestamp, number) =>
    answer(`call-${number}`, { timestamp }, { input_tokens: 0, output_tokens: 200_000, cache_read_input_tokens: 0 }),
  )
  writeLines(home, chat, calls)
  const histories = readHistory([{ home, environment: {} }])
  return statusLine(summarize(histories, { timezone: 'UTC', since }).allCells, 'UTC', nowMs, undefined)
}

it('tells of today and this month, whatever days were asked for', () => {
  const times = ['2026-11-02T08:00:00Z', '2026-11-15T03:00:00Z']
  expect(lineOf(times)).toBe('~$3.00 today · ~$6.00 this month')
  expect(lineOf(times, '2026-11-15')).toBe(lineOf(times))
  expect(lineOf(times, '2026-11-16')).toBe(lineOf(times))
})

it('finds the running block also after a call with a time in the future', () => {
  const times = ['2026-11-15T11:00:00Z', '2031-02-03T08:00:00Z']
  expect(lineOf(times)).toBe('~$3.00 today · ~$3.00 this month · $3.00/h, 4h 0m left in block')
})
