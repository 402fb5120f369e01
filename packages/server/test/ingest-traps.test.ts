import { describe, expect, it } from 'vitest'
import { attributes, log, read, request, span } from './fixtures/agents/build.ts'
import { edit, recordedMs, recording, sample, split, totals } from './fixtures/agents/recordings.ts'

const apiRequest = { 'event.name': 'api_request', 'session.id': 's', model: 'm', input_tokens: 10, output_tokens: 5 }

describe('Claude Code', () => {
  it('counts the cache into the input, also when numbers come as texts', () => {
    const { drafts } = read(
      log('claude-code', {
        ...apiRequest,
        input_tokens: '1201',
        cache_read_tokens: '4001',
        cache_creation_tokens: 503,
      }),
    )
    expect(drafts).toMatchObject([{ inputTokens: 5705, cacheReadTokens: 4001, cacheWriteTokens: 503 }])
  })

  it('tells what the cache keeps for an hour, and leaves out a number that cannot be', () => {
    const told = (hour: number) =>
      read(log('claude-code', { ...apiRequest, cache_creation_tokens: 503, cache_creation_1h_tokens: hour }))
    const { drafts } = read(log('claude-code', { ...apiRequest, cache_creation_tokens: 503 }))
    expect([...drafts, ...told(0).drafts, ...told(503).drafts]).toMatchObject([
      { cacheWriteTokens: 503, cacheWriteHourTokens: null },
      { cacheWriteTokens: 503, cacheWriteHourTokens: 0 },
      { cacheWriteTokens: 503, cacheWriteHourTokens: 503 },
    ])
    for (const [hour, wrong] of [
      [504, 'larger than that of all tokens cached'],
      [-1, 'negative'],
      [0.5, 'no whole number'],
    ] as const) {
      expect(told(hour)).toMatchObject({
        drafts: [{ inputTokens: 513, cacheWriteTokens: 503, cacheWriteHourTokens: null }],
        told: [
          {
            outcome: 'changed',
            reason: `Its number of tokens cached for an hour is ${wrong}, and is left out.`,
            count: 1,
          },
        ],
      })
    }
  })

  it('does not count spans, which repeat the same calls', () => {
    for (const name of ['span claude_code.llm_request', 'span claude_code.tool']) {
      expect(read(sample(name))).toMatchObject({ drafts: [], ignored: 1, records: 1 })
    }
  })

  it('takes a cumulative commit counter as a running total', () => {
    const { drafts } = read(sample('metric claude_code.commit.count'))
    expect(drafts).toMatchObject([{ type: 'commit', quantity: 1, counter: { startTimeNs: '1794701526002000000' } }])
  })

  it('treats points of a delta counter as equal only if series and window are', () => {
    const point = (values: Record<string, string>, start: number, end: number) => ({
      startTimeUnixNano: `${recordedMs + start}000000`,
      timeUnixNano: `${recordedMs + end}000000`,
      asDouble: 1,
      attributes: attributes({ 'session.id': 's', ...values }),
    })
    const dataPoints = [
      point({}, 0, 1),
      point({}, 0, 1),
      point({}, 0, 2),
      point({}, 1, 2),
      point({ 'app.version': '2' }, 0, 1),
      point({ 'session.id': 't' }, 0, 1),
    ]
    const metric = { name: 'claude_code.commit.count', sum: { aggregationTemporality: 1, dataPoints } }
    const { drafts } = read(request('metrics', 'claude-code', metric))
    expect(drafts).toHaveLength(6)
    expect(new Set(drafts.map(({ key }) => key)).size).toBe(5)
  })

  it('does not count the report of a background agent as a message of the user', () => {
    // The prompt looks like any other where prompts are not logged; that one was none of the user's is told apart.
    expect(read(sample('log user_prompt')).drafts).toMatchObject([{ type: 'message', name: 'user' }])
    const completed = { 'event.name': 'subagent_completed', 'session.id': 's', is_async: 'true' }
    expect(read(log('claude-code', completed)).drafts).toMatchObject([{ type: 'message', name: 'notification' }])
    expect(read(log('claude-code', { ...completed, is_async: 'false' })).drafts).toEqual([])
  })

  it('counts a tool call once, by its decision or by its result, whichever comes', () => {
    const call = { 'session.id': 's', tool_use_id: 't', tool_name: 'Bash' }
    const [result] = read(log('claude-code', { ...call, 'event.name': 'tool_result', duration_ms: '0' })).drafts
    const decision = { ...call, 'event.name': 'tool_decision', decision: 'accept', permission_mode: 'plan' }
    const [decided] = read(log('claude-code', decision)).drafts
    expect([result?.type, decided?.type]).toEqual(['tool_call', 'tool_call'])
    expect(result?.key).toBe(decided?.key)
    // Of two versions the earlier counts, and the decision tells the level.
    expect(decided?.timeMs).toBeLessThan(result?.timeMs ?? 0)
    expect(decided?.extra).toBe('spec')
  })

  it('stores the outcome of a tool call, and the refusal', () => {
    const call = { 'session.id': 's', tool_use_id: 't', tool_name: 'Bash' }
    const ended = {
      ...call,
      'event.name': 'tool_result',
      success: 'false',
      error_type: 'ShellError',
      duration_ms: '42',
    }
    expect(read(log('claude-code', ended)).drafts).toMatchObject([
      { type: 'tool_call', outcome: '' },
      { type: 'tool_result', outcome: 'error', errorKind: 'ShellError', durationMs: 42 },
    ])
    const refused = { ...call, 'event.name': 'tool_decision', decision: 'reject', source: 'user_reject' }
    expect(read(log('claude-code', refused)).drafts).toMatchObject([
      { type: 'tool_decision', name: 'Bash', decision: 'refuse', decidedBy: 'person' },
    ])
  })

  it('stores the cost, duration and place of a call', () => {
    const { drafts } = read(
      log('claude-code', {
        ...apiRequest,
        cost_usd: 0.0105592,
        duration_ms: '114',
        'app.version': '2.1.325',
        'team.id': 'platform',
        'vcs.repository.url.full': 'https://me:secret@github.com/example/repo.git',
      }),
    )
    expect(drafts).toMatchObject([
      {
        agent: 'claude-code',
        agentVersion: '2.1.325',
        team: 'platform',
        repository: 'github.com/example/repo',
        cost: 10_559_200,
        currency: 'USD',
        durationMs: 114,
      },
    ])
  })

  it('counts a call with an impossible cost, without the cost', () => {
    for (const cost of [-1, 1e12, 'dear']) {
      const { drafts, told } = read(log('claude-code', { ...apiRequest, cost_usd: cost }))
      expect(drafts).toMatchObject([{ inputTokens: 10, cost: null, currency: '' }])
      expect(told).toMatchObject([{ outcome: 'changed', count: 1 }])
    }
  })

  it('counts neither its own commands as messages, nor titles and summaries as answers', () => {
    const prompt = { 'event.name': 'user_prompt', 'session.id': 's', command_name: 'model', command_source: 'builtin' }
    expect(read(log('claude-code', prompt)).drafts).toMatchObject([{ type: 'slash_command', name: 'model' }])
    const custom = read(log('claude-code', { ...prompt, command_source: 'custom' })).drafts
    expect(custom.map(({ type }) => type)).toEqual(['message', 'slash_command'])
    for (const source of ['compact', 'generate_session_title']) {
      const answer = { 'event.name': 'assistant_response', 'session.id': 's', query_source: source }
      expect(read(log('claude-code', answer)).drafts).toEqual([])
    }
  })

  it('does not count a call as thinking because of the effort, which comes with every call', () => {
    expect(read(log('claude-code', { ...apiRequest, effort: 'high' })).drafts).toMatchObject([{ detail: 'standard' }])
  })

  it('finds the client by the entry point, otherwise by the query source', () => {
    const clientOf = (values: Record<string, string>) =>
      read(log('claude-code', { ...apiRequest, ...values })).drafts[0]?.client
    expect(clientOf({ 'app.entrypoint': 'cli', query_source: 'sdk' })).toBe('terminal-ui')
    expect(clientOf({ 'app.entrypoint': 'sdk-py' })).toBe('non-interactive-cli')
    expect(clientOf({ 'app.entrypoint': 'remote' })).toBe('web')
    expect(clientOf({ query_source: 'sdk' })).toBe('non-interactive-cli')
    expect(clientOf({ 'terminal.type': 'tmux' })).toBe('terminal-ui')
  })

  it.each([
    ['bypassPermissions', 'auto-high'],
    ['auto', 'auto-medium'],
    ['acceptEdits', 'auto-low'],
    ['plan', 'spec'],
    ['default', 'manual'],
    ['constructor', ''],
  ])('maps the permission mode %s to %s', (mode, level) => {
    const decision = { 'event.name': 'tool_decision', decision: 'accept', tool_name: 'Bash', permission_mode: mode }
    expect(read(log('claude-code', decision)).drafts).toMatchObject([{ type: 'tool_call', extra: level }])
  })
})

