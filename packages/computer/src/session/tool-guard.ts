import { commandsOf, noCommands } from '../permission/command-line.ts'
import type { ToolCall } from '../transcript/tool-call.ts'

/** Some agents report that a tool runs shortly before they ask for permission. */
const mayAskWithinMs = 1000

/** Whether something is refused, and why. */
export interface Refusal {
  readonly isBlocked: boolean
  readonly reason?: string
}

type Judge = (call: ToolCall) => Promise<Refusal> | Refusal | undefined

/** The state of a tool call that decides whether it may run. */
interface Watched {
  /** The commands that were judged last, and why they are refused. */
  judged?: string
  judging: Promise<void>
  reason?: string | undefined
  /** The commands that the agent asked for, and the answer if there is one. */
  asked?: { readonly commands: string; readonly isAllowed?: boolean }
  isRunning: boolean
  isOver: boolean
  /** The agent reported that it runs after the answer was no. */
  isDefied: boolean
  /** The time to ask is over. */
  isLate: boolean
}

/**
 * Detects an agent that runs what rules or hooks refuse: without asking, in spite of the answer, or with other commands
 * than it asked for. Each call is judged again when its commands change.
 */
export class ToolGuard {
  readonly #judge: Judge
  readonly #onBreach: (reason: string) => void
  readonly #calls = new Map<string, Watched>()
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(judge: Judge, onBreach: (reason: string) => void) {
    this.#judge = judge
    this.#onBreach = onBreach
  }

  onAsked(call: ToolCall): void {
    const watched = this.#watched(call.id)
    watched.asked = { commands: commandsOf(call) }
    this.#judgeAgain(watched, call)
  }

  onAnswered(call: ToolCall, isAllowed: boolean): void {
    const watched = this.#watched(call.id)
    watched.asked = { commands: commandsOf(call), isAllowed }
    this.#check(watched)
  }

  onUpdate(call: ToolCall, status: unknown): void {
    const watched = this.#watched(call.id)
    const runs = status === 'in_progress' || status === 'completed'
    watched.isOver ||= status === 'failed' || status === 'completed'
    watched.isRunning ||= runs || status === 'failed'
    // A refused call ends with the status `failed`.
    watched.isDefied ||= runs && watched.asked?.isAllowed === false
    if (watched.isOver || Object.keys(call.input).length > 0) this.#judgeAgain(watched, call)
    this.#check(watched)
  }

  /** The agent has ended its turn and asks no more: resolves when all its calls are judged. */
  async settle(): Promise<void> {
    for (const watched of this.#calls.values()) {
      await watched.judging
      watched.isLate = true
      this.#check(watched)
    }
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }

  #watched(id: string): Watched {
    const found = this.#calls.get(id)
    if (found) return found
    const fresh = { judging: Promise.resolve(), isRunning: false, isOver: false, isDefied: false, isLate: false }
    this.#calls.set(id, fresh)
    return fresh
  }

  /** An update without commands leaves them unchanged. */
  #judgeAgain(watched: Watched, call: ToolCall): void {
    const commands = commandsOf(call)
    if (commands === watched.judged || (commands === noCommands && watched.judged !== undefined)) return
    watched.judged = commands
    watched.reason = undefined
    const judge = async () => {
      const refusal = await this.#judge(call)
      if (!refusal?.isBlocked || watched.judged !== commands) return
      watched.reason = refusal.reason ?? ''
      this.#check(watched)
      const isLate = () => {
        watched.isLate = true
        this.#check(watched)
      }
      this.#timers.add(setTimeout(isLate, mayAskWithinMs))
    }
    watched.judging = watched.judging.then(judge)
  }

  #check(watched: Watched): void {
    if (watched.reason === undefined || !watched.isRunning || !isBreach(watched)) return
    this.#onBreach(watched.reason)
    watched.reason = undefined
  }
}

/** Whether a running, refused call is a breach, and not just reported shortly before its question. */
function isBreach({ asked, judged, isOver, isLate, isDefied }: Watched): boolean {
  const isTooLate = isOver || isLate
  if (asked?.isAllowed === false) return isDefied && isTooLate
  const isOther = asked?.commands !== judged
  return isOther && (isTooLate || asked?.isAllowed === true)
}
