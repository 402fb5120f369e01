import type { ContentBlock, Message } from '@muster/contract/message'

type ToolResult = Extract<ContentBlock, { type: 'tool_result' }>

/** A message with the results of its tools. */
export interface Entry {
  readonly message: Message
  readonly results: ReadonlyMap<string, ToolResult>
  /** The turn is over, so no further results will arrive. */
  readonly isOver: boolean
}

/** After this many further messages, a missing tool result is no longer awaited. */
const maxOpen = 20

/**
 * The messages of a session in reading order. Messages that can no longer change are taken out once. The others stay
 * open: a message whose tools still run, and those after it.
 */
export class Conversation {
  readonly #order: string[] = []
  readonly #open = new Map<string, Message>()
  readonly #results = new Map<string, ToolResult>()
  readonly #taken = new Set<string>()
  #isOver = false

  apply(message: Message): void {
    for (const block of message.content) if (block.type === 'tool_result') this.#results.set(block.toolUseId, block)
    if (this.#taken.has(message.id)) return
    if (!this.#open.has(message.id)) this.#order.push(message.id)
    this.#open.set(message.id, message)
  }

  has(messageId: string): boolean {
    return this.#taken.has(messageId) || this.#open.has(messageId)
  }

  /** Sets whether the agent is idle, so that nothing can change. */
  rest(isOver: boolean): void {
    this.#isOver = isOver
  }

  /** Takes the entries that will not change any more; each is returned once. */
  takeSettled(): Entry[] {
    const settled: Entry[] = []
    for (;;) {
      const [id = ''] = this.#order
      const message = this.#open.get(id)
      if (!message || !this.#isSettled(message)) return settled
      this.#order.shift()
      this.#open.delete(id)
      this.#taken.add(id)
      settled.push(this.#entryOf(message))
    }
  }

  get open(): Entry[] {
    return this.#order.flatMap((id) => this.#open.get(id) ?? []).map((message) => this.#entryOf(message))
  }

  #isSettled({ content }: Message): boolean {
    const isWhole = content.every((block) => block.type !== 'tool_use' || this.#results.has(block.id))
    return isWhole || this.#isOver || this.#isLeftBehind()
  }

  /** An interrupted turn ends with a system message, and may leave tools without results. */
  #isLeftBehind(): boolean {
    if (this.#order.length > maxOpen) return true
    return this.#order.slice(1).some((id) => this.#open.get(id)?.role === 'system')
  }

  #entryOf(message: Message): Entry {
    const uses = message.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
    const results = new Map(uses.flatMap((id) => [[id, this.#results.get(id)] as const]).filter(isKnown))
    return { message, results, isOver: this.#isOver }
  }
}

function isKnown(pair: readonly [string, ToolResult | undefined]): pair is [string, ToolResult] {
  return pair[1] !== undefined
}
