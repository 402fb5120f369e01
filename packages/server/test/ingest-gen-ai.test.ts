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

  it('is passed over when it tells nothing about usage', () => {
    expect(read(span('checkout', { 'http.route': '/pay' }))).toMatchObject({ drafts: [], quarantined: [], ignored: 1 })
    expect(read(log('checkout', { level: 'info' }))).toMatchObject({ drafts: [], quarantined: [], ignored: 1 })
  })

  it('is known by its scope when somebody has given it another service name', () => {
    const { request: body } = log('our-agents', apiRequest)
    const [resource] = Array.isArray(body.resourceLogs) ? body.resourceLogs : []
    resource.scopeLogs[0].scope = { name: 'com.anthropic.claude_code.events' }
    expect(read({ signal: 'logs', request: body }).drafts).toMatchObject([{ type: 'model_call', inputTokens: 10 }])
  })
})
