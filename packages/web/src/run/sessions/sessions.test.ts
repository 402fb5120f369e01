import type { Message } from '@muster/contract/message'
import type { Session } from '@muster/contract/session'
import { describe, expect, it } from 'vitest'
import { plainText } from '../../ui/plain-text.ts'
import { lineDiff } from './conversation/line-diff.ts'
import { rowsOf } from './conversation/rows.ts'
import { toolSummary } from './conversation/tool-summary.ts'
import { partsOf } from './conversation/user-parts.ts'
import { filterSessions } from './list/filter-sessions.ts'
import { groupSessions } from './list/group-sessions.ts'
import { withNews } from './live/session-news.ts'
import { lex, safeHref } from './markdown/lex.ts'
import { statusOf } from './status.ts'

function message(id: string, role: Message['role'], text: string, parentId?: string): Message {
  return {
    id,
    role,
    content: [{ type: 'text', id: `${id}t`, text }],
    createdAt: 1,
    updatedAt: 1,
    ...(parentId !== undefined && { parentId }),
  }
}

function session(sessionId: string, more: Partial<Session> = {}): Session {
  return { sessionId, status: 'idle', messageCount: 0, createdAt: 5, updatedAt: 5, ...more }
}

describe('rowsOf', () => {
  const [first, second] = [message('u1', 'user', 'one'), message('u2', 'user', 'two')]

  it('puts answers below their questions, and waiting messages at the end', () => {
    const messages = [first, message('a1', 'assistant', 'A', 'u1'), second, message('a2', 'assistant', 'B', 'u1')]
    const rows = rowsOf(messages, { isBusy: true, begunId: 'u1' })
    expect(rows.map(({ key }) => key)).toEqual(['u1', 'a1 0', 'a2 0', 'u2'])
    expect(rows.flatMap((row) => (row.kind === 'user' ? [row.isWaiting] : []))).toEqual([false, true])
    const later = rowsOf(messages, { isBusy: false, begunId: undefined })
    expect(later.some((row) => row.kind === 'user' && row.isWaiting)).toBe(false)
  })

  it('joins calls with their results, and shows a result whose call is not there', () => {
    const use: Message = {
      ...message('a1', 'assistant', ''),
      content: [{ type: 'tool_use', id: 'c', name: 'Bash', input: {} }],
    }
    const results: Message = {
      ...message('t1', 'tool', ''),
      content: [
        { type: 'tool_result', id: 'r', toolUseId: 'c', content: 'fine' },
        { type: 'tool_result', id: 's', toolUseId: 'gone', content: 'alone' },
      ],
    }
    const rows = rowsOf([first, use, results], { isBusy: false, begunId: undefined })
    expect(rows.map((row) => (row.kind === 'tool' ? [row.use.name, row.result?.content] : row.kind))).toEqual([
      'user',
      ['Bash', 'fine'],
      ['Result of a tool', 'alone'],
    ])
  })
})

describe('withNews', () => {
  const list = { pages: [{ sessions: [session('b')] }, { sessions: [session('a')] }], pageParams: [] }
  const ids = (news: Parameters<typeof withNews>[1]) =>
    withNews(list, news).pages.map(({ sessions }) => sessions.map(({ sessionId, title }) => title ?? sessionId))

  it('changes a session in its place, puts a new one first, and takes out one that is gone', () => {
    expect(ids({ kind: 'session', session: session('a', { title: 'A' }) })).toEqual([['b'], ['A']])
    expect(ids({ kind: 'session', session: session('c', { createdAt: 9 }) })).toEqual([['c', 'b'], ['a']])
    expect(ids({ kind: 'gone', sessionId: 'b' })).toEqual([[], ['a']])
  })

  it('leaves an old session out that no page holds', () => {
    expect(ids({ kind: 'session', session: session('old', { createdAt: 1 }) })).toEqual([['b'], ['a']])
  })
})

