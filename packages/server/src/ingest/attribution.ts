import { attributingRoles } from '@muster/contract/scope-roles'
import type { Principal } from '../platform/principal.ts'
import type { EventDraft } from './draft.ts'

/** Whether the caller may report what other people did: by role, and with a key that has scopes by scope too. */
export function mayAttribute({ role, scopes }: Principal): boolean {
  return attributingRoles.includes(role) && (scopes === null || scopes.includes('telemetry:attribute'))
}

/**
 * Whose an event is. A key that may report for others says so by e-mail; a key that was made for that purpose also by
 * the agent's anonymous id. Everything else is its own user's.
 */
export function userOf(principal: Principal, draft: EventDraft): string {
  if (mayAttribute(principal)) {
    if (draft.email !== undefined) return `e:${draft.email}`
    if (isShared(principal) && draft.anonymousId !== undefined) return `a:${draft.anonymousId}`
  }
  return `u:${principal.userId}`
}

/** The names under which events of the caller may be known, further addresses apart. */
export function namesOf({ userId, email }: Principal): string[] {
  return [`u:${userId}`, `e:${email.toLowerCase()}`]
}

/** A key that names the scope stands for many people, not for the one who made it. */
function isShared({ scopes }: Principal): boolean {
  return scopes?.includes('telemetry:attribute') === true
}
