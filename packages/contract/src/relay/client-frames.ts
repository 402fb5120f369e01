import { type Static, Type } from 'typebox'
import { closed, text } from '../schema.ts'
import { Session } from '../session.ts'

/** The first frame of every client that attaches to a computer. */
const ClientHello = closed({ type: Type.Literal('hello'), protocol: Type.Integer() })

/** Requests the events of this session from now on, or after version `after`. */
export const Follow = closed({
  type: Type.Literal('follow'),
  sessionId: text(1, 200),
  after: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type Follow = Static<typeof Follow>

const Unfollow = closed({ type: Type.Literal('unfollow'), sessionId: text(1, 200) })

export const FrameFromClient = Type.Union([ClientHello, Follow, Unfollow])
export type FrameFromClient = Static<typeof FrameFromClient>

/** The answer to the hello. Frames for the computer's busy sessions follow it. */
const ClientWelcome = Type.Object({
  type: Type.Literal('welcome'),
  protocol: Type.Integer(),
  computerId: Type.String(),
  /** Whether the daemon of the computer is connected. */
  connected: Type.Boolean(),
})

/** The computer connected or disconnected. */
const ComputerPresence = Type.Object({ type: Type.Literal('computer'), connected: Type.Boolean() })

/** The current state of a session on the computer; sent only for sessions that the client may see. */
const SessionFrame = Type.Object({
  type: Type.Literal('session'),
  session: Session,
  version: Type.Integer(),
})

/** An event of a followed session, as in `GET …/events`. Resume after `version`. */
const SessionEvent = Type.Object({
  type: Type.Literal('event'),
  sessionId: Type.String(),
  event: Type.Enum(['session', 'message', 'permission', 'preview', 'delta']),
  version: Type.Optional(Type.Integer()),
  data: Type.Unknown(),
})

/** The session is not followed: it does not exist, was deleted, is on another computer, or too many are followed. */
const Unfollowed = Type.Object({
  type: Type.Literal('unfollowed'),
  sessionId: Type.String(),
  reason: Type.Enum(['session_not_found', 'too_many']),
})

export const FrameToClient = Type.Union([ClientWelcome, ComputerPresence, SessionFrame, SessionEvent, Unfollowed])
export type FrameToClient = Static<typeof FrameToClient>

/** The most sessions that one connection can follow. */
export const maxFollowed = 100

/** Frames of clients are small: `hello`, `follow` and `unfollow`. */
export const maxClientFrameBytes = 64 * 2 ** 10
