import { describe, expect, it } from 'vitest'
import { attributes, log, read, request, span, timeUnixNano } from './fixtures/agents/build.ts'
import { recordedMs, totals } from './fixtures/agents/recordings.ts'

const apiRequest = { 'event.name': 'api_request', 'session.id': 's', model: 'm', input_tokens: 10, output_tokens: 5 }

describe('an agent that nobody wrote a file for', () => {
  const usage = { 'gen_ai.request.model': 'm', 'gen_ai.usage.input_tokens': 10, 'gen_ai.usage.output_tokens': 5 }

  it('is read by the conventions for generative AI', () => {
    const chat = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.conversation.id': 'c',
      'gen_ai.usage.cache_read.input_tokens': 4,
      ...usage,
    }
    expect(totals(read(span('aider', chat)).drafts)).toEqual({
      'model_call m standard': 1,
      'message assistant': 1,
      session_start: 1,
      input: 10,
      output: 5,
      'cache read': 4,
      billable: 11,
    })
    const tool = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'mcp__github__search',
      'gen_ai.conversation.id': 'c',
    }
    expect(totals(read(span('aider', tool)).drafts)).toEqual({ 'tool_call github search': 1 })
    const agent = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.conversation.id': 'c', ...usage }
    expect(totals(read(span('aider', agent)).drafts)).toEqual({ 'message user': 1, session_start: 1 })
    expect(read(span('aider', agent, { parentSpanId: 'ef'.repeat(8) }))).toMatchObject({ drafts: [], ignored: 1 })
  })

  it('counts a call in two nested spans once, and calls that only share an id separately', () => {
    const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.conversation.id': 'c', ...usage }
    const key = (response: string, spanId: string, more: Readonly<Record<string, number>> = {}) =>
      read(span('aider', { ...chat, 'gen_ai.response.id': response, ...more }, { spanId })).drafts.map(
        (draft) => draft.key,
      )
    const [outer, inner] = ['cd'.repeat(8), 'ef'.repeat(8)]
    expect(key('resp-1', outer)).toEqual(key('resp-1', inner))
    expect(key('resp-1', outer)).not.toEqual(key('resp-2', inner))
    expect(key('resp-1', outer)[0]).not.toEqual(key('resp-1', inner, { 'gen_ai.usage.output_tokens': 6 })[0])
    expect(key('', outer)[0]).not.toEqual(key('', inner)[0])
  })

  it('counts the event of an operation only outside a span', () => {
    const event = {
      timeUnixNano,
      eventName: 'gen_ai.client.inference.operation.details',
      attributes: attributes(usage),
    }
    expect(totals(read(request('logs', 'aider', event)).drafts)).toMatchObject({ input: 10 })
    expect(read(request('logs', 'aider', { ...event, spanId: 'cd'.repeat(8) }))).toMatchObject({
      drafts: [],
      ignored: 1,
    })
  })

  it('counts its metrics only if it asks for that', () => {
    const histogram = (type: string, sum: number) => ({
      name: 'gen_ai.client.token.usage',
      histogram: {
        aggregationTemporality: 'AGGREGATION_TEMPORALITY_CUMULATIVE',
        dataPoints: [
          {
            startTimeUnixNano: `${recordedMs - 60_000}000000`,
            timeUnixNano,
            count: '3',
            sum,
            attributes: attributes({ 'gen_ai.token.type': type, 'gen_ai.request.model': 'm' }),
          },
        ],
      },
    })
    expect(read(request('metrics', 'aider', histogram('input', 900)))).toMatchObject({ drafts: [], ignored: 1 })
    const asking = { 'service.name': 'aider', 'muster.usage': 'metrics' }
    expect(read(request('metrics', asking, histogram('input', 900))).drafts).toMatchObject([
      { quantity: 3, inputTokens: 900, counter: {} },
    ])
    expect(read(request('metrics', asking, histogram('output', 70))).drafts).toMatchObject([
      { quantity: 0, outputTokens: 70, counter: {} },
    ])
    expect(read(span(asking, { 'gen_ai.operation.name': 'chat', ...usage }))).toMatchObject({ drafts: [], ignored: 1 })
  })

  it('counts tokens with a model but without an operation, as older libraries report them', () => {
    const old = { 'gen_ai.request.model': 'm', 'gen_ai.usage.prompt_tokens': 7, 'gen_ai.usage.completion_tokens': 2 }
    expect(totals(read(span('aider', old)).drafts)).toMatchObject({ 'model_call m standard': 1, input: 7, output: 2 })
  })

  it('counts embeddings without an answer', () => {
    const embeddings = { 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': 'e' }
    const counted = { 'model_call e standard': 1, input: 40, billable: 40 }
    expect(totals(read(span('aider', { ...embeddings, 'gen_ai.usage.input_tokens': 40 })).drafts)).toEqual(counted)
  })

  it('counts as thinking if it reports reasoning tokens, in either spelling', () => {
    for (const key of ['gen_ai.usage.reasoning_tokens', 'gen_ai.usage.reasoning.output_tokens']) {
      const chat = { 'gen_ai.operation.name': 'chat', ...usage, [key]: 3 }
      expect(totals(read(span('aider', chat)).drafts)).toMatchObject({ 'model_call m thinking': 1, output: 5 })
    }
  })

  it('may write OpenInference instead', () => {
    const call = {
      ...{ 'openinference.span.kind': 'LLM', 'llm.model_name': 'm', 'session.id': 's' },
      ...{ 'llm.token_count.prompt': 30, 'llm.token_count.completion': 4, 'llm.token_count.total': 34 },
      ...{ 'llm.token_count.prompt_details.cache_read': 10, 'llm.token_count.completion_details.reasoning': 2 },
    }
    expect(totals(read(span('phoenix', call)).drafts)).toEqual({
      ...{ 'model_call m thinking': 1, 'message assistant': 1, session_start: 1 },
      ...{ input: 30, output: 4, 'cache read': 10, billable: 25 },
    })
    const tool = { 'openinference.span.kind': 'TOOL', 'tool.name': 'search' }
    expect(totals(read(span('phoenix', tool)).drafts)).toEqual({ 'tool_call search': 1 })
  })

  it('may report a failed chat, which is no model call', () => {
    const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm', 'error.type': 'timeout' }
    const { drafts } = read(span('thing', chat, { status: { code: 2 } }))
    expect(drafts).toMatchObject([{ type: 'model_failure', name: 'm', errorKind: 'timeout' }])
  })

  it.each([
    [
      'tokens on the span of an agent',
      { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.usage.input_tokens': 9 },
      { parentSpanId: 'ef'.repeat(8) },
      "Tokens on an agent's span are those of its model calls, which count by themselves.",
    ],
    [
      'tokens without an operation and a model',
      { 'gen_ai.usage.input_tokens': 9 },
      {},
      'Tokens are told without a model or of an operation that is not known.',
    ],
    [
      'tokens of an operation that nobody knows',
      { 'gen_ai.operation.name': 'dream', ...usage },
      {},
      'Tokens are told without a model or of an operation that is not known.',
    ],
    [
      'tokens on a chain of OpenInference',
      { 'openinference.span.kind': 'CHAIN', 'llm.token_count.prompt': 9 },
      {},
      'A span that is no model call tells tokens, which its calls tell themselves.',
    ],
  ])('is not counted but reported: %s', (_, values, more, reason) => {
    const { drafts, told } = read(span('aider', values, more))
    expect(drafts).toEqual([])
    expect(told).toEqual([{ outcome: 'passed_over', agent: 'gen_ai', reason, count: 1 }])
  })

  it('counts the tokens and the turn on the span of an agent that nothing else invoked', () => {
    const agent = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.conversation.id': 'c', ...usage }
    const { drafts, told } = read(span('aider', agent))
    expect(totals(drafts)).toEqual({ 'message user': 1, session_start: 1 })
    expect(told).toMatchObject([{ outcome: 'passed_over', count: 1 }])
  })

  it('counts a chat without tokens and its conversation, and reports that tokens are missing', () => {
    const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm', 'gen_ai.conversation.id': 'c' }
    const { drafts, told } = read(span('aider', chat))
    expect(totals(drafts)).toEqual({ 'message assistant': 1, session_start: 1 })
    expect(told).toMatchObject([{ outcome: 'changed', agent: 'gen_ai', count: 1 }])
  })

  it('has one session for a conversation, however many chats it has', () => {
    const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.conversation.id': 'c', ...usage }
    const spans = ['01', '02', '03'].map((byte) => span('aider', chat, { spanId: byte.repeat(8) }))
    expect(totals(spans.flatMap((one) => [...read(one).drafts]))).toMatchObject({
      ...{ session_start: 1, 'model_call m standard': 3 },
    })
  })

  it('is ignored silently if it reports nothing about usage', () => {
    expect(read(span('checkout', { 'http.route': '/pay' }))).toMatchObject({ drafts: [], told: [], ignored: 1 })
    expect(read(log('checkout', { level: 'info' }))).toMatchObject({ drafts: [], quarantined: [], ignored: 1 })
  })

  it('is known by its scope when somebody has given it another service name', () => {
    const { request: body } = log('our-agents', apiRequest)
    const [resource] = Array.isArray(body.resourceLogs) ? body.resourceLogs : []
    resource.scopeLogs[0].scope = { name: 'com.anthropic.claude_code.events' }
    expect(read({ signal: 'logs', request: body }).drafts).toMatchObject([{ type: 'model_call', inputTokens: 10 }])
  })
})
