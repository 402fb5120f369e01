import type { Message, PostedMessage, PostMessage } from '@muster/contract/message'
import type { Pagination } from '@muster/contract/pagination'
import type { Change } from '../audit/change.ts'
import { auditValues } from '../audit/service.ts'
import type { ComputerKey } from '../computers/connections.ts'
import type { Computers } from '../computers/service.ts'
import { assertProviderAllowed } from '../computers/visible-computer.ts'
import { governSettings } from '../controls/policy.ts'
import type { Controls } from '../controls/service.ts'
import type { Database, Handle } from '../database/database.ts'
import type { Limits } from '../limits/service.ts'
import { AppError, invalid } from '../platform/app-error.ts'
import { sharedPages } from '../platform/batching/shared-pages.ts'
import type { Hints } from '../platform/hints.ts'
import { type Ids, isUuid } from '../platform/ids.ts'
import { highestFirst, lowestFirst } from '../platform/keyset.ts'
import { type PageQuery, parsePage, toPage } from '../platform/page.ts'
import type { Principal } from '../platform/principal.ts'
import type { ChangedRange } from '../sessions/changed-range.ts'
import { isSessionOn, lockSession, type SessionRow, type Sessions } from '../sessions/service.ts'
import { tellComputer, tellOfSession } from '../sessions/tell-session.ts'
import { checkAttachments } from './attachments.ts'
import { titleFrom, toContent } from './content.ts'
import { endTurn, type Turn } from './end-turn.ts'
import { messageOnComputer, messagesOnComputer } from './on-computer.ts'
import * as repository from './repository.ts'
import { toWire } from './to-wire.ts'

export interface Messages {
  list(
    principal: Principal,
    sessionId: string,
    query: ListQuery,
  ): Promise<{ messages: Message[]; pagination: Pagination }>
  get(principal: Principal, sessionId: string, id: string, computerId: string | undefined): Promise<Message>
  /** For the computer of the session. */
  getForComputer(computer: ComputerKey, sessionId: string, id: string): Promise<Message>
  /** Stores the message, queues it for the computer and updates the session, in one transaction. */
  post(change: Change, sessionId: string, body: PostMessage): Promise<PostedMessage>
  endTurn(change: Change, sessionId: string, turn: Turn): Promise<void>
}

interface MessagesOptions {
  database: Database
  ids: Ids
  sessions: Sessions
  computers: Computers
  controls: Controls
  limits: Limits
  hints: Hints
  maxAttachmentBytes: number
}

interface ListQuery extends PageQuery {
  readonly computerId?: string
  readonly role?: 'user' | 'assistant' | 'tool'
  readonly order?: 'asc' | 'desc'
}

export function createMessages(options: MessagesOptions): Messages {
  const { database, ids, sessions, computers, controls, limits, hints, maxAttachmentBytes } = options
  const findPage = sharedPages(async (page: repository.MessagePage) => {
    const { sessionId, order, role, limit } = page
    const rows = await repository.list(database, { ...page, limit: limit + 1 })
    const { rows: shown, pagination } = toPage(listName(sessionId, order, role), limit, rows, (row) => [row.seq])
    return { messages: shown.map(toWire), pagination }
  })

  return {
    async list(principal, sessionId, query) {
      const { order = 'desc', role = null } = query
      const name = listName(sessionId.toLowerCase(), order, role)
      const { limit, after } = parsePage(name, query, order === 'asc' ? lowestFirst : highestFirst)
      const session = await sessions.getRow(principal, sessionId)
      if (query.computerId !== undefined) {
        const place = { computerId: query.computerId, sessionId: session.id }
        return messagesOnComputer(computers, principal, place, { name, order, role: query.role, limit, after })
      }
      const { organizationId } = principal
      return findPage({ organizationId, sessionId: session.id, order, role, after, limit })
    },

    async get(principal, sessionId, id, computerId) {
      const session = await sessions.getRow(principal, sessionId)
      if (computerId !== undefined) {
        return messageOnComputer(computers, principal, { computerId, sessionId: session.id }, id)
      }
      const row = isUuid(id) ? await repository.find(database, principal.organizationId, session.id, id) : undefined
      if (!row) throw new AppError('message_not_found', 'The session has no message with this id.')
      return toWire(row)
    },

    async getForComputer(computer, sessionId, id) {
      const { organizationId, computerId } = computer
      const isThere = isUuid(sessionId) && (await isSessionOn(database, { organizationId, id: sessionId }, computerId))
      if (!isThere) throw new AppError('session_not_found', 'This computer has no such session.')
      const row = isUuid(id) ? await repository.find(database, organizationId, sessionId, id) : undefined
      if (!row) throw new AppError('message_not_found', 'The session has no message with this id.')
      return toWire(row)
    },

    async post(change, sessionId, body) {
      const { tx, principal, now } = change
      if (body.text.trim() === '' && !body.images?.length && !body.files?.length) {
        throw invalid('text', 'must say something when there is no attachment')
      }
      checkAttachments(body, maxAttachmentBytes)
      const [session] = await Promise.all([lockSession(change, sessionId), limits.assertCredits(change)])
      if (session.settings.archivedAt !== undefined) {
        throw new AppError('session_archived', 'The session is in the archive, where nothing works on it.')
      }
      const [computer, settingsInForce] = await Promise.all([
        computers.getForWork(change, computerFor(session, body.computerId)),
        controls.inForce(tx, principal.organizationId),
      ])
      assertProviderAllowed(computer.provider_type, settingsInForce)
      // Settings that were allowed when the session was created may be forbidden by now.
      const settings = governSettings(session.settings, settingsInForce, principal.userId)
      const messageId = ids.uuid()
      const { version, status } = await repository.accept(
        tx,
        {
          organizationId: principal.organizationId,
          sessionId: session.id,
          id: messageId,
          computerId: computer.id,
          title: titleFrom(body.text),
          settings: settings === session.settings ? null : settings,
          client: body.client ?? null,
          content: toContent(body, ids),
          userId: principal.userId,
          now,
        },
        auditValues(change, {
          action: 'message.post',
          target: { type: 'session', id: session.id },
          changes: { messageId, ...(computer.id !== session.computer_id && { computerId: computer.id }) },
        }),
      )
      tellOfSession(tx, hints, { ...session, version })
      tellComputer(tx, hints, computer.id)
      return { messageId, status }
    },

    endTurn: (change: Change, sessionId: string, turn: Turn) => endTurn(ids, change, sessionId, turn),
  }
}

/** Messages that were written or changed within these versions of the session, in that order. */
export async function changedMessages(handle: Handle, range: ChangedRange) {
  const rows = await repository.changed(handle, range)
  return rows.map((row) => ({ revision: row.revision, message: toWire(row) }))
}

function computerFor(session: SessionRow, wanted: string | undefined): string {
  if (wanted === undefined) {
    if (session.computer_id !== null) return session.computer_id
    throw new AppError('session_without_computer', 'The computer of this session was deleted. Name another one.')
  }
  if (wanted.toLowerCase() !== session.computer_id && session.status !== 'idle') {
    throw new AppError('session_busy', `The session is ${session.status}; it can change its computer when it is idle.`)
  }
  return wanted
}

function listName(sessionId: string, order: 'asc' | 'desc', role: string | null): string {
  return `messages:${sessionId}:${order}:${role ?? ''}`
}
