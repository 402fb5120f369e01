import type { DelegationLevel } from '@muster/contract/analytics'
import type { ClientType } from '@muster/contract/telemetry'
import { callKey } from '../../vocabulary/call-key.ts'
import { unknownExtension } from '../../vocabulary/edited-files.ts'
import { languageNamed } from '../../vocabulary/languages.ts'
import { type Attributed, flag, json, number, text, textIn } from '../attributes.ts'
import type { Collector } from '../collector.ts'
import type { Who } from '../event-report.ts'
import { windowOf } from '../metric-series.ts'
import { byEventName, defineAgent, type Log, outcomeOf, type PointOf } from './agent.ts'
import { countResult, countTool, unnamedServer } from './tool-call.ts'

const keys = [
  'event.name',
  'event.sequence',
  'session.id',
  'app.entrypoint',
  'query_source',
  'terminal.type',
  'model',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_creation_tokens',
  'cache_creation_1h_tokens',
  'cost_usd',
  'duration_ms',
  'request_id',
  'status_code',
  'error_type',
  'success',
  'source',
  'is_async',
  'thinking_tokens',
  'decision',
  'permission_mode',
  'tool_name',
  'tool_use_id',
  'tool_source',
  'tool_parameters',
  'command_name',
  'command_source',
  'skill.name',
  'hook_event',
  'hook_name',
  'num_hooks',
] as const
type Key = (typeof keys)[number] | 'user.id'

/**
 * Claude Code. Model calls, messages, tool calls, skills, commands and hooks come from logs. Sessions, commits, pull
 * requests, files, lines and active time come from metrics, since logs contain those only with details switched on.
 * Token and cost metrics and all spans repeat the logs and are ignored.
 *
 * A tool call is reported twice, by its decision and by its result, under one key: only the decision has the permission
 * mode, and either may be missing. Input tokens exclude the cache. `effort` comes with every call, even if the model
 * does not think, so it does not determine the tier.
 */
export const claudeCode = defineAgent<Key>({
  name: 'claude-code',
  keys: [...keys, 'user.id'],
  metrics: [
    'claude_code.session.count',
    'claude_code.commit.count',
    'claude_code.pull_request.count',
    'claude_code.code_edit_tool.decision',
    'claude_code.lines_of_code.count',
    'claude_code.active_time.total',
  ],
  log(log, into) {
    handlers.get(text(log, 'event.name'))?.(log, into)
  },
  point,
})

const handlers = byEventName<Key>({
  api_request(log, into) {
    const { key, ...rest } = base(log)
    into.event({
      ...rest,
      key: callKey(rest.who.session, text(log, 'request_id')) ?? key,
      type: 'model_call',
      name: text(log, 'model'),
      detail: (number(log, 'thinking_tokens') ?? 0) > 0 ? 'thinking' : 'standard',
      tokens: {
        cache: 'beside',
        input: number(log, 'input_tokens'),
        output: number(log, 'output_tokens'),
        cacheRead: number(log, 'cache_read_tokens'),
        cacheWrite: number(log, 'cache_creation_tokens'),
      },
      cacheWriteHour: number(log, 'cache_creation_1h_tokens'),
      cost: number(log, 'cost_usd'),
      durationMs: number(log, 'duration_ms'),
    })
  },
  api_error(log, into) {
    const errorKind = text(log, 'error_type') || text(log, 'status_code')
    const durationMs = number(log, 'duration_ms')
    into.event({ ...base(log), type: 'model_failure', name: text(log, 'model'), errorKind, durationMs })
  },
  assistant_response(log, into) {
    // The agent itself reads titles and summaries; they are no answers to a person.
    if (/^(?:compact|title|generate_session_title|session_title|summary)/.test(text(log, 'query_source'))) return
    into.event({ ...base(log), type: 'message', name: 'assistant' })
  },
  user_prompt(log, into) {
    const { key, ...rest } = base(log)
    const command = text(log, 'command_name')
    // Commands of Claude Code itself, such as /model and /exit, do not reach the model.
    if (text(log, 'command_source') !== 'builtin') into.event({ ...rest, key, type: 'message', name: 'user' })
    if (command !== '') into.event({ ...rest, key: [...key, 'command'], type: 'slash_command', name: command })
  },
  subagent_completed(log, into) {
    // When a background agent ends, Claude Code writes a prompt to itself. Without logged prompts it looks like one of
    // the user's and is counted as such. This notification takes it back.
    if (flag(log, 'is_async') === true) into.event({ ...base(log), type: 'message', name: 'notification' })
  },
  tool_decision(log, into) {
    const tool = toolOf(log)
    const decision = text(log, 'decision') === 'accept' ? 'accept' : 'refuse'
    const decidedBy = text(log, 'source').startsWith('user') ? 'person' : 'policy'
    const level = levels.get(text(log, 'permission_mode')) ?? ''
    countTool({ ...tool, level, decision, decidedBy }, into)
  },
  tool_result(log, into) {
    const tool = toolOf(log)
    const durationMs = number(log, 'duration_ms')
    const outcome = outcomeOf(flag(log, 'success'))
    // The decision has more fields. Of two versions the earlier counts, so the result gets a time just after the call
    // began.
    const beganNs =
      BigInt(tool.timeNs || 0) - BigInt(Math.max(0, Math.round((durationMs || 0) - marginMs))) * 1_000_000n
    countTool({ ...tool, timeNs: String(beganNs + 1_000_000n) }, into)
    countResult({ ...tool, outcome, errorKind: text(log, 'error_type'), durationMs }, into)
  },
  skill_activated(log, into) {
    into.event({ ...base(log), type: 'skill', name: text(log, 'skill.name') })
  },
  hook_execution_complete(log, into) {
    // The name is the event and, for some events, the text to which the matcher was applied: PreToolUse:Bash.
    const name = text(log, 'hook_event')
    const full = text(log, 'hook_name')
    const detail = full.startsWith(`${name}:`) ? full.slice(name.length + 1) : ''
    into.event({ ...base(log), type: 'hook', name, detail, quantity: number(log, 'num_hooks') ?? 1 })
  },
})

