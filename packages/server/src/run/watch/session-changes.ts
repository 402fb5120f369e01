import type { Session } from '@muster/contract/session'
import type { Database } from '../../ground/database/database.ts'
import { sharedLoad } from '../../ground/platform/batching/shared-load.ts'
import type { ServerEvent } from '../../ground/platform/server-event.ts'
import { changedMessages } from '../messages/service.ts'
import { currentSession } from '../sessions/service.ts'
import { changedPermissions } from '../turns/service.ts'
import type { SessionKey } from '../turns/unfinished-texts.ts'

interface ChangesPage {
  readonly session: Session
  /** The current version of the session. */
  readonly version: number
  /** Ordered by version. The session itself comes last, after all earlier changes. */
  readonly events: readonly ServerEvent[]
  /** The version of the last event. */
  readonly upTo: number
}

/** `undefined` if the session is gone. */
export type SessionChanges = (session: SessionKey, after: number | undefined) => Promise<ChangesPage | undefined>

const pageSize = 100

/** Reads the changes of a session after a version. Readers at the same version share one query. */
export function createSessionChanges(database: Database): SessionChanges {
  async function read({ organizationId, sessionId }: SessionKey, after: number | undefined) {
    const [found, ...changed] = await database.together((handle) => {
      const current = currentSession(handle, { organizationId, id: sessionId })
      if (after === undefined) return Promise.all([current, [], []])
      const range = { organizationId, sessionId, after, limit: pageSize }
      return Promise.all([current, changedMessages(handle, range), changedPermissions(handle, range)])
    })
    if (!found) return undefined
    const { session, version } = found
    if (after === undefined || after >= version) return { session, version, events: [], upTo: version }
    // Changes after the session was read come with its next version.
    const isDue = ({ revision }: { revision: number }) => revision <= version
    const [messages, permissions] = [changed[0].filter(isDue), changed[1].filter(isDue)]
    const rows = [
      ...messages.map(({ revision, message }) => ({ event: 'message' as const, id: revision, data: message })),
      ...permissions.map(({ revision, permission }) => ({
        event: 'permission' as const,
        id: revision,
        data: permission,
      })),
    ]
    const events: ServerEvent[] = rows.sort((a, b) => a.id - b.id).slice(0, pageSize)
    const isWhole = messages.length < pageSize && permissions.length < pageSize && rows.length <= pageSize
    if (isWhole) events.push({ event: 'session', id: version, data: session })
    return { session, version, events, upTo: isWhole ? version : (events.at(-1)?.id ?? version) }
  }

  const findChanges = sharedLoad(
    async (keys: readonly (SessionKey & { after: number | undefined })[]) => {
      const pages = keys.map(async (key) => [JSON.stringify(key), await read(key, key.after)] as const)
      const found = await Promise.all(pages)
      return new Map(found.flatMap(([name, page]) => (page ? [[name, page] as const] : [])))
    },
    { nameOf: JSON.stringify },
  )
  return (session, after) => findChanges({ ...session, after })
}
