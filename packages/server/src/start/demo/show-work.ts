import type { SessionSettingsInput } from '@muster/contract/session'
import { sharedComputer } from '@muster/demo/story/computers'
import type { Controls } from '../../govern/controls/service.ts'
import type { Database } from '../../ground/database/database.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { Computers } from '../../run/computers/service.ts'
import type { Messages } from '../../run/messages/service.ts'
import type { Sessions } from '../../run/sessions/service.ts'
import { playground } from './offer-computer.ts'

interface ShowOptions {
  readonly database: Database
  readonly clock: Clock
  readonly computers: Computers
  readonly controls: Controls
  readonly sessions: Sessions
  readonly messages: Messages
}

interface Scene {
  readonly computer: string
  readonly settings: SessionSettingsInput
  /** The first line is the title of the session. The demo agent does not know its first word, so it skips the line. */
  readonly lines: readonly [title: string, ...orders: string[]]
  /** Created at every start, because a running or waiting agent ends with the service. */
  readonly isAlive?: true
}

/** One session in each possible state. The agent of the playground works on those that run there. */
const scenes: readonly Scene[] = [
  {
    computer: sharedComputer,
    settings: { autonomyLevel: 'medium' },
    lines: ['Begin the import of orders as soon as the computer is back'],
  },
  {
    computer: playground,
    settings: { model: 'demo', autonomyLevel: 'high' },
    lines: ['Publish the release notes', 'say I publish them now.', 'fail'],
  },
  {
    computer: playground,
    settings: { model: 'demo', autonomyLevel: 'high' },
    lines: [
      'Please look through the folder and leave a note',
      'think A look at the folder first, then a note.',
      'list',
      'write notes.md Three folders, no surprises.',
      'read notes.md',
    ],
  },
  {
    computer: playground,
    settings: { model: 'demo', autonomyLevel: 'low' },
    lines: [
      'Prepare the changelog of version 4.2',
      'list',
      'say I would like to write the changelog.',
      'write CHANGELOG.md Version 4.2',
    ],
    isAlive: true,
  },
  {
    computer: playground,
    settings: { model: 'demo', autonomyLevel: 'low' },
    lines: ['Tell me what is new in the folder', 'say I look every two minutes.', 'watch'],
    isAlive: true,
  },
]

/**
 * Lets the agent of the playground work, ask, fail and finish, and lets one session wait for a computer that is away.
 */
export async function showWork(options: ShowOptions, principal: Principal): Promise<void> {
  const { database, clock, computers, controls, sessions, messages } = options
  if (!computers.isHost) return
  const { computers: there } = await computers.list(principal)
  const ids = new Map(there.map(({ name, id }) => [name, id]))
  // They are the newest sessions of the organization; those of the story are from earlier days.
  const { sessions: newest } = await sessions.list(principal, { limit: '100' })
  const known = new Map(newest.map((session) => [session.title, session]))
  for (const { computer: name, settings, lines, isAlive } of scenes) {
    const [title] = lines
    const computerId = ids.get(name)
    const before = known.get(title)
    if (computerId === undefined || (before && !(isAlive && before.status === 'idle'))) continue
    await database.transaction(async (tx) => {
      const change = { tx, principal, now: clock.now() }
      const make = async () => {
        const computer = await computers.getForWork(change, computerId)
        const settingsInForce = await controls.inForce(tx, principal.organizationId)
        const body = { computerId, title, sessionSettings: settings }
        return sessions.create(change, body, { computer, settingsInForce, hasRoom: true })
      }
      const { sessionId } = before ?? (await make())
      await messages.post(change, sessionId, { text: lines.join('\n') })
    })
  }
}
