import type { Ledger, Skipped } from '../ledger.ts'
import type { ModelCall, Prompt, Session, Sink, ToolCall } from '../record.ts'

/** The content of one file, each thing once. */
export interface Told {
  readonly sessions: readonly Session[]
  readonly calls: readonly ModelCall[]
  readonly tools: readonly ToolCall[]
  readonly failedTools: readonly string[]
  readonly prompts: readonly Prompt[]
  readonly skipped: readonly Skipped[]
}

export function toldIn(ledger: Ledger): Told {
  return {
    sessions: [...ledger.sessions.values()],
    calls: [...ledger.calls.values()],
    tools: [...ledger.tools.values()],
    failedTools: [...ledger.failedTools],
    prompts: [...ledger.prompts.values()],
    skipped: ledger.skippedFiles,
  }
}

/** Sessions come first: of two copies, the one of the earlier session is the original. */
export function tellAgain(told: Told, sink: Sink): void {
  for (const session of told.sessions) sink.session(session)
  for (const call of told.calls) sink.call(call)
  for (const tool of told.tools) sink.tool(tool)
  for (const key of told.failedTools) sink.failedTool(key)
  for (const prompt of told.prompts) sink.prompt(prompt)
  for (const { path, reason } of told.skipped) sink.skipped(path, reason)
}
