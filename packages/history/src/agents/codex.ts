import { join } from 'node:path'
import { findFiles } from '../files/find-files.ts'
import { Marker } from '../files/marker.ts'
import { findNear, Words } from '../files/words.ts'
import type { Sink, Tokens } from '../record.ts'
import { countOf, type JsonObject, objectOf, textOf, timeOf, without } from '../values.ts'
import type { AgentHistory } from './agent-history.ts'
import { CodexCountLine } from './codex-count-line.ts'
import { readJsonLines } from './read-json-lines.ts'

const type = Buffer.from('"type":"')
const typeNames = (...names: readonly string[]) => new Words(names.map((name) => `${name}"`))

const wanted = typeNames(
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
)
/** These hold a thing with a type of its own. */
const around = typeNames('response_item', 'event_msg', 'item_completed')
const outputs = typeNames('function_call_output', 'custom_tool_call_output')
const timestamp = new Marker('{"timestamp":"')
const exited = new Marker('exited with code ', 1)
const [quote, comma, zone] = Buffer.from('",Z')

/** The type of a record comes before its content. */
const headLength = 400
/** How a line begins: with a time of this form, if it is of a version of today. */
const timeHead = '{"timestamp":"2026-11-15T10:00:00.000Z",'.length
/** How far into what a command said its exit code stands. */
const outputLength = 800

/**
 * `sessions/YYYY/MM/DD/rollout-….jsonl` and `archived_sessions/`, one file for each thread. A resumed thread continues
 * in its old file, so the folder's date is meaningless. A sub-agent is a separate thread that names its parent.
 */
export const codex: AgentHistory = {
  agent: 'codex',
  roots: ({ home, environment }) => [environment.CODEX_HOME || join(home, '.codex')],
  find: (root, sink) =>
    ['sessions', 'archived_sessions'].flatMap((folder) =>
      findFiles(join(root, folder), (path) => /[/\\]rollout-[^/\\]*\.jsonl$/.test(path), sink.skipped),
    ),
  read(path, _root, sink) {
    const thread = new Thread(sink)
    return readJsonLines(path, sink, {
      readBytes: (bytes, start, end) => thread.readCount(bytes, start, end),
      wants: isUsage,
      read: (value) => thread.read(objectOf(value)),
    })
  },
}

function isUsage(bytes: Buffer, start: number, end: number): boolean {
  const head = Math.min(end, start + headLength)
  const from = beginsWithTime(bytes, start) ? start + timeHead : start
  for (let at = findNear(bytes, from, head, type); at !== -1; at = findNear(bytes, at, head, type)) {
    at += type.length
    if (wanted.areAt(bytes, at)) return true
    if (outputs.areAt(bytes, at)) return exited.isIn(bytes, at, Math.min(end, start + outputLength))
    if (!around.areAt(bytes, at)) return false
  }
  return false
}

/** Nearly every line does, and there is no type in there to look for. */
function beginsWithTime(bytes: Buffer, start: number): boolean {
  const last = start + timeHead - 1
  return bytes[last] === comma && bytes[last - 1] === quote && bytes[last - 2] === zone && timestamp.isAt(bytes, start)
}

/** Files are read one at a time, so all of them share it. */
const countLine = new CodexCountLine()

class Thread {
  readonly #sink: Sink
  #id = ''
  #isSubagent = false
  #model = ''
  readonly #modelOfTurn = new Map<string, string>()
  /** Set once calls have records of their own; running counts are ignored from then on. */
  #hasRecords = false
  #total = -1

  constructor(sink: Sink) {
    this.#sink = sink
  }

  /** Whether a line is a count that can be read without parsing it. */
  readCount(bytes: Buffer, start: number, end: number): boolean {
    if (!countLine.read(bytes, start, end)) return false
    const { timeMs, total, all, input, cacheRead, cacheWrite, output, reasoning } = countLine
    this.#count(timeMs, total, all, tokensFrom(input, cacheRead, cacheWrite, output, reasoning))
    return true
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
        this.#model = textOf(payload.model)
        this.#modelOfTurn.set(textOf(payload.turn_id), this.#model)
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
   * Older versions copied the records of the parent into a fork, including its first record: only the first one counts.
   */
  #start(meta: JsonObject, timeMs: number): void {
    if (this.#id !== '') return
    this.#id = textOf(meta.id)
    const parent = textOf(meta.session_id)
    const source = objectOf(meta.source)
    this.#isSubagent = meta.thread_source === 'subagent' || source.subagent !== undefined
    const git = objectOf(meta.git)
    this.#sink.session({
      key: this.#id,
      timeMs: timeOf(meta.timestamp) || timeMs,
      folder: textOf(meta.cwd),
      version: textOf(meta.cli_version),
      branch: textOf(git.branch),
      repository: textOf(git.repository_url),
      isUnattended: typeof meta.originator === 'string' ? /exec|sdk|mcp/.test(meta.originator) : undefined,
      parent: this.#isSubagent ? parent || this.#id : undefined,
    })
  }

  #call(payload: JsonObject, timeMs: number): void {
    this.#hasRecords = true
    const model = this.#modelOfTurn.get(textOf(payload.turn_id)) ?? this.#model
    const key = textOf(payload.response_id) || `${this.#id}|${timeMs}`
    this.#sink.call({ key, session: this.#id, timeMs, model, tokens: tokensOf(objectOf(payload.usage)) })
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
        this.#prompt(`${this.#id}|${timeMs}`, timeMs)
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
   * For versions without records of calls. The same count is repeated without a call, so only a larger one is a call.
   */
  #count(timeMs: number, total: number, lastTotal: number, tokens: Tokens): void {
    if (this.#hasRecords || total <= this.#total || lastTotal === 0) return
    this.#total = total
    this.#sink.call({ key: `${textOfTime(timeMs)}|${total}`, session: this.#id, timeMs, model: this.#model, tokens })
  }

  #prompt(key: string, timeMs: number): void {
    if (!this.#isSubagent) this.#sink.prompt({ key, session: this.#id, timeMs })
  }

  #item(item: JsonObject, timeMs: number): void {
    const key = textOf(item.call_id)
    switch (item.type) {
      case 'function_call':
      case 'custom_tool_call':
        this.#sink.tool({ key, session: this.#id, timeMs, name: textOf(item.name) })
        break
      case 'local_shell_call':
        this.#sink.tool({ key, session: this.#id, timeMs, name: 'shell' })
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

/** The same as `String(timeMs)`, which takes several times as long for a number that is too large for 32 bits. */
function textOfTime(timeMs: number): string {
  if (timeMs < 1e6) return String(timeMs)
  return `${Math.floor(timeMs / 1e6)}${String((timeMs % 1e6) + 1e6).slice(1)}`
}

function tokensOf(usage: JsonObject): Tokens {
  return tokensFrom(
    countOf(usage.input_tokens),
    countOf(usage.cached_input_tokens),
    countOf(usage.cache_write_input_tokens),
    countOf(usage.output_tokens),
    countOf(usage.reasoning_output_tokens),
  )
}

function tokensFrom(input: number, cacheRead: number, cacheWrite: number, output: number, reasoning: number): Tokens {
  return { input: without(input, cacheRead + cacheWrite), cacheRead, cacheWrite, cacheWriteHour: 0, output, reasoning }
}
