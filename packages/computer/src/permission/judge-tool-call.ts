import { type AutonomyLevel, autonomyLevels } from '@muster/contract/enumerations'
import type { ToolKind } from '@muster/contract/permission'
import type { Policy } from '@muster/contract/relay/to-computer'
import type { SessionSettings } from '@muster/contract/session'
import type { ToolCall } from '../transcript/tool-call.ts'
import { commandLineOf } from './command-line.ts'
import { findForbidden, isAllowed } from './match-command.ts'
import { mcpServerOf } from './mcp-server.ts'

export interface Judgement {
  readonly verdict: 'allow' | 'reject' | 'ask'
  /** For people: the rule that decided. */
  readonly reason?: string
}

const allowedKinds: Readonly<Record<AutonomyLevel, readonly ToolKind[] | 'all'>> = {
  off: [],
  low: ['read', 'search', 'think'],
  medium: ['read', 'search', 'think', 'edit', 'move', 'fetch'],
  high: 'all',
}

/** Judges a tool call by the rules of the organization and the level of the session. Denials take precedence. */
export function judgeToolCall(call: ToolCall, settings: SessionSettings, policy: Policy): Judgement {
  const line = commandLineOf(call)
  const denied = policy.commandDenylist ?? []
  const server = mcpServerOf(call)
  if (server !== undefined && policy.mcpPolicy?.enabled && !isListed(server, policy.mcpPolicy.allowlist ?? [])) {
    return { verdict: 'reject', reason: `The organization does not allow the MCP server ${server}.` }
  }
  if (line !== undefined) {
    const pattern = findForbidden(line, denied)
    if (pattern !== undefined) return { verdict: 'reject', reason: `The organization forbids the command ${pattern}.` }
    if (isAllowed(line, policy.commandAllowlist ?? [])) return { verdict: 'allow' }
  } else if (call.kind === 'execute' && denied.length > 0) {
    // A command that cannot be read cannot be compared with the list.
    return { verdict: 'ask' }
  }
  const allowed = allowedKinds[levelFor(server, settings, policy)]
  return { verdict: allowed === 'all' || allowed.includes(call.kind) ? 'allow' : 'ask' }
}

/** The level of the session, never above the organization's. Single MCP servers may have their own level. */
function levelFor(server: string | undefined, settings: SessionSettings, policy: Policy): AutonomyLevel {
  const own = server === undefined ? undefined : policy.mcpAutonomyOverrides?.[server]
  const override = autonomyLevels.find((level) => level === own)
  return lower(override ?? levelOf(settings), policy.maxAutonomyLevel ?? 'high')
}

function levelOf({ autonomyLevel, autonomyMode = 'normal' }: SessionSettings): AutonomyLevel {
  return autonomyLevel ?? autonomyLevels.find((level) => autonomyMode === `auto-${level}`) ?? 'off'
}

function lower(a: AutonomyLevel, b: AutonomyLevel): AutonomyLevel {
  return autonomyLevels.indexOf(a) <= autonomyLevels.indexOf(b) ? a : b
}

function isListed(server: string, allowlist: readonly string[]): boolean {
  return allowlist.some((each) => each.trim().toLowerCase() === server.trim().toLowerCase())
}
