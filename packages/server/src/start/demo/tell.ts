import type { Happening } from '@muster/demo/story/happening'
import type { Change } from '../../govern/audit/change.ts'
import type { Controls } from '../../govern/controls/service.ts'
import type { Keys } from '../../govern/keys/service.ts'
import type { Users } from '../../govern/users/service.ts'
import type { Tx } from '../../ground/database/database.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { Ingest } from '../../know/ingest/service.ts'
import type { Reports } from '../../prepare/reports/service.ts'
import type { Computers } from '../../run/computers/service.ts'
import type { Messages } from '../../run/messages/service.ts'
import type { Sessions } from '../../run/sessions/service.ts'

export interface StoryServices {
  readonly users: Users
  readonly computers: Computers
  readonly controls: Controls
  readonly keys: Keys
  readonly reports: Reports
  readonly sessions: Sessions
  readonly messages: Messages
  readonly ingest: Ingest
}

/** Ids of created things, by their names in the story. */
interface Known {
  readonly principals: ReadonlyMap<string, Principal>
  readonly computers: Map<string, string>
  readonly keys: Map<string, string>
  readonly sessions: Map<string, string>
}

interface Teller {
  /** Called before the transaction. If the transaction fails, the events are sent, and refused, again. */
  sendEvents(happenings: readonly Happening[]): Promise<void>
  tell(tx: Tx, happenings: readonly Happening[]): Promise<void>
}

/**
 * Carries out the story through the services, at the times of the story, so that the audit log and everything else look
 * as if people had done it.
 */
export async function createTeller(services: StoryServices, owner: Principal): Promise<Teller> {
  const known = await lookAround(services, owner)
  const actor = ({ by }: Happening) => (by === undefined ? owner : idOf(known.principals, by))
  return {
    async sendEvents(happenings) {
      for (const happening of happenings) {
        if (happening.kind !== 'send_events') continue
        const lines = happening.events.map((event) => JSON.stringify(event)).join('\n')
        const body = { bytes: Buffer.from(lines), compression: '' }
        await services.ingest.native(actor(happening), 'ndjson', body)
      }
    },
    async tell(tx, happenings) {
      for (const happening of happenings) {
        await tell(services, known, { tx, principal: actor(happening), now: happening.time }, happening)
      }
    },
  }
}

/** Reads what earlier loads have created. Sessions end before midnight, so no day needs a session of another. */
async function lookAround({ users, computers, keys }: StoryServices, owner: Principal): Promise<Known> {
  const principals = new Map<string, Principal>()
  const keyIds = new Map<string, string>()
  const all = async (read: (cursor: object) => Promise<string | null>) => {
    for (let cursor: string | null = await read({}); cursor !== null; cursor = await read({ cursor }));
  }
  await all(async (cursor) => {
    const page = await users.list(owner, { limit: '100', ...cursor })
    for (const { id, email, role } of page.users) principals.set(email, { ...owner, userId: id, email, role })
    return page.pagination.nextCursor
  })
  await all(async (cursor) => {
    const page = await keys.list(owner, { limit: '100', ...cursor })
    for (const { id, name, userId } of page.apiKeys) keyIds.set(keyName(userId, name), id)
    return page.pagination.nextCursor
  })
  const { computers: registered } = await computers.list(owner)
  const computerIds = new Map(registered.map(({ name, id }) => [name, id]))
  return { principals, computers: computerIds, keys: keyIds, sessions: new Map() }
}

async function tell(services: StoryServices, known: Known, change: Change, it: Happening): Promise<void> {
  const { computers, controls, keys, reports, sessions, messages } = services
  const { tx, principal, now } = change
  switch (it.kind) {
    case 'register_computer':
      known.computers.set(it.body.name, (await computers.register(change, it.body)).id)
      return
    case 'provision_computer':
      await computers.endProvisioning(change, idOf(known.computers, it.name), it.failure)
      return
    case 'leave_computer': {
      const agents = [{ id: it.agent.id, title: it.agent.id, version: it.agent.version }]
      const folder = `/home/${it.name.split('-')[0]}/work`
      const daemon = { version: '0.1.0', hostname: it.name, platform: 'linux', agents, folder }
      await computers.noteVisit(change, idOf(known.computers, it.name), {
        ...daemon,
        confinement: { available: true },
        consent: { access: 'organization' },
      })
      return
    }
    case 'replace_controls':
      await controls.replace(change, it.settings, undefined)
      return
    case 'create_key': {
      const { name, scopes, expiresAt } = it
      const { id } = await keys.create(change, { name, scopes, ...(expiresAt !== undefined && { expiresAt }) })
      known.keys.set(keyName(principal.userId, name), id)
      return
    }
    case 'revoke_key':
      await keys.revoke(change, idOf(known.keys, keyName(principal.userId, it.name)))
      return
    case 'publish_report':
      await reports.publish(change, it.body)
      return
    case 'create_session': {
      const computer = await computers.getForWork(change, idOf(known.computers, it.computer))
      const settingsInForce = await controls.inForce(tx, principal.organizationId)
      const body = { computerId: computer.id, title: it.title, sessionSettings: it.settings }
      const { sessionId } = await sessions.create(change, body, { computer, settingsInForce, hasRoom: true })
      known.sessions.set(it.session, sessionId)
      return
    }
    case 'post_message':
      await messages.post(change, idOf(known.sessions, it.session), { text: it.text })
      return
    case 'end_turn':
      await messages.endTurn(change, idOf(known.sessions, it.session), it.turn)
      return
    case 'archive_session': {
      const sessionSettings = { archivedAt: new Date(now).toISOString() }
      await sessions.update(change, idOf(known.sessions, it.session), { sessionSettings })
      return
    }
    case 'send_events':
      // `sendEvents` has already sent them.
      return
  }
}

function keyName(userId: string, name: string): string {
  return `${userId} ${name}`
}

function idOf<T>(known: ReadonlyMap<string, T>, name: string): T {
  const found = known.get(name)
  if (found === undefined) throw new Error(`The story tells of ${name}, which is not there.`)
  return found
}
