import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'

const keepStartsDigest = query<{ day: string }>(
  'analytics.keep_starts_digest',
  `update analytics_days set starts_digest = $3
   where organization_id = $1 and day = $2 and starts_digest is distinct from $3 returning day`,
)

/** Stores a digest of the session starts of a day. Returns whether it changed. */
export async function keepStarts(handle: Handle, organizationId: string, day: string, digest: string) {
  return (await handle.many(keepStartsDigest, [organizationId, day, digest])).length > 0
}

const findComputedAfter = query<{ day: string }>(
  'analytics.find_computed_after',
  'select day from analytics_days where organization_id = $1 and day > $2 and computed_generation > 0 limit 1',
)

export async function isComputedAfter(handle: Handle, organizationId: string, day: string): Promise<boolean> {
  return (await handle.find(findComputedAfter, [organizationId, day])) !== undefined
}
