import { describe, expect, it } from 'vitest'
import { NativeBodyError, NdjsonReader, readJsonEvents, readNdjsonEvents } from '../src/know/ingest/native/read-body.ts'
import { readEvent } from '../src/know/ingest/native/read-event.ts'

const nowMs = Date.parse('2026-11-15T12:00:00Z')
const base = { time: nowMs, client: 'terminal-ui' }
const message = { ...base, type: 'message', role: 'user' }
const modelCall = { ...base, type: 'model_call', model: 'm', inputTokens: 5202, outputTokens: 107 }
const toolCall = { ...base, type: 'tool_call', tool: 'Bash', autonomyLevel: 'auto-low' }

function draftOf(event: unknown) {
  const outcome = readEvent(event, nowMs)
  if ('error' in outcome) throw new Error(outcome.error)
  return outcome.draft
}

function errorOf(event: unknown): string | undefined {
  const outcome = readEvent(event, nowMs)
  return 'error' in outcome ? outcome.error : undefined
}

describe('a native event', () => {
  it.each([
    [{ ...base, type: 'session_start' }, { type: 'session_start' }],
    [message, { type: 'message', name: 'user' }],
    [modelCall, { type: 'model_call', name: 'm', detail: 'standard', inputTokens: 5202, outputTokens: 107 }],
    [{ ...modelCall, thinkingTokens: 31 }, { detail: 'thinking' }],
    [
      { ...modelCall, tier: 'thinking', cacheReadTokens: 4001, cacheWriteTokens: 1201 },
      { detail: 'thinking', cacheReadTokens: 4001, cacheWriteTokens: 1201, cacheWriteHourTokens: null },
    ],
    [
      { ...modelCall, cacheWriteTokens: 1201, cacheWriteHourTokens: 1201 },
      { inputTokens: 5202, cacheWriteTokens: 1201, cacheWriteHourTokens: 1201 },
    ],
    [toolCall, { type: 'tool_call', name: 'Bash', detail: '', extra: 'auto-low' }],
    [{ ...toolCall, mcpServer: ' GitHub ', success: false }, { detail: 'GitHub' }],
    [
      { ...base, type: 'skill', name: 'pdf' },
      { type: 'skill', name: 'pdf' },
    ],
    [
      { ...base, type: 'slash_command', name: 'review' },
      { type: 'slash_command', name: 'review' },
    ],
    [
      { ...base, type: 'hook', event: 'Stop', command: 'notify --token abc' },
      { type: 'hook', name: 'Stop', detail: '', extra: 'notify --token [redacted]' },
    ],
    [
      { ...base, type: 'file', operation: 'edit', path: '/a/B.TSX' },
      { type: 'file', name: 'edit', detail: '.tsx', extra: 'TypeScript' },
    ],
    [
      { ...base, type: 'file', operation: 'create', extension: '' },
      { detail: '(none)', extra: '' },
    ],
    [
      { ...base, type: 'file', operation: 'create', extension: 'py', language: 'python' },
      { detail: '.py', extra: 'Python' },
    ],
    [
      { ...base, type: 'commit' },
      { type: 'commit', name: '' },
    ],
    [
      { ...base, type: 'commit', sha: 'ABCDEF1' },
      { name: 'abcdef1', key: 'commit|abcdef1' },
    ],
    [{ ...base, type: 'pull_request', url: 'https://x.test/pull/1' }, { name: 'https://x.test/pull/1' }],
  ])('%j is read', (event, expected) => {
    expect(draftOf(event)).toMatchObject(expected)
  })

  it.each([
    ['not an object', 7, 'An event must be an object.'],
    ['a list', [], 'An event must be an object.'],
    ['no type', { ...base }, 'type is missing.'],
    ['another type', { ...base, type: 'constructor' }, /^type must be one of session_start, message/],
    ['no time', { client: 'web', type: 'session_start' }, 'time is missing.'],
    [
      'a time without a zone',
      { ...message, time: '2026-11-15T12:00:00' },
      'time must be an ISO 8601 time with seconds and a time zone, or whole Unix milliseconds.',
    ],
    [
      'an impossible day',
      { ...message, time: '2026-02-30T12:00:00Z' },
      'time must be an ISO 8601 time with seconds and a time zone, or whole Unix milliseconds.',
    ],
    [
      'a fraction of a millisecond',
      { ...message, time: 1.5 },
      'time must be an ISO 8601 time with seconds and a time zone, or whole Unix milliseconds.',
    ],
    [
      'seconds for milliseconds',
      { ...message, time: nowMs / 1000 },
      'time is before 2026-01-14, the first day with numbers.',
    ],
    ['no client', { time: nowMs, type: 'message', role: 'user' }, 'client is missing.'],
    ['another client', { ...message, client: 'phone' }, 'client must be one of terminal-ui, web, non-interactive-cli.'],
    ['another role', { ...message, role: 'tool' }, 'role must be one of user, assistant.'],
    ['an unknown field', { ...message, colour: 'red' }, 'colour is no field of a message.'],
    ['an unknown field with a NUL', { ...message, 'a\0b': 1 }, 'ab is no field of a message.'],
    ['a field of another type', { ...message, tool: 'Bash' }, 'tool is no field of a message.'],
    [
      'a field that objects inherit',
      JSON.parse(`{"time":${nowMs},"client":"web","type":"session_start","__proto__":1}`),
      '__proto__ is no field of a session_start.',
    ],
    ['no model', { ...modelCall, model: undefined }, 'model is missing.'],
    ['tokens as text', { ...modelCall, inputTokens: '1' }, 'inputTokens must be a whole number from 0 to 100000000.'],
    ['negative tokens', { ...modelCall, outputTokens: -1 }, 'outputTokens must be a whole number from 0 to 100000000.'],
    [
      'too many tokens',
      { ...modelCall, inputTokens: 2 ** 53 },
      'inputTokens must be a whole number from 0 to 100000000.',
    ],
    [
      'a cache beyond the input',
      { ...modelCall, cacheReadTokens: 5203 },
      'inputTokens must include cacheReadTokens and cacheWriteTokens.',
    ],
    [
      'more in the cache for an hour than in all',
      { ...modelCall, cacheWriteTokens: 7, cacheWriteHourTokens: 8 },
      'cacheWriteTokens must include cacheWriteHourTokens.',
    ],
    [
      'another autonomy level',
      { ...toolCall, autonomyLevel: 'yolo' },
      'autonomyLevel must be one of auto-high, auto-medium, auto-low, spec, manual.',
    ],
    ['success as text', { ...toolCall, success: 'yes' }, 'success must be true or false.'],
    ['neither path nor extension', { ...base, type: 'file', operation: 'edit' }, 'path or extension is missing.'],
    [
      'both path and extension',
      { ...base, type: 'file', operation: 'edit', path: 'a.ts', extension: '.ts' },
      'extension must not be given beside path.',
    ],
    ['a sha that is none', { ...base, type: 'commit', sha: 'main' }, 'sha must be hexadecimal digits.'],
    [
      'an address with credentials',
      { ...base, type: 'pull_request', url: 'https://a:b@x.test/pull/1' },
      'url must be an http or https address without credentials.',
    ],
    ['an address of mail that is none', { ...message, userEmail: 'ada' }, 'userEmail must be an e-mail address.'],
    [
      'a long session id',
      { ...message, sessionId: 'x'.repeat(201) },
      'sessionId must not be longer than 200 characters.',
    ],
    ['a NUL', { ...message, sessionId: 'a\0' }, 'sessionId must not contain the NUL character.'],
    ['half a character', { ...message, sessionId: '\ud800' }, 'sessionId must not contain half of a surrogate pair.'],
    ['an object for a text', { ...message, sessionId: { toString: 1 } }, 'sessionId must be a text.'],
    ['an object for an address', { ...message, userEmail: { toString: 1 } }, 'userEmail must be a text.'],
  ])('with %s is refused with a sentence that names the field', (_, event, expected) => {
    expect(errorOf(event)).toMatch(expected)
  })

  it('takes times as milliseconds and as ISO 8601', () => {
    for (const time of [nowMs, '2026-11-15T12:00:00Z', '2026-11-15T13:00:00.000+01:00']) {
      expect(draftOf({ ...message, time }).timeMs).toBe(nowMs)
    }
  })

  it('keeps the address in lower case', () => {
    expect(draftOf({ ...message, userEmail: 'Ada@Example.com' }).email).toBe('ada@example.com')
  })

  it('counts a tool with no plausible name as unknown, and says what it was', () => {
    expect(readEvent({ ...toolCall, tool: 'please run ls' }, nowMs)).toMatchObject({
      draft: { name: 'unknown' },
      unknownTool: 'please run ls',
    })
  })
})

