import { join } from 'node:path'
import { findFiles } from '../files/find-files.ts'
import type { Sink } from '../record.ts'
import { countOf, type JsonObject, objectOf, textOf, timeOf, without } from '../values.ts'
import type { AgentHistory } from './agent-history.ts'
import { readJsonLines } from './read-json-lines.ts'

/** The type of an event is within this many bytes of the line's start. */
const headLength = 60
const isUsage = /"type":"(?:session\.start"|session\.usage_record"|user\.message"|tool\.execution_)/

/**
 * `session-state/<session>/events.jsonl`, which includes the events of sub-agents with their agent id. The totals at a
 * session's end, and its database, repeat the calls. Its `cost` counts premium requests, not money.
 */
export const copilot: AgentHistory = {
  agent: 'copilot',
  roots: ({ home, environment }) => [environment.COPILOT_HOME || join(home, '.copilot')],
  find: (root, sink) =>
    findFiles(join(root, 'session-state'), (path) => /[/\\]events\.jsonl$/.test(path), sink.skipped),
  read(path, _root, sink, memory) {
    return readJsonLines(path, sink, memory, {
      wants: (line) => isUsage.test(line.toString('latin1', 0, headLength)),
      read(value) {
        const event = objectOf(value)
        const data = objectOf(event.data)
        const timeMs = timeOf(event.timestamp)
        if (timeMs === 0) return
        const session = textOf(memory.session)
        if (event.type === 'session.start' && session === '') {
          memory.session = textOf(data.sessionId)
          sink.session(sessionFrom(data, timeMs))
        } else readEvent(event, data, session, timeMs, sink)
      },
    })
  },
}

function sessionFrom(data: JsonObject, timeMs: number) {
  const context = objectOf(data.context)
  return {
    key: textOf(data.sessionId),
    timeMs: timeOf(data.startTime) || timeMs,
    folder: textOf(context.cwd),
    version: textOf(data.copilotVersion),
    branch: textOf(context.branch),
    repository: textOf(context.repository),
  }
}

function readEvent(event: JsonObject, data: JsonObject, session: string, timeMs: number, sink: Sink): void {
  const toolCallId = textOf(data.toolCallId)
  switch (event.type) {
    case 'session.usage_record':
      readUsage(objectOf(data.usage), session, timeMs, sink)
      break
    case 'user.message':
      if (event.agentId === undefined) sink.prompt({ key: textOf(data.messageId) || textOf(event.id), session, timeMs })
      break
    case 'tool.execution_start':
      sink.tool({ key: toolCallId, session, timeMs, name: textOf(data.toolName) })
      break
    case 'tool.execution_complete': {
      const { exitCode } = objectOf(data.shellExecution)
      if (data.success === false || (typeof exitCode === 'number' && exitCode !== 0)) sink.failedTool(toolCallId)
    }
  }
}

function readUsage(usage: JsonObject, session: string, timeMs: number, sink: Sink): void {
  const cacheRead = countOf(usage.cacheReadTokens)
  const cacheWrite = countOf(usage.cacheWriteTokens)
  const id = textOf(usage.apiCallId)
  sink.call({
    key: id || `${session}|${timeMs}`,
    session,
    timeMs,
    model: textOf(usage.model),
    tokens: {
      input: without(countOf(usage.inputTokens), cacheRead + cacheWrite),
      cacheRead,
      cacheWrite,
      cacheWriteHour: 0,
      output: countOf(usage.outputTokens),
      reasoning: countOf(usage.reasoningTokens),
    },
    telemetryId: id || undefined,
  })
}
