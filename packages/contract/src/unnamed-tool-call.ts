import { hash } from 'node:crypto'

/** A tool call that has no id, as Qwen Code 0.15 reports it. */
interface UnnamedToolCall {
  /** The id of the answer in which the model asked for it. */
  readonly answer: string
  readonly tool: string
  readonly input: unknown
  readonly durationMs: number
}

/**
 * What a tool call is known by if its agent gave it no id. Telemetry and the history on disk tell the same of it, except
 * its time. The input is hashed, because people wrote parts of it.
 */
export function keyOfUnnamedToolCall({ answer, tool, input, durationMs }: UnnamedToolCall): string {
  return hash('sha256', JSON.stringify([answer, tool, durationMs, input ?? null])).slice(0, 32)
}
