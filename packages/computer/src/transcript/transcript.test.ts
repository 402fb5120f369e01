import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Loose } from '../acp/loose.ts'
import { maxShownBytes } from './cap-text.ts'
import { readUsage, usageSince } from './read-usage.ts'
import type { ToolCallWays } from './tool-call.ts'
import { type Told, Transcript } from './transcript.ts'

interface Conversation {
  readonly updates: readonly Loose[]
  readonly result: Loose
}

function conversationOf(agent: string): Conversation {
  const path = join(import.meta.dirname, '../../test/fixtures/conversations', `${agent}.json`)
  return JSON.parse(readFileSync(path, 'utf8'))
}

function begin(ways: ToolCallWays = {}) {
  let last = 0
  const newId = () => {
    last += 1
    return `id${last}`
  }
  return new Transcript({ turnId: 'turn', newId, now: () => 1, ways })
}

/** The final messages, each in a line or two. */
function shownBy(told: readonly Told[]) {
  const messages = new Map(told.flatMap((each) => (each.kind === 'message' ? [[each.message.id, each.message]] : [])))
  const names = new Map([...messages.keys()].map((id, index) => [id, index]))
  return [...messages.values()].map(({ role, content, parentId = '' }) => ({
    role,
    after: names.get(parentId) ?? parentId,
    content: content.map((block) => {
      if (block.type === 'text') return block.text
      if (block.type === 'thinking') return `(${block.thinking})`
      if (block.type === 'tool_use') return `${block.name} ${JSON.stringify(block.input)}`
      return block.type === 'tool_result' ? `${block.isError ? 'failed: ' : ''}${block.content}` : block.type
    }),
  }))
}

function replay(agent: string, ways?: ToolCallWays) {
  const transcript = begin(ways)
  const told = conversationOf(agent).updates.flatMap((update) => transcript.apply(update))
  return [...told, ...transcript.finish()]
}

describe('Transcript', () => {
  it('shows a conversation with Claude Code, its thoughts and its sub-agent', () => {
    const told = replay('claude-agent-acp')
    expect(told.filter(({ kind }) => kind === 'title')).toEqual([{ kind: 'title', title: 'Greeting in Python' }])
    expect(shownBy(told)).toEqual([
      {
        role: 'assistant',
        after: 'turn',
        content: ['(A file is missing.)', 'I look around.', 'Bash {"command":"ls"}'],
      },
      { role: 'tool', after: 0, content: ['a.py'] },
      { role: 'assistant', after: 1, content: ['Task {"prompt":"Read it"}'] },
      { role: 'assistant', after: 2, content: ['Read {"file_path":"/p/a.py"}'] },
      { role: 'tool', after: 3, content: ['failed: No such file'] },
      { role: 'tool', after: 2, content: ['It is gone.'] },
      { role: 'assistant', after: 5, content: ['Done.'] },
    ])
  })

  it('shows a conversation with Codex, whose terminal output comes in pieces', () => {
    expect(shownBy(replay('codex-acp'))).toEqual([
      { role: 'assistant', after: 'turn', content: ['Looking.', 'exec_command {}'] },
      { role: 'tool', after: 0, content: ['one\ntwo\n'] },
      { role: 'assistant', after: 1, content: ['Two files.'] },
    ])
  })

  it('shows a conversation with Gemini CLI, which reports a tool only when it is done', () => {
    expect(shownBy(replay('gemini-cli', { titleIsCommand: true }))).toEqual([
      { role: 'assistant', after: 'turn', content: ['I will look.', 'run_shell_command {"command":"ls -a"}'] },
      { role: 'tool', after: 0, content: [''] },
      { role: 'assistant', after: 1, content: ['Nothing there.'] },
    ])
  })

  it('shows a conversation with opencode, whose input comes later', () => {
    const edit = 'edit {"filePath":"/p/a.py","oldString":"a","newString":"b"}'
    expect(shownBy(replay('opencode'))).toEqual([
      { role: 'assistant', after: 'turn', content: [edit] },
      { role: 'tool', after: 0, content: ['Edit applied successfully.'] },
      { role: 'assistant', after: 1, content: ['Edited.'] },
    ])
  })

  it('caps the output of tools, keeps both ends, and never cuts a character', () => {
    const transcript = begin()
    const output = `first ${'ä'.repeat(maxShownBytes)} last`
    const told = transcript.apply({
      sessionUpdate: 'tool_call',
      toolCallId: 't',
      title: 'cat',
      status: 'completed',
      rawOutput: output,
    })
    const result = told.at(-1)
    const block = result?.kind === 'message' ? result.message.content[0] : undefined
    const shown = block?.type === 'tool_result' ? String(block.content) : ''
    expect(shown.startsWith('first ä')).toBe(true)
    expect(shown.endsWith('ä last')).toBe(true)
    expect(shown).not.toContain('\uFFFD')
    expect(Buffer.byteLength(shown)).toBeLessThan(maxShownBytes + 100)
  })

  it('divides a text without end into messages that fit into frames', () => {
    const transcript = begin()
    const piece = 'x'.repeat(100_000)
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: piece } }
    const told = Array.from({ length: 20 }, () => update).flatMap((each) => transcript.apply(each))
    const messages = shownBy([...told, ...transcript.finish()])
    expect(messages.length).toBeGreaterThan(2)
    expect(messages.map(({ content }) => content.join('')).join('')).toBe(piece.repeat(20))
  })

  it('passes pictures on, and says when one is left out', () => {
    const transcript = begin()
    const image = (mimeType: string) => ({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'image', data: 'AAAA', mimeType },
    })
    transcript.apply(image('image/png'))
    transcript.apply(image('image/x-odd'))
    expect(shownBy(transcript.finish())).toMatchObject([
      { content: ['image', '[A picture that is too large, or of an unknown kind, is left out.]'] },
    ])
  })

  it('accepts updates of any shape, and loses no text between them', () => {
    const odd = fc.record({
      sessionUpdate: fc.constantFrom('tool_call', 'tool_call_update', 'plan', 'new_kind', 'session_info_update', 7),
      toolCallId: fc.oneof(fc.constantFrom('a', 'b'), fc.anything()),
      status: fc.constantFrom('pending', 'in_progress', 'completed', 'failed', null),
      rawInput: fc.anything(),
      rawOutput: fc.anything(),
      content: fc.anything(),
      title: fc.anything(),
    })
    const text = fc.record({
      sessionUpdate: fc.constant('agent_message_chunk'),
      content: fc.record({ type: fc.constant('text'), text: fc.string() }),
    })
    fc.assert(
      fc.property(fc.array(fc.oneof(odd, text), { maxLength: 30 }), (updates) => {
        const transcript = begin()
        const told = [...updates.flatMap((update) => transcript.apply(update as Loose)), ...transcript.finish()]
        const said = shownBy(told).filter(({ role }) => role === 'assistant')
        const wanted = updates
          .map((update) => ('rawInput' in update ? '' : update.content.text))
          .join('')
          .replaceAll('\0', '\uFFFD')
        const texts = told.flatMap((each) =>
          each.kind === 'message' ? each.message.content.filter(({ type }) => type === 'text') : [],
        )
        expect(said.length >= (wanted === '' ? 0 : 1)).toBe(true)
        const last = new Map(texts.map((block) => [block.id, block.type === 'text' ? block.text : '']))
        expect([...last.values()].join('')).toBe(wanted)
      }),
      { numRuns: 300 },
    )
  })
})

