import { autonomyLevels } from '@muster/contract/enumerations'
import type { Policy } from '@muster/contract/relay/to-computer'
import type { Identity } from './identity.ts'

type Consent = Pick<Identity, 'userId' | 'access' | 'maxAutonomyLevel'>

/** Whether the user of this computer lets this person send work. Old services do not name the person. */
export function admits({ access, userId }: Consent, personId: string | undefined): boolean {
  return access === 'organization' || userId === undefined || personId === undefined || personId === userId
}

/** Combines the rules of the organization with those of the computer's user: the stricter ones apply. */
export function withConsent(policy: Policy, { maxAutonomyLevel }: Consent): Policy {
  if (maxAutonomyLevel === undefined) return policy
  const levels = [policy.maxAutonomyLevel ?? 'high', maxAutonomyLevel].map((level) => autonomyLevels.indexOf(level))
  const lowest = autonomyLevels[Math.min(...levels)]
  return { ...policy, ...(lowest !== undefined && { maxAutonomyLevel: lowest }) }
}

export const privateFault =
  'This computer is private: it takes messages of its own user alone. Its user can let the organization in: muster computers join --allow organization'
