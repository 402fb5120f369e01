import type { ClientType } from '@muster/contract/telemetry'
import { type EditedFile, editedFile, filesOfPatch } from '../../vocabulary/edited-files.ts'
import { json, number, text, textIn } from '../attributes.ts'
import type { Collector } from '../collector.ts'
import type { Who } from '../event-report.ts'
import { msOf } from '../otlp/time.ts'
import { defineAgent, durationOf, type Log, type SpanOf } from './agent.ts'
import { countTool } from './tool-call.ts'
import { countFiles, countGit } from './work.ts'

const keys = [
  'session.id',
  'opencode.client',
  'ai.telemetry.metadata.userId',
  'ai.prompt',
  'ai.model.id',
  'ai.response.model',
  'ai.usage.inputTokens',
  'ai.usage.outputTokens',
  'ai.usage.cachedInputTokens',
  'ai.usage.inputTokenDetails.cacheWriteTokens',
  'ai.usage.reasoningTokens',
  'ai.toolCall.name',
  'ai.toolCall.id',
  'ai.toolCall.args',
  'ai.toolCall.result',
] as const
type Key = (typeof keys)[number]

const titlePrompt = '{"messages":[{"role":"system","content":"You are a title generator'

const ownTools = new Set(
  `apply_patch bash batch codesearch edit glob grep invalid list lsp multiedit patch plan_enter plan_exit question read
  skill task todoread todowrite webfetch websearch write`.split(/\s+/),
)

/**
 * opencode. Model calls with their answers, tool calls and sessions come from spans. Messages of the user come from log
 * lines, because no span has them with a session. `ai.streamText.doStream` is inside `ai.streamText` and repeats its
 * usage; `Tool.execute` does so for `ai.toolCall`. Thousands of other spans are about internals. Input tokens include
 * the cache.
 *
 * There is no record of a session's start: the session id contains its time.
 */
export const opencode = defineAgent<Key>({
  name: 'opencode',
  keys,
  spans: ['ai.streamText', 'ai.toolCall'],
  log: turn,
  span(span, into) {
    if (span.record.name === 'ai.toolCall') toolCall(span, into)
    else modelCall(span, into)
  },
})

/** The body of a log line is a list: a word, and a text similar to JSON. The loop of a turn begins with step 0. */
function turn(log: Log<Key>, into: Collector): void {
  const [word, fields] = log.record.body ?? []
  if (word !== 'loop' || typeof fields !== 'string' || !/"step":0[,}]/.test(fields)) return
  const session = /"session\.id":"([^"]+)"/.exec(fields)?.[1]
  if (session === undefined) return
  const { timeNs } = log.record
  const who = { session, client: clientOf(log) }
  into.event({ key: ['user', session, timeNs], timeNs, who, type: 'message', name: 'user' })
}

function modelCall(span: SpanOf<Key>, into: Collector): void {
  const input = number(span, 'ai.usage.inputTokens')
  const output = number(span, 'ai.usage.outputTokens')
  // An aborted stream reports no usage.
  if (input === undefined && output === undefined) {
    into.passOver('A model call that was broken off tells no tokens.')
    return
  }
  const cacheRead = number(span, 'ai.usage.cachedInputTokens')
  const cacheWrite = number(span, 'ai.usage.inputTokenDetails.cacheWriteTokens')
  const tokens = { cache: 'within', input, output, cacheRead, cacheWrite } as const
  const who = whoOf(span)
  const { spanId, endTimeNs: timeNs } = span.record
  const name = text(span, 'ai.response.model') || text(span, 'ai.model.id')
  const detail = (number(span, 'ai.usage.reasoningTokens') ?? 0) > 0 ? 'thinking' : 'standard'
  const key = ['stream', who.session, spanId]
  const isTaken = into.event({
    key,
    timeNs,
    who,
    type: 'model_call',
    name,
    detail,
    tokens,
    durationMs: durationOf(span.record),
  })
  if (!isTaken) return
  // A title for the session costs tokens, too, but it is no answer to a message.
  if (!text(span, 'ai.prompt').startsWith(titlePrompt)) {
    into.event({ key: [...key, 'message'], timeNs, who, type: 'message', name: 'assistant' })
  }
  if (who.session === '') return
  const startNs = sessionStartNs(who.session, timeNs)
  into.event({ key: ['session', who.session], timeNs: startNs, who, type: 'session_start' })
}

