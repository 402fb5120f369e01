import type { Message } from '@muster/contract/message'
import type { Session } from '@muster/contract/session'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Conversation } from './conversation.ts'
import { emptyDraft } from './editor.ts'
import { renderMarkdown } from './markdown.ts'
import { renderEntry, renderPreview } from './render-entry.ts'
import { renderRegion } from './render-region.ts'
import { fold, type Line, span, widthOf } from './span.ts'

const look = { width: 40, details: false, spinner: '*' }
const plain = (rows: readonly Line[]) => rows.map((row) => row.map(({ text }) => text).join(''))

function message(role: Message['role'], content: Message['content'], rest: Partial<Message> = {}): Message {
  return { id: `${role}-${JSON.stringify(content).length}`, role, content, createdAt: 1, updatedAt: 1, ...rest }
}

const text = (words: string) => ({ type: 'text' as const, id: 't', text: words })
const use = (id: string, command: string) => ({ type: 'tool_use' as const, id, name: 'run', input: { command } })
const result = (toolUseId: string, content: string, isError = false) => ({
  type: 'tool_result' as const,
  id: `r-${toolUseId}`,
  toolUseId,
  content,
  ...(isError && { isError }),
})

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\x1b[31mred\x1b[0m',
    '\x1b]0;title\x07',
    '\x1b[2J\x1b[H',
    '\r\n',
    '\x9b31m',
    '\u202eevil',
    '日本語',
    '🎉 ',
  ),
)
const hostileText = fc.array(hostile, { maxLength: 12 }).map((parts) => parts.join(''))

describe('rows', () => {
  it('are never wider than the terminal, and cannot control it', () => {
    fc.assert(
      fc.property(hostileText, hostileText, fc.integer({ min: 20, max: 90 }), (one, two, width) => {
        const wide = { ...look, width, details: true }
        const conversation = new Conversation()
        conversation.apply(message('user', [text(one)]))
        conversation.apply(
          message('assistant', [{ type: 'thinking', id: 'h', thinking: two }, text(one), use('1', two)]),
        )
        conversation.apply(message('tool', [result('1', one, true)]))
        conversation.rest(true)
        const rows = conversation.takeSettled().flatMap((entry) => renderEntry(entry, wide))
        rows.push(...renderPreview(two, wide, 5))
        for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(width)
        expect(plain(rows).join('')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      }),
    )
  })

  it('keep every word', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,30}$/)), fc.integer({ min: 1, max: 30 }), (words, width) => {
        const rows = plain(fold([span(words.join(' '))], width))
        expect(rows.join('').replaceAll(' ', '')).toBe(words.join(''))
      }),
    )
  })

  it('show Markdown as people mean it', () => {
    const source = '# Title\n\nSome **bold** `code`.\n- one\n  1. two\n> quoted\n```ts\nconst a = 1\n```\nend'
    expect(plain(renderMarkdown(source, 40))).toEqual([
      'Title',
      '',
      'Some bold code.',
      '• one',
      '  1. two',
      '│ quoted',
      '  ts',
      '  const a = 1',
      'end',
    ])
  })
})

describe('a conversation', () => {
  it('shows a tool on one row when it is done, and what failed in full', () => {
    const conversation = new Conversation()
    conversation.apply(message('assistant', [text('Let me look.'), use('1', 'ls'), use('2', 'npm test')]))
    expect(conversation.takeSettled()).toEqual([])
    expect(plain(conversation.open.flatMap((entry) => renderEntry(entry, look)))).toEqual([
      '',
      '● Let me look.',
      '  * run ls',
      '  * run npm test',
    ])
    conversation.apply(message('tool', [result('1', 'a\nb')]))
    conversation.apply(message('tool', [result('2', 'Broken.', true)], { id: 'second' }))
    expect(plain(conversation.takeSettled().flatMap((entry) => renderEntry(entry, look)))).toEqual([
      '',
      '● Let me look.',
      '  ✓ run ls',
      '  ✗ run npm test',
      '      Broken.',
    ])
    expect(conversation.open).toEqual([])
  })

  it('goes on after a turn that broke off', () => {
    const conversation = new Conversation()
    conversation.apply(message('assistant', [use('1', 'sleep 9')]))
    conversation.apply(message('user', [text('And then?')]))
    expect(conversation.takeSettled()).toEqual([])
    conversation.apply(message('system', [text('The agent crashed.')], { isError: true }))
    const rows = plain(conversation.takeSettled().flatMap((entry) => renderEntry(entry, look)))
    expect(rows).toEqual(['', '  * run sleep 9', '', '❯ And then?', '', '✗ The agent crashed.'])
  })
})

describe('the region', () => {
  const session: Session = { sessionId: 's', status: 'running', messageCount: 1, createdAt: 1, updatedAt: 1 }
  const shown = {
    session,
    conversation: { open: [] },
    waiting: [message('user', [text('Later.')])],
    question: {
      id: 'p',
      status: 'pending' as const,
      toolCall: { title: 'Remove everything', kind: 'execute' as const, input: { command: 'rm -rf /' } },
      options: [
        { id: 'y', name: 'Yes', kind: 'allow_once' as const },
        { id: 'n', name: 'No', kind: 'reject_once' as const },
      ],
      createdAt: 1,
    },
    preview: Array.from({ length: 50 }, (_, index) => `line ${index}`).join('\n'),
    lostSinceMs: undefined,
    busySinceMs: 1000,
    awaySinceMs: undefined,
    isWatched: true,
  }
  const state = { computerName: 'laptop', draft: emptyDraft, notice: '', nowMs: 66_000 }

  it('fits into the terminal, with the end of the draft, the question and the waiting messages', () => {
    const { rows } = renderRegion(shown, state, look, 20)
    expect(rows.length).toBeLessThan(20)
    const texts = plain(rows)
    expect(texts).toContain('  line 49')
    expect(texts).not.toContain('  line 20')
    expect(texts).toContain('? Remove everything')
    expect(texts).toContain('    rm -rf /')
    expect(texts).toContain('  1 Yes   2 No   ')
    expect(texts).toContain('❯ Later. (waits; /back takes it back)')
    expect(texts.at(-1)).toContain('* working · 1 min 5 s · Ctrl-C')
  })

  it('shows what the agent says of a call whose command it does not tell', () => {
    const content = [
      { type: 'text' as const, text: 'Running: touch made' },
      { type: 'diff' as const, path: 'a.ts', newText: 'const a = 1' },
    ]
    const toolCall = { title: 'Bash', kind: 'execute' as const, input: {}, content }
    const texts = plain(renderRegion({ ...shown, question: { ...shown.question, toolCall } }, state, look, 24).rows)
    const told = ['? Bash', '    a.ts', '    const a = 1', '    Running: touch made']
    expect(texts).toEqual(expect.arrayContaining([...told, '    The agent does not say which command']))
  })

  it('says when the service does not answer', () => {
    const { rows } = renderRegion({ ...shown, lostSinceMs: 60_000 }, state, look, 20)
    expect(plain(rows).at(-1)).toContain('* reconnecting · last heard 6 s ago')
  })

  it('says when the computer was last seen, because a lost connection does not mean a stopped agent', () => {
    const { rows } = renderRegion({ ...shown, awaySinceMs: 54_000 }, { ...state, nowMs: 66_000 }, look, 20)
    expect(plain(rows).at(-1)).toContain('* computer away · last seen 12 s ago')
  })
})
