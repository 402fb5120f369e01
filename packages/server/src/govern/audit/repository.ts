import type { Handle } from '../../ground/database/database.ts'
import { type Query, query, type Row } from '../../ground/database/query.ts'
import type { Count } from '../../ground/platform/keyset.ts'

export interface AuditRow extends Record<string, unknown> {
  id: number
  at: number
  action: string
  target_type: string
  target_id: string
  actor_user_id: string | null
  actor_email: string | null
  actor_key_id: string | null
  changes: Record<string, unknown>
  address: string | null
  request_id: string | null
}

const entryColumns = `organization_id, at, action, target_type, target_id,
     actor_user_id, actor_email, actor_key_id, changes, address, request_id`
const entryLength = 11

const insertEntry = query(
  'audit.insert',
  `insert into audit_log (${entryColumns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)

export interface NewAuditRow extends Omit<AuditRow, 'id'> {
  organization_id: string
}

export function insert(handle: Handle, row: NewAuditRow): Promise<number> {
  return handle.run(insertEntry, toValues(row))
}

const insertEntries = query(
  'audit.insert_many',
  `insert into audit_log (${entryColumns}) select ${entryColumns} from json_to_recordset($1) as entry (
     organization_id uuid, at bigint, action text, target_type text, target_id text, actor_user_id uuid,
     actor_email text, actor_key_id text, changes json, address text, request_id text)`,
)

export function insertMany(handle: Handle, rows: readonly NewAuditRow[]): Promise<number> {
  return handle.run(insertEntries, [JSON.stringify(rows)])
}

/**
 * Makes a statement also write its audit row. The statement has `paramCount` parameters and returns what it changed.
 */
export function audited<R extends Row>(
  name: string,
  paramCount: number,
  text: string,
  also: readonly string[] = [],
): Query<R> {
  const places = Array.from({ length: entryLength }, (_, index) => `$${paramCount + 1 + index}`)
  return query<R>(
    name,
    `with changed as (${text}),
     ${also.map((each, index) => `also${index} as (${each}),`).join('\n     ')}
     entry as (insert into audit_log (${entryColumns}) select ${places.join(', ')} from changed)
   select * from changed`,
  )
}

export function toValues(row: NewAuditRow): unknown[] {
  return [
    row.organization_id,
    row.at,
    row.action,
    row.target_type,
    row.target_id,
    row.actor_user_id,
    row.actor_email,
    row.actor_key_id,
    JSON.stringify(row.changes),
    row.address,
    row.request_id,
  ]
}

const listEntries = query<AuditRow>(
  'audit.list',
  `select id, at, action, target_type, target_id, actor_user_id, actor_email, actor_key_id, changes, address, request_id
   from audit_log
   where organization_id = $1 and id < $2
     and ($3::text is null or action = $3) and ($4::uuid is null or actor_user_id = $4)
     and ($5::bigint is null or at >= $5) and ($6::bigint is null or at < $6)
   order by id desc limit $7`,
)

interface Filter {
  readonly before: Count
  readonly action: string | null
  readonly userId: string | null
  readonly since: number | null
  readonly until: number | null
  readonly limit: number
}

export function list(handle: Handle, organizationId: string, filter: Filter): Promise<AuditRow[]> {
  const { before, action, userId, since, until, limit } = filter
  return handle.many(listEntries, [organizationId, ...before, action, userId, since, until, limit])
}

const deleteOldest = query(
  'audit.forget_oldest',
  `delete from audit_log where id in (
     select id from (select id, at from audit_log order by id limit 5000) as oldest where at < $1)`,
)

/** Reads only the oldest entries: ids grow with time, so it need not scan the log. */
export function forgetOldest(handle: Handle, before: number): Promise<number> {
  return handle.run(deleteOldest, [before])
}
