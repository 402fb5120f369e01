import type { ContentBlock, FileAttachment, ImageAttachment, Message } from '@muster/contract/message'
import { waitingMessages } from '@muster/contract/waiting-messages'
import { inReadingOrder } from './reading-order.ts'

export type ToolUse = Extract<ContentBlock, { type: 'tool_use' }>
export type ToolResult = Extract<ContentBlock, { type: 'tool_result' }>

/** One row of a conversation's list. It is rendered only while it is visible. */
export type Row = { readonly key: string } & (
  | { readonly kind: 'user'; readonly text: string; readonly message: Message; readonly isWaiting: boolean }
  | { readonly kind: 'text' | 'thinking'; readonly text: string }
  | { readonly kind: 'preview'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string; readonly isError: boolean }
  | { readonly kind: 'tool'; readonly use: ToolUse; readonly result: ToolResult | undefined; readonly isOver: boolean }
  | { readonly kind: 'image'; readonly source: ImageAttachment; readonly isOwn: boolean }
  | { readonly kind: 'document'; readonly source: FileAttachment; readonly isOwn: boolean }
)

interface Facts {
  readonly isBusy: boolean
  /** The message that the agent works on, if known. */
  readonly begunId: string | undefined
}

export function rowsOf(messages: readonly Message[], facts: Facts): Row[] {
  const shown = messages.filter(({ visibility, isUserVisible }) => visibility !== 'llm_only' && isUserVisible !== false)
  const waiting = new Set(facts.isBusy ? waitingMessages(shown, facts.begunId) : [])
  const results = new Map<string, ToolResult>()
  const used = new Set<string>()
  for (const { content } of shown) {
    for (const block of content) {
      if (block.type === 'tool_result') results.set(block.toolUseId, block)
      else if (block.type === 'tool_use') used.add(block.id)
    }
  }
  const ordered = inReadingOrder(shown)
  const lastTurn = ordered.findLastIndex((message) => message.role === 'user' && !waiting.has(message))
  return ordered.flatMap((message, index) => {
    const isOver = !facts.isBusy || index < lastTurn
    return message.role === 'user'
      ? userRows(message, waiting.has(message))
      : message.content.flatMap((block, place) => agentRow(block, message, place, { results, used, isOver }))
  })
}

function userRows(message: Message, isWaiting: boolean): Row[] {
  const text = message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  const attachments = message.content.flatMap((block, place): Row[] => {
    const key = `${message.id} ${place}`
    if (block.type === 'image') return [{ key, kind: 'image', source: block.source, isOwn: true }]
    return block.type === 'document' ? [{ key, kind: 'document', source: block.source, isOwn: true }] : []
  })
  return [{ key: message.id, kind: 'user', text, message, isWaiting }, ...attachments]
}

interface Known {
  readonly results: ReadonlyMap<string, ToolResult>
  readonly used: ReadonlySet<string>
  readonly isOver: boolean
}

function agentRow(block: ContentBlock, message: Message, place: number, known: Known): Row[] {
  const key = `${message.id} ${place}`
  switch (block.type) {
    case 'text': {
      const { text } = block
      if (text.trim() === '') return []
      const isError = message.isError === true
      return message.role === 'system' || isError
        ? [{ key, kind: 'note', text, isError }]
        : [{ key, kind: 'text', text }]
    }
    case 'thinking':
      return block.thinking.trim() === '' ? [] : [{ key, kind: 'thinking', text: block.thinking }]
    case 'tool_use':
      return [{ key, kind: 'tool', use: block, result: known.results.get(block.id), isOver: known.isOver }]
    case 'tool_result': {
      if (known.used.has(block.toolUseId)) return []
      // Its call is on an earlier page, or was not reported.
      const use: ToolUse = { type: 'tool_use', id: block.toolUseId, name: 'Result of a tool', input: {} }
      return [{ key, kind: 'tool', use, result: block, isOver: true }]
    }
    case 'image':
      return [{ key, kind: 'image', source: block.source, isOwn: false }]
    case 'document':
      return [{ key, kind: 'document', source: block.source, isOwn: false }]
    default:
      return [{ key, kind: 'note', text: 'Something that this version cannot show.', isError: false }]
  }
}
