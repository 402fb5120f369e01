import { hash } from 'node:crypto'

/** A tool call that has no id, as Qwen Code 0.15 reports it. */
interface UnnamedToolCall {
  /** The id of the model's answer that requested the call. */
  readonly answer: string
  readonly tool: string
  readonly input: unknown
  readonly durationMs: number
}

/**
 * The key of a tool call whose agent gave it no id. Telemetry and the history on disk agree on these fields, but not on
 * the time. The input is hashed, because it contains text that people wrote.
 */
export function keyOfUnnamedToolCall({ answer, tool, input, durationMs }: UnnamedToolCall): string {
  return hash('sha256', JSON.stringify([answer, tool, durationMs, input ?? null])).slice(0, 32)
}
