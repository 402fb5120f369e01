import type { CreatedApiKey } from '@muster/contract/api-key'
import type { Tx } from '../../ground/database/database.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import { type Ids, randomIds } from '../../ground/platform/ids.ts'
import { recordOwnChange } from '../audit/service.ts'
import { formatApiKey, hashSecret, newApiKey } from './api-key.ts'
import * as repository from './repository.ts'
import { toWire } from './to-wire.ts'

interface OwnerKeyOptions {
  /** Required if the e-mail belongs to owners of several organizations. */
  readonly organizationId?: string
  readonly ids?: Ids
}

/**
 * Creates a key for an owner who has lost theirs. It authenticates no caller: only the operator, who has access to the
 * database, can call it. Like the first key, it has no scopes and never expires.
 */
export async function createOwnerKey(
  tx: Tx,
  email: string,
  now: number,
  { organizationId, ids = randomIds }: OwnerKeyOptions = {},
): Promise<CreatedApiKey> {
  const owners = await repository.ownersByEmail(tx, email.toLowerCase(), organizationId ?? null)
  const [owner] = owners
  if (!owner) {
    const known = (await repository.ownerEmails(tx)).map((row) => row.email)
    throw new AppError('user_not_found', `No owner has the e-mail ${email}. Owners are: ${known.join(', ')}.`)
  }
  if (owners.length > 1) {
    const names = owners.map(({ organization_id, organization_name }) => `${organization_id} (${organization_name})`)
    throw new AppError(
      'user_not_found',
      `${email} is an owner of several organizations. Name one of them: ${names.join(', ')}.`,
    )
  }
  const key = newApiKey(ids)
  const row = await repository.insert(tx, {
    id: key.id,
    organizationId: owner.organization_id,
    userId: owner.user_id,
    name: 'Made by the operator',
    secretHash: hashSecret(key.secret),
    scopes: null,
    createdAt: now,
    expiresAt: null,
    parentId: null,
  })
  await recordOwnChange(tx, owner.organization_id, now, {
    action: 'api_key.create',
    target: { type: 'api_key', id: key.id },
    changes: { name: row.name, userId: row.user_id, scopes: null, expiresAt: null },
  })
  return { ...toWire(row), key: formatApiKey(key) }
}
