import { findHooks, withHook, withoutHooks } from '../edit-settings.ts'
import type { ConnectedAgent } from './agents.ts'

/** The settings of an agent, with our command for each of its events. Existing entries stay. */
export function connected(source: string, id: string, agent: ConnectedAgent, program: string): string {
  let text = disconnected(source)
  for (const [event, ours] of Object.entries(agent.events)) {
    text = withHook(text, { event, command: `${program} hooks run ${ours} --agent ${id}`, timeout: agent.timeout })
  }
  return text
}

/** The settings of an agent without our command, wherever it is installed. */
export function disconnected(source: string): string {
  return withoutHooks(
    source,
    findHooks(source, ({ command }) => isOurs(command)),
  )
}

/** Whether the settings of an agent have our command. */
export function isConnected(source: string): boolean {
  return findHooks(source, ({ command }) => isOurs(command)).length > 0
}

function isOurs(command: string): boolean {
  return /\bmuster(?:\.js)?['"]? hooks run \w+(?: --agent [\w-]+)?$/.test(command.trim())
}