describe('filterSessions', () => {
  const all = [
    session('idle', { title: 'Mend the pump' }),
    session('asks', { status: 'running', statusReason: 'waiting_permission', userId: 'me' }),
    session('kept', { sessionSettings: { archivedAt: '2026-01-01T00:00:00Z' } }),
  ]
  const found = (filter: object) =>
    filterSessions(all, { show: 'all', text: '', computerId: undefined, userId: undefined, ...filter }).map(
      ({ sessionId }) => sessionId,
    )

  it('shows the archive only to those who ask for it', () => {
    expect(found({})).toEqual(['idle', 'asks'])
    expect(found({ show: 'archived' })).toEqual(['kept'])
    expect(found({ show: 'asking' })).toEqual(['asks'])
    expect(found({ show: 'idle', text: 'PUMP the' })).toEqual(['idle'])
    expect(found({ userId: 'me' })).toEqual(['asks'])
  })
})

describe('text of others', () => {
  it('shows control characters that would act on a terminal or turn a line around', () => {
    expect(plainText('a\u001b[31m\u0000\u202eb\r\nc\td')).toBe('a␛[31m␀‹U+202E›b\nc\td')
  })

  it('links only to pages and addresses', () => {
    expect(safeHref('https://example.com/a')).toBe('https://example.com/a')
    for (const href of ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', '//x', 'x'])
      expect(safeHref(href)).toBe(undefined)
  })

  it('is not read as Markdown when that would hold up the page', () => {
    for (const part of ['>', '[', '*', '`', '<', '![', '_a']) expect(lex(part.repeat(20_000))).toBe(undefined)
    expect(lex('A **word** and `code`.')).toHaveLength(1)
  })
})

describe('the line about a tool call', () => {
  it('shows the end of a long path, and everything else from its beginning', () => {
    expect(toolSummary({ path: '/home/ada/src/shop/app/cart/total.ts' })).toBe('…/app/cart/total.ts')
    expect(toolSummary({ path: 'src/total.ts' })).toBe('src/total.ts')
    expect(toolSummary({ command: 'cat /a/b/c/d/e/f' })).toBe('cat /a/b/c/d/e/f')
  })
})

describe('lineDiff', () => {
  it('tells added, removed and kept lines apart, whatever the length', () => {
    const lines = lineDiff({ path: 'a', before: 'one\ntwo\n', after: 'one\nthree\n' })
    expect(lines.map(({ kind, text }) => `${kind} ${text}`)).toEqual(['same one', 'removed two', 'added three'])
    const long = Array.from({ length: 9000 }, (_, index) => `line ${index}`)
    const changed = lineDiff({ path: 'a', before: long.join('\n'), after: long.toReversed().join('\n') })
    expect(changed.length).toBe(18_000)
  })
})

describe('partsOf', () => {
  it('cuts what a person wrote where their code begins and ends, and nowhere else', () => {
    expect(partsOf('Do\n```ts\nlet a\n\nlet b\n```\nthen ```x``` and\n```\n```\n```open')).toEqual([
      { text: 'Do' },
      { text: 'let a\n\nlet b', language: 'ts' },
      { text: 'then ```x``` and' },
      { text: '', language: '' },
      { text: '```open' },
    ])
  })
})

describe('groupSessions', () => {
  it('puts those that wait first, then those that work, and tells today from earlier', () => {
    const all = [
      session('early', { updatedAt: 1 }),
      session('works', { status: 'running', updatedAt: 2 }),
      session('today', { updatedAt: 50 }),
      session('asks', { status: 'running', statusReason: 'waiting_permission', updatedAt: 3 }),
    ]
    const items = groupSessions(all, 10)
    const shown = items.map((item) => (item.kind === 'heading' ? item.name : `${item.row} ${item.session.sessionId}`))
    expect(shown).toEqual(['Waits for you', '0 asks', 'Working', '1 works', 'Today', '2 today', 'Earlier', '3 early'])
  })
})

describe('statusOf', () => {
  it.each([
    [{ outcome: 'failed' }, 'Failed'],
    [{ outcome: 'completed' }, 'Done'],
    [{ outcome: 'failed', status: 'running' }, 'Working'],
    [{ outcome: 'failed', sessionSettings: { archivedAt: '2026-03-01T00:00:00Z' } }, 'Archived'],
    [{}, 'Idle'],
  ] satisfies [Partial<Session>, string][])('%j is %s', (more, label) => {
    expect(statusOf(session('x', more)).label).toBe(label)
  })
})
