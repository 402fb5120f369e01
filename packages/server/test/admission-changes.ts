import type { WayName } from './admission-ways.ts'
import type { World } from './admission-world.ts'

const longAfterAllEnds = 31 * 24 * 60 * 60 * 1000

/** What happens to somebody, on another node than the one that they use. */
export const changes = {
  async 'what they show is revoked'({ owner, apiKey, slowKeys, ask, cookie, invited, forgetful, computer }: World) {
    for (const { id } of [apiKey, slowKeys.http, slowKeys.grpc]) await owner.apiKeys.revoke({ id })
    await ask('DELETE', '/api/v0/browser-sessions/all', { cookie })
    await owner.users.createLink({ userId: invited.userId, purpose: 'invitation' })
    await owner.users.createLink({ userId: forgetful.userId, purpose: 'password-reset' })
    await owner.computers.remove({ computerId: computer.id })
  },
  async 'their role is guest'({ owner, subject, invited, forgetful }: World) {
    for (const { userId } of [subject, invited, forgetful]) await owner.users.update({ userId, role: 'guest' })
  },
  async 'they are removed'({ owner, subject, invited, forgetful }: World) {
    for (const { userId } of [subject, invited, forgetful]) await owner.users.remove({ userId })
  },
  async 'their address is not admitted'({ owner }: World) {
    await owner.controls.replace({ networkPolicy: { allowedIps: ['127.0.0.1'] } })
  },
  async 'what they show has ended'({ server }: World) {
    server.advance(longAfterAllEnds)
  },
}

/** Why a change does not concern a way in. */
const why = {
  byItself: 'The provider ends its tokens, by their time.',
  replaced: 'A password is replaced, not revoked, and has no end.',
  identity: 'Who somebody is for the provider does not end.',
  credential: 'The credential of a computer has no end.',
  guestSignsIn: 'A guest may sign in. What their session may do is judged at each use.',
} as const

type Cell = number | string | { readonly because: keyof typeof why }
type Column = keyof typeof changes

/** What becomes of each way in with each change, in the order of the changes. */
const rows: Readonly<Record<WayName, readonly [Cell, Cell, Cell, Cell, Cell]>> = {
  'a request with a key': [401, 403, 401, 403, 401],
  'a request with a token of a key': [401, 403, 401, 403, 401],
  'a request with a token of the provider': [{ because: 'byItself' }, 403, 401, 403, 401],
  'a request with a cookie': [401, 403, 401, 403, 401],
  'a tool of MCP': [401, 'the tool is refused', 401, 403, 401],
  'telemetry over gRPC': [16, 7, 16, 7, 16],
  'a request whose body takes long': [401, 403, 401, 403, 401],
  'a message over gRPC that takes long': [16, 7, 16, 7, 16],
  'a session that is waited for': [401, 403, 401, 403, 401],
  'the events of a session': ['ended', 'ended', 'ended', 'ended', 'ended'],
  'the events of all sessions': ['ended', 'ended', 'ended', 'ended', 'ended'],
  'a client that is attached': [4401, 4403, 4401, 4403, 4401],
  'a client that attaches': [401, 403, 401, 403, 401],
  'a computer that is connected': [4401, 4403, 4401, 4403, { because: 'credential' }],
  'a computer that connects': [401, 403, 401, 403, { because: 'credential' }],
  'a computer that reads a message': [401, 403, 401, 403, { because: 'credential' }],
  'a sign-in with a key': [401, { because: 'guestSignsIn' }, 401, 403, 401],
  // In the words of a wrong password.
  'a sign-in with a password': [
    { because: 'replaced' },
    { because: 'guestSignsIn' },
    401,
    401,
    { because: 'replaced' },
  ],
  'an invitation': [401, { because: 'guestSignsIn' }, 401, 403, 401],
  'a link that resets a password': [401, { because: 'guestSignsIn' }, 401, 403, 401],
  'a look at a link': [401, { because: 'guestSignsIn' }, 401, 403, 401],
  'a sign-in through the provider': [
    { because: 'identity' },
    { because: 'guestSignsIn' },
    '/sign-in?problem=unknown',
    '/sign-in?problem=elsewhere',
    { because: 'identity' },
  ],
}

/** An organization cannot be suspended or archived, which `admission-elsewhere.test.ts` holds, so no column says so. */
export const columns = Object.keys(changes) as Column[]

/** The ways in that a change concerns, with what becomes of each. */
export function outcomesOf(column: Column): [way: WayName, outcome: number | string][] {
  const cells = Object.entries(rows).map(([way, row]) => [way as WayName, row[columns.indexOf(column)]] as const)
  return cells.flatMap(([way, cell]) => (typeof cell === 'object' || cell === undefined ? [] : [[way, cell]]))
}
