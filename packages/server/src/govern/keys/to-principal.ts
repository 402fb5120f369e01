import type { Principal } from '../../ground/platform/principal.ts'
import type { Origin } from './caller.ts'
import type { FoundBearer } from './found-bearer.ts'

export function toPrincipal(
  { row, key, endMs, browserSession }: FoundBearer,
  { address, requestId }: Origin,
): Principal {
  const firstEndMs = Math.min(endMs, key?.expires_at ?? Number.POSITIVE_INFINITY)
  return {
    organizationId: row.organization_id,
    userId: row.user_id,
    email: row.email,
    role: row.role,
    apiKeyId: key?.key_id ?? null,
    scopes: key?.scopes ?? null,
    expiresAtMs: firstEndMs === Number.POSITIVE_INFINITY ? null : firstEndMs,
    ...(browserSession && { browserSessionId: browserSession.id }),
    address,
    requestId,
  }
}
