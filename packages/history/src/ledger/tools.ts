import type { PieceReader } from '../pieces/piece-reader.ts'
import type { ToolCall } from '../record.ts'
import { KeySet } from './key-set.ts'
import { Numbers } from './numbers.ts'
import { Records } from './records.ts'

/** The tool calls of one agent. */
export class Tools extends Records<ToolCall> {
  /** The keys of those that failed. A failure may come before its call. */
  readonly failures = new KeySet()
  readonly #toolNames = new Numbers()

  hasFailed(number: number): boolean {
    return this.failures.hasOf(this.keySet, number)
  }

  protected addDetails(number: number, { name }: PieceReader, numberOf: readonly number[]): void {
    if (this.keepsKeys) this.#toolNames.set(number, numberOf[name] as number)
  }

  protected replaceDetails(number: number, { name }: ToolCall): void {
    if (this.keepsKeys) this.#toolNames.set(number, this.names.numberOf(name))
  }

  protected withDetails(number: number, key: string, session: string, timeMs: number): ToolCall {
    return { key, session, timeMs, name: this.keepsKeys ? this.names.at(this.#toolNames.get(number)) : '' }
  }
}
