import { redactSecrets } from '@muster/contract/redact-secrets'
import { keptTextLength } from './bounds.ts'
import type { Told, UnknownTool } from './draft.ts'

const maxNames = 1_000

/** Collects reports about a request as counts, so that its size does not depend on that of the request. */
export class Tellings {
  readonly #told = new Map<string, { -readonly [Key in keyof Told]: Told[Key] }>()
  readonly #names = new Map<string, number>()
  #unknownToolCalls = 0

  tell(outcome: Told['outcome'], agent: string, reason: string): void {
    const key = `${outcome}\n${agent}\n${reason}`
    const known = this.#told.get(key)
    if (known) known.count++
    else this.#told.set(key, { outcome, agent, reason, count: 1 })
  }

  /** Notes an implausible tool name. After the first thousand names, only calls are counted. */
  unknownTool(rawName: string): void {
    this.#unknownToolCalls++
    const count = this.#names.get(rawName)
    if (count !== undefined || this.#names.size < maxNames) this.#names.set(rawName, (count ?? 0) + 1)
  }

  get told(): Told[] {
    return [...this.#told.values()]
  }

  get unknownToolCalls(): number {
    return this.#unknownToolCalls
  }

  get unknownTools(): UnknownTool[] {
    const names = new Map<string, number>()
    for (const [rawName, count] of this.#names) {
      const shown = shortened(rawName) || '(empty)'
      names.set(shown, (names.get(shown) ?? 0) + count)
    }
    return [...names].map(([rawName, count]) => ({ rawName, count }))
  }
}

/** Shortens and redacts a text, so that it may be stored and shown. */
export function shortened(text: string): string {
  const clean = redactSecrets(text).replaceAll('\0', '').toWellFormed()
  return clean.length > keptTextLength ? `${clean.slice(0, keptTextLength - 1).toWellFormed()}…` : clean
}
