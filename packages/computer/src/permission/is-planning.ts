import type { SessionSettings } from '@muster/contract/session'

/** The agent is to make a plan first, and a person reads it. */
export function isPlanning({ interactionMode, autonomyMode }: SessionSettings): boolean {
  return interactionMode === 'spec' || (interactionMode === undefined && autonomyMode === 'spec')
}
