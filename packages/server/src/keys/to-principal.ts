import type { Principal } from '../platform/principal.ts'
import type { Caller } from './caller.ts'
import type { FoundBearer } from './found-bearer.ts'

/** `bearerEndMs` is when the bearer itself ends, apart from its key. */
export function toPrincipal(
  row: FoundBearer['row'],
  key: FoundBearer['key'],
  bearerEndMs: number,
  { address, requestId }: Caller,
): Principal {
  const endMs = Math.min(bearerEndMs, key?.expires_at ?? Number.POSITIVE_INFINITY)
  return {
    organizationId: row.organization_id,
    userId: row.user_id,
    email: row.email,
    role: row.role,
    apiKeyId: key?.key_id ?? null,
    scopes: key?.scopes ?? null,
    expiresAtMs: endMs === Number.POSITIVE_INFINITY ? null : endMs,
    address,
    requestId,
  }
}
