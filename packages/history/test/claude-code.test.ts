import { describe, expect, it } from 'vitest'
import { readHome, temporaryHome } from './home.ts'
import { answer, chat, typed, writeLines } from './write-lines.ts'

function read(records: readonly unknown[]) {
  const home = temporaryHome()
  writeLines(home, chat, records)
  return readHome(home, 'claude-code')
}

describe('an answer', () => {
  it('counts once, with the largest output of its records', () => {
    const { calls } = read([answer('a', {}, { output_tokens: 1 }), answer('a', {}, { output_tokens: 90 }), answer('a')])
    expect(calls.map(({ tokens }) => tokens.output)).toEqual([90])
  })

  it('counts even without the id of its request, which gateways leave out', () => {
    const { calls } = read([answer('a', { requestId: undefined }), answer('b', { requestId: undefined })])
    expect(calls).toHaveLength(2)
  })

  it('that the agent itself wrote is no call', () => {
    const { calls } = read([answer('a', { message: { id: 'a', model: '<synthetic>', usage: { input_tokens: 1 } } })])
    expect(calls).toEqual([])
  })

  it('reports how long its cache is kept', () => {
    const usage = { cache_creation_input_tokens: 503, cache_creation: { ephemeral_1h_input_tokens: 100 } }
    const [call] = read([answer('a', {}, usage as never)]).calls
    expect(call?.tokens).toMatchObject({ cacheWrite: 403, cacheWriteHour: 100 })
  })

  it('belongs to the session that had it first, not to a fork', () => {
    const home = temporaryHome()
    const started = (at: string) => ({ type: 'queue-operation', timestamp: at })
    writeLines(home, '.claude/projects/-work/fork.jsonl', [started('2026-11-15T11:00:00Z'), answer('a')])
    writeLines(home, '.claude/projects/-work/original.jsonl', [started('2026-11-15T09:00:00Z'), answer('a')])
    const { calls } = readHome(home, 'claude-code')
    expect(calls.map(({ session }) => session)).toEqual(['original'])
  })
})

describe('a prompt', () => {
  it.each([
    ['words', 'Fix it'],
    [
      'words beside an image',
      [
        { type: 'text', text: 'Look' },
        { type: 'image', source: {} },
      ],
    ],
    ['a command of the project, which a model gets to read', '<command-message>fix</command-message> x'],
  ])('is %s', (_name, content) => {
    expect(read([typed(content)]).prompts).toHaveLength(1)
  })

  it.each([
    ['the result of a tool', typed([{ type: 'tool_result', tool_use_id: 't', content: 'ok' }])],
    ['a command of the agent', typed('<command-name>/model</command-name>')],
    ['the output of such a command', typed('<local-command-stdout>Set model</local-command-stdout>')],
    ['a notice of a task', typed('<task-notification>done</task-notification>')],
    ['an interruption', typed([{ type: 'text', text: '[Request interrupted by user]' }])],
    ['what the agent says in the name of the person', typed('Caveat', { isMeta: true })],
    ['a summary', typed('This session goes on', { isCompactSummary: true })],
    ['a prompt of the system', typed('Go on', { promptSource: 'system' })],
    ['words to a sub-agent', typed('Search', { isSidechain: true })],
  ])('is not %s', (_name, record) => {
    expect(read([record]).prompts).toEqual([])
  })
})

it('counts the calls of sub-agents with the session that started them', () => {
  const home = temporaryHome()
  writeLines(home, chat, [typed('Go'), answer('a')])
  const side = chat.replace('.jsonl', '/subagents/agent-1.jsonl')
  writeLines(home, side, [typed('Search', { isSidechain: true }), answer('b', { isSidechain: true })])
  const { ledger, calls, prompts } = readHome(home, 'claude-code')
  expect(ledger.sessions.size).toBe(1)
  expect(prompts).toHaveLength(1)
  expect(new Set(calls.map(({ session }) => session)).size).toBe(1)
})

it('finds a failed tool, however long its result is', () => {
  const use = { type: 'tool_use', id: 't1', name: 'Bash', input: {} }
  const record = answer('a')
  const result = { type: 'tool_result', content: 'x'.repeat(3_000_000), is_error: true, tool_use_id: 't1' }
  const { tools } = read([{ ...record, message: { ...record.message, content: [use] } }, typed([result])])
  expect(tools).toMatchObject([{ key: 't1', hasFailed: true }])
})
