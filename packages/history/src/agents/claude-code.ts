import { basename, join, sep } from 'node:path'
import { findFiles } from '../files/find-files.ts'
import { mark } from '../files/read-lines.ts'
import type { Sink } from '../record.ts'
import { countOf, type JsonObject, listOf, objectOf, textOf, timeOf, without } from '../values.ts'
import type { AgentHistory } from './agent-history.ts'
import { readJsonLines } from './read-json-lines.ts'
import { sessionFromRecord } from './session-from-record.ts'

const isOfAssistant = mark('"type":"assistant"')
const isOfUser = mark('"type":"user"')
const isResult = mark('"type":"tool_result"')
/** Lacks the opening quote, because quotes are frequent and slow the search down. */
const hasFailed = mark('_error":true')
const hasTime = mark('"timestamp":"')
/** The type of a record by a person or a tool is within this many bytes of the line's start. */
const headLength = 1500

/**
 * `projects/<folder>/<session>.jsonl`, and beside it `<session>/subagents/agent-<id>.jsonl`. There is one record per
 * block of an answer, and each has the usage of the whole answer. A fork copies all records into a new file.
 */
export const claudeCode: AgentHistory = {
  agent: 'claude-code',
  roots({ home, environment }) {
    const chosen = (environment.CLAUDE_CONFIG_DIR ?? '').split(',').map((folder) => folder.trim())
    const folders = chosen.filter((folder) => folder !== '')
    return folders.length > 0 ? folders : [join(home, '.claude'), join(home, '.config', 'claude')]
  },
  find: (root, sink) => findFiles(join(root, 'projects'), (path) => path.endsWith('.jsonl'), sink.skipped),
  read(path, _root, sink, memory) {
    const session = sessionOf(path)
    const isSidechain = session !== basename(path, '.jsonl')
    return readJsonLines(path, sink, memory, {
      wants: (line) => (!memory.isStarted && hasTime(line)) || isUsage(line),
      read(value) {
        const record = objectOf(value)
        const timeMs = timeOf(record.timestamp)
        if (timeMs === 0) return
        if (!memory.isStarted && !isSidechain) {
          memory.isStarted = record.cwd !== undefined
          sink.session(sessionFrom(record, session, timeMs))
        }
        if (record.type === 'assistant') readAnswer(record, session, timeMs, sink)
        else if (record.type === 'user') readUser(record, session, timeMs, sink, isSidechain)
      },
    })
  },
}

/** Tool results make up most of a history, and only failed ones matter. */
function isUsage(line: Buffer): boolean {
  if (isResult(line.subarray(0, headLength))) return hasFailed(line)
  return isOfAssistant(line) || isOfUser(line)
}

/** The session is the name of the file, or of the folder above a sub-agent's file. */
function sessionOf(path: string): string {
  const parts = path.split(sep)
  const subagents = parts.lastIndexOf('subagents')
  return subagents > 0 ? (parts[subagents - 1] ?? '') : basename(path, '.jsonl')
}

function sessionFrom(record: JsonObject, session: string, timeMs: number) {
  const isUnattended = typeof record.entrypoint === 'string' ? record.entrypoint.startsWith('sdk') : undefined
  return { ...sessionFromRecord(record, session, timeMs), isUnattended }
}

function readAnswer(record: JsonObject, session: string, timeMs: number, sink: Sink): void {
  const message = objectOf(record.message)
  const id = textOf(message.id)
  const model = textOf(message.model)
  for (const block of listOf(message.content).map(objectOf)) {
    const key = textOf(block.id)
    if (block.type === 'tool_use' && key !== '') sink.tool({ key, session, timeMs, name: textOf(block.name) })
  }
  // Errors that the agent recorded as an answer have no model.
  if (id === '' || model === '' || model === '<synthetic>') return
  const usage = objectOf(message.usage)
  const written = countOf(usage.cache_creation_input_tokens)
  const hour = Math.min(written, countOf(objectOf(usage.cache_creation).ephemeral_1h_input_tokens))
  sink.call({
    key: id,
    session,
    timeMs,
    model,
    tokens: {
      input: countOf(usage.input_tokens),
      cacheRead: countOf(usage.cache_read_input_tokens),
      cacheWrite: without(written, hour),
      cacheWriteHour: hour,
      output: countOf(usage.output_tokens),
      reasoning: 0,
    },
    telemetryId: textOf(record.requestId) || undefined,
  })
}

function readUser(record: JsonObject, session: string, timeMs: number, sink: Sink, isSidechain: boolean): void {
  const { content } = objectOf(record.message)
  const blocks = listOf(content).map(objectOf)
  for (const block of blocks) {
    if (block.type === 'tool_result' && block.is_error === true) sink.failedTool(textOf(block.tool_use_id))
  }
  const key = textOf(record.uuid)
  if (isSidechain || key === '' || !isHuman(record, blocks)) return
  sink.prompt({ key, session, timeMs })
}

function isHuman(record: JsonObject, blocks: readonly JsonObject[]): boolean {
  if (record.isSidechain === true || record.isMeta === true || record.isCompactSummary === true) return false
  if (record.promptSource === 'system') return false
  const { content } = objectOf(record.message)
  if (typeof content !== 'string') {
    const first = blocks.find(({ type }) => type === 'text')
    return first !== undefined && !blocks.some(({ type }) => type === 'tool_result') && isTyped(textOf(first.text))
  }
  return isTyped(content)
}

/** Commands that the agent runs itself, and text that it writes as the user, never reach a model. */
function isTyped(text: string): boolean {
  return !/^\s*(?:<command-name>|<local-command-|<task-notification>|<bash-|\[Request interrupted)/.test(text)
}
