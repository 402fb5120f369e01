import { type AutonomyLevel, autonomyLevels } from '@muster/contract/enumerations'
import type { ToolKind } from '@muster/contract/permission'
import type { Policy } from '@muster/contract/relay/to-computer'
import type { SessionSettings } from '@muster/contract/session'
import type { ToolCall } from '../transcript/tool-call.ts'
import { commandLinesOf } from './command-line.ts'
import { isPlanning } from './is-planning.ts'
import { findForbidden, isAllowed } from './match-command.ts'
import { mcpServerOf } from './mcp-server.ts'

export interface Judgement {
  readonly verdict: 'allow' | 'reject' | 'ask'
  /** The rule that decided, for people. */
  readonly reason?: string
  /** Only a person may decide, not a hook. */
  readonly isForPeople?: true
}

const allowedKinds: Readonly<Record<AutonomyLevel, readonly ToolKind[] | 'all'>> = {
  off: [],
  low: ['read', 'search', 'think'],
  medium: ['read', 'search', 'think', 'edit', 'move', 'fetch'],
  high: 'all',
}

/**
 * Judges a tool call by the rules of the organization and the level of the session. Denials take precedence. If the
 * agent does not say what it will do, a person is asked.
 */
export function judgeToolCall(call: ToolCall, settings: SessionSettings, policy: Policy): Judgement {
  const { told, others } = commandLinesOf(call)
  const lines = [...told, ...others]
  const denied = policy.commandDenylist ?? []
  const server = mcpServerOf(call)
  if (server !== undefined && policy.mcpPolicy?.enabled && !isListed(server, policy.mcpPolicy.allowlist ?? [])) {
    return { verdict: 'reject', reason: `The organization does not allow the MCP server ${server}.` }
  }
  for (const line of lines) {
    const pattern = findForbidden(line, denied)
    if (pattern !== undefined) return { verdict: 'reject', reason: `The organization forbids the command ${pattern}.` }
  }
  // A person has to read the plan.
  if (isPlanning(settings) && leavesPlan(call)) return { verdict: 'ask', isForPeople: true }
  const allowlist = policy.commandAllowlist ?? []
  if (told.length > 0 && lines.every((line) => isAllowed(line, allowlist))) return { verdict: 'allow' }
  // An unknown command cannot be compared with the list. The kind alone is not enough, because it may be wrong.
  const mayRunAnything = told.length === 0 && (call.kind === 'execute' || Object.keys(call.input).length === 0)
  if (mayRunAnything && denied.length > 0) return { verdict: 'ask', isForPeople: true }
  const allowed = allowedKinds[levelFor(server, settings, policy)]
  return { verdict: allowed === 'all' || allowed.includes(call.kind) ? 'allow' : 'ask' }
}

/** Individual MCP servers may have their own level. */
function levelFor(server: string | undefined, settings: SessionSettings, policy: Policy): AutonomyLevel {
  const own = server === undefined ? undefined : policy.mcpAutonomyOverrides?.[server]
  const override = autonomyLevels.find((level) => level === own)
  return lower(override ?? wantedLevel(settings), policy.maxAutonomyLevel ?? 'high')
}

/** The level of the session, at most the organization's. */
export function levelOf(settings: SessionSettings, policy: Policy): AutonomyLevel {
  return levelFor(undefined, settings, policy)
}

function leavesPlan({ kind, name }: ToolCall): boolean {
  return kind === 'switch_mode' || /^exit_?plan/i.test(name)
}

function wantedLevel({ autonomyLevel, autonomyMode = 'normal' }: SessionSettings): AutonomyLevel {
  return autonomyLevel ?? autonomyLevels.find((level) => autonomyMode === `auto-${level}`) ?? 'off'
}

function lower(a: AutonomyLevel, b: AutonomyLevel): AutonomyLevel {
  return autonomyLevels.indexOf(a) <= autonomyLevels.indexOf(b) ? a : b
}

function isListed(server: string, allowlist: readonly string[]): boolean {
  return allowlist.some((each) => each.trim().toLowerCase() === server.trim().toLowerCase())
}
