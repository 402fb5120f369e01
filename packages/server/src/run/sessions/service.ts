import type { ControlSettings } from '@muster/contract/controls'
import type { SessionStatus } from '@muster/contract/enumerations'
import type { Pagination } from '@muster/contract/pagination'
import type { CreateSession, Session, UpdateSession } from '@muster/contract/session'
import type { Change } from '../../govern/audit/change.ts'
import { auditValues, changedFields, recordChange } from '../../govern/audit/service.ts'
import type { Controls } from '../../govern/controls/service.ts'
import type { Database, Handle, Tx } from '../../ground/database/database.ts'
import { createAllowance } from '../../ground/platform/allowance.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import { sharedLoad } from '../../ground/platform/batching/shared-load.ts'
import { sharedPages } from '../../ground/platform/batching/shared-pages.ts'
import type { Hints } from '../../ground/platform/hints.ts'
import { type Ids, isUuid } from '../../ground/platform/ids.ts'
import { newestFirst, oldestFirst, type TimeAndId } from '../../ground/platform/keyset.ts'
import { type PageQuery, parsePage, toPage } from '../../ground/platform/page.ts'
import { type Principal, seesAll } from '../../ground/platform/principal.ts'
import type { ComputerRow, Computers } from '../computers/service.ts'
import { assertMayUse, assertProviderAllowed, computerForWork, noSuchComputer } from '../computers/visible-computer.ts'
import { mergeSettings } from './merge-settings.ts'
import { sessionOnComputer, sessionsOnComputer } from './on-computer.ts'
import * as repository from './repository.ts'
import { tellComputer, tellOfSession } from './tell-session.ts'
import { toWire } from './to-wire.ts'

export interface Sessions {
  list(
    principal: Principal,
    query: PageQuery & SessionFilter & { computerId?: string },
  ): Promise<{ sessions: Session[]; pagination: Pagination }>
  /** Throws 404 if the caller may not see it. */
  getRow(principal: Principal, id: string): Promise<SessionRow>
  get(principal: Principal, id: string, computerId: string | undefined): Promise<Session>
  /** Reads what the creation of a session depends on. */
  prepareCreation(principal: Principal, body: CreateSession): Promise<CreationFacts>
  create(change: Change, body: CreateSession, facts: CreationFacts): Promise<Session>
  update(change: Change, id: string, body: UpdateSession): Promise<Session>
  remove(change: Change, id: string): Promise<void>
}

export type SessionRow = repository.SessionRow

interface SessionFilter {
  readonly status?: SessionStatus
  readonly userId?: string
  readonly since?: string
  readonly until?: string
}

interface SessionsOptions {
  database: Database
  ids: Ids
  computers: Computers
  controls: Controls
  hints: Hints
  /** How many sessions a user may have. */
  maxPerUser: number
}

interface CreationFacts {
  readonly computer: ComputerRow | undefined
  readonly settingsInForce: ControlSettings
  /** True if the user may create one more session. */
  readonly hasRoom: boolean
}