describe('readUsage', () => {
  const usageOf = (agent: string) => readUsage(conversationOf(agent).result)
  const usageFrom = (inputTokens: number, outputTokens: number, write = 0, read = 0, thinkingTokens = 0) => {
    return { inputTokens, outputTokens, cacheCreationTokens: write, cacheReadTokens: read, thinkingTokens }
  }

  it.each([
    ['claude-agent-acp', 'claude-x', [40, 8, 20, 100, 0]],
    ['codex-acp', 'gpt-x', [40, 13, 0, 100, 5]],
    ['gemini-cli', 'gemini-x', [140, 9, 0, 0, 0]],
    ['opencode', undefined, [40, 13, 0, 100, 5]],
  ] as const)('reads what %s used', (agent, model, [input, output, write, read, thinking]) => {
    const usage = usageFrom(input, output, write, read, thinking)
    expect(usageOf(agent)).toEqual({ usage, models: [{ ...(model && { model }), usage }] })
  })

  it('reads the tokens of each model, and more than the total if the agent called a model for itself', () => {
    const model_usage = [
      { model: 'main', token_count: { inputTokens: 10, cachedInputTokens: 5, cachedWriteTokens: 2, outputTokens: 3 } },
      { model: 'auto', token_count: { input_tokens: 7, output_tokens: 1 } },
      { model: 'unused', token_count: {} },
    ]
    const result = { usage: { inputTokens: 10, outputTokens: 3 }, _meta: { quota: { model_usage } } }
    const models = [{ model: 'main', usage: usageFrom(10, 3, 2, 5) }, { usage: usageFrom(7, 1) }]
    expect(readUsage(result)).toEqual({ usage: usageFrom(17, 4, 2, 5), models })
  })

  it('believes the total where the parts do not reach it', () => {
    const model_usage = [{ model: 'main', token_count: { inputTokens: 4, outputTokens: 1 } }]
    const result = { usage: { inputTokens: 10, outputTokens: 3 }, _meta: { quota: { model_usage } } }
    const usage = usageFrom(10, 3)
    expect(readUsage(result)).toEqual({ usage, models: [{ model: 'main', usage }] })
  })

  it('subtracts the cache from an input that includes it', () => {
    const result = { usage: { inputTokens: 140, outputTokens: 8, cachedReadTokens: 100, totalTokens: 148 } }
    expect(readUsage(result, true)?.usage).toMatchObject({ inputTokens: 40, cacheReadTokens: 100, outputTokens: 8 })
  })

  it('returns the usage since then, and starts from zero with a restarted agent', () => {
    expect(usageSince(usageFrom(10, 1), usageFrom(30, 1)).inputTokens).toBe(20)
    expect(usageSince(usageFrom(30, 1), usageFrom(10, 1))).toEqual(usageFrom(10, 1))
    expect(readUsage({ stopReason: 'end_turn' })).toBeUndefined()
  })
})
