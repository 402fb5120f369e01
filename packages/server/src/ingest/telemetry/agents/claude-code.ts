import type { DelegationLevel } from '@muster/contract/analytics'
import type { ClientType } from '@muster/contract/telemetry'
import { languageNamed } from '../../vocabulary/languages.ts'
import { tokensBesideCache } from '../../vocabulary/tokens.ts'
import { type Attributed, json, number, text, textIn } from '../attributes.ts'
import type { Collector, Who } from '../collector.ts'
import { windowOf } from '../metric-series.ts'
import { byEventName, defineAgent, type Log, type PointOf } from './agent.ts'
import { countTool, unnamedServer } from './tool-call.ts'

const keys = [
  'event.name',
  'event.sequence',
  'session.id',
  'app.entrypoint',
  'query_source',
  'terminal.type',
  'model',
  'effort',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_creation_tokens',
  'decision',
  'permission_mode',
  'tool_name',
  'tool_use_id',
  'tool_source',
  'tool_parameters',
  'prompt',
  'command_name',
  'skill.name',
  'hook_event',
  'hook_name',
  'num_hooks',
] as const
type Key = (typeof keys)[number] | 'user.id'

/**
 * Claude Code. Model calls, messages, tool calls, skills, commands and hooks come from logs; sessions, commits, pull
 * requests and files from metrics, since logs tell of those only when details are switched on. Token, cost and line
 * metrics and all spans repeat what the logs say, and are passed over.
 *
 * A tool call is counted by its decision, not by its result: both come once for every call, and only the decision tells
 * the permission mode. Input tokens come without the cache.
 */
export const claudeCode = defineAgent<Key>({
  name: 'claude-code',
  keys: [...keys, 'user.id'],
  metrics: [
    'claude_code.session.count',
    'claude_code.commit.count',
    'claude_code.pull_request.count',
    'claude_code.code_edit_tool.decision',
  ],
  log(log, into) {
    handlers.get(text(log, 'event.name'))?.(log, into)
  },
  point,
})

const handlers = byEventName<Key>({
  api_request(log, into) {
    const tokens = tokensBesideCache({
      input: number(log, 'input_tokens'),
      output: number(log, 'output_tokens'),
      cacheRead: number(log, 'cache_read_tokens'),
      cacheWrite: number(log, 'cache_creation_tokens'),
    })
    if (typeof tokens === 'string') {
      into.quarantine(tokens)
      return
    }
    const thinking = !['', 'none', 'off'].includes(text(log, 'effort'))
    const name = text(log, 'model')
    into.event({ ...base(log), type: 'model_call', name, detail: thinking ? 'thinking' : 'standard', tokens })
  },
  assistant_response(log, into) {
    into.event({ ...base(log), type: 'message', name: 'assistant' })
  },
  user_prompt(log, into) {
    // When prompts are logged, those that Claude Code writes to itself as its background agents end can be told apart.
    if (text(log, 'prompt').startsWith('<task-notification>')) return
    into.event({ ...base(log), type: 'message', name: 'user' })
    const command = text(log, 'command_name')
    if (command === '') return
    const { key, ...rest } = base(log)
    into.event({ ...rest, key: [...key, 'command'], type: 'slash_command', name: command })
  },
  tool_decision(log, into) {
    if (text(log, 'decision') !== 'accept') return
    const parameters = json(log, 'tool_parameters')
    const isMcp = text(log, 'tool_source') === 'mcp' || text(log, 'tool_name') === 'mcp_tool'
    const server = textIn(parameters, 'mcp_server_name') || (isMcp ? unnamedServer : '')
    const raw = textIn(parameters, 'mcp_tool_name') || text(log, 'tool_name')
    const id = text(log, 'tool_use_id')
    const { key, ...rest } = base(log)
    const level = levels.get(text(log, 'permission_mode')) ?? ''
    countTool({ ...rest, key: id === '' ? key : ['tool', rest.who.session, id], raw, server, level }, into)
  },
  skill_activated(log, into) {
    into.event({ ...base(log), type: 'skill', name: text(log, 'skill.name') })
  },
  hook_execution_complete(log, into) {
    // The name is the event and, for some events, what the hook's matcher was held against: PreToolUse:Bash.
    const name = text(log, 'hook_event')
    const full = text(log, 'hook_name')
    const detail = full.startsWith(`${name}:`) ? full.slice(name.length + 1) : ''
    into.event({ ...base(log), type: 'hook', name, detail, quantity: number(log, 'num_hooks') ?? 1 })
  },
})

/** From asking never to asking always. `auto` has a classifier decide, `acceptEdits` asks for commands. */
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

/** The entry point is there only if it was asked for, and what asked for a model's answer only on some records. */
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
  const window = windowOf(point)
  if (typeof window === 'string') {
    into.quarantine(window)
    return
  }
  const shared = { ...window, quantity: value, who: whoOf(point) }
  if (metric === 'claude_code.commit.count') into.event({ ...shared, type: 'commit' })
  else if (metric === 'claude_code.pull_request.count') into.event({ ...shared, type: 'pull_request' })
  else if (metric === 'claude_code.session.count') {
    // Continuing takes up an old session; the id on this point is one that nothing else will ever carry.
    if (!['continue', 'resume'].includes(text(point, 'start_type'))) into.event({ ...shared, type: 'session_start' })
  } else if (text(point, 'decision') === 'accept') {
    const name = text(point, 'tool_name') === 'Write' ? 'create' : 'edit'
    into.event({ ...shared, type: 'file', name, extra: languageNamed(text(point, 'language')) })
  }
}
