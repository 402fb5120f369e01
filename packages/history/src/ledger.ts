import type { ModelCall, Prompt, Session, Sink, ToolCall } from './record.ts'

export interface Skipped {
  readonly path: string
  readonly reason: string
}

/** The history of one agent, with each thing once, however often and in whatever order it was reported. */
export class Ledger implements Sink {
  readonly sessions = new Map<string, Session>()
  readonly calls = new Map<string, ModelCall>()
  readonly tools = new Map<string, ToolCall>()
  readonly failedTools = new Set<string>()
  readonly prompts = new Map<string, Prompt>()
  readonly skippedFiles: Skipped[] = []

  session = (session: Session): void => {
    const known = this.sessions.get(session.key)
    if (!known) this.sessions.set(session.key, session)
    else this.sessions.set(session.key, merged(known, session))
  }

  /** While an answer streams, its earlier records have less output; a copy counts as the original. */
  call = (call: ModelCall): void => {
    const known = this.calls.get(call.key)
    if (!known) return void this.calls.set(call.key, call)
    const all = sameCall(known, call, this.#first(known, call))
    if (all !== known) this.calls.set(call.key, all)
  }

  tool = (tool: ToolCall): void => {
    const known = this.tools.get(tool.key)
    if (!known || this.#first(known, tool) === tool) this.tools.set(tool.key, tool)
  }

  failedTool = (key: string): void => {
    this.failedTools.add(key)
  }

  prompt = (prompt: Prompt): void => {
    const known = this.prompts.get(prompt.key)
    if (!known || this.#first(known, prompt) === prompt) this.prompts.set(prompt.key, prompt)
  }

  skipped = (path: string, reason: string): void => {
    this.skippedFiles.push({ path, reason })
  }

  /** The original of two copies: the earlier one, or that of the session that began earlier. */
  #first<T extends { readonly session: string; readonly timeMs: number }>(known: T, told: T): T {
    if (known.timeMs !== told.timeMs) return told.timeMs < known.timeMs ? told : known
    if (known.session === told.session) return known
    const [a, b] = [known, told].map(({ session }) => this.sessions.get(session)?.timeMs ?? Number.MAX_SAFE_INTEGER)
    if (a !== b) return Number(b) < Number(a) ? told : known
    return told.session < known.session ? told : known
  }
}

/** Merges two records of one call. `owner` is the one that is not a copy; its session counts. */
export function sameCall(known: ModelCall, told: ModelCall, owner: ModelCall): ModelCall {
  const larger = told.tokens.output > known.tokens.output ? told : known
  const endMs = Math.max(endOf(known), endOf(told))
  if (larger === known && owner === known && endMs === endOf(known)) return known
  return { ...larger, session: owner.session, timeMs: Math.min(known.timeMs, told.timeMs), endMs }
}

/** When the answer to a call was complete, as far as it is known. */
export function endOf({ timeMs, endMs = timeMs }: ModelCall): number {
  return endMs
}

/** A session is reported again if its first record had fewer details than a later one. */
function merged(known: Session, told: Session): Session {
  return {
    ...known,
    timeMs: Math.min(known.timeMs, told.timeMs),
    folder: known.folder || told.folder,
    version: known.version || told.version,
    branch: known.branch || told.branch,
    repository: known.repository || told.repository,
    isUnattended: known.isUnattended ?? told.isUnattended,
  }
}
