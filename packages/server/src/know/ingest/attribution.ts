import { attributingRoles } from '@muster/contract/scope-roles'
import type { Principal } from '../../ground/platform/principal.ts'
import type { EventDraft } from './draft.ts'

/** Whether the caller may report for other people: both its role and its scopes, if it has any, must allow it. */
export function mayAttribute({ role, scopes }: Principal): boolean {
  return attributingRoles.includes(role) && (scopes === null || scopes.includes('telemetry:attribute'))
}

/**
 * Determines the user of an event. A key that may report for others names the user by e-mail; a key that was made for
 * that purpose may also use the agent's anonymous id. Any other event belongs to the key's own user.
 */
export function userOf(principal: Principal, draft: EventDraft): string {
  if (mayAttribute(principal)) {
    if (draft.email !== undefined) return `e:${draft.email}`
    if (isShared(principal) && draft.anonymousId !== undefined) return `a:${draft.anonymousId}`
  }
  return `u:${principal.userId}`
}

/** The names under which events of the caller may be stored, except further addresses. */
export function namesOf({ userId, email }: Principal): string[] {
  return [`u:${userId}`, `e:${email.toLowerCase()}`]
}

/** A key with that scope represents many people, not its creator. */
function isShared({ scopes }: Principal): boolean {
  return scopes?.includes('telemetry:attribute') === true
}