describe('Codex', () => {
  const result = (values: Record<string, string>) =>
    log('codex_cli_rs', {
      'event.name': 'codex.tool_result',
      'conversation.id': 'c',
      call_id: '1',
      success: 'true',
      ...values,
    })

  it('uses the time of observation, and ignores eventName', () => {
    const [start] = read(sample('log codex.conversation_starts')).drafts
    expect(start).toMatchObject({ timeMs: 1_794_702_078_620, type: 'session_start', extra: 'auto-low' })
    expect(read(sample('log event otel/src/metrics/client.rs:308'))).toMatchObject({ drafts: [], ignored: 1 })
  })

  it('does not count its own reviewer as a user', () => {
    expect(read(sample('log codex.user_prompt'))).toMatchObject({ drafts: [], ignored: 1 })
  })

  it('begins no session, and has no messages, for a title that is made over the Agent Client Protocol', () => {
    const of = (model: string, values: Record<string, string | number>, service = 'codex-app-server') =>
      read(log(service, { 'conversation.id': 'c', model, ...values })).drafts.map(({ type, extra }) => [type, extra])
    const prompt = { 'event.name': 'codex.user_prompt', prompt: '[REDACTED]', prompt_length: 566 }
    const answer = { 'event.name': 'codex.sse_event', 'event.kind': 'response.completed', input_token_count: 9 }
    const whole = [
      ['model_call', ''],
      ['message', ''],
    ]
    expect(of('gpt-5.6-luna', prompt)).toEqual([])
    expect(of('gpt-5.6-luna', answer)).toEqual([['model_call', 'helper']])
    expect(of('gpt-5.6-luna', { ...prompt, prompt_length: 40 })).toEqual([['message', '']])
    expect(of('gpt-5.5', prompt)).toEqual([['message', '']])
    expect(of('gpt-5.5', answer)).toEqual(whole)
    expect(of('gpt-5.6-luna', answer, 'codex_exec')).toEqual(whole)
  })

  it('counts a completed stream once, although it is reported twice', () => {
    const completed = recording('codex')
      .flatMap(split)
      .filter((one) => JSON.stringify(one).includes('"response.completed"'))
    expect(completed.filter(({ signal }) => signal === 'logs')).toHaveLength(12)
    expect(totals(completed.flatMap((one) => [...read(one).drafts]))).toMatchObject({
      'model_call gpt-5.5 thinking': 6,
    })
  })

  it('counts no commit of a failed command, although it is reported as a success', () => {
    const args = JSON.stringify({ cmd: 'git commit -m "x"' })
    const failed = result({
      tool_name: 'exec_command',
      arguments: args,
      output: 'Wall time: 0 s\nProcess exited with code 1\n',
    })
    expect(totals(read(failed).drafts)).toEqual({ 'tool_call exec_command': 1 })
    const done = result({
      tool_name: 'exec_command',
      arguments: args,
      output: 'Process exited with code 0\nOutput:\n[main 1a2b3c4] x\n',
    })
    expect(totals(read(done).drafts)).toEqual({ 'tool_call exec_command': 1, commit: 1 })
  })

  it('does not count MCP calls again by their metric', () => {
    expect(read(sample('metric codex.mcp.call'))).toMatchObject({ drafts: [], ignored: 1 })
  })

  it('reads a patch that a shell command carries', () => {
    const command = [
      'bash',
      '-lc',
      "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a/b.rs\n+x\n*** Delete File: c.rs\n*** End Patch\nEOF",
    ]
    const { drafts } = read(result({ tool_name: 'shell', arguments: JSON.stringify({ command }), output: '' }))
    expect(totals(drafts)).toEqual({ 'tool_call shell': 1, 'file create .rs Rust': 1 })
  })
})

