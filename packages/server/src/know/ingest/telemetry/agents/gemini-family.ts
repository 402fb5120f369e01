import type { DelegationLevel } from '@muster/contract/analytics'
import { redactSecrets } from '@muster/contract/redact-secrets'
import type { ClientType } from '@muster/contract/telemetry'
import { keyOfUnnamedToolCall } from '@muster/contract/unnamed-tool-call'
import type { UsageEvent } from '../../../events/usage-event.ts'
import { callKey } from '../../vocabulary/call-key.ts'
import { type EditedFile, editedFile } from '../../vocabulary/edited-files.ts'
import { languageNamed, languageOfExtension, normalExtension } from '../../vocabulary/languages.ts'
import { flag, json, number, text, textIn } from '../attributes.ts'
import type { Collector } from '../collector.ts'
import type { Who } from '../event-report.ts'
import { type Log, outcomeOf } from './agent.ts'
import { countTool, unnamedServer } from './tool-call.ts'
import { countFiles, countGit, countLines } from './work.ts'

/** Attributes that Gemini CLI shares with Qwen Code, which is a fork of it. */
export const familyKeys = [
  'event.name',
  'session.id',
  'installation.id',
  'interactive',
  'approval_mode',
  'prompt_id',
  'model',
  'duration_ms',
  'response_id',
  'input_token_count',
  'output_token_count',
  'cached_content_token_count',
  'thoughts_token_count',
  'tool_token_count',
  'total_token_count',
  'call_id',
  'function_name',
  'function_args',
  'success',
  'tool_type',
  'mcp_server_name',
  'tool_name',
  'operation',
  'lines',
  'extension',
  'programming_language',
  'command',
  'decision',
  'metadata',
  'execution_status',
  'error_type',
  'status_code',
] as const
export type FamilyKey = (typeof familyKeys)[number]

const shellTool = 'run_shell_command'

export function base(log: Log<FamilyKey>): { key: (string | number)[]; timeNs: string; who: Who } {
  const session = text(log, 'session.id')
  const { timeNs } = log.record
  const who = { session, client: clientOf(log), anonymousId: text(log, 'installation.id') }
  return { key: [text(log, 'event.name'), session, timeNs, text(log, 'duration_ms')], timeNs, who }
}

function clientOf(log: Log<FamilyKey>): ClientType {
  return flag(log, 'interactive') === false ? 'non-interactive-cli' : 'terminal-ui'
}

/** The configuration, including the approval mode, is reported at the start of a session. */
export function sessionStart(log: Log<FamilyKey>, into: Collector): void {
  const { timeNs, who } = base(log)
  const extra = levels.get(text(log, 'approval_mode').toLowerCase().replaceAll(/[-_]/g, '')) ?? ''
  into.event({ key: ['session', who.session], timeNs, who, type: 'session_start', extra })
}

/** With Qwen's `auto` a model decides; `autoEdit` asks for commands. */
const levels: ReadonlyMap<string, DelegationLevel> = new Map([
  ['yolo', 'auto-high'],
  ['auto', 'auto-medium'],
  ['autoedit', 'auto-low'],
  ['plan', 'spec'],
  ['default', 'manual'],
])

export function userPrompt(log: Log<FamilyKey>, into: Collector): void {
  const { key, ...rest } = base(log)
  into.event({ ...rest, key: protocolPrompt(log) ?? key, type: 'message', name: 'user' })
}

/**
 * Over the Agent Client Protocol, Gemini CLI reports no prompts. Every model call names its prompt, so the first call
 * of a prompt counts as the user's message.
 */
export function apiRequest(log: Log<FamilyKey>, into: Collector): void {
  const prompt = protocolPrompt(log)
  if (!prompt) return
  const { timeNs, who } = base(log)
  into.event({ key: prompt, timeNs, who, type: 'message', name: 'user' })
}

/** Only prompts of that protocol have a bare random number as their id; sub-agents and the terminal use other forms. */
function protocolPrompt(log: Log<FamilyKey>): string[] | undefined {
  const id = text(log, 'prompt_id')
  return /^[0-9a-f]{1,16}$/.test(id) ? ['prompt', text(log, 'session.id'), id] : undefined
}

/** One answer of a model: a model call and an assistant message. Input tokens include the cache. */
export function apiResponse(log: Log<FamilyKey>, into: Collector): void {
  const thoughts = number(log, 'thoughts_token_count') ?? 0
  const cacheRead = number(log, 'cached_content_token_count')
  const tokens = { cache: 'within', ...inputAndOutput(log, thoughts), cacheRead } as const
  const { key, ...rest } = base(log)
  const full = callKey(rest.who.session, text(log, 'response_id')) ?? [...key, text(log, 'prompt_id')]
  const detail = thoughts > 0 ? 'thinking' : 'standard'
  const call = { name: text(log, 'model'), detail, tokens, durationMs: number(log, 'duration_ms') }
  const isTaken = into.event({ ...rest, key: full, type: 'model_call', ...call })
  if (isTaken) into.event({ ...rest, key: [...full, 'message'], type: 'message', name: 'assistant' })
}

export function apiError(log: Log<FamilyKey>, into: Collector): void {
  const errorKind = text(log, 'error_type') || text(log, 'status_code')
  const durationMs = number(log, 'duration_ms')
  into.event({ ...base(log), type: 'model_failure', name: text(log, 'model'), errorKind, durationMs })
}

