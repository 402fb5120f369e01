import { join } from 'node:path'
import { findFiles } from '../files/find-files.ts'
import { mark } from '../files/read-lines.ts'
import type { Sink, Tokens } from '../record.ts'
import { countOf, type JsonObject, objectOf, textOf, timeOf, without } from '../values.ts'
import type { AgentHistory, Memory } from './agent-history.ts'
import { readJsonLines } from './read-json-lines.ts'

/** The type of a record precedes its content. */
const headLength = 400
const isUsage = new RegExp(
  `"type":"(?:${[
    'token_usage_record',
    'token_count',
    'session_meta',
    'turn_context',
    'UserMessage',
    'user_message',
    'function_call',
    'custom_tool_call',
    'local_shell_call',
    'CommandExecution',
    'exec_command_end',
  ].join('|')})"`,
)
/** The exit code precedes the command's output. */
const outputLength = 800
const hasExited = mark('exited with code ')

/**
 * `sessions/YYYY/MM/DD/rollout-….jsonl` and `archived_sessions/`, one file per thread. A resumed thread continues in
 * its old file, so the folder's date is meaningless. A sub-agent is a separate thread that names its parent.
 */
export const codex: AgentHistory = {
  agent: 'codex',
  roots: ({ home, environment }) => [environment.CODEX_HOME || join(home, '.codex')],
  find: (root, sink) =>
    ['sessions', 'archived_sessions'].flatMap((folder) =>
      findFiles(join(root, folder), (path) => /[/\\]rollout-[^/\\]*\.jsonl$/.test(path), sink.skipped),
    ),
  read(path, _root, sink, memory) {
    const thread = new Thread(sink, memory)
    return readJsonLines(path, sink, memory, {
      wants: (line) =>
        isUsage.test(line.toString('latin1', 0, headLength)) || hasExited(line.subarray(0, outputLength)),
      read: (value) => thread.read(objectOf(value)),
    })
  },
}

interface ThreadMemory {
  id: string
  isSubagent: boolean
  model: string
  /** The model of each turn. */
  readonly turns: [turn: string, model: string][]
  /** Set once calls have their own records; running totals are ignored from then on. */
  hasRecords: boolean
  /** The last running total. */
  total: number
}

class Thread {
  readonly #sink: Sink
  readonly #memory: ThreadMemory
  readonly #modelOfTurn: Map<string, string>

  constructor(sink: Sink, memory: Memory) {
    this.#sink = sink
    const beginning = { id: '', isSubagent: false, model: '', turns: [], hasRecords: false, total: -1 }
    this.#memory = Object.assign(memory, { ...beginning, ...memory })
    this.#modelOfTurn = new Map(this.#memory.turns)
  }

  read(record: JsonObject): void {
    const timeMs = timeOf(record.timestamp)
    const payload = objectOf(record.payload)
    if (timeMs === 0) return
    switch (record.type) {
      case 'session_meta':
        this.#start(payload, timeMs)
        break
      case 'turn_context':
        this.#turn(textOf(payload.turn_id), textOf(payload.model))
        break
      case 'token_usage_record':
        this.#call(payload, timeMs)
        break
      case 'event_msg':
        this.#event(payload, timeMs)
        break
      case 'response_item':
        this.#item(payload, timeMs)
        break
    }
  }

  /**
   * Older versions copied the parent's records into a fork, its first record too, so only the file's first one counts.
   */
  #start(meta: JsonObject, timeMs: number): void {
    if (this.#memory.id !== '') return
    this.#memory.id = textOf(meta.id)
    const parent = textOf(meta.session_id)
    const source = objectOf(meta.source)
    this.#memory.isSubagent = meta.thread_source === 'subagent' || source.subagent !== undefined
    const git = objectOf(meta.git)
    this.#sink.session({
      key: this.#memory.id,
      timeMs: timeOf(meta.timestamp) || timeMs,
      folder: textOf(meta.cwd),
      version: textOf(meta.cli_version),
      branch: textOf(git.branch),
      repository: textOf(git.repository_url),
      isUnattended: typeof meta.originator === 'string' ? /exec|sdk|mcp/.test(meta.originator) : undefined,
      parent: this.#memory.isSubagent ? parent || this.#memory.id : undefined,
    })
  }

  #turn(turn: string, model: string): void {
    this.#memory.model = model
    this.#memory.turns.push([turn, model])
    this.#modelOfTurn.set(turn, model)
  }

  #call(payload: JsonObject, timeMs: number): void {
    this.#memory.hasRecords = true
    const model = this.#modelOfTurn.get(textOf(payload.turn_id)) ?? this.#memory.model
    const key = textOf(payload.response_id) || `${this.#memory.id}|${timeMs}`
    this.#sink.call({ key, session: this.#memory.id, timeMs, model, tokens: tokensOf(objectOf(payload.usage)) })
  }

  #event(payload: JsonObject, timeMs: number): void {
    switch (payload.type) {
      case 'token_count': {
        const info = objectOf(payload.info)
        const last = objectOf(info.last_token_usage)
        const total = countOf(objectOf(info.total_token_usage).total_tokens)
        this.#count(timeMs, total, countOf(last.total_tokens), tokensOf(last))
        break
      }
      case 'user_message':
        this.#prompt(`${this.#memory.id}|${timeMs}`, timeMs)
        break
      case 'exec_command_end':
        this.#end(textOf(payload.call_id), payload.exit_code)
        break
      case 'item_completed': {
        const item = objectOf(payload.item)
        if (item.type === 'UserMessage') this.#prompt(textOf(item.id), timeMs)
        else if (item.type === 'CommandExecution') this.#end(textOf(item.id), item.exit_code)
      }
    }
  }

  /**
   * For versions without records of calls. The total is also repeated without a call, so only an increase is a call.
   */
  #count(timeMs: number, total: number, lastTotal: number, tokens: Tokens): void {
    if (this.#memory.hasRecords || total <= this.#memory.total || lastTotal === 0) return
    this.#memory.total = total
    this.#sink.call({ key: `${timeMs}|${total}`, session: this.#memory.id, timeMs, model: this.#memory.model, tokens })
  }

  #prompt(key: string, timeMs: number): void {
    if (!this.#memory.isSubagent) this.#sink.prompt({ key, session: this.#memory.id, timeMs })
  }

  #item(item: JsonObject, timeMs: number): void {
    const key = textOf(item.call_id)
    switch (item.type) {
      case 'function_call':
      case 'custom_tool_call':
        this.#sink.tool({ key, session: this.#memory.id, timeMs, name: textOf(item.name) })
        break
      case 'local_shell_call':
        this.#sink.tool({ key, session: this.#memory.id, timeMs, name: 'shell' })
        break
      case 'function_call_output':
      case 'custom_tool_call_output': {
        const code = /exited with code (\d+)/.exec(textOf(item.output))?.[1]
        if (code !== undefined) this.#end(key, Number(code))
      }
    }
  }

  #end(key: string, exitCode: unknown): void {
    if (typeof exitCode === 'number' && exitCode !== 0) this.#sink.failedTool(key)
  }
}

function tokensOf(usage: JsonObject): Tokens {
  const cacheRead = countOf(usage.cached_input_tokens)
  const cacheWrite = countOf(usage.cache_write_input_tokens)
  return {
    input: without(countOf(usage.input_tokens), cacheRead + cacheWrite),
    cacheRead,
    cacheWrite,
    cacheWriteHour: 0,
    output: countOf(usage.output_tokens),
    reasoning: countOf(usage.reasoning_output_tokens),
  }
}
