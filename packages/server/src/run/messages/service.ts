import type { Message } from '@muster/contract/message'
import type { Pagination } from '@muster/contract/pagination'
import type { Change } from '../../govern/audit/change.ts'
import type { Handle } from '../../ground/database/database.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import { sharedPages } from '../../ground/platform/batching/shared-pages.ts'
import type { ComputerKey } from '../../ground/platform/computer-key.ts'
import { isUuid } from '../../ground/platform/ids.ts'
import { highestFirst, lowestFirst } from '../../ground/platform/keyset.ts'
import { type PageQuery, parsePage, toPage } from '../../ground/platform/page.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { ChangedRange } from '../sessions/changed-range.ts'
import { isSessionOn, type Sessions } from '../sessions/service.ts'
import { endTurn, type Turn } from './end-turn.ts'
import { messageOnComputer, messagesOnComputer } from './on-computer.ts'
import { createPosting, type Posting, type PostingOptions } from './post-message.ts'
import * as repository from './repository.ts'
import { toWire } from './to-wire.ts'

export interface Messages extends Posting {
  list(
    principal: Principal,
    sessionId: string,
    query: ListQuery,
  ): Promise<{ messages: Message[]; pagination: Pagination }>
  get(principal: Principal, sessionId: string, id: string, computerId: string | undefined): Promise<Message>
  /** Reads a message for the computer that runs its session. */
  getForComputer(computer: ComputerKey, sessionId: string, id: string): Promise<Message>
  endTurn(change: Change, sessionId: string, turn: Turn): Promise<void>
}

interface MessagesOptions extends PostingOptions {
  readonly sessions: Sessions
}

interface ListQuery extends PageQuery {
  readonly computerId?: string
  readonly role?: 'user' | 'assistant' | 'tool'
  readonly order?: 'asc' | 'desc'
}

export function createMessages(options: MessagesOptions): Messages {
  const { database, ids, sessions, computers } = options
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

    ...createPosting(options),

    endTurn: (change: Change, sessionId: string, turn: Turn) => endTurn(ids, change, sessionId, turn),
  }
}

/** Messages that were written or changed after a version of the session, in that order. */
export async function changedMessages(handle: Handle, range: ChangedRange) {
  const rows = await repository.changed(handle, range)
  return rows.map((row) => ({ revision: row.revision, message: toWire(row) }))
}

function listName(sessionId: string, order: 'asc' | 'desc', role: string | null): string {
  return `messages:${sessionId}:${order}:${role ?? ''}`
}
