import { describe, expect, it } from 'vitest'
import { readHome, temporaryHome } from './home.ts'
import { writeLines } from './write-lines.ts'

const rollout = '.codex/sessions/2026/11/15/rollout-2026-11-15T10-00-00-t1.jsonl'
const meta = { type: 'session_meta', timestamp: at(0), payload: { id: 't1', cwd: '/work', timestamp: at(0) } }
const context = { type: 'turn_context', timestamp: at(0), payload: { turn_id: 'turn', model: 'gpt-5.5' } }

function at(second: number): string {
  return new Date(Date.UTC(2026, 10, 15, 10, 0, second)).toISOString()
}

function count(second: number, total: number, last: number) {
  const usage = (tokens: number) => ({ input_tokens: tokens, output_tokens: 0, total_tokens: tokens })
  const info = { total_token_usage: usage(total), last_token_usage: usage(last) }
  return { type: 'event_msg', timestamp: at(second), payload: { type: 'token_count', info } }
}

function record(second: number, id: string, usage: Record<string, number>) {
  return { type: 'token_usage_record', timestamp: at(second), payload: { turn_id: 'turn', response_id: id, usage } }
}

function read(records: readonly unknown[]) {
  const home = temporaryHome()
  writeLines(home, rollout, [meta, context, ...records])
  return readHome(home, 'codex')
}

describe('a version without records of calls', () => {
  it('is counted by totals that grow, because the same total comes twice', () => {
    const { calls } = read([count(1, 100, 100), count(1, 100, 100), count(2, 250, 150), count(3, 250, 90)])
    expect(calls.map(({ tokens }) => tokens.input)).toEqual([100, 150])
  })

  it('that continues its parent counts only its own calls', () => {
    const { calls } = read([count(1, 5000, 200)])
    expect(calls.map(({ tokens }) => tokens.input)).toEqual([200])
  })

  it('uses records of calls as soon as there are some', () => {
    const { calls } = read([
      count(1, 100, 100),
      record(2, 'r1', { input_tokens: 30, output_tokens: 3 }),
      count(3, 133, 33),
      record(4, 'r2', { input_tokens: 40, output_tokens: 4 }),
      count(5, 177, 44),
    ])
    expect(calls.map(({ tokens }) => tokens.input)).toEqual([100, 30, 40])
  })
})

it('subtracts the cache from the input, and keeps reasoning in the output', () => {
  const usage = {
    input_tokens: 5202,
    cached_input_tokens: 4001,
    cache_write_input_tokens: 200,
    output_tokens: 107,
    reasoning_output_tokens: 31,
  }
  const [call] = read([record(1, 'r', usage)]).calls
  expect(call).toMatchObject({
    model: 'gpt-5.5',
    tokens: { input: 1001, cacheRead: 4001, cacheWrite: 200, output: 107, reasoning: 31 },
  })
})

it('counts a session under its first record, although later ones are copies of its parent', () => {
  const copy = { ...meta, payload: { ...meta.payload, id: 'parent' } }
  expect([...read([copy]).ledger.sessions.keys()]).toEqual(['t1'])
})

it('counts a sub-agent as a part of its parent', () => {
  const home = temporaryHome()
  const payload = { id: 't2', session_id: 't1', thread_source: 'subagent', timestamp: at(0) }
  const asked = { type: 'event_msg', timestamp: at(1), payload: { type: 'user_message', message: 'Search' } }
  writeLines(home, rollout, [{ ...meta, payload }, context, asked, record(2, 'r', { input_tokens: 1 })])
  const { ledger, calls, prompts } = readHome(home, 'codex')
  expect([...ledger.sessions.values()].map(({ parent }) => parent)).toEqual(['t1'])
  expect(prompts).toEqual([])
  expect(calls).toHaveLength(1)
})
