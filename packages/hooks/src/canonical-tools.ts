import { toolNames } from '@muster/contract/tool-names'
import { isObject } from './check-settings.ts'

/** Built on first use; a process for an event without a tool does not need it. */
let canonicalNames: ReadonlyMap<string, readonly string[]> | undefined

/**
 * The common names of an event's tool; none if its own name is the common one or is unknown. Agents spell the tools of
 * MCP servers in several ways; for agents that report server and tool separately, this builds the most common form.
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
