import type { History } from '@muster/contract/relay/to-computer'
import type { Static } from 'typebox'
import type { Database } from '../../ground/database/database.ts'
import { highestFirst } from '../../ground/platform/keyset.ts'
import type { Connection } from '../computers/connections.ts'
import { isSessionOn } from '../sessions/service.ts'
import * as repository from './repository.ts'
import { toWire } from './to-wire.ts'

const maxMessages = 200
const maxBytes = 2 ** 20

/** The last part of a session's conversation, oldest first, for a computer that has not seen it. */
export function createHistoryOf(database: Database) {
  return async function historyOf(
    { organizationId, computerId }: Connection,
    sessionId: string,
  ): Promise<Static<typeof History> | undefined> {
    if (!(await isSessionOn(database, { organizationId, id: sessionId }, computerId))) return undefined
    const rows = await repository.list(database, {
      organizationId,
      sessionId,
      order: 'desc',
      role: null,
      after: highestFirst.start,
      limit: maxMessages,
    })
    let bytes = 0
    const messages = rows.map(toWire).filter((message) => {
      bytes += JSON.stringify(message).length
      return bytes <= maxBytes
    })
    return { type: 'history', sessionId, messages: messages.reverse() }
  }
}
