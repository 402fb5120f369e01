import { type ToolAgent, toolNames } from '@muster/contract/tool-names'

/** Names that a tool of an agent is matched by: its own, and those for all agents. MCP tools are named freely. */
export function toolsOf(agent: ToolAgent): readonly (readonly string[])[] {
  return Object.entries(toolNames[agent]).map(([own, meant]) => [own, ...meant])
}

const connectable: readonly ToolAgent[] = ['claude-code', 'codex', 'gemini-cli']

/** Of the agents that can be connected. */
export const knownTools: readonly string[] = [...new Set(connectable.flatMap((id) => Object.keys(toolNames[id])))]
