import { type ModelUsage, maxReportedModels, type ReportedCost } from '@muster/contract/relay/work-report'
import type { TokenUsage } from '@muster/contract/session'
import { maxCostOfCall } from '@muster/contract/telemetry'
import { type Loose, objectOf, textOf } from '../acp/loose.ts'
import type { AgentPreset } from '../agent/preset.ts'
import type { SessionLog } from '../log/session-log.ts'
import { addUsage, readUsage, usageSince } from '../transcript/read-usage.ts'
import type { NewUpdate } from './turn-outbox.ts'

/** Adds up the usage of a turn, in the way in which its agent reports it. */
export class TurnUsage {
  readonly #preset: AgentPreset
  readonly #log: SessionLog
  readonly #models = new Map<string | undefined, TokenUsage>()
  /** The agent's total for this session, before and after the turn. */
  #total: TokenUsage | undefined
  #model: string | undefined
  #cost: ReportedCost | undefined

  constructor(preset: AgentPreset, log: SessionLog) {
    this.#preset = preset
    this.#log = log
  }

  /** Some agents report their model or their tokens only in updates. The session's cost is in updates, too. */
  see(update: Loose): void {
    const meta = objectOf(update._meta)
    this.#model = textOf(meta['_claude/model']) ?? this.#model
    if (update.sessionUpdate === 'usage_update') this.#cost = costIn(objectOf(update.cost)) ?? this.#cost
    if (this.#preset.usage !== 'calls') return
    const read = readUsage(meta, this.#preset.inputHasCache)
    if (read) this.#add(read.models)
  }

  /** The model that the agent reports. */
  get model(): string | undefined {
    return this.#model
  }

  /** Reads the answer to a prompt. */
  count(result: Loose): void {
    const read = readUsage(result, this.#preset.inputHasCache)
    if (!read) return
    this.#model = read.models.find(({ model }) => model !== undefined)?.model ?? this.#model
    if (this.#preset.usage === 'session') {
      this.#add([{ usage: usageSince(this.#total ?? this.#log.agent?.used, read.usage) }])
      this.#total = read.usage
    } else this.#add(read.models)
  }

  /** The usage of the turn; `undefined` for agents that report none. Call it once, at the end. */
  settle(): NewUpdate | undefined {
    // Gemini CLI names the model of the first call of a prompt only; its other calls use the same model.
    const entries = [...this.#models].map(([name, usage]): ModelUsage => {
      const model = name ?? this.#model
      return { ...(model && { model }), usage }
    })
    const [first, ...others] = entries
    if (!first) return undefined
    const { agent } = this.#log
    const cost = this.#cost && costSince(agent?.cost, this.#cost)
    const remembered = { ...(this.#total && { used: this.#total }), ...(this.#cost && { cost: this.#cost }) }
    if (agent && Object.keys(remembered).length > 0) void this.#log.remember({ ...agent, ...remembered })
    return {
      kind: 'usage',
      usage: others.reduce((sum, { usage }) => addUsage(sum, usage), first.usage),
      ...(others.length === 0 ? first.model && { model: first.model } : { models: entries }),
      ...(cost && { cost }),
    }
  }

  #add(entries: readonly ModelUsage[]): void {
    for (const { model, usage } of entries) {
      const key = this.#models.has(model) || this.#models.size + 1 < maxReportedModels ? model : undefined
      this.#models.set(key, addUsage(this.#models.get(key), usage))
    }
  }
}

function costIn({ amount, currency }: Loose): ReportedCost | undefined {
  const isCost = typeof amount === 'number' && Number.isFinite(amount) && amount >= 0
  const code = textOf(currency)
  return isCost && code !== undefined && /^[A-Z]{3}$/.test(code) ? { amount, currency: code } : undefined
}

/** The cost of a turn from the agent's running total for the session. An amount of 0 means an unknown price. */
function costSince(before: ReportedCost | undefined, { amount, currency }: ReportedCost): ReportedCost | undefined {
  const known = before?.currency === currency && before.amount <= amount ? before.amount : 0
  const cost = amount - known
  return cost > 0 && cost <= maxCostOfCall ? { amount: cost, currency } : undefined
}
