import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { findFiles } from '../files/find-files.ts'
import { mark } from '../files/read-lines.ts'
import type { Prompt, Sink } from '../record.ts'
import { countOf, type JsonObject, listOf, objectOf, textOf, timeOf, without } from '../values.ts'
import type { AgentHistory, Memory } from './agent-history.ts'
import { readJsonLines } from './read-json-lines.ts'

const marks = ['"tokens":{', '"type":"user"', '"toolCalls":[', '"messages":', '"sessionId":'].map(mark)
const maxOldBytes = 64 * 2 ** 20

/**
 * `tmp/<project>/chats/session-….jsonl`: records, and `$set` patches that repeat earlier messages with the same ids,
 * new times and no tokens. Sub-agents have files in a folder named after their parent's session. Older versions stored
 * a session as one JSON document, in a folder named by the hash of the project's path.
 */
export const geminiCli: AgentHistory = {
  agent: 'gemini-cli',
  roots: ({ home }) => [join(home, '.gemini')],
  find: (root, sink) => findFiles(join(root, 'tmp'), (path) => /[/\\]chats[/\\].*\.jsonl?$/.test(path), sink.skipped),
  read(path, _root, sink, memory) {
    const chat = new Chat(path, sink, memory)
    if (path.endsWith('.json')) {
      readWhole(path, chat, sink)
      return []
    }
    return readJsonLines(path, sink, memory, {
      wants: (line) => marks.some((isIn) => isIn(line)),
      read: (value) => chat.read(objectOf(value)),
    })
  },
}

function readWhole(path: string, chat: Chat, sink: Sink): void {
  try {
    if (statSync(path).size > maxOldBytes) {
      sink.skipped(path, 'has more than 64 MB')
      return
    }
    const session = objectOf(JSON.parse(readFileSync(path, 'utf8')))
    chat.read({ ...session, messages: undefined })
    for (const message of listOf(session.messages)) chat.read(objectOf(message))
  } catch (error) {
    sink.failed(path, error)
  }
}

interface ChatMemory {
  session: string
  isSubagent: boolean
  /** Text that may be a command of Gemini CLI itself: it counts as a prompt if a model answers it. */
  perhaps?: Prompt | undefined
}

class Chat {
  readonly #sink: Sink
  readonly #folder: string
  /** For a sub-agent, the name of the folder that contains the file. */
  readonly #parent: string | undefined
  readonly #memory: ChatMemory

  constructor(path: string, sink: Sink, memory: Memory) {
    this.#sink = sink
    this.#memory = Object.assign(memory, { session: '', isSubagent: false, ...memory })
    const above = basename(dirname(path))
    this.#parent = above === 'chats' ? undefined : above
    this.#folder = folderOf(this.#parent === undefined ? dirname(dirname(path)) : dirname(dirname(dirname(path))))
  }

  read(record: JsonObject): void {
    if (typeof record.sessionId === 'string' && typeof record.startTime === 'string') this.#start(record)
    // A patch repeats messages or adds a summary in the user's name, so it contains no new prompt.
    for (const message of listOf(objectOf(record.$set).messages)) this.#answer(objectOf(message))
    this.#prompt(record)
    this.#answer(record)
  }

  #start(record: JsonObject): void {
    this.#memory.session = textOf(record.sessionId)
    this.#memory.isSubagent = record.kind === 'subagent' || this.#parent !== undefined
    this.#sink.session({
      key: this.#memory.session,
      timeMs: timeOf(record.startTime),
      folder: this.#folder,
      version: '',
      branch: '',
      repository: '',
      parent: this.#memory.isSubagent ? (this.#parent ?? this.#memory.session) : undefined,
    })
  }

  #prompt(message: JsonObject): void {
    const key = textOf(message.id)
    const timeMs = timeOf(message.timestamp)
    const text = typedText(message.content)
    if (message.type !== 'user' || this.#memory.isSubagent || text === undefined || key === '' || timeMs === 0) return
    const prompt = { key, session: this.#memory.session, timeMs }
    this.#memory.perhaps = isCommand(text) ? prompt : undefined
    if (!this.#memory.perhaps) this.#sink.prompt(prompt)
  }

  #answer(message: JsonObject): void {
    const key = textOf(message.id)
    const timeMs = timeOf(message.timestamp)
    if (message.type !== 'gemini' || key === '' || timeMs === 0) return
    if (message.tokens !== undefined) {
      this.#call(key, timeMs, textOf(message.model), objectOf(message.tokens))
      if (this.#memory.perhaps) this.#sink.prompt(this.#memory.perhaps)
      this.#memory.perhaps = undefined
    }
    for (const call of listOf(message.toolCalls).map(objectOf)) this.#tool(call, timeMs)
  }

  #call(key: string, timeMs: number, model: string, usage: JsonObject): void {
    const cacheRead = countOf(usage.cached)
    const reasoning = countOf(usage.thoughts)
    this.#sink.call({
      key,
      session: this.#memory.session,
      timeMs,
      model,
      tokens: {
        input: without(countOf(usage.input), cacheRead) + countOf(usage.tool),
        cacheRead,
        cacheWrite: 0,
        cacheWriteHour: 0,
        output: countOf(usage.output) + reasoning,
        reasoning,
      },
    })
  }

  #tool(call: JsonObject, timeMs: number): void {
    const key = textOf(call.id)
    this.#sink.tool({
      key,
      session: this.#memory.session,
      timeMs: timeOf(call.timestamp) || timeMs,
      name: textOf(call.name),
    })
    if (call.status === 'error' || hasFailed(call)) this.#sink.failedTool(key)
  }
}

/** A tool that runs a failing command succeeds; only its output shows the failure. */
function hasFailed(call: JsonObject): boolean {
  const [result] = listOf(call.result).map(objectOf)
  const output = textOf(objectOf(objectOf(result?.functionResponse).response).output)
  return /^Exit Code: [1-9]/m.test(output)
}

/** The prompt that a person typed. Undefined for tool results and for Gemini's own first message to the model. */
function typedText(content: unknown): string | undefined {
  const texts = typeof content === 'string' ? [content] : listOf(content).map((part) => objectOf(part).text)
  const text = texts.find((part) => typeof part === 'string')
  return text?.startsWith('<session_context>') ? undefined : text
}

/** Whether a text is like `/compress`, and not a path. */
function isCommand(text: string): boolean {
  return /^\/[a-z]+(\s|$)/.test(text)
}

/** The project's folder is stored beside its chats. Older versions stored only a hash of it. */
function folderOf(project: string): string {
  try {
    return readFileSync(join(project, '.project_root'), 'utf8').trim()
  } catch {
    return ''
  }
}