/**
 * Gemini counts thoughts outside of the output, and prompts of tools outside of the input; OpenAI, which Qwen uses,
 * counts them inside. The total shows which one applies.
 */
function inputAndOutput(
  log: Log<FamilyKey>,
  thoughts: number,
): { input: number | undefined; output: number | undefined } {
  const input = number(log, 'input_token_count')
  const output = number(log, 'output_token_count')
  const toolPrompts = number(log, 'tool_token_count') ?? 0
  const total = number(log, 'total_token_count')
  if (input === undefined || output === undefined || total === undefined) return { input, output }
  const rest = total - input - output
  const hasThoughts = thoughts > 0 && rest >= thoughts
  const hasToolPrompts = toolPrompts > 0 && rest - (hasThoughts ? thoughts : 0) >= toolPrompts
  return { input: input + (hasToolPrompts ? toolPrompts : 0), output: output + (hasThoughts ? thoughts : 0) }
}

/** The key that the agent's history contains as well. Undefined if the record has nothing that identifies the call. */
function toolKey(log: Log<FamilyKey>, tool: string, input: unknown): string[] | undefined {
  const answer = text(log, 'response_id')
  const durationMs = number(log, 'duration_ms') ?? 0
  const unnamed = answer === '' ? '' : keyOfUnnamedToolCall({ answer, tool, input, durationMs })
  const id = text(log, 'call_id') || unnamed
  return id === '' ? undefined : ['tool', text(log, 'session.id'), id]
}

/** Counts a tool call and the work in its arguments. `editTools` are those whose files no other record reports. */
export function toolCall(log: Log<FamilyKey>, editTools: ReadonlySet<string>, into: Collector): void {
  const { key, timeNs, who } = base(log)
  const raw = text(log, 'function_name')
  const parameters = json(log, 'function_args')
  const source = { key: toolKey(log, raw, parameters) ?? [...key, raw], timeNs, who }
  const isMcp = text(log, 'tool_type') === 'mcp'
  const server = text(log, 'mcp_server_name') || (isMcp ? serverIn(raw) : '')
  const outcome = outcomeOf(flag(log, 'success'))
  const about = { errorKind: text(log, 'error_type'), durationMs: number(log, 'duration_ms'), ...decisionOf(log) }
  countTool({ ...source, raw, server, outcome, ...about }, into)
  if (outcome !== 'success' || about.decision === 'refuse' || server !== '') return
  const lines = linesOf(log)
  if (editTools.has(raw)) {
    const file = editedFile('edit', textIn(parameters, 'file_path'))
    countFiles([{ ...file, ...lines }], source, into)
    return
  }
  // The separate record of the file does not contain the lines.
  countLines(lines, source, into)
  if (raw === shellTool) countGit(textIn(parameters, 'command'), '', source, into)
  if (raw === 'activate_skill') {
    into.event({ ...source, key: [...source.key, 'skill'], type: 'skill', name: textIn(parameters, 'name') })
  }
}

/** Over the Agent Client Protocol the server is only in the name: `mcp_server_tool`, or nowhere. */
function serverIn(raw: string): string {
  return /^mcp_{1,2}([^_]{1,200})_./.exec(raw)?.[1] ?? unnamedServer
}

/** `modify` is an approval with a change. A call that a policy denied never ran. */
function decisionOf(log: Log<FamilyKey>): Pick<UsageEvent, 'decision' | 'decidedBy'> {
  const decision = text(log, 'decision')
  if (text(log, 'error_type') === 'execution_denied') return { decision: 'refuse', decidedBy: 'policy' }
  if (decision === 'reject') return { decision: 'refuse', decidedBy: 'person' }
  if (decision === 'auto_accept') return { decision: 'accept', decidedBy: 'policy' }
  // In a run without a person, only a policy can have approved.
  const decidedBy = flag(log, 'interactive') === false ? 'policy' : 'person'
  return ['accept', 'modify'].includes(decision) ? { decision: 'accept', decidedBy } : { decision: '', decidedBy: '' }
}

function linesOf(log: Log<FamilyKey>): Pick<EditedFile, 'linesAdded' | 'linesRemoved'> {
  const metadata = json(log, 'metadata')
  const count = (field: string) => (typeof metadata?.[field] === 'number' ? metadata[field] : undefined)
  return { linesAdded: count('model_added_lines'), linesRemoved: count('model_removed_lines') }
}

/** Reading a file is an operation too, but it is not counted. */
export function fileOperation(log: Log<FamilyKey>, into: Collector): void {
  const operation = text(log, 'operation')
  if (operation !== 'create' && operation !== 'update') return
  const { key, timeNs, who } = base(log)
  const extension = normalExtension(text(log, 'extension'))
  const language = languageOfExtension(extension) || languageNamed(text(log, 'programming_language'))
  const file: EditedFile = { operation: operation === 'create' ? 'create' : 'edit', extension, language }
  const full = [...key, text(log, 'tool_name'), text(log, 'lines'), log.record.spanId]
  countFiles([file], { key: full, timeNs, who }, into)
}

export function slashCommand(log: Log<FamilyKey>, into: Collector): void {
  into.event({ ...base(log), type: 'slash_command', name: redactSecrets(text(log, 'command')).replace(/^\/+/, '') })
}