/**
 * When a session began. Its id begins with 48 bits that count down: 36 bits of milliseconds and twelve bits of a
 * counter. The higher bits of the time are those of the record. Every record gives the same result, so their order does
 * not matter.
 */
function sessionStartNs(session: string, recordNs: string): string {
  const digits = /^ses_([0-9a-f]{12})/.exec(session)?.[1]
  const recordMs = msOf(recordNs)
  if (digits === undefined || Number.isNaN(recordMs)) return recordNs
  const cycle = 2 ** 36
  const low = Math.floor((2 ** 48 - 1 - Number.parseInt(digits, 16)) / 4096)
  const near = Math.floor(recordMs / cycle) * cycle + low
  const ms = near > recordMs + 60_000 ? near - cycle : near
  return `${ms}000000`
}

function toolCall(span: SpanOf<Key>, into: Collector): void {
  const who = whoOf(span)
  const { spanId, endTimeNs: timeNs, failed } = span.record
  const source = { key: ['tool', who.session, text(span, 'ai.toolCall.id') || spanId], timeNs, who }
  const raw = text(span, 'ai.toolCall.name')
  const result = json(span, 'ai.toolCall.result')
  const about = fieldsIn(result, 'metadata')
  const hasFailed = failed || (exitCodeOf(about) !== 0 && raw === 'bash')
  const outcome = hasFailed ? 'error' : 'success'
  countTool({ ...source, raw, server: serverOf(raw, result), outcome, durationMs: durationOf(span.record) }, into)
  if (hasFailed) return
  const given = json(span, 'ai.toolCall.args')
  if (raw === 'skill') {
    into.event({ ...source, key: [...source.key, 'skill'], type: 'skill', name: textIn(given, 'name') })
  } else if (raw === 'bash') countGit(textIn(given, 'command'), textIn(result, 'output'), source, into)
  else countFiles(filesOf(raw, given, about), source, into)
}

type Fields = Readonly<Record<string, unknown>> | undefined

/** MCP tools are called `server_tool`. Results of MCP tools have the server's `content`; tools of plugins do not. */
function serverOf(raw: string, result: Fields): string {
  const server = /^([^_]+)_./.exec(raw)?.[1]
  if (server === undefined || ownTools.has(raw)) return ''
  return result === undefined || Array.isArray(result.content) ? server : ''
}

function filesOf(toolName: string, given: Fields, about: Fields): EditedFile[] {
  const path = textIn(given, 'filePath')
  if (toolName === 'write') return [editedFile(about?.exists === true ? 'edit' : 'create', path)]
  if (toolName === 'edit' || toolName === 'multiedit') return [{ ...editedFile('edit', path), ...linesOf(about) }]
  return toolName === 'apply_patch' || toolName === 'patch' ? filesOfPatch(textIn(given, 'patchText')) : []
}

function linesOf(about: Fields): Pick<EditedFile, 'linesAdded' | 'linesRemoved'> {
  const diff = fieldsIn(about, 'filediff')
  const count = (field: string) => (typeof diff?.[field] === 'number' ? diff[field] : undefined)
  return { linesAdded: count('additions'), linesRemoved: count('deletions') }
}

function fieldsIn(object: Fields, field: string): Fields {
  const value: unknown = object?.[field]
  return typeof value === 'object' && value !== null ? { ...value } : undefined
}

function exitCodeOf(about: Fields): unknown {
  return about?.exit ?? 0
}

function whoOf(span: SpanOf<Key>): Who {
  const anonymousId = text(span, 'ai.telemetry.metadata.userId')
  return { session: text(span, 'session.id'), client: clientOf(span), anonymousId }
}

function clientOf(from: SpanOf<Key> | Log<Key>): ClientType {
  return ['app', 'web', 'desktop'].includes(text(from, 'opencode.client')) ? 'web' : 'terminal-ui'
}
