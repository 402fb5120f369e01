import type { CreatedOrganization, Organization } from '@muster/contract/organization'
import type { Database, Tx } from '../../ground/database/database.ts'
import { type Clock, toIso } from '../../ground/platform/clock.ts'
import type { Ids } from '../../ground/platform/ids.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { Change } from '../audit/change.ts'
import { changedFields, type Origin, recordChange, recordOwnChange } from '../audit/service.ts'
import { formatApiKey, hashSecret, newApiKey, type ParsedApiKey } from '../keys/api-key.ts'
import { insertApiKey } from '../keys/service.ts'
import { insertUser } from '../users/service.ts'
import * as repository from './repository.ts'

export interface Organizations {
  get(principal: Principal): Promise<Organization>
  rename(change: Change, name: string): Promise<Organization>
  /** Creates an organization with its first owner and that owner's first key. */
  create(tx: Tx, organization: NewOrganization): Promise<CreatedOrganization>
  exists(): Promise<boolean>
  /**
   * Creates an organization unless there is one: of nodes that start together on an empty database, the first one does.
   */
  createFirst(tx: Tx, organization: NewOrganization): Promise<CreatedOrganization | undefined>
}

interface OrganizationsOptions {
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
}

interface NewOrganization {
  readonly name: string
  readonly ownerEmail: string
  /** Used instead of a new key, so that scripts can know it in advance. */
  readonly ownerKey?: ParsedApiKey
  /** The origin of the operator's request; absent if the service itself creates the organization. */
  readonly origin?: Origin
}

export function createOrganizations({ database, ids, clock }: OrganizationsOptions): Organizations {
  const organizations: Organizations = {
    async get(principal) {
      return toWire(await repository.get(database, principal.organizationId))
    },

    async rename(change, name) {
      const row = await repository.rename(change.tx, change.principal.organizationId, name)
      await recordChange(change, {
        action: 'organization.update',
        target: { type: 'organization', id: row.id },
        changes: changedFields({ name: row.old_name }, { name }),
      })
      return toWire(row)
    },

    async create(tx, { name, ownerEmail, ownerKey, origin }) {
      const now = clock.now()
      const organization = { id: ids.uuid(), name, created_at: now }
      const ownerId = ids.uuid()
      const key = ownerKey ?? newApiKey(ids)
      await repository.insert(tx, organization, ownerId)
      const owner = await insertUser(tx, organization.id, now, {
        id: ownerId,
        email: ownerEmail,
        role: 'owner',
        isAccepted: true,
      })
      await insertApiKey(tx, {
        id: key.id,
        organizationId: organization.id,
        userId: ownerId,
        name: 'First key of the owner',
        secretHash: hashSecret(key.secret),
        scopes: null,
        createdAt: now,
        expiresAt: null,
        parentId: null,
      })
      const target = { type: 'organization', id: organization.id }
      const changes = { name, ownerEmail }
      await recordOwnChange(tx, organization.id, now, { action: 'organization.create', target, changes }, origin)
      return { organization: toWire(organization), owner, apiKey: formatApiKey(key) }
    },

    exists: () => repository.exists(database),

    async createFirst(tx, organization) {
      await repository.lockAll(tx)
      return (await repository.exists(tx)) ? undefined : organizations.create(tx, organization)
    },
  }
  return organizations
}

function toWire(row: repository.OrganizationRow): Organization {
  return { id: row.id, name: row.name, createdAt: toIso(row.created_at) }
}
