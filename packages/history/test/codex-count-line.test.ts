import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CodexCountLine } from '../src/agents/codex-count-line.ts'
import { countOf, objectOf, timeOf } from '../src/values.ts'

const count = fc.oneof(fc.nat(300), fc.nat(70_000), fc.maxSafeNat())
const usage = fc.record(
  {
    input_tokens: count,
    cached_input_tokens: count,
    cache_write_input_tokens: count,
    output_tokens: count,
    reasoning_output_tokens: count,
    total_tokens: count,
  },
  { requiredKeys: ['total_tokens'] },
)
const rest = fc.oneof(fc.constant({}), fc.record({ rate_limits: fc.jsonValue(), model_context_window: fc.nat() }))
const line = fc
  .record({
    timestamp: fc.date({ min: new Date(1), max: new Date('2100-01-01'), noInvalidDate: true }),
    ordinal: fc.option(fc.nat(), { nil: undefined }),
    total: usage,
    last: usage,
    ofInfo: rest,
    ofPayload: rest,
    ofLine: rest,
  })
  .map(({ timestamp, ordinal, total, last, ofInfo, ofPayload, ofLine }) => {
    const info = { total_token_usage: total, last_token_usage: last, ...ofInfo }
    const payload = { type: 'token_count', info, ...ofPayload }
    return JSON.stringify({ timestamp, ordinal, type: 'event_msg', payload, ...ofLine })
  })
const changed = fc
  .tuple(line, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(3), fc.string({ maxLength: 3 }))
  .map(([text, part, length, other]) => {
    const at = Math.floor(text.length * part)
    return text.slice(0, at) + other + text.slice(at + length)
  })

const counts = new CodexCountLine()

/** What was read without parsing; undefined if it was refused. The line stands between others, as in a file. */
function read(text: string) {
  const before = `${text}\n`
  const bytes = Buffer.from(`${before}${text}\n${text}\n`)
  const start = Buffer.byteLength(before)
  if (!counts.read(bytes, start, start + Buffer.byteLength(text))) return undefined
  const { timeMs, total, input, cacheRead, cacheWrite, output, reasoning, all } = counts
  return { timeMs, total, input, cacheRead, cacheWrite, output, reasoning, all }
}

/** The same, parsed. */
function parsed(text: string) {
  const record = objectOf(JSON.parse(text))
  const info = objectOf(objectOf(record.payload).info)
  const last = objectOf(info.last_token_usage)
  return {
    timeMs: timeOf(record.timestamp),
    total: countOf(objectOf(info.total_token_usage).total_tokens),
    input: countOf(last.input_tokens),
    cacheRead: countOf(last.cached_input_tokens),
    cacheWrite: countOf(last.cache_write_input_tokens),
    output: countOf(last.output_tokens),
    reasoning: countOf(last.reasoning_output_tokens),
    all: countOf(last.total_tokens),
  }
}

it('is read as if it were parsed, and a line that is written otherwise is refused', () => {
  fc.assert(
    fc.property(fc.oneof(line, changed), (text) => {
      const told = read(text)
      if (told !== undefined) expect(told).toEqual(parsed(text))
    }),
    { numRuns: 2000 },
  )
})

it.each([
  ['of a version of today', '"ordinal":15,', '"last_usage_includes_reasoning":false,"model_context_window":258400}'],
  [
    'of an older version',
    '',
    '"model_context_window":272000},"rate_limits":{"primary":{"used_percent":1.5},"other":null}',
  ],
])('is read without parsing if it is %s', (_, ordinal, end) => {
  const tokens = '"input_tokens":5202,"cached_input_tokens":4001,"output_tokens":107,"total_tokens":5309'
  const info = `"total_token_usage":{${tokens}},"last_token_usage":{${tokens}},${end}`
  const head = `{"timestamp":"2026-11-15T08:46:10.954Z",${ordinal}"type":"event_msg",`
  const text = `${head}"payload":{"type":"token_count","info":{${info}}}`
  expect(read(text)).toEqual(parsed(text))
  expect(read(text.slice(0, -1))).toBeUndefined()
})