/** The decision on a call is logged a few milliseconds before the call begins, and timestamps are rounded. */
const marginMs = 5

function toolOf(log: Log<Key>) {
  const parameters = json(log, 'tool_parameters')
  const isMcp = text(log, 'tool_source') === 'mcp' || text(log, 'tool_name') === 'mcp_tool'
  const server = textIn(parameters, 'mcp_server_name') || (isMcp ? unnamedServer : '')
  const raw = textIn(parameters, 'mcp_tool_name') || text(log, 'tool_name')
  const id = text(log, 'tool_use_id')
  const { key, ...rest } = base(log)
  return { ...rest, key: id === '' ? key : ['tool', rest.who.session, id], raw, server }
}

/** From never asking to always asking. With `auto` a classifier decides; `acceptEdits` asks for commands. */
const levels: ReadonlyMap<string, DelegationLevel> = new Map([
  ['bypassPermissions', 'auto-high'],
  ['dontAsk', 'auto-high'],
  ['auto', 'auto-medium'],
  ['acceptEdits', 'auto-low'],
  ['plan', 'spec'],
  ['default', 'manual'],
])

function base(log: Log<Key>): { key: (string | number)[]; timeNs: string; who: Who } {
  const session = text(log, 'session.id')
  const { timeNs } = log.record
  return { key: [text(log, 'event.name'), session, timeNs, text(log, 'event.sequence')], timeNs, who: whoOf(log) }
}

function whoOf(from: Attributed<string>): Who {
  return { session: text(from, 'session.id'), client: clientOf(from), anonymousId: text(from, 'user.id') }
}

/** The entry point is present only if it was configured, and the query source only on some records. */
function clientOf(from: Attributed<string>): ClientType {
  const entrypoint = text(from, 'app.entrypoint')
  if (entrypoint !== '') {
    if (/^(?:sdk|mcp|local-agent)|github-action/.test(entrypoint)) return 'non-interactive-cli'
    return /web|remote/.test(entrypoint) ? 'web' : 'terminal-ui'
  }
  const unattended = text(from, 'query_source') === 'sdk' || text(from, 'terminal.type') === 'non-interactive'
  return unattended ? 'non-interactive-cli' : 'terminal-ui'
}

function point(point: PointOf, into: Collector): void {
  const { metric, value } = point.record
  if (value === 0) return
  const window = windowOf(point, into)
  if (!window) return
  const shared = { ...window, quantity: value, who: whoOf(point) }
  const type = text(point, 'type')
  if (metric === 'claude_code.commit.count') into.event({ ...shared, type: 'commit' })
  else if (metric === 'claude_code.pull_request.count') into.event({ ...shared, type: 'pull_request' })
  else if (metric === 'claude_code.session.count') {
    // A continued session keeps its old id; the new id on this point is never used again.
    if (!['continue', 'resume'].includes(text(point, 'start_type'))) into.event({ ...shared, type: 'session_start' })
  } else if (metric === 'claude_code.lines_of_code.count') {
    into.event({ ...shared, type: 'line_change', name: type === 'removed' ? 'removed' : 'added' })
  } else if (metric === 'claude_code.active_time.total') {
    const quantity = Math.round(value * 1000)
    into.event({ ...shared, quantity, type: 'active_time', name: type === 'user' ? 'user' : 'agent' })
  } else if (text(point, 'decision') === 'accept') {
    const name = text(point, 'tool_name') === 'Write' ? 'create' : 'edit'
    into.event({
      ...shared,
      type: 'file',
      name,
      detail: unknownExtension,
      extra: languageNamed(text(point, 'language')),
    })
  }
}