export function createSessions({ database, ids, computers, controls, hints, maxPerUser }: SessionsOptions): Sessions {
  const hasRoomFor = createAllowance(maxPerUser)
  const findSession = sharedLoad(
    async (keys: readonly repository.SessionKey[]) => {
      const rows = await repository.findMany(database, keys)
      return new Map(
        rows.map((row) => [nameOf({ organizationId: row.organization_id, id: row.id }), { row, wire: toWire(row) }]),
      )
    },
    { nameOf },
  )
  const findPage = sharedPages(async ({ name, ...page }: repository.SessionPage & { name: string }) => {
    const limit = page.limit
    const rows = await repository.list(database, { ...page, limit: limit + 1 })
    const { rows: shown, pagination } = toPage(name, limit, rows, (row) => [row.created_at, row.id])
    return { sessions: shown.map(toWire), pagination }
  })

  function findShared({ organizationId }: Principal, id: string) {
    return isUuid(id) ? findSession({ organizationId, id: id.toLowerCase() }) : undefined
  }

  async function visibleAmong(principal: Principal, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { organizationId, userId } = principal
    const keys = ids.filter(isUuid).map((id) => ({ organizationId, id }))
    const rows = await repository.findMany(database, keys)
    return new Set(rows.filter((row) => seesAll(principal) || row.user_id === userId).map(({ id }) => id))
  }

  return {
    async list(principal, query) {
      const { computerId, status, userId, since, until } = query
      const filters = { status, userId, since, until }
      if (computerId !== undefined) {
        assertUnfiltered(filters)
        return sessionsOnComputer(computers, principal, { ...query, computerId }, (ids) => visibleAmong(principal, ids))
      }
      const { organizationId } = principal
      const own = seesAll(principal) ? userId : principal.userId
      const name = `sessions:${organizationId}:${own ?? 'all'}:${JSON.stringify(filters)}`
      const { limit, after } = parsePage(name, query, newestFirst)
      // No user has this id, or the caller may not see that user's sessions.
      if (userId !== undefined && (!isUuid(userId) || userId.toLowerCase() !== own?.toLowerCase())) {
        return { sessions: [], pagination: { hasMore: false, nextCursor: null } }
      }
      const end: TimeAndId = [until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(until), oldestFirst.start[1]]
      return findPage({
        name,
        organizationId,
        userId: own ?? null,
        status: status ?? null,
        sinceMs: since === undefined ? 0 : Date.parse(since),
        before: end[0] < after[0] ? end : after,
        limit,
      })
    },

    async getRow(principal, id) {
      return visible(principal, await findShared(principal, id)).row
    },

    async get(principal, id, computerId) {
      const { wire } = visible(principal, await findShared(principal, id))
      return computerId === undefined ? wire : sessionOnComputer(computers, principal, computerId, wire.sessionId)
    },

    async prepareCreation(principal, { computerId }) {
      const { organizationId, userId } = principal
      const [computer, settingsInForce, hasRoom] = await Promise.all([
        computers.findShared(principal, computerId),
        controls.inForceNow(organizationId),
        hasRoomFor(userId, () => repository.countOfUser(database, { organizationId, id: userId }, maxPerUser)),
      ])
      return { computer, settingsInForce, hasRoom }
    },

    async create(change, body, { computer, settingsInForce, hasRoom }) {
      const { tx, principal, now } = change
      const { id: computerId, provider_type, consent } = computerForWork(principal, computer)
      assertProviderAllowed(provider_type, settingsInForce)
      const wanted = { ...settingsInForce.sessionDefaultSettings, ...body.sessionSettings }
      const id = ids.uuid()
      const settings = mergeSettings({}, wanted, settingsInForce, principal, consent?.maxAutonomyLevel)
      const { organizationId, userId } = principal
      if (!hasRoom) {
        throw new AppError('quota_reached', `A user has ${maxPerUser} sessions at the most. Delete some first.`)
      }
      const row = await repository.insert(
        tx,
        { id, organizationId, userId, computerId, title: body.title ?? null, settings, now },
        auditValues(change, {
          action: 'session.create',
          target: { type: 'session', id },
          changes: { computerId, settings },
        }),
      )
      if (!row) throw noSuchComputer()
      tellOfSession(tx, hints, row)
      return toWire(row)
    },

    async update(change, id, body) {
      const { tx, principal, now } = change
      const before = await lockSession(change, id)
      const settingsInForce = await controls.inForce(tx, principal.organizationId)
      const computer = before.computer_id === null ? undefined : await computers.findInside(change, before.computer_id)
      if (computer && changesWork(body)) assertMayUse(principal, computer)
      const maximum = computer?.consent?.maxAutonomyLevel
      const after = await repository.update(
        tx,
        {
          ...before,
          settings: mergeSettings(before.settings, body.sessionSettings ?? {}, settingsInForce, principal, maximum),
          title: body.title === undefined ? before.title : body.title,
        },
        now,
      )
      await recordChange(change, {
        action: 'session.update',
        target: { type: 'session', id: before.id },
        changes: changedFields(
          { ...before.settings, title: before.title },
          { archivedAt: null, ...after.settings, title: after.title },
        ),
      })
      tellOfSession(tx, hints, after)
      return toWire(after)
    },

    async remove(change, id) {
      const { tx, principal } = change
      const row = await lockSession(change, id)
      await repository.remove(tx, { organizationId: principal.organizationId, id: row.id })
      await recordChange(change, {
        action: 'session.delete',
        target: { type: 'session', id: row.id },
        changes: { title: row.title, messageCount: row.message_count },
      })
      const { user_id: userId, computer_id: computerId } = row
      tellOfSession(tx, hints, { ...row, version: row.version + 1 }, { userId, computerId })
      tellComputer(tx, hints, computerId, row.id)
    },
  }
}

/** True if the update changes how agents work, rather than only tags or the archive. */
function changesWork({ sessionSettings = {} }: UpdateSession): boolean {
  const { archivedAt, tags, ...rest } = sessionSettings
  return Object.keys(rest).length > 0
}

/** Locks the row until the transaction ends, if the caller may see it. */
export async function lockSession({ tx, principal }: Change, id: string): Promise<SessionRow> {
  const row = isUuid(id) ? await repository.findAndLock(tx, principal.organizationId, id) : undefined
  return visible(principal, row && { row }).row
}

/** Whether the session exists and belongs to this computer. */
export async function isSessionOn(database: Database, key: repository.SessionKey, computerId: string) {
  const [row] = await repository.findMany(database, [key])
  return row?.computer_id === computerId
}

/** Resolves with the session and its version. The caller has checked access. */
export async function currentSession(handle: Handle, key: repository.SessionKey) {
  const [row] = await repository.findMany(handle, [key])
  return row && { session: toWire(row), version: row.version }
}

/** The current session, read in the transaction that has locked it. */
export async function readInside(tx: Tx, key: repository.SessionKey): Promise<Session> {
  const found = await currentSession(tx, key)
  if (!found) throw new Error('A session that was locked is gone.')
  return found.session
}

export const endSessionTurn = repository.endTurn
export const endWorkOn = repository.endWorkOn
export const leaveComputer = repository.leave

function visible<Found extends { readonly row: SessionRow }>(principal: Principal, found: Found | undefined): Found {
  if (!found) throw noSuchSession()
  assertSeesSession(principal, found.row)
  return found
}

/** Throws 404 if the caller may not see the session of this user. */
export function assertSeesSession(principal: Principal, { user_id }: Pick<SessionRow, 'user_id'>): void {
  if (!seesAll(principal) && user_id !== principal.userId) throw noSuchSession()
}

function noSuchSession(): AppError {
  return new AppError('session_not_found', 'There is no such session.')
}

function assertUnfiltered(filters: object): void {
  const errors = Object.entries(filters).flatMap(([path, value]) =>
    value === undefined ? [] : { path, message: 'does not go with computerId' },
  )
  if (errors.length === 0) return
  throw new AppError('invalid_request', 'A computer lists all sessions that it has. Leave out the filters.', { errors })
}

function nameOf({ organizationId, id }: repository.SessionKey): string {
  return `${organizationId} ${id}`
}
