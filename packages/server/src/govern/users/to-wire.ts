import type { OrganizationUser } from '@muster/contract/organization'
import { toIso } from '../../ground/platform/clock.ts'
import type { UserRow } from './repository.ts'

export function toWire(row: UserRow): OrganizationUser {
  return {
    id: row.id,
    email: row.email,
    createdAt: toIso(row.created_at),
    metadata: row.metadata,
    ...(row.first_name !== null && { firstName: row.first_name }),
    ...(row.last_name !== null && { lastName: row.last_name }),
    ...(row.last_sign_in_at !== null && { lastSignInAt: toIso(row.last_sign_in_at) }),
    role: row.role,
  }
}
