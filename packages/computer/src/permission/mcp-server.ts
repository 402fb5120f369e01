import { objectOf, textOf } from '../acp/loose.ts'
import type { ToolCall } from '../transcript/tool-call.ts'

/** The MCP server of a called tool, for agents that name it in the input or in the tool's name. */
export function mcpServerOf({ name, title, input }: ToolCall): string | undefined {
  const told = textOf(input.server) ?? textOf(objectOf(input.mcp_context).server_name)
  for (const text of [name, title]) {
    const found = /^mcp__(.+?)__/.exec(text)?.[1] ?? /^mcp[.:]([^./:\s]+)[./:]/.exec(text)?.[1]
    if (found !== undefined) return found
    if (told !== undefined && /\bmcp\b/i.test(text)) return told
  }
  return undefined
}
