import { toolNames } from '@muster/contract/tool-names'
import { isObject } from './check-settings.ts'

/** Made with the first tool: a process for another event needs it not. */
let canonicalNames: ReadonlyMap<string, readonly string[]> | undefined

/**
 * The names, one for all agents, of the tool that an event is about; none when its own name is that name already, or
 * nobody knows it. Agents name the tools of MCP servers in several ways; those who tell server and tool apart get the
 * name that most use.
 */
export function canonicalToolsOf(name: string, fields: Readonly<Record<string, unknown>>): readonly string[] {
  const { mcp_context: context } = fields
  if (isObject(context)) {
    const { server_name: server, tool_name: tool } = context
    const full = `mcp__${server}__${tool}`
    if (typeof server === 'string' && typeof tool === 'string') return full === name ? none : [full]
  }
  canonicalNames ??= new Map(Object.values(toolNames).flatMap((names) => Object.entries(names)))
  return canonicalNames.get(name) ?? none
}

const none: readonly string[] = []
