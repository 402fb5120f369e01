import type { DelegationLevel } from '@muster/contract/analytics'
import { patchBegin } from '@muster/contract/patch'
import type { ClientType } from '@muster/contract/telemetry'
import { helperCall } from '../../../events/usage-event.ts'
import { filesOfPatch } from '../../vocabulary/edited-files.ts'
import { type Attributed, flag, json, number, text, textIn } from '../attributes.ts'
import type { Collector } from '../collector.ts'
import type { Who } from '../event-report.ts'
import { windowOf } from '../metric-series.ts'
import { byEventName, defineAgent, type Log, outcomeOf } from './agent.ts'
import { countDecision, countTool } from './tool-call.ts'
import { countFiles, countGit } from './work.ts'

const keys = [
  'service.name',
  'event.name',
  'event.kind',
  'conversation.id',
  'originator',
  'approval_policy',
  'sandbox_policy',
  'prompt',
  'prompt_length',
  'model',
  'input_token_count',
  'output_token_count',
  'cached_token_count',
  'cache_write_token_count',
  'reasoning_token_count',
  'model_reasoning_effort',
  'tool_name',
  'tool_namespace',
  'call_id',
  'success',
  'arguments',
  'output',
  'mcp_server',
  'duration_ms',
  'decision',
  'source',
  'http.response.status_code',
  'error.message',
] as const
type Key = (typeof keys)[number]

/**
 * Codex. Everything comes from logs except hooks, which only a metric reports; all other metrics and all spans repeat
 * the logs. Input tokens include the cache. The time of a log record is when it was observed, and its `eventName` is a
 * source line of Codex.
 *
 * A completed stream is reported twice, and only one of the two has tokens. `success` is true even for a command that
 * fails: the exit code is in the output.
 */
export const codex = defineAgent<Key>({
  name: 'codex',
  keys,
  metrics: ['codex.hooks.run'],
  log(log, into) {
    handlers.get(text(log, 'event.name'))?.(log, into)
  },
  point(point, into) {
    const { value } = point.record
    if (value === 0) return
    const window = windowOf(point, into)
    if (!window) return
    const who = { session: '', client: clientOf(point) }
    into.event({ ...window, who, type: 'hook', name: text(point, 'hook_name'), quantity: value })
  },
})

const handlers = byEventName<Key>({
  'codex.conversation_starts'(log, into) {
    const { timeNs, who } = base(log)
    const extra = levelOf(text(log, 'approval_policy'), text(log, 'sandbox_policy'))
    into.event({ key: ['session', who.session], timeNs, who, type: 'session_start', extra })
  },
  'codex.user_prompt'(log, into) {
    // Codex's own reviewer of actions is a conversation too, but no person writes its prompts.
    if (text(log, 'prompt').startsWith('The following is the Codex agent history whose request action')) return
    if (mayBeTitle(log) && (number(log, 'prompt_length') ?? 0) > titlePromptLength) return
    into.event({ ...base(log), type: 'message', name: 'user' })
  },
  'codex.sse_event'(log, into) {
    const input = number(log, 'input_token_count')
    if (text(log, 'event.kind') !== 'response.completed' || input === undefined) return
    const tokens = {
      cache: 'within',
      input,
      output: number(log, 'output_token_count'),
      cacheRead: number(log, 'cached_token_count'),
      cacheWrite: number(log, 'cache_write_token_count'),
    } as const
    const { key, ...rest } = base(log)
    const reasoned = (number(log, 'reasoning_token_count') ?? 0) > 0
    const thinking = reasoned || !['', 'none'].includes(text(log, 'model_reasoning_effort'))
    const detail = thinking ? 'thinking' : 'standard'
    const isTitle = mayBeTitle(log)
    const about = { name: text(log, 'model'), detail, ...(isTitle && { extra: helperCall }) }
    const isTaken = into.event({ ...rest, key, type: 'model_call', ...about, tokens })
    if (isTaken && !isTitle) into.event({ ...rest, key: [...key, 'message'], type: 'message', name: 'assistant' })
  },
  'codex.api_request'(log, into) {
    const status = number(log, 'http.response.status_code')
    const hasFailed = status === undefined ? text(log, 'error.message') !== '' : status >= 400
    if (!hasFailed) return
    const errorKind = status === undefined ? 'unreachable' : String(status)
    const durationMs = number(log, 'duration_ms')
    into.event({ ...base(log), type: 'model_failure', name: text(log, 'model'), errorKind, durationMs })
  },
  'codex.tool_decision'(log, into) {
    const decision = text(log, 'decision').startsWith('approved') ? 'accept' : 'refuse'
    const decidedBy = text(log, 'source') === 'User' ? 'person' : 'policy'
    countDecision({ ...toolOf(log), decision, decidedBy }, into)
  },
  'codex.tool_result': toolResult,
})

