import type { SessionSettings } from '@muster/contract/session'

/** Whether the agent must first make a plan for a person to read. */
export function isPlanning({ interactionMode, autonomyMode }: SessionSettings): boolean {
  return interactionMode === 'spec' || (interactionMode === undefined && autonomyMode === 'spec')
}
