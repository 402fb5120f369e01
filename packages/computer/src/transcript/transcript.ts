import type { ContentBlock } from '@muster/contract/message'
import type { MessageUpdate } from '@muster/contract/relay/from-computer'
import { type Loose, listOf, objectOf, textOf } from '../acp/loose.ts'
import { storable } from './cap-text.ts'
import { inPieces, sizeOf } from './message-size.ts'
import { readContent, readToolOutput, terminalPiece, textIn } from './read-content.ts'
import { mergeToolCall, parentToolOf, type ToolCall, type ToolCallWays } from './tool-call.ts'

export type TurnMessage = MessageUpdate['message']

export type Told =
  | { readonly kind: 'message'; readonly message: TurnMessage }
  | { readonly kind: 'title'; readonly title: string }

/** The maximum size of a message, so that it always fits into a frame. */
const maxMessageBytes = 512 * 2 ** 10

interface TranscriptOptions {
  /** The message that begins the turn. */
  readonly turnId: string
  readonly newId: () => string
  readonly now: () => number
  readonly ways?: ToolCallWays
}

interface OpenMessage {
  readonly id: string
  readonly parentId: string
  readonly createdAt: number
  readonly agentMessageId: string | undefined
  readonly content: ContentBlock[]
  bytes: number
  isTold: boolean
}

/** The output of the agent itself, or of one of its sub-agents. */
interface Stream {
  open: OpenMessage | undefined
  /** A tool has returned, so the next output begins a new message. */
  isAnswered: boolean
  lastId: string
}

interface KnownTool {
  call: ToolCall
  /** The content that the agent showed for it last. */
  shown: readonly Loose[]
  /** Its message and parts, which may have been sent before the input was known. */
  readonly message: OpenMessage
  readonly stream: Stream
  output: string
  isDone: boolean
}

/**
 * Converts the updates of an agent into messages. It is deterministic: it has no clock and no side effects.
 */
export class Transcript {
  readonly #options: TranscriptOptions
  readonly #streams = new Map<string, Stream>()
  readonly #tools = new Map<string, KnownTool>()
  #title: string | undefined

  constructor(options: TranscriptOptions) {
    this.#options = options
  }

  /** The number of tool calls that have begun and not returned. */
  get openTools(): number {
    let count = 0
    for (const { isDone } of this.#tools.values()) if (!isDone) count += 1
    return count
  }

  /** Unfinished text of the agent that is in no message yet. */
  get openText(): string {
    const open = this.#streams.get('')?.open
    if (!open || open.isTold) return ''
    return open.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
  }

  toolCall(id: string): ToolCall | undefined {
    return this.#tools.get(id)?.call
  }

  /** The content that the agent has shown for a tool call so far: texts and file changes. */
  shownOf(id: string): readonly Loose[] {
    return this.#tools.get(id)?.shown ?? []
  }

  apply(update: Loose): Told[] {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        return this.#sayAll(update, readContent(objectOf(update.content), this.#options.newId))
      case 'agent_thought_chunk':
        return this.#sayAll(update, this.#thought(update))
      case 'tool_call':
      case 'tool_call_update':
        return this.#tool(update)
      case 'session_info_update':
        return this.#entitle(textOf(update.title))
      default:
        return []
    }
  }

  /** Some agents report the input of a tool only when they ask for permission. */
  asked(toolCall: Loose): Told[] {
    const known = this.#tools.get(textOf(toolCall.toolCallId) ?? '')
    return known && Object.keys(known.call.input).length === 0 ? this.#tool({ ...toolCall, status: 'pending' }) : []
  }

  /** The turn is over: all unfinished content is reported. */
  finish(): Told[] {
    return [...this.#streams.values()].flatMap((stream) => this.#close(stream))
  }

  #thought({ content }: Loose): ContentBlock | undefined {
    const text = textIn(objectOf(content))
    return text === undefined ? undefined : { type: 'thinking', id: this.#options.newId(), thinking: storable(text) }
  }

  /** A piece can exceed the size of a message. */
  #sayAll(update: Loose, block: ContentBlock | undefined): Told[] {
    if (block?.type !== 'text' && block?.type !== 'thinking') return block ? this.#say(update, block) : []
    const text = block.type === 'text' ? block.text : block.thinking
    return inPieces(text).flatMap((piece) =>
      this.#say(update, block.type === 'text' ? { ...block, text: piece } : { ...block, thinking: piece }),
    )
  }

