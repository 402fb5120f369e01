import type { Tx } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import { AppError } from '../../ground/platform/app-error.ts'

export interface WaysIn {
  /** Takes a lock before a way in is closed, so that two concurrent changes cannot close the last two. */
  lock(tx: Tx, organizationId: string): Promise<void>
  /** Throws 409 if the changes of this transaction leave no owner a way in. */
  assertOpen(tx: Tx, organizationId: string, now: number): Promise<void>
}

const lockOrganization = query('keys.lock_organization', 'select id from organizations where id = $1 for no key update')

const findWayIn = query(
  'keys.find_way_in',
  `select 1 from users u
   where u.organization_id = $1 and u.role = 'owner' and u.removed_at is null and (
     exists (select 1 from api_keys k where k.organization_id = $1 and k.user_id = u.id and k.revoked_at is null
       and k.scopes is null and (k.expires_at is null or k.expires_at > $2))
     or exists (select 1 from user_identities i
       where i.organization_id = $1 and i.user_id = u.id and i.issuer = $3::text)
     or exists (select 1 from user_passwords p where p.organization_id = $1 and p.user_id = u.id))
   limit 1`,
)

/**
 * Keeps at least one owner able to sign in, because nobody inside the organization could repair that. A way in is an
 * active key of an owner without scopes, an owner's sign-in with the configured OpenID provider, or an owner's
 * password.
 */
export function createWaysIn({ openIdIssuer }: { openIdIssuer: string | undefined }): WaysIn {
  return {
    async lock(tx, organizationId) {
      await tx.get(lockOrganization, [organizationId])
    },

    async assertOpen(tx, organizationId, now) {
      if (await tx.find(findWayIn, [organizationId, now, openIdIssuer ?? null])) return
      throw new AppError(
        'last_owner_key',
        'No owner could get in any more. First make another key without scopes for an owner, or let another owner sign in.',
      )
    },
  }
}
