import type { AuditAction } from '@muster/contract/audit-actions'
import type { AuditEntry } from '@muster/contract/audit-entry'
import type { Pagination } from '@muster/contract/pagination'
import type { Database, Tx } from '../../ground/database/database.ts'
import { isUuid } from '../../ground/platform/ids.ts'
import { highestBigintFirst } from '../../ground/platform/keyset.ts'
import { type PageQuery, parsePage, toPage } from '../../ground/platform/page.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { Change } from './change.ts'
import * as repository from './repository.ts'
import { toWire } from './to-wire.ts'

interface AuditedAction {
  /** `<resource>.<verb>`, as in `session.create`. */
  readonly action: AuditAction
  readonly target: { readonly type: string; readonly id: string }
  readonly changes?: Readonly<Record<string, unknown>>
}

/** Where a request came from. */
export interface Origin {
  readonly address: string
  readonly requestId: string
}

/** Writes the audit row of a change in its transaction, so that neither exists without the other. */
export async function recordChange(change: Change, audited: AuditedAction) {
  await repository.insert(change.tx, toRow(change, audited))
}

/** Like `recordChange`, for many changes at once. */
export async function recordChanges(change: Change, audited: readonly AuditedAction[]) {
  await repository.insertMany(
    change.tx,
    audited.map((each) => toRow(change, each)),
  )
}

/** Defines a statement that makes a change and writes its audit row. `auditValues` come after its own parameters. */
export const auditedQuery = repository.audited

export function auditValues(change: Change, audited: AuditedAction): unknown[] {
  return repository.toValues(toRow(change, audited))
}

function toRow({ principal, now }: Change, { action, target, changes }: AuditedAction): repository.NewAuditRow {
  return {
    organization_id: principal.organizationId,
    at: now,
    action,
    target_type: target.type,
    target_id: target.id,
    actor_user_id: principal.userId,
    actor_email: principal.email,
    actor_key_id: principal.apiKeyId,
    changes: changes ?? {},
    address: principal.address,
    request_id: principal.requestId,
  }
}

/** Writes the audit row of an action of the service itself, or of its operator, who has an address but is no user. */
export async function recordOwnChange(
  tx: Tx,
  organizationId: string,
  now: number,
  audited: AuditedAction,
  origin?: { readonly [Part in keyof Origin]: Origin[Part] | null },
) {
  await repository.insert(tx, {
    organization_id: organizationId,
    at: now,
    action: audited.action,
    target_type: audited.target.type,
    target_id: audited.target.id,
    actor_user_id: null,
    actor_email: null,
    actor_key_id: null,
    changes: audited.changes ?? {},
    address: origin?.address ?? null,
    request_id: origin?.requestId ?? null,
  })
}

/** Deletes entries from before this time, of every organization. Returns how many. */
export async function forgetOldEntries(database: Database, before: number): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await repository.forgetOldest(database, before)
    total += deleted
    if (deleted === 0) return total
  }
}

/** The fields of `after` that differ from `before`, each with both values. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, { from: unknown; to: unknown }> {
  const changed: Record<string, { from: unknown; to: unknown }> = {}
  for (const [field, to] of Object.entries(after)) {
    const from = before[field] ?? null
    if (to !== undefined && JSON.stringify(from) !== JSON.stringify(to)) changed[field] = { from, to }
  }
  return changed
}

export interface Audit {
  list(
    principal: Principal,
    query: PageQuery & { action?: AuditAction; userId?: string; since?: string; until?: string },
  ): Promise<{ entries: AuditEntry[]; pagination: Pagination }>
}

export function createAudit({ database }: { database: Database }): Audit {
  return {
    async list(principal, query) {
      const { action, userId, since, until } = query
      const name = `audit:${[principal.organizationId, action, userId, since, until].join(':')}`
      const { limit, after } = parsePage(name, query, highestBigintFirst)
      if (userId !== undefined && !isUuid(userId)) {
        return { entries: [], pagination: { hasMore: false, nextCursor: null } }
      }
      const rows = await repository.list(database, principal.organizationId, {
        before: after,
        action: action ?? null,
        userId: userId ?? null,
        since: since === undefined ? null : Date.parse(since),
        until: until === undefined ? null : Date.parse(until),
        limit: limit + 1,
      })
      const page = toPage(name, limit, rows, (row) => [row.id])
      return { entries: page.rows.map(toWire), pagination: page.pagination }
    },
  }
}