  #say(update: Loose, block: ContentBlock): Told[] {
    const stream = this.#streamOf(parentToolOf(update))
    const messageId = textOf(update.messageId)
    const told = this.#isOver(stream, messageId) ? this.#close(stream) : []
    const open = this.#opened(stream, messageId)
    const last = open.content.at(-1)
    if (last?.type === 'text' && block.type === 'text') last.text += block.text
    else if (last?.type === 'thinking' && block.type === 'thinking') last.thinking += block.thinking
    else open.content.push(block)
    open.bytes += sizeOf(block)
    open.isTold = false
    return told
  }

  #tool(update: Loose): Told[] {
    const id = textOf(update.toolCallId)
    if (id === undefined) return []
    const known = this.#tools.get(id)
    if (known?.isDone) return []
    const call = mergeToolCall(known?.call, id, update, this.#options.ways)
    const { tool, told } = known ? { tool: known, told: [] } : this.#begin(call, update)
    const isChanged = known !== undefined && JSON.stringify(known.call) !== JSON.stringify(call)
    tool.call = call
    if (listOf(update.content).length > 0) tool.shown = listOf(update.content)
    tool.output += terminalPiece(update)
    if (isChanged) this.#rewrite(tool)
    const { status } = update
    const isOver = status === 'completed' || status === 'failed'
    const hasInput = Object.keys(call.input).length > 0
    if (!tool.message.isTold && (hasInput || isOver || status === 'in_progress')) told.push(this.#tell(tool.message))
    return isOver ? [...told, this.#answer(tool, update)] : told
  }

  #begin(call: ToolCall, update: Loose): { tool: KnownTool; told: Told[] } {
    const stream = this.#streamOf(parentToolOf(update))
    const told = this.#isOver(stream, undefined) ? this.#close(stream) : []
    const message = this.#opened(stream, undefined)
    message.content.push({ type: 'tool_use', id: call.id, name: call.name, input: { ...call.input } })
    message.bytes += 200 + JSON.stringify(call.input).length
    message.isTold = false
    const tool: KnownTool = { call, shown: [], message, stream, output: '', isDone: false }
    this.#tools.set(call.id, tool)
    return { tool, told }
  }

  #rewrite({ message, call }: KnownTool): void {
    const index = message.content.findIndex((block) => block.type === 'tool_use' && block.id === call.id)
    message.content[index] = { type: 'tool_use', id: call.id, name: call.name, input: { ...call.input } }
    message.bytes += JSON.stringify(call.input).length
    message.isTold = false
  }

  #answer(tool: KnownTool, update: Loose): Told {
    const { newId, now } = this.#options
    tool.isDone = true
    tool.stream.isAnswered = true
    const content = readToolOutput(update, tool.output, newId)
    tool.output = ''
    const isError = update.status === 'failed'
    const id = newId()
    tool.stream.lastId = id
    const message: TurnMessage = {
      id,
      role: 'tool',
      parentId: tool.message.id,
      createdAt: now(),
      content: [{ type: 'tool_result', id: newId(), toolUseId: tool.call.id, content, ...(isError && { isError }) }],
      ...(isError && { isError }),
    }
    return { kind: 'message', message }
  }

  #entitle(title: string | undefined): Told[] {
    if (title === undefined || title === this.#title) return []
    this.#title = title
    return [{ kind: 'title', title: storable(title).slice(0, 200).toWellFormed() }]
  }

  #streamOf(parentTool: string): Stream {
    const found = this.#streams.get(parentTool)
    if (found) return found
    const lastId = this.#tools.get(parentTool)?.message.id ?? this.#options.turnId
    const stream: Stream = { open: undefined, isAnswered: false, lastId }
    this.#streams.set(parentTool, stream)
    return stream
  }

  /** Whether the next piece belongs to a new message. */
  #isOver({ open, isAnswered }: Stream, messageId: string | undefined): boolean {
    if (!open) return false
    const isOther = messageId !== undefined && open.agentMessageId !== undefined && messageId !== open.agentMessageId
    return isAnswered || isOther || open.bytes > maxMessageBytes
  }

  #opened(stream: Stream, agentMessageId: string | undefined): OpenMessage {
    const { newId, now } = this.#options
    stream.isAnswered = false
    stream.open ??= {
      id: newId(),
      parentId: stream.lastId,
      createdAt: now(),
      agentMessageId,
      content: [],
      bytes: 0,
      isTold: true,
    }
    return stream.open
  }

  #close(stream: Stream): Told[] {
    const { open } = stream
    stream.open = undefined
    stream.isAnswered = false
    if (!open) return []
    if (stream.lastId === open.parentId) stream.lastId = open.id
    return open.isTold ? [] : [this.#tell(open)]
  }

  #tell(open: OpenMessage): Told {
    open.isTold = true
    const { id, parentId, createdAt, content } = open
    return {
      kind: 'message',
      message: { id, role: 'assistant', parentId, createdAt, content: structuredClone(content) },
    }
  }
}