describe('Gemini CLI and Qwen Code', () => {
  const response = { input_token_count: 100, output_token_count: 10, thoughts_token_count: 5, model: 'm' }

  it('uses the total to see whether the output includes thoughts', () => {
    const output = (service: string, name: string, total: number | undefined) =>
      read(log(service, { 'event.name': name, ...response, total_token_count: total })).drafts[0]?.outputTokens
    expect(output('gemini-cli', 'gemini_cli.api_response', 115)).toBe(15)
    expect(output('qwen-code', 'qwen-code.api_response', 110)).toBe(10)
    expect(output('qwen-code', 'qwen-code.api_response', undefined)).toBe(10)
  })

  it('finds the MCP server of a call over the Agent Client Protocol in the name of the tool, as for native events', () => {
    const call = (name: string, more = {}) =>
      read(log('gemini-cli', { 'event.name': 'gemini_cli.tool_call', function_name: name, tool_type: 'mcp', ...more }))
        .drafts
    const github = { type: 'tool_call', name: 'search', detail: 'github' }
    expect(call('mcp_github_search')).toMatchObject([github])
    expect(call('mcp__github__search')).toMatchObject([github])
    expect(call('search', { mcp_server_name: 'github' })).toMatchObject([github])
    expect(call('search')).toMatchObject([{ type: 'tool_call', name: 'search', detail: 'unknown' }])
  })

  it('counts each prompt over the Agent Client Protocol once, by the calls that name it', () => {
    const sent = (event: string, prompt: string) =>
      read(log('gemini-cli', { 'event.name': `gemini_cli.${event}`, 'session.id': 's', prompt_id: prompt })).drafts
    const drafts = [
      ...sent('api_request', '8f3a1c04b2d'),
      ...sent('user_prompt', '8f3a1c04b2d'),
      ...sent('api_request', '77'),
      ...sent('api_request', 'explorer-12ab#0'),
      ...sent('api_request', '0605d029-b65a-4e2e-8ed6-fc43af878ab2'),
      ...sent('api_request', 's########1'),
    ]
    expect(totals(drafts)).toEqual({ 'message user': 2 })
  })

  it('does not count the details of an operation besides its response', () => {
    const details = recording('gemini-cli')
      .flatMap(split)
      .filter((one) => JSON.stringify(one).includes('operation.details'))
    expect(details).toHaveLength(2)
    for (const one of details) expect(read(one)).toMatchObject({ drafts: [], ignored: 1 })
  })

  it('spells languages alike, whoever reports them', () => {
    const file = (service: string, name: string, language: string) =>
      read(log(service, { 'event.name': name, operation: 'update', extension: '.xyz', programming_language: language }))
        .drafts
    expect(file('gemini-cli', 'gemini_cli.file_operation', 'python')).toMatchObject([{ name: 'edit', extra: 'Python' }])
    expect(file('qwen-code', 'qwen-code.file_operation', 'Python')).toMatchObject([{ name: 'edit', extra: 'Python' }])
  })

  it('counts a refused call as a refusal and not as a tool call, and no commit of a call that failed', () => {
    const call = (service: string, more: Record<string, unknown>) => {
      const name = `${service.replace('gemini-cli', 'gemini_cli')}.tool_call`
      const git = { function_name: 'run_shell_command', function_args: '{"command":"git commit -m x"}' }
      return totals(read(log(service, { 'event.name': name, ...git, ...more })).drafts)
    }
    for (const service of ['gemini-cli', 'qwen-code']) {
      expect(call(service, { success: true })).toEqual({ 'tool_call run_shell_command': 1, commit: 1 })
      expect(call(service, { success: false, error_type: 'failed' })).toEqual({ 'tool_call run_shell_command': 1 })
      for (const refused of [{ decision: 'reject' }, { error_type: 'execution_denied' }]) {
        expect(call(service, { success: false, ...refused })).toEqual({ 'tool_decision run_shell_command': 1 })
      }
    }
  })

  it('counts the tokens of background agents', () => {
    expect(totals(read(sample('log qwen-code.api_response')).drafts)).toMatchObject({ input: 5202, output: 107 })
  })

  it('counts a hook of Qwen Code only if it has certainly run', () => {
    expect(read(sample('span qwen-code.hook')).drafts).toMatchObject([
      { type: 'hook', name: 'PreToolUse', detail: 'mcp__demo__echo' },
    ])
    const failed = recording('qwen-code')
      .flatMap(split)
      .filter((one) => JSON.stringify(one).includes('hook runner returned no output'))
    expect(failed.length).toBeGreaterThan(0)
    for (const one of failed) expect(read(one).drafts).toEqual([])
  })
})

