import { type AgentId, agentIds, agents } from '@muster/contract/agents'
import { toolNames } from '@muster/contract/tool-names'

/**
 * The names of each tool of an agent: its own and the common ones. Names of MCP tools are arbitrary, so not included.
 */
export function toolsOf(agent: AgentId): readonly (readonly string[])[] {
  return Object.entries(toolNames[agent]).map(([own, meant]) => [own, ...meant])
}

const connectable = agentIds.filter((id) => agents[id].hasHooks)

/** The agents' own tool names, for all agents that can be connected. */
export const knownTools: readonly string[] = [...new Set(connectable.flatMap((id) => Object.keys(toolNames[id])))]
