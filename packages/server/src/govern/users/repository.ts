import type { Role } from '@muster/contract/enumerations'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import type { TimeAndId } from '../../ground/platform/keyset.ts'

export interface UserRow extends Record<string, unknown> {
  id: string
  email: string
  role: Role
  first_name: string | null
  last_name: string | null
  metadata: Record<string, unknown>
  created_at: number
  last_sign_in_at: number | null
  removed_at: number | null
}

const columns = 'id, email, role, first_name, last_name, metadata, created_at, last_sign_in_at, removed_at'

const listUsers = query<UserRow>(
  'users.list',
  `select ${columns} from users
   where organization_id = $1 and removed_at is null and ($2::uuid is null or id = $2) and (created_at, id) > ($3, $4)
   order by created_at, id limit $5`,
)

/** `onlyId` restricts the list to one user. */
export function list(
  handle: Handle,
  organizationId: string,
  page: { onlyId: string | null; after: TimeAndId; limit: number },
): Promise<UserRow[]> {
  return handle.many(listUsers, [organizationId, page.onlyId, ...page.after, page.limit])
}

const findUser = query<UserRow>(
  'users.find',
  `select ${columns} from users where organization_id = $1 and id = $2 and removed_at is null`,
)

export function find(handle: Handle, organizationId: string, id: string): Promise<UserRow | undefined> {
  return handle.find(findUser, [organizationId, id])
}

const insertOrRestore = query<UserRow>(
  'users.insert_or_restore',
  `with listed as (
     select * from json_to_recordset($2) as person (id uuid, email text, email_key text, role text, first_name text,
       last_name text, metadata json, accepted_at bigint)),
   added as (
     insert into users (id, organization_id, email, email_key, role, first_name, last_name, metadata, created_at, accepted_at)
     select id, $1, email, email_key, role, first_name, last_name, metadata, $3, accepted_at from listed
     on conflict on constraint users_email_unique do update
       set email = excluded.email, role = excluded.role, first_name = excluded.first_name,
         last_name = excluded.last_name, metadata = excluded.metadata, removed_at = null,
         accepted_at = excluded.accepted_at
       where users.removed_at is not null
     returning ${columns}, organization_id, email_key),
   identity as (
     insert into analytics_identities (organization_id, email_key) select organization_id, email_key from added
     on conflict do nothing)
   select ${columns} from added`,
)

interface NewUserRow {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
  readonly metadata: Readonly<Record<string, unknown>>
  /** When the person first used the organization; absent for an open invitation. */
  readonly acceptedAt?: number | null
}

/** Leaves out people whose e-mail belongs to an existing user; they are not returned. */
export function insert(handle: Handle, organizationId: string, people: readonly NewUserRow[], now: number) {
  const rows = people.map(({ id, email, role, firstName, lastName, metadata, acceptedAt }) => ({
    id,
    email,
    email_key: email.toLowerCase(),
    role,
    first_name: firstName,
    last_name: lastName,
    metadata,
    accepted_at: acceptedAt,
  }))
  return handle.many(insertOrRestore, [organizationId, JSON.stringify(rows), now])
}

const findTaken = query<{ email_key: string }>(
  'users.find_taken',
  'select email_key from users where organization_id = $1 and email_key = any($2) and removed_at is null',
)

export async function takenEmails(handle: Handle, organizationId: string, emailKeys: readonly string[]) {
  return (await handle.many(findTaken, [organizationId, emailKeys])).map(({ email_key }) => email_key)
}

const updateUser = query<UserRow>(
  'users.update',
  `update users set role = $3, first_name = $4, last_name = $5, metadata = $6
   where organization_id = $1 and id = $2 returning ${columns}`,
)

export function update(handle: Handle, organizationId: string, row: UserRow): Promise<UserRow> {
  return handle.get(updateUser, [
    organizationId,
    row.id,
    row.role,
    row.first_name,
    row.last_name,
    JSON.stringify(row.metadata),
  ])
}

const noteIdentity = query(
  'users.note_identity',
  `insert into analytics_identities (organization_id, email_key)
   select organization_id, email_key from users where organization_id = $1 and id = $2
   on conflict do nothing`,
)
const noteTeams = query(
  'users.note_teams',
  'update analytics_days set activity_stale = true where organization_id = $1 and computed_at is not null',
)

/** Marks the days of a person whose team changed, so that analytics shows them with the new team. */
export async function noteTeamChange(handle: Handle, organizationId: string, id: string): Promise<void> {
  await handle.run(noteIdentity, [organizationId, id])
  await handle.run(noteTeams, [organizationId])
}

const noteAddresses = query(
  'users.note_addresses',
  `insert into analytics_identities (organization_id, email_key)
   select $1, email_key from unnest($2::text[]) as noted (email_key) on conflict do nothing`,
)

/** Marks the days with events of addresses that now belong to another user, so that they are computed again. */
export async function noteAddressChange(handle: Handle, organizationId: string, addresses: readonly string[]) {
  await handle.run(noteAddresses, [organizationId, addresses])
}

const removeUser = query('users.remove', 'update users set removed_at = $3 where organization_id = $1 and id = $2')

export function remove(handle: Handle, organizationId: string, id: string, now: number) {
  return handle.run(removeUser, [organizationId, id, now])
}

const countOwners = query<{ owners: number }>(
  'users.count_owners',
  `select count(*) as owners from users where organization_id = $1 and role = 'owner' and removed_at is null`,
)

export async function ownerCount(handle: Handle, organizationId: string): Promise<number> {
  return (await handle.get(countOwners, [organizationId])).owners
}

const countUsers = query<{ users: number }>(
  'users.count',
  'select count(*) as users from users where organization_id = $1 and removed_at is null',
)

export async function userCount(handle: Handle, organizationId: string): Promise<number> {
  return (await handle.get(countUsers, [organizationId])).users
}
