import { noCurrency } from '../../../events/usage-event.ts'
import { callKey } from '../../vocabulary/call-key.ts'
import { type EditedFile, editedFile, filesOfPatch } from '../../vocabulary/edited-files.ts'
import { json, number, text, textIn } from '../attributes.ts'
import type { Collector } from '../collector.ts'
import type { Who } from '../event-report.ts'
import { windowOf } from '../metric-series.ts'
import { defineAgent, durationOf, type PointOf, type SpanOf, within } from './agent.ts'
import { genAiModelCall, genAiUsageKeys } from './gen-ai-usage.ts'
import { countTool, unnamedServer } from './tool-call.ts'
import { countFiles, countGit } from './work.ts'

const keys = [
  ...genAiUsageKeys,
  'gen_ai.operation.name',
  'gen_ai.conversation.id',
  'gen_ai.tool.name',
  'gen_ai.tool.call.id',
  'gen_ai.tool.call.arguments',
  'gen_ai.tool.call.result',
  'gen_ai.skill.name',
  'github.copilot.cost',
  'process.exit.code',
  'github.copilot.mcp.server.source',
  'github.copilot.tool.parameters.mcp_server_name',
  'github.copilot.tool.parameters.mcp_server_name_hash',
  'github.copilot.tool.parameters.mcp_tool_name',
  'github.copilot.user.message.source',
  'github.copilot.user.message.interaction_id',
  'github.copilot.hook.type',
  'github.copilot.hook.invocation_id',
  'github.copilot.hook.tool_names',
] as const
type Key = (typeof keys)[number]

const lineMetrics: Readonly<Record<string, string>> = {
  'github.copilot.code.lines_added': 'added',
  'github.copilot.code.lines_removed': 'removed',
}

const shellTools = new Set(['bash', 'powershell', 'shell'])

/**
 * GitHub Copilot CLI. Everything except changed lines comes from spans and the events inside them; other metrics are
 * running totals of the same without a session. Input tokens include the cache.
 *
 * `invoke_agent` spans repeat the sum of their calls' tokens, and are read only for the user's messages and the hooks
 * in them. There is no record of a session's start: it starts with the first message of its id.
 */
export const copilot = defineAgent<Key>({
  name: 'copilot',
  keys,
  spans: 'all',
  metrics: Object.keys(lineMetrics),
  point: linesChanged,
  span(span, into) {
    const operation = text(span, 'gen_ai.operation.name')
    if (operation === 'chat') genAiModelCall(span, whoOf(span), into, callOf(span))
    else if (operation === 'execute_tool') tool(span, into)
    else if (operation === 'invoke_agent') insideAgent(span, into)
  },
})

/**
 * The reported cost is not read, because its unit is unknown: GitHub counts requests and credits, and neither is money.
 */
function callOf(span: SpanOf<Key>) {
  const key = callKey(whoOf(span).session, text(span, 'gen_ai.response.id'))
  return { ...(key && { key }), cost: number(span, 'github.copilot.cost'), currency: noCurrency }
}

/** Only metrics report changed lines, without a session. */
function linesChanged(point: PointOf, into: Collector): void {
  const { metric, value } = point.record
  if (value === 0) return
  const window = windowOf(point, into)
  const who = { session: '', client: 'terminal-ui' } as const
  if (window) into.event({ ...window, who, type: 'line_change', name: lineMetrics[metric] ?? '', quantity: value })
}

function whoOf(span: SpanOf<Key>): Who {
  return { session: text(span, 'gen_ai.conversation.id'), client: 'terminal-ui' }
}

function insideAgent(span: SpanOf<Key>, into: Collector): void {
  const who = whoOf(span)
  for (const event of span.record.events) {
    const { timeNs } = event
    const inner = within(span, event)
    if (event.name === 'github.copilot.user.message') {
      if (text(inner, 'github.copilot.user.message.source') !== 'user') continue
      const key = ['user', who.session, text(inner, 'github.copilot.user.message.interaction_id'), timeNs]
      into.event({ key, timeNs, who, type: 'message', name: 'user' })
      into.event({ key: ['session', who.session], timeNs, who, type: 'session_start' })
    } else if (event.name === 'github.copilot.hook.end') {
      const name = text(inner, 'github.copilot.hook.type')
      const key = ['hook', who.session, text(inner, 'github.copilot.hook.invocation_id'), timeNs]
      const detail = text(inner, 'github.copilot.hook.tool_names')
        .replaceAll(/[[\]"]/g, '')
        .slice(0, 200)
      into.event({ key, timeNs, who, type: 'hook', name, detail })
    }
  }
}

function tool(span: SpanOf<Key>, into: Collector): void {
  const who = whoOf(span)
  const { spanId, endTimeNs: timeNs } = span.record
  const id = text(span, 'gen_ai.tool.call.id') || spanId
  const source = { key: ['tool', who.session, id], timeNs, who }
  const server = serverOf(span)
  const raw = text(span, 'gen_ai.tool.name')
  // Unless content is captured, a name of an MCP tool is two hashes. Their beginnings distinguish tools well enough.
  const hashes = /^([0-9a-f]{12})[0-9a-f]*\/([0-9a-f]{12})[0-9a-f]*$/.exec(raw)
  const named = text(span, 'github.copilot.tool.parameters.mcp_tool_name')
  const outcome = failed(span) ? 'error' : 'success'
  const about = { outcome, errorKind: text(span, 'error.type'), durationMs: durationOf(span.record) } as const
  countTool({ ...source, raw: named || (hashes ? `hash:${hashes[2]}` : raw), server, ...about }, into)
  const skill = text(span, 'gen_ai.skill.name')
  if (skill !== '') into.event({ ...source, key: [...source.key, 'skill'], type: 'skill', name: skill })
  if (server !== '' || outcome === 'error') return
  const given = json(span, 'gen_ai.tool.call.arguments')
  if (shellTools.has(raw)) {
    countGit(textIn(given, 'command'), text(span, 'gen_ai.tool.call.result'), source, into)
  } else countFiles(filesOf(raw, span), source, into)
}

function serverOf(span: SpanOf<Key>): string {
  const hash = text(span, 'github.copilot.tool.parameters.mcp_server_name_hash')
  const isMcp = text(span, 'github.copilot.mcp.server.source') !== ''
  const hidden = hash === '' ? (isMcp ? unnamedServer : '') : `hash:${hash.slice(0, 12)}`
  return text(span, 'github.copilot.tool.parameters.mcp_server_name') || hidden
}

function failed(span: SpanOf<Key>): boolean {
  return span.record.failed || text(span, 'error.type') !== '' || (number(span, 'process.exit.code') ?? 0) !== 0
}

/** Arguments are present only if content is captured; otherwise an edit counts with an unknown kind of file. */
function filesOf(toolName: string, span: SpanOf<Key>): EditedFile[] {
  const path = textIn(json(span, 'gen_ai.tool.call.arguments'), 'path')
  if (toolName === 'create') return [editedFile('create', path)]
  if (toolName === 'edit' || toolName === 'str_replace') return [editedFile('edit', path)]
  if (toolName !== 'apply_patch') return []
  // The lines of the patch are left out, because metrics report them, too.
  return filesOfPatch(text(span, 'gen_ai.tool.call.arguments')).map(
    ({ linesAdded: _, linesRemoved: __, ...file }) => file,
  )
}
