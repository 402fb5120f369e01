import { readFileSync } from 'node:fs'
import type { AgentId } from '@muster/contract/agents'
import { agents } from '../connect/agents.ts'
import { isConnected } from '../connect/connect.ts'

export interface AgentWithTools {
  readonly id: AgentId
  readonly name: string
}

/** The agents that raise events on this machine, according to their own settings. */
export function connectedAgents(env: NodeJS.ProcessEnv, home: string): AgentWithTools[] {
  return Object.entries(agents)
    .filter(([, agent]) => isConnected(textOf(agent.settingsPath(home, env))))
    .map(([id, { name }]) => ({ id: id as AgentId, name }))
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