describe('the key of a native event', () => {
  it('is its id', () => {
    expect(draftOf({ ...message, id: 'e-1' }).key).toBe(draftOf({ ...message, id: 'e-1', role: 'assistant' }).key)
  })

  it('is what it says, in any order, without an id', () => {
    const { role, ...rest } = message
    expect(draftOf({ role, ...rest }).key).toBe(draftOf(message).key)
    expect(draftOf({ ...message, time: '2026-11-15T12:00:00Z' }).key).toBe(draftOf(message).key)
    expect(draftOf({ ...message, role: 'assistant' }).key).not.toBe(draftOf(message).key)
    expect(draftOf({ ...message, time: nowMs + 1 }).key).not.toBe(draftOf(message).key)
    const file = { ...base, type: 'file', operation: 'edit' }
    expect(draftOf({ ...file, path: 'a.ts' }).key).not.toBe(draftOf({ ...file, path: 'b.ts' }).key)
  })

  it('is a commit’s hash or a pull request’s address, whatever the id', () => {
    const commit = { ...base, type: 'commit', sha: 'abc1234' }
    expect(draftOf({ ...commit, id: '1' }).key).toBe(draftOf({ ...commit, id: '2', time: nowMs - 1 }).key)
  })
})

describe('a body of native events', () => {
  it('is an object with a list, or the list', () => {
    expect(readJsonEvents({ events: [message, {}] }, nowMs)).toMatchObject([
      { draft: {} },
      { error: 'type is missing.' },
    ])
    expect(readJsonEvents([message], nowMs)).toHaveLength(1)
    for (const body of [null, 'x', {}, { events: {} }, { events: [], more: 1 }]) {
      expect(() => readJsonEvents(body, nowMs)).toThrow(NativeBodyError)
    }
  })

  it('is one event a line as NDJSON, with empty lines and without a last newline', () => {
    const body = Buffer.from(`${JSON.stringify(message)}\r\n\n{"broken\n${JSON.stringify(modelCall)}`)
    expect(readNdjsonEvents(body, nowMs)).toMatchObject([
      { draft: { type: 'message' } },
      { error: 'The line is not valid JSON.' },
      { draft: { type: 'model_call' } },
    ])
  })

  it('may come in pieces that end anywhere, inside a character too', () => {
    const body = Buffer.from(`${JSON.stringify({ ...message, sessionId: 'größe-✓' })}\n`.repeat(3))
    for (let size = 1; size < 40; size++) {
      const reader = new NdjsonReader(nowMs)
      const outcomes = []
      for (let start = 0; start < body.length; start += size)
        outcomes.push(...reader.push(body.subarray(start, start + size)))
      outcomes.push(...reader.end())
      expect(outcomes).toMatchObject(Array(3).fill({ draft: { session: 'größe-✓' } }))
    }
  })

  it('is refused when a line never ends', () => {
    expect(() => readNdjsonEvents(Buffer.alloc(2 * 1024 * 1024, 'x'), nowMs)).toThrow(NativeBodyError)
  })
})
