import { join } from 'node:path'
import { keyOfUnnamedToolCall } from '@muster/contract/unnamed-tool-call'
import { findFiles } from '../files/find-files.ts'
import { mark } from '../files/read-lines.ts'
import type { Sink } from '../record.ts'
import { countOf, type JsonObject, listOf, objectOf, textOf, timeOf, without } from '../values.ts'
import type { AgentHistory } from './agent-history.ts'
import { readJsonLines } from './read-json-lines.ts'
import { sessionFromRecord } from './session-from-record.ts'

const isTelemetry = mark('"subtype":"ui_telemetry"')
const isOfUser = mark('"type":"user"')

/**
 * `projects/<folder>/chats/<session>.jsonl`. Only its reports to the user interface also cover compression, memory and
 * sub-agents; the files of sub-agents repeat the same calls without ids.
 */
export const qwenCode: AgentHistory = {
  agent: 'qwen-code',
  roots: ({ home }) => [join(home, '.qwen')],
  find: (root, sink) =>
    findFiles(join(root, 'projects'), (path) => /[/\\]chats[/\\][^/\\]*\.jsonl$/.test(path), sink.skipped),
  read(path, _root, sink, memory) {
    return readJsonLines(path, sink, memory, {
      wants: (line) => !memory.isStarted || isTelemetry(line) || isOfUser(line),
      read(value) {
        const record = objectOf(value)
        const session = textOf(record.sessionId)
        const timeMs = timeOf(record.timestamp)
        if (session === '' || timeMs === 0) return
        if (!memory.isStarted) sink.session(sessionFromRecord(record, session, timeMs))
        memory.isStarted = true
        if (record.subtype === 'ui_telemetry') {
          readEvent(objectOf(objectOf(record.systemPayload).uiEvent), session, timeMs, sink)
        } else if (isHuman(record)) {
          sink.prompt({ key: textOf(record.uuid), session, timeMs })
        }
      },
    })
  },
}

function readEvent(event: JsonObject, session: string, recordedMs: number, sink: Sink): void {
  const timeMs = timeOf(event['event.timestamp']) || recordedMs
  if (event['event.name'] === 'qwen-code.tool_call') {
    const key = textOf(event.call_id) || unnamedTool(event)
    sink.tool({ key, session, timeMs, name: textOf(event.function_name) })
    if (event.success === false) sink.failedTool(key)
  }
  if (event['event.name'] !== 'qwen-code.api_response') return
  const cacheRead = countOf(event.cached_content_token_count)
  const id = textOf(event.response_id)
  sink.call({
    key: id || `${session}|${timeMs}`,
    session,
    timeMs,
    model: textOf(event.model),
    tokens: {
      input: without(countOf(event.input_token_count), cacheRead),
      cacheRead,
      cacheWrite: 0,
      cacheWriteHour: 0,
      output: countOf(event.output_token_count),
      reasoning: countOf(event.thoughts_token_count),
    },
    telemetryId: id || undefined,
  })
}

/** The key of a tool call without an id, as in 0.15. Telemetry of the same call has another time, but the same key. */
function unnamedTool(event: JsonObject): string {
  return keyOfUnnamedToolCall({
    answer: textOf(event.response_id),
    tool: textOf(event.function_name),
    input: event.function_args,
    durationMs: countOf(event.duration_ms),
  })
}

function isHuman(record: JsonObject): boolean {
  if (record.type !== 'user' || record.subtype !== undefined) return false
  if (record.provenance !== undefined && record.provenance !== 'real_user') return false
  return listOf(objectOf(record.message).parts).some((part) => typeof objectOf(part).text === 'string')
}
