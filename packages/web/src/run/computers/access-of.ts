import type { Computer } from '@muster/contract/computer'

/** Whether this person may give the computer work. */
export function mayUse({ access, userId }: Computer, personId: string): boolean {
  return access !== 'private' || userId === personId
}

/** What its user lets others do, in words. A managed computer is there for everybody. */
export function accessWords({ access, maxAutonomyLevel }: Computer): string {
  const who = access === 'private' ? 'Private: its user alone gives it work' : 'The organization gives it work'
  return maxAutonomyLevel === undefined ? who : `${who}, up to the level ${maxAutonomyLevel}`
}
