import { type AgentId, agentIds, agents } from '@muster/contract/agents'
import { toolNames } from '@muster/contract/tool-names'

/** Names that match a tool of an agent: its own, and the common ones. Names of MCP tools are arbitrary. */
export function toolsOf(agent: AgentId): readonly (readonly string[])[] {
  return Object.entries(toolNames[agent]).map(([own, meant]) => [own, ...meant])
}

const connectable = agentIds.filter((id) => agents[id].hasHooks)

/** Of the agents that can be connected. */
export const knownTools: readonly string[] = [...new Set(connectable.flatMap((id) => Object.keys(toolNames[id])))]
