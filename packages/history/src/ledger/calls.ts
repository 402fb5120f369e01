import type { PieceReader } from '../pieces/piece-reader.ts'
import type { ModelCall, Tokens } from '../record.ts'
import { Numbers } from './numbers.ts'
import { Records } from './records.ts'
import { Texts } from './texts.ts'

/** The calls of models of one agent. */
export class Calls extends Records<ModelCall> {
  readonly #models = new Numbers()
  /** How long answers took. */
  readonly #tookMs = new Numbers()
  readonly #input = new Numbers()
  readonly #cacheRead = new Numbers()
  readonly #cacheWrite = new Numbers()
  readonly #cacheWriteHour = new Numbers()
  readonly #output = new Numbers()
  readonly #reasoning = new Numbers()
  readonly #costs = new Map<number, number>()
  /** For each call, how many names in the telemetry there were with its own; 0 if it has none. */
  readonly #telemetry = new Numbers()
  readonly #telemetryIds = new Texts()

  /** When the answer to a call was complete, as far as it is known. */
  endAt(number: number): number {
    return this.timeAt(number) + this.#tookMs.get(number)
  }

  modelAt(number: number): string {
    return this.names.at(this.#models.get(number))
  }

  costAt(number: number): number | undefined {
    return this.#costs.size === 0 ? undefined : this.#costs.get(number)
  }

  tokensAt(number: number): Tokens {
    return {
      input: this.#input.get(number),
      cacheRead: this.#cacheRead.get(number),
      cacheWrite: this.#cacheWrite.get(number),
      cacheWriteHour: this.#cacheWriteHour.get(number),
      output: this.#output.get(number),
      reasoning: this.#reasoning.get(number),
    }
  }

  protected addDetails(number: number, record: PieceReader, numberOf: readonly number[]): void {
    this.#set(number, numberOf[record.name] as number, record.tookMs, record, record.cost)
    if (this.keepsKeys) this.#setTelemetryId(number, record.telemetryId())
  }

  protected replaceDetails(number: number, call: ModelCall): void {
    const { timeMs, endMs = timeMs, model, tokens, cost, telemetryId } = call
    this.#set(number, this.names.numberOf(model), endMs - timeMs, tokens, cost)
    if (this.keepsKeys) this.#setTelemetryId(number, telemetryId)
  }

  #set(number: number, model: number, tookMs: number, tokens: Tokens, cost: number | undefined): void {
    this.#models.set(number, model)
    this.#tookMs.set(number, tookMs)
    this.#input.set(number, tokens.input)
    this.#cacheRead.set(number, tokens.cacheRead)
    this.#cacheWrite.set(number, tokens.cacheWrite)
    this.#cacheWriteHour.set(number, tokens.cacheWriteHour)
    this.#output.set(number, tokens.output)
    this.#reasoning.set(number, tokens.reasoning)
    if (cost !== undefined) this.#costs.set(number, cost)
    else if (this.#costs.size > 0) this.#costs.delete(number)
  }

  #setTelemetryId(number: number, telemetryId: string | undefined): void {
    if (telemetryId !== undefined) this.#telemetryIds.add(telemetryId)
    this.#telemetry.set(number, telemetryId === undefined ? 0 : this.#telemetryIds.size)
  }

  protected withDetails(number: number, key: string, session: string, timeMs: number): ModelCall {
    const endMs = this.endAt(number)
    const telemetry = this.keepsKeys ? this.#telemetry.get(number) : 0
    return {
      key,
      session,
      timeMs,
      endMs: endMs === timeMs ? undefined : endMs,
      model: this.modelAt(number),
      tokens: this.tokensAt(number),
      cost: this.costAt(number),
      telemetryId: telemetry === 0 ? undefined : this.#telemetryIds.get(telemetry - 1),
    }
  }
}
