import { type Skipped, sameCall } from '../ledger.ts'
import type { ModelCall, Prompt, Session, Sink, ToolCall } from '../record.ts'

/** Everything that one file told, in the order that a sink needs. */
export class Told implements Sink {
  readonly sessions: Session[] = []
  readonly calls: ModelCall[] = []
  readonly tools: ToolCall[] = []
  readonly failedTools: string[] = []
  readonly prompts: Prompt[] = []
  readonly skippedFiles: Skipped[] = []

  session(session: Session): void {
    this.sessions.push(session)
  }

  /** Several records in a row tell of one answer. They are kept as one call. */
  call(call: ModelCall): void {
    const last = this.calls.at(-1)
    if (last?.key !== call.key || last.session !== call.session) this.calls.push(call)
    else this.calls[this.calls.length - 1] = sameCall(last, call, call.timeMs < last.timeMs ? call : last)
  }

  tool(tool: ToolCall): void {
    this.tools.push(tool)
  }

  failedTool(key: string): void {
    this.failedTools.push(key)
  }

  prompt(prompt: Prompt): void {
    this.prompts.push(prompt)
  }

  skipped(path: string, reason: string): void {
    this.skippedFiles.push({ path, reason })
  }

  /** Sessions come first, because the original of two copies is the one in the session that began earlier. */
  tell(sink: Sink): void {
    for (const session of this.sessions) sink.session(session)
    for (const call of this.calls) sink.call(call)
    for (const tool of this.tools) sink.tool(tool)
    for (const key of this.failedTools) sink.failedTool(key)
    for (const prompt of this.prompts) sink.prompt(prompt)
    for (const { path, reason } of this.skippedFiles) sink.skipped(path, reason)
  }
}