describe('Copilot CLI', () => {
  it('names MCP servers and tools when content is captured, and their hashes otherwise', () => {
    expect(totals(read(sample('span execute_tool demo-echo')).drafts)).toEqual({ 'tool_call demo echo': 1 })
  })

  it('counts hooks and messages by the events in an agent’s span, not its tokens again', () => {
    expect(totals(read(sample('span invoke_agent')).drafts)).toEqual({ hook: 13, 'message user': 1, session_start: 1 })
    expect(totals(read(sample('span invoke_agent general-purpose')).drafts)).toEqual({ hook: 4 })
  })

  it('reads files and commits from captured arguments, if the command ended well', () => {
    expect(totals(read(sample('span execute_tool apply_patch')).drafts)).toEqual({
      'tool_call apply_patch': 1,
      'file edit .py Python': 1,
    })
    const commit = (code: number) =>
      span('github-copilot', {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'bash',
        'gen_ai.tool.call.arguments': '{"command":"git commit -am x && gh pr create"}',
        'gen_ai.tool.call.result': 'https://github.com/o/r/pull/12\n',
        'process.exit.code': code,
      })
    expect(totals(read(commit(0)).drafts)).toMatchObject({
      commit: 1,
      'pull_request https://github.com/o/r/pull/12': 1,
    })
    expect(totals(read(commit(1)).drafts)).toEqual({ 'tool_call bash': 1 })
  })

  it('leaves the lines of a patch to the metrics, which report them whether content is captured or not', () => {
    const file = read(sample('span execute_tool apply_patch')).drafts.find(({ type }) => type === 'file')
    expect(file).toMatchObject({ name: 'edit', linesAdded: null, linesRemoved: null })
  })
})

