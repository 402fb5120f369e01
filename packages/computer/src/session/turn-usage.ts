import type { TokenUsage } from '@muster/contract/session'
import { type Loose, objectOf, textOf } from '../acp/loose.ts'
import type { AgentPreset } from '../agent/preset.ts'
import type { SessionLog } from '../log/session-log.ts'
import { addUsage, readUsage, usageSince } from '../transcript/read-usage.ts'
import type { NewUpdate } from './turn-outbox.ts'

/** Adds up the usage of a turn, according to how its agent reports it. */
export class TurnUsage {
  readonly #preset: AgentPreset
  readonly #log: SessionLog
  #used: TokenUsage | undefined
  #model: string | undefined

  constructor(preset: AgentPreset, log: SessionLog) {
    this.#preset = preset
    this.#log = log
  }

  /** Some agents report their model only in updates, and some their tokens. */
  see(update: Loose): void {
    const meta = objectOf(update._meta)
    this.#model = textOf(meta['_claude/model']) ?? this.#model
    if (this.#preset.usage !== 'calls') return
    const read = readUsage(meta, this.#preset.inputHasCache)
    if (read) this.#used = addUsage(this.#used, read.usage)
  }

  /** The model that the agent says it used. */
  get model(): string | undefined {
    return this.#model
  }

  /** Reads the answer to a prompt. */
  count(result: Loose): void {
    const read = readUsage(result, this.#preset.inputHasCache)
    if (!read) return
    this.#model = read.model ?? this.#model
    const isTotal = this.#preset.usage === 'session'
    const { agent } = this.#log
    this.#used = addUsage(this.#used, isTotal ? usageSince(agent?.used, read.usage) : read.usage)
    if (isTotal && agent) void this.#log.remember({ ...agent, used: read.usage })
  }

  /** `undefined` for agents that report nothing. */
  get update(): NewUpdate | undefined {
    return this.#used && { kind: 'usage', usage: this.#used, ...(this.#model && { model: this.#model }) }
  }
}
