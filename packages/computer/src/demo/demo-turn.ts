import { randomUUID } from 'node:crypto'
import { type Loose, objectOf, textOf } from '../acp/loose.ts'
import { actions } from './actions.ts'
import type { Hands } from './hands.ts'

interface DemoTools {
  readonly folder: string
  readonly update: (update: Loose) => void
  readonly ask: (toolCall: Loose, options: readonly Loose[]) => Promise<Loose>
}

const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'always', name: 'Yes, always', kind: 'allow_always' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]

/** One prompt of the demo agent. */
export class DemoTurn implements Hands {
  readonly #tools: DemoTools
  readonly #cancelled = Promise.withResolvers<void>()
  #isCancelled = false
  #words = 0
  #isSpeaking = false
  #isThinking = false

  constructor(tools: DemoTools) {
    this.#tools = tools
  }

  get folder(): string {
    return this.#tools.folder
  }

  get cancelled(): Promise<void> {
    return this.#cancelled.promise
  }

  cancel(): void {
    this.#isCancelled = true
    this.#cancelled.resolve()
  }

  /** Runs every line that begins with a known word, in order. */
  async run(text: string): Promise<unknown> {
    const orders = text.split('\n').flatMap((line) => {
      const [word = '', ...rest] = line.trim().split(/\s+/)
      const action = actions[word.toLowerCase()]
      return action ? [{ action, rest: rest.join(' ') }] : []
    })
    this.think(orders.length === 0 ? 'There is no word here that I know.' : thingsToDo(orders.length))
    if (orders.length === 0) this.say(`I am the demo agent. I know these words: ${Object.keys(actions).join(', ')}.`)
    for (const { action, rest } of orders) {
      if (this.#isCancelled) break
      await action(this, rest)
    }
    const inputTokens = text.split(/\s+/).filter(Boolean).length
    const usage = { inputTokens, outputTokens: this.#words, totalTokens: inputTokens + this.#words }
    const quota = { model_usage: [{ model: 'demo' }] }
    return { stopReason: this.#isCancelled ? 'cancelled' : 'end_turn', usage, _meta: { quota } }
  }

  /** Writes word by word, like a model. */
  say(text: string): void {
    const whole = this.#isSpeaking ? ` ${text}` : text
    this.#isSpeaking = true
    this.#isThinking = false
    for (const piece of whole.match(/\s*\S+/g) ?? []) {
      this.#words += 1
      this.#tools.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: piece } })
    }
  }

  think(text: string): void {
    const whole = this.#isThinking ? `\n${text}` : text
    this.#isThinking = true
    this.#words += text.split(' ').length
    this.#tools.update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: whole } })
  }

  /** Uses a tool. Asks first if the tool changes something. */
  async use(tool: Loose & { readonly kind: string }, work: () => Promise<string>): Promise<string | undefined> {
    const toolCallId = randomUUID()
    this.#isSpeaking = false
    this.#isThinking = false
    const told = { toolCallId, ...tool }
    this.#tools.update({ sessionUpdate: 'tool_call', status: 'pending', ...told })
    const end = (status: 'completed' | 'failed', rawOutput: string) =>
      this.#tools.update({ sessionUpdate: 'tool_call_update', toolCallId, status, rawOutput })
    if (tool.kind !== 'read' && !(await this.#isAllowed(told))) {
      end('failed', this.#isCancelled ? 'Cancelled.' : 'Not allowed.')
      return undefined
    }
    this.#tools.update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' })
    try {
      const output = await Promise.race([work(), this.cancelled.then(() => 'Cancelled.')])
      end('completed', output)
      return output
    } catch (error) {
      end('failed', error instanceof Error ? error.message : String(error))
      return undefined
    }
  }

  async #isAllowed(toolCall: Loose): Promise<boolean> {
    const asked = this.#tools.ask({ status: 'pending', ...toolCall }, options)
    const answer = await Promise.race([asked, this.cancelled.then((): Loose => ({}))])
    const { optionId } = objectOf(answer.outcome)
    return textOf(optionId) === 'yes' || textOf(optionId) === 'always'
  }
}

function thingsToDo(count: number): string {
  return count === 1 ? 'There is one thing to do.' : `There are ${count} things to do.`
}
