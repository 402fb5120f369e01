import type { ToolCall } from '../transcript/tool-call.ts'

/** Some agents report that a tool runs a moment before they ask whether it may. */
const mayAskWithinMs = 1000

/** Whether something is refused, and why. */
export interface Refusal {
  readonly isBlocked: boolean
  readonly reason?: string
}

type Judge = (call: ToolCall) => Promise<Refusal> | undefined

/** Makes sure that an agent does not do without asking what rules or hooks refuse. */
export class ToolGuard {
  readonly #before: Judge
  readonly #onBreach: (reason: string) => void
  readonly #judged = new Set<string>()
  readonly #refused = new Map<string, string>()
  readonly #asked = new Set<string>()
  readonly #running = new Set<string>()
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(before: Judge, onBreach: (reason: string) => void) {
    this.#before = before
    this.#onBreach = onBreach
  }

  onAsked(id: string): void {
    this.#asked.add(id)
  }

  onUpdate(call: ToolCall, status: unknown): void {
    const isOver = status === 'completed' || status === 'failed'
    if (isOver || status === 'in_progress') this.#running.add(call.id)
    const isKnown = isOver || Object.keys(call.input).length > 0
    if (isKnown && !this.#judged.has(call.id)) void this.#judge(call)
    if (isOver) this.#check(call.id)
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }

  async #judge(call: ToolCall): Promise<void> {
    this.#judged.add(call.id)
    const raised = await this.#before(call)
    if (!raised?.isBlocked) return
    this.#refused.set(call.id, raised.reason ?? '')
    this.#timers.add(setTimeout(() => this.#check(call.id), mayAskWithinMs))
  }

  #check(id: string): void {
    const reason = this.#refused.get(id)
    if (reason !== undefined && this.#running.has(id) && !this.#asked.has(id)) this.#onBreach(reason)
  }
}
