import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readHistory } from '../src/read-history.ts'
import { summarize } from '../src/summary/usage.ts'
import { copyOfHome, expectedOf, readHome, recordedHomes } from './home.ts'

const zones = ['UTC', 'Asia/Tokyo', 'America/Los_Angeles']

describe.each(recordedHomes)('the home of %s', (name) => {
  const expected = expectedOf(name)

  it('adds up to what the agent did', () => {
    const { histories } = readHome(copyOfHome(name))
    const { usage } = summarize(histories, { timezone: 'UTC' })
    expect(usage.notes.filter((note) => note.startsWith('Passed over'))).toEqual([])
    expect(usage.totals).toMatchObject({
      sessions: expected.sessions,
      userMessages: expected.user_messages,
      toolCalls: expected.tool_calls_total,
      failedToolCalls: expected.tool_calls_failed,
      ...sums(expected.totals),
    })
  })

  it('has the calls of each model', () => {
    const { histories } = readHome(copyOfHome(name))
    const { usage } = summarize(histories, { timezone: 'UTC' })
    for (const [model, wanted] of Object.entries(expected.by_model)) {
      const [row, ...more] = usage.rows.filter((each) => each.model === model)
      expect(more).toEqual([])
      expect(row).toMatchObject(sums(wanted))
    }
    expect(new Set(usage.rows.map(({ model }) => model))).toEqual(new Set(Object.keys(expected.by_model)))
  })

  it.each(zones)('belongs to the days of %s', (timezone) => {
    const { histories } = readHome(copyOfHome(name))
    const { usage } = summarize(histories, { timezone })
    for (const [day, wanted] of Object.entries(expected.by_day[timezone] ?? {})) {
      const rows = usage.rows.filter(({ date }) => date === day)
      expect(rows.reduce((all, { calls }) => all + calls, 0)).toBe(wanted.calls)
      expect(rows.reduce((all, { outputTokens }) => all + outputTokens, 0)).toBe(wanted.output)
      const prompts = usage.activity.filter(({ date }) => date === day)
      expect(prompts.reduce((all, { userMessages }) => all + userMessages, 0)).toBe(wanted.user_messages)
    }
  })

  it('counts once when the same home is read under two names', () => {
    const homes = [copyOfHome(name), copyOfHome(name)].map((home) => ({ home, environment: {} }))
    const { usage } = summarize(readHistory(homes), { timezone: 'UTC' })
    expect(usage.totals).toMatchObject({ sessions: expected.sessions, ...sums(expected.totals) })
  })

  it('is not changed', () => {
    const home = copyOfHome(name)
    const before = fingerprint(home)
    readHome(home)
    expect(fingerprint(home)).toEqual(before)
  })
})

function sums({ calls, input, cache_read, cache_write, output, reasoning }: ReturnType<typeof expectedOf>['totals']) {
  return {
    calls,
    inputTokens: input,
    cacheReadTokens: cache_read,
    cacheWriteTokens: cache_write,
    outputTokens: output,
    reasoningTokens: reasoning,
  }
}

function fingerprint(home: string): string[] {
  return readdirSync(home, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((path) => {
      const file = join(home, path)
      const isFile = statSync(file).isFile()
      return `${path} ${isFile ? createHash('sha256').update(readFileSync(file)).digest('hex') : ''}`
    })
}