/** The instructions for a title have about this length; the text that gets the title follows them. */
const titlePromptLength = 500

/**
 * Whether a record may belong to the conversation in which the adapter for the Agent Client Protocol requests a title.
 * That conversation always uses this model and has no other distinguishing mark. If a person chose the same model,
 * answers do not count as messages, and prompts count only if they are short.
 */
function mayBeTitle(log: Log<Key>): boolean {
  return text(log, 'service.name') === 'codex-app-server' && text(log, 'model') === 'gpt-5.6-luna'
}

function toolResult(log: Log<Key>, into: Collector): void {
  const { raw, server, ...source } = toolOf(log)
  const output = text(log, 'output')
  const success = flag(log, 'success')
  const hasFailed = success === false || exitCodeOf(output) !== 0
  const outcome = outcomeOf(success === undefined ? undefined : !hasFailed)
  countTool({ ...source, raw, server, outcome, durationMs: number(log, 'duration_ms') }, into)
  if (server !== '' || hasFailed) return
  const given = text(log, 'arguments')
  if (raw === 'apply_patch') {
    countFiles(filesOfPatch(given), source, into)
    return
  }
  const command = commandOf(log)
  if (command.includes(patchBegin)) countFiles(filesOfPatch(command), source, into)
  countGit(command, output, source, into)
}

function toolOf(log: Log<Key>) {
  const { key, timeNs, who } = base(log)
  const id = text(log, 'call_id')
  const namespace = text(log, 'tool_namespace')
  const server = text(log, 'mcp_server') || (namespace.startsWith('mcp__') ? namespace.slice('mcp__'.length) : '')
  return { key: id === '' ? key : ['tool', who.session, id], timeNs, who, raw: text(log, 'tool_name'), server }
}

/** Both formats of an exit code in Codex are within the first lines of an output. */
function exitCodeOf(output: string): number {
  const match = /^(?:Process exited with code|Exit code:) (-?\d+)/m.exec(output.slice(0, 500))
  return match === null ? 0 : Number(match[1])
}

/** The shell tools of Codex take a command line, or a list of words that ends with the script for a shell. */
function commandOf(log: Log<Key>): string {
  const parsed = json(log, 'arguments')
  const words = parsed?.command
  if (Array.isArray(words)) return String(words.at(-1) ?? '')
  return textIn(parsed, 'cmd') || textIn(parsed, 'command')
}

function base(log: Log<Key>): { key: (string | number)[]; timeNs: string; who: Who } {
  const session = text(log, 'conversation.id')
  const { timeNs } = log.record
  return { key: [text(log, 'event.name'), session, timeNs], timeNs, who: { session, client: clientOf(log) } }
}

function clientOf(from: Attributed<string>): ClientType {
  const originator = text(from, 'originator')
  if (/exec|sdk|mcp/.test(originator) || text(from, 'session_source') === 'exec') return 'non-interactive-cli'
  return /web|cloud/.test(originator) ? 'web' : 'terminal-ui'
}

/** The level from the approval policy and, if nobody is asked, the sandbox. */
function levelOf(approvalPolicy: string, sandboxPolicy: string): DelegationLevel | '' {
  if (approvalPolicy === 'untrusted' || approvalPolicy === 'unless-trusted') return 'manual'
  if (approvalPolicy === 'on-request') return 'auto-low'
  if (approvalPolicy === 'on-failure') return 'auto-medium'
  if (approvalPolicy !== 'never') return ''
  if (sandboxPolicy === 'danger-full-access') return 'auto-high'
  return sandboxPolicy === 'read-only' ? 'auto-low' : 'auto-medium'
}
