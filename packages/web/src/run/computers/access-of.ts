import type { Computer } from '@muster/contract/computer'

/** Whether this person may send work to the computer. */
export function mayUse({ access, userId }: Computer, personId: string): boolean {
  return access !== 'private' || userId === personId
}

/** What its user lets others do, as text. Everybody may use a managed computer. */
export function accessWords({ access, maxAutonomyLevel }: Computer): string {
  const who = access === 'private' ? 'Private: its user alone gives it work' : 'The organization gives it work'
  return maxAutonomyLevel === undefined ? who : `${who}, up to the level ${maxAutonomyLevel}`
}
