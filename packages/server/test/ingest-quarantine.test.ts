import { describe, expect, it } from 'vitest'
import { attributes, log, read, request, span, timeUnixNano } from './fixtures/agents/build.ts'
import { recordedMs } from './fixtures/agents/recordings.ts'

const apiRequest = { 'event.name': 'api_request', 'session.id': 's', model: 'm', input_tokens: 10, output_tokens: 5 }
const claude = (record: unknown) => read(request('logs', 'claude-code', record))
const codexCall = { 'event.name': 'codex.sse_event', 'event.kind': 'response.completed', model: 'm' }

describe('a record that claims to be usage and cannot be', () => {
  it.each([
    ['without a time', { attributes: attributes(apiRequest) }, 'It has no time.'],
    ['with a time of zero', { timeUnixNano: '0', attributes: attributes(apiRequest) }, 'It has no time.'],
    [
      'of 1970',
      { timeUnixNano: '1000000000', attributes: attributes(apiRequest) },
      'Its time is before 2026-01-14, the first day with numbers.',
    ],
    [
      'of 2040',
      { timeUnixNano: '2208988800000000000', attributes: attributes(apiRequest) },
      "Its time is more than 48 hours ahead of the service's clock.",
    ],
    [
      'with a time that is no number',
      { timeUnixNano: 'now', attributes: attributes(apiRequest) },
      'A time is no number of nanoseconds.',
    ],
    [
      'with a key of 10,000 characters',
      { timeUnixNano, attributes: attributes({ ...apiRequest, ['k'.repeat(10_000)]: 1 }) },
      "An attribute's key is longer than 1000 characters.",
    ],
    ['with attributes that are no list', { timeUnixNano, attributes: { a: 1 } }, 'The attributes are no array.'],
    [
      'with an attribute without a key',
      { timeUnixNano, attributes: [{ value: { stringValue: 'x' } }] },
      'An attribute has no key.',
    ],
    [
      'with a bare value',
      { timeUnixNano, attributes: [{ key: 'event.name', value: 'api_request' }] },
      "An attribute's value has the wrong type.",
    ],
    ['that is a number', 5, 'The log record is no object.'],
    ['that is null', null, 'The log record is no object.'],
  ])('%s is kept aside with a reason', (_, record, reason) => {
    expect(claude(record)).toMatchObject({ drafts: [], quarantined: [{ reason }], ignored: 0, records: 1 })
  })

  it.each([
    ['negative', -1, 'The number of input tokens is negative.'],
    ['no number', 'many', 'The number of input tokens is no whole number.'],
    ['a fraction', 0.5, 'The number of input tokens is no whole number.'],
    ['infinite', Number.POSITIVE_INFINITY, 'The number of input tokens is no whole number.'],
    ['beyond what a double can tell', 2 ** 60, 'The number of input tokens is larger than 100000000.'],
    ['absurd', 100_000_001, 'The number of input tokens is larger than 100000000.'],
  ])('is kept aside when its tokens are %s', (_, value, reason) => {
    const record = { timeUnixNano, attributes: attributes({ ...apiRequest, input_tokens: String(value) }) }
    expect(claude(record).quarantined).toEqual([{ reason, what: 'claude-code log api_request' }])
  })

  it('is kept aside when the cache is larger than the input that holds it', () => {
    const tokens = { input_token_count: '100', output_token_count: '1', cached_token_count: 101 }
    expect(read(log('codex_exec', { ...codexCall, ...tokens })).quarantined).toMatchObject([
      { reason: 'The cache is larger than the input that it is a part of.' },
    ])
  })

  it('is kept aside when it tells no tokens', () => {
    const { input_tokens, output_tokens, ...without } = apiRequest
    expect(read(log('claude-code', without)).quarantined).toMatchObject([
      { reason: 'It tells neither input nor output tokens.' },
    ])
  })

  it('is kept aside when its session id cannot be stored', () => {
    for (const session of ['x'.repeat(201), 'a\0b', '\ud800']) {
      expect(read(log('claude-code', { ...apiRequest, 'session.id': session })).quarantined).toHaveLength(1)
    }
  })

  it('is one rejected record, however many events it would have been', () => {
    const call = { ...codexCall, input_token_count: '1', output_token_count: '1' }
    expect(read(log('codex_exec', call), recordedMs - 3 * 86_400_000).quarantined).toHaveLength(1)
  })

  it('is kept aside when a counter is negative or broken', () => {
    const point = (value: unknown) => ({
      name: 'codex.hooks.run',
      sum: {
        aggregationTemporality: 1,
        dataPoints: [{ timeUnixNano, asDouble: value, attributes: attributes({ hook_name: 'Stop' }) }],
      },
    })
    for (const value of [-1, 0.5, 'NaN', 1e15]) {
      expect(read(request('metrics', 'codex_exec', point(value))).quarantined).toHaveLength(1)
    }
    expect(read(request('metrics', 'codex_exec', point(0)))).toMatchObject({ quarantined: [], ignored: 1 })
    const gauge = { name: 'codex.hooks.run', gauge: { dataPoints: [{ timeUnixNano, asInt: '1' }] } }
    expect(read(request('metrics', 'codex_exec', gauge)).quarantined).toHaveLength(1)
  })

  it('does not affect its neighbours', () => {
    const { request: body } = log('claude-code', apiRequest)
    const list = Array.isArray(body.resourceLogs) ? body.resourceLogs[0].scopeLogs[0].logRecords : []
    list.unshift('broken', { attributes: 7 })
    expect(read({ signal: 'logs', request: body })).toMatchObject({ drafts: [{}], quarantined: [{}, {}], records: 3 })
  })
})