describe('opencode', () => {
  it('ignores the inner span, which repeats the usage', () => {
    const inner = recording('opencode').map((one) =>
      edit(one, (record) => (record.name === 'ai.streamText' ? undefined : record)),
    )
    expect(totals(inner.flatMap((one) => [...read(one).drafts])).input).toBeUndefined()
  })

  it('finds the start of a session in its id', () => {
    const drafts = recording('opencode').flatMap((one) => [...read(one).drafts])
    const starts = drafts.filter((draft) => draft.type === 'session_start')
    expect(new Set(starts.map((draft) => draft.timeMs))).toEqual(new Set([Date.parse('2026-11-15T00:21:16.916Z')]))
  })

  it('finds it even after the time in an id has wrapped around', () => {
    const cycle = 2 ** 36
    const turnMs = Math.ceil(recordedMs / cycle) * cycle
    const start = (low: number, recordMs: number) => {
      const session = `ses_${(2 ** 48 - 1 - low * 4096).toString(16).padStart(12, '0')}abc`
      const times = { startTimeUnixNano: `${recordMs}000000`, endTimeUnixNano: `${recordMs}000000` }
      const call = span(
        'opencode',
        { 'session.id': session, 'ai.usage.inputTokens': 1 },
        { name: 'ai.streamText', ...times },
      )
      return read(call, recordMs).drafts.find(({ type }) => type === 'session_start')?.timeMs
    }
    expect(start(cycle - 5, turnMs + 1000)).toBe(turnMs - 5)
    expect(start(5, turnMs + 1000)).toBe(turnMs + 5)
  })

  it('tells the time of a call to the nearest millisecond, and none for a call that ends before it starts', () => {
    const call = (startNs: string, endNs: string) => {
      const times = { startTimeUnixNano: `${recordedMs}${startNs}`, endTimeUnixNano: `${recordedMs + 5}${endNs}` }
      const values = { 'session.id': 's', 'ai.usage.inputTokens': 1 }
      const { drafts } = read(span('opencode', values, { name: 'ai.streamText', ...times }))
      return drafts.find(({ type }) => type === 'model_call')?.durationMs
    }
    expect(call('900000', '100000')).toBe(4)
    expect(call('100000', '900000')).toBe(6)
    expect(call('000000', '400000')).toBe(5)
    expect(call('0000000', '000000')).toBeNull()
  })

  it('counts a commit only if the command ended well, with what git printed', () => {
    const bash = (exit: number) =>
      span(
        'opencode',
        {
          'session.id': 's',
          'ai.toolCall.name': 'bash',
          'ai.toolCall.id': '1',
          'ai.toolCall.args': '{"command":"git commit -m x"}',
          'ai.toolCall.result': JSON.stringify({ output: '[main 0a1b2c3] x\n', metadata: { exit } }),
        },
        { name: 'ai.toolCall' },
      )
    expect(totals(read(bash(0)).drafts)).toEqual({ 'tool_call bash': 1, commit: 1 })
    expect(totals(read(bash(1)).drafts)).toEqual({ 'tool_call bash': 1 })
  })

  it('distinguishes tools of plugins from tools of MCP servers by their results', () => {
    const call = (result: string) =>
      span(
        'opencode',
        { 'session.id': 's', 'ai.toolCall.name': 'my_tool', 'ai.toolCall.id': '1', 'ai.toolCall.result': result },
        { name: 'ai.toolCall' },
      )
    expect(totals(read(call('{"output":"x"}')).drafts)).toEqual({ 'tool_call my_tool': 1 })
    expect(totals(read(call('{"output":"x","content":[]}')).drafts)).toEqual({ 'tool_call my tool': 1 })
  })
})