describe('a tool with no plausible name', () => {
  it('counts as unknown, and what it was called is noted without secrets', () => {
    const raw = 'run this: curl -H "Authorization: Bearer abcdefghijkl" x'
    const reading = read(
      log('gemini-cli', { 'event.name': 'gemini_cli.tool_call', 'session.id': 's', function_name: raw }),
    )
    expect(reading.drafts).toMatchObject([{ type: 'tool_call', name: 'unknown' }])
    const rawName = 'run this: curl -H "Authorization: Bearer [redacted]" x'
    expect(reading.unknownTools).toEqual([{ rawName, count: 1 }])
  })
})

describe('the user', () => {
  const who = (resource: Record<string, string>, own: Record<string, string> = {}) => {
    const [draft] = read(
      log({ 'service.name': 'codex_exec', ...resource }, { ...codexCall, input_token_count: '1', ...own }),
    ).drafts
    return { email: draft?.email, anonymousId: draft?.anonymousId }
  }

  it('is the e-mail address of the record, or of its resource, in lower case', () => {
    expect(who({ 'user.email': 'Ada@Example.com' })).toEqual({ email: 'ada@example.com', anonymousId: undefined })
    expect(who({ 'user.email': 'team@example.com' }, { 'user.email': 'ada@example.com' }).email).toBe('ada@example.com')
  })

  it('is enduser.id if that looks like an address, and an anonymous id if not', () => {
    expect(who({ 'enduser.id': 'ada@example.com' }).email).toBe('ada@example.com')
    expect(who({ 'enduser.id': 'u-1' })).toEqual({ email: undefined, anonymousId: 'u-1' })
  })

  it('is the id that an administrator set, before what the agent calls its installation', () => {
    const { drafts } = read(
      log({ 'service.name': 'claude-code', 'enduser.id': 'u-1' }, { ...apiRequest, 'user.id': 'abc' }),
    )
    expect(drafts).toMatchObject([{ anonymousId: 'u-1' }])
  })

  it('is nobody if the address is invalid', () => {
    expect(who({ 'user.email': 'not an address' }).email).toBeUndefined()
  })
})

describe('spans with faults', () => {
  it('are kept aside where spans count', () => {
    const values = { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 1 }
    expect(read(span('aider', values, { endTimeUnixNano: 'never' })).quarantined).toHaveLength(1)
    expect(read(request('traces', 'aider', 'span')).quarantined).toHaveLength(1)
    expect(read(request('traces', 'codex_exec', 'span'))).toMatchObject({ quarantined: [], ignored: 1 })
  })
})
